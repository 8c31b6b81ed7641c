// at::Quantizer: how the integers of a quantized tensor stand for real numbers.
//
//   const at::Quantizer& q = at::quantizer_of(tensor);
//   float value = (integer - q.zero_point) * q.scale;
//
// One scale and zero point for a tensor, or one for each index along an axis. Immutable, shared by
// the views of a tensor.
#pragma once

#include <cstdint>
#include <utility>

#include "aten_lite/core/device.h"
#include "aten_lite/core/error.h"
#include "aten_lite/core/intrusive_ptr.h"
#include "aten_lite/core/tensor_base.h"

namespace at {

struct Quantizer final : public c10::intrusive_ptr_target {
  Quantizer(QScheme scheme, double scale, int64_t zero_point)
      : scheme(scheme), scale(scale), zero_point(zero_point) {}
  Quantizer(QScheme scheme, TensorBase scales, TensorBase zero_points, int64_t axis)
      : scheme(scheme),
        scales(std::move(scales)),
        zero_points(std::move(zero_points)),
        axis(axis) {}

  bool is_per_channel() const {
    return scheme == QScheme::PER_CHANNEL_AFFINE || scheme == QScheme::PER_CHANNEL_SYMMETRIC ||
           scheme == QScheme::PER_CHANNEL_AFFINE_FLOAT_QPARAMS;
  }

  QScheme scheme;
  // Per tensor.
  double scale = 0;
  int64_t zero_point = 0;
  // Per channel: one-dimensional, as long as the tensor is along `axis`.
  TensorBase scales;
  TensorBase zero_points;
  int64_t axis = 0;
};

// Throws when the tensor is not quantized.
inline const Quantizer& quantizer_of(const TensorBase& tensor) {
  TORCH_CHECK(tensor.is_quantized() && tensor.unsafeGetTensorImpl()->quantizer(), "a tensor of ",
              c10::dtype_name(tensor.scalar_type()), " has no scale");
  // Nothing else is ever set as a tensor's quantizer.
  return static_cast<const Quantizer&>(*tensor.unsafeGetTensorImpl()->quantizer());
}

}  // namespace at
