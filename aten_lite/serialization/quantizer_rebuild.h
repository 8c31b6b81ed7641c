// Scales and zero points as files describe them.
#pragma once

#include <cstdint>
#include <string>

#include "aten_lite/core/device.h"
#include "aten_lite/core/tensor_base.h"
#include "aten_lite/serialization/pickle_cell.h"

namespace aten_lite::serialization {

struct QuantizerFields {
  at::QScheme scheme = at::QScheme::PER_TENSOR_AFFINE;
  double scale = 0;  // per tensor
  int64_t zero_point = 0;
  at::TensorBase scales;  // per channel
  at::TensorBase zero_points;
  int64_t axis = 0;
};

// The scheme of that number. Throws when there is none.
at::QScheme checked_qscheme(int64_t number, const std::string& where);
bool is_quantizer_per_channel(at::QScheme scheme);

// Makes `tensor`, whose dtype is a quantized one, quantized. Throws, beginning with `where`, unless
// the fields fit the tensor.
void set_quantizer(const at::TensorBase& tensor, const QuantizerFields& fields,
                   const std::string& where);
// The same of an argument of torch._utils._rebuild_qtensor: (scheme, scale, zero point) or (scheme,
// scales, zero points, axis).
void set_quantizer(const at::TensorBase& tensor, const PickleCell& parameters,
                   const std::string& where);

}  // namespace aten_lite::serialization
