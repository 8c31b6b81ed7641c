// What the functions that make tensors have in common: their options.
//
// Only dense CPU tensors exist here. Another device or layout, or pinned memory, is an error rather
// than something silently ignored.
#pragma once

#include <optional>

#include "ATen/core/TensorBody.h"

namespace at::native {

// The dtype to make, `fallback` where none is asked for; an error for options that can't be had.
ScalarType factory_dtype(std::optional<ScalarType> dtype, std::optional<Layout> layout,
                         std::optional<Device> device, std::optional<bool> pin_memory,
                         ScalarType fallback);
inline ScalarType factory_dtype(std::optional<ScalarType> dtype, std::optional<Layout> layout,
                                std::optional<Device> device, std::optional<bool> pin_memory) {
  return factory_dtype(dtype, layout, device, pin_memory, c10::get_default_dtype_as_scalartype());
}

// Uninitialised tensors.
Tensor make_tensor(IntArrayRef sizes, ScalarType dtype,
                   std::optional<MemoryFormat> memory_format = std::nullopt);
Tensor make_strided_tensor(IntArrayRef sizes, IntArrayRef strides, ScalarType dtype);
// Sizes and, with Preserve (the default), the strides of `self`: the same ones where it is dense,
// otherwise dense ones in the same order of dimensions.
Tensor make_tensor_like(const Tensor& self, ScalarType dtype,
                        std::optional<MemoryFormat> memory_format = std::nullopt);

// Dense strides for `sizes` that keep the order of dimensions which `strides` imply.
DimVector infer_dense_strides(IntArrayRef sizes, IntArrayRef strides);

}  // namespace at::native
