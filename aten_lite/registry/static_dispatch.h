// Choosing a backend at run time, for builds with several of them.
//
// With one backend, generated code calls its kernel and includes nothing of this. With several
// (--static_dispatch_backend=CPU,QuantizedCPU) it switches on the highest-priority dispatch key
// among the tensor arguments: one quantized tensor makes it a quantized call.
#pragma once

#include <optional>

#include "ATen/core/TensorBody.h"
#include "aten_lite/core/error.h"

namespace at::detail {

// In ascending priority.
enum class DispatchKey { CPU, QuantizedCPU };

inline bool is_quantized(const at::Tensor& tensor) {
  return tensor.defined() && tensor.is_quantized();
}
inline bool is_quantized(const std::optional<at::Tensor>& tensor) {
  return tensor.has_value() && is_quantized(*tensor);
}
inline bool is_quantized(at::TensorList tensors) {
  for (const at::Tensor& tensor : tensors) {
    if (is_quantized(tensor)) return true;
  }
  return false;
}
// A list of optional tensors indexes another tensor; it does not say what kind that one is.
inline bool is_quantized(const c10::List<std::optional<at::Tensor>>&) { return false; }

template <typename... Tensors>
DispatchKey static_dispatch_key(const Tensors&... tensors) {
  return (false || ... || is_quantized(tensors)) ? DispatchKey::QuantizedCPU : DispatchKey::CPU;
}

[[noreturn]] inline void unsupported_backend(const char* op, DispatchKey key,
                                             const char* supported) {
  TORCH_CHECK(
      false, op, " has no kernel for ",
      key == DispatchKey::QuantizedCPU ? "quantized tensors" : "tensors that are not quantized",
      "; it has kernels for: ", supported);
}

}  // namespace at::detail
