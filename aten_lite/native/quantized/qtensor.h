// Making quantized tensors and looking into them: what all quantized kernels start with.
#pragma once

#include <functional>
#include <optional>

#include "ATen/core/TensorBody.h"
#include "aten_lite/core/quantizer.h"

namespace at::native {

using QuantizerPtr = c10::intrusive_ptr<c10::intrusive_ptr_target>;

// A scale must be positive and finite, a zero point a value of `dtype`; throws otherwise.
QuantizerPtr per_tensor_quantizer(const char* op, double scale, int64_t zero_point,
                                  ScalarType dtype);
// Scales and zero points must be vectors of `channels` elements.
QuantizerPtr per_channel_quantizer(const char* op, const Tensor& scales, const Tensor& zero_points,
                                   int64_t axis, IntArrayRef sizes, ScalarType dtype);

// Inclusive bounds of the integers that a quantized type stores.
struct QuantizedRange {
  int64_t lower;
  int64_t upper;
};
QuantizedRange quantized_range(const char* op, ScalarType dtype);

// Throws unless the tensor is of quint8, qint8 or qint32, with one scale.
const Quantizer& check_per_tensor(const char* op, const Tensor& tensor);

// Uninitialised.
Tensor make_quantized(IntArrayRef sizes, ScalarType dtype, QuantizerPtr quantizer,
                      MemoryFormat format = MemoryFormat::Contiguous);
// Sizes and strides of `like`.
Tensor make_quantized_like(const Tensor& like, ScalarType dtype, QuantizerPtr quantizer);
inline const QuantizerPtr& quantizer_ptr(const Tensor& tensor) {
  return tensor.unsafeGetTensorImpl()->quantizer();
}

// The integers of a quantized tensor, as a view; and a tensor of integers as a quantized one, as a
// view too.
Tensor integers_of(const Tensor& quantized);
Tensor quantized_of(const Tensor& integers, ScalarType dtype, QuantizerPtr quantizer);

// Real numbers to quantized ones and back: float32, strides kept.
Tensor quantize_tensor(const char* op, const Tensor& real, ScalarType dtype,
                       const QuantizerPtr& quantizer);
Tensor dequantize_tensor(const Tensor& quantized);

// dequantize, compute, quantize with the quantizer given (by default, the input's).
Tensor through_floats(const char* op, const Tensor& self,
                      const std::function<Tensor(const Tensor&)>& compute,
                      QuantizerPtr quantizer = nullptr);
// Likewise for what is linear in the integers and keeps the quantizer: computed in steps (a scale
// of 1), so that halves are halves.
Tensor through_steps(const char* op, const Tensor& self,
                     const std::function<Tensor(const Tensor&)>& compute);
// compute on the integers, for what only moves or compares elements.
Tensor through_integers(const char* op, const Tensor& self,
                        const std::function<Tensor(const Tensor&)>& compute);

// Hands a quantized result over to `out`: becomes `out` if that is undefined; else `out` must be of
// the same dtype, gets the integers, and the result's quantizer.
void write_quantized(const char* op, Tensor& out, const Tensor& result);

// Calls f(Q()) with the quantized type of a tensor.
template <typename F>
void for_quantized_type(const char* op, ScalarType dtype, const F& f) {
  switch (dtype) {
    case kQUInt8:
      return f(c10::quint8());
    case kQInt8:
      return f(c10::qint8());
    case kQInt32:
      return f(c10::qint32());
    default:
      TORCH_CHECK(false, op, ": a quantized tensor (quint8, qint8 or qint32) is wanted, but got ",
                  c10::dtype_name(dtype));
  }
}

}  // namespace at::native
