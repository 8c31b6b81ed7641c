// Makes tensors without contents: what factories and kernels allocate their results with.
#pragma once

#include <optional>

#include "aten_lite/core/tensor_base.h"

namespace at {
namespace detail {

// An uninitialised tensor. Format defaults to Contiguous; Preserve is not allowed.
// Throws for negative sizes, for more bytes than int64 can count and when memory runs out.
TensorBase empty_cpu(IntArrayRef sizes, c10::ScalarType dtype,
                     std::optional<MemoryFormat> format = std::nullopt);
TensorBase empty_strided_cpu(IntArrayRef sizes, IntArrayRef strides, c10::ScalarType dtype);
// A view of a storage. Throws when the geometry reaches beyond the storage's bytes.
TensorBase view_of_storage(Storage storage, c10::ScalarType dtype, IntArrayRef sizes,
                           IntArrayRef strides, int64_t storage_offset);

}  // namespace detail

namespace native {

// Gives `self` the sizes and contiguous strides (of `format`), growing its storage when needed.
// Keeps the contents as they lie in memory. No effect where the sizes are the same already.
void resize_impl(const TensorBase& self, IntArrayRef sizes,
                 std::optional<MemoryFormat> format = std::nullopt);

}  // namespace native
}  // namespace at
