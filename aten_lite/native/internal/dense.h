// Small helpers of the dense kernels (products, convolutions, pooling, normalisation).
#pragma once

#include <optional>
#include <utility>

#include "ATen/core/TensorBody.h"
#include "aten_lite/core/empty.h"
#include "aten_lite/core/error.h"
#include "aten_lite/native/internal/output.h"

namespace at::native {

inline Tensor new_tensor(IntArrayRef sizes, ScalarType dtype,
                         MemoryFormat format = MemoryFormat::Contiguous) {
  return Tensor(at::detail::empty_cpu(sizes, dtype, format));
}

// The tensor of an optional argument, undefined when there is none.
inline Tensor tensor_or_undefined(const std::optional<Tensor>& tensor) {
  return tensor.has_value() ? *tensor : Tensor();
}

// Hands a finished result over to the output of a structured kernel. A user's out= must have the
// result's dtype.
inline void finish_output(Tensor& out, Tensor result, const char* op) {
  if (!out.defined()) {
    out = std::move(result);
    return;
  }
  TORCH_CHECK(out.scalar_type() == result.scalar_type(), op, ": Expected out tensor to have dtype ",
              result.scalar_type(), ", but got ", out.scalar_type(), " instead");
  write_output(out, result, op);
}

}  // namespace at::native
