// The first lines of every kernel that has an output: where the result goes.
//
//   void gather_out(const Tensor& self, int64_t dim, const Tensor& index, bool, Tensor& out) {
//     set_output(out, index.sizes(), self.scalar_type(), "gather");
//
// One kernel serves three callers, told apart by `out`: undefined (a functional call: allocate),
// the tensor itself of an in-place call (must fit as it is), or a tensor that the user passed as
// out= (checked, and resized if need be).
#pragma once

#include <optional>

#include "ATen/core/TensorBody.h"

namespace at::native {

// Resizes `out` to `sizes`. Resizing a tensor that holds elements is allowed but warned about,
// since the caller most likely passed the wrong tensor. Returns whether the shape changed.
bool resize_output(const Tensor& out, IntArrayRef sizes);

// Makes `out` a tensor of this shape and dtype. A defined `out` must have exactly that dtype. The
// strides are row-major, or what `strides` says (for a fresh or resized tensor; one of the right
// shape keeps its own).
void set_output(Tensor& out, IntArrayRef sizes, ScalarType dtype, const char* op);
void set_output(Tensor& out, IntArrayRef sizes, ScalarType dtype, OptionalIntArrayRef strides,
                const char* op);

// Likewise, with the strides of a memory format.
void set_output(Tensor& out, IntArrayRef sizes, ScalarType dtype, MemoryFormat memory_format,
                const char* op);

// Hands over a finished result: becomes `out` if that is undefined, is copied into it otherwise.
// The result's dtype must be castable to that of `out`.
void write_output(Tensor& out, const Tensor& result, const char* op);

// Checks for kernels whose result dtype follows from the user's out=.
void check_out_castable(ScalarType from, ScalarType to, const char* op);

}  // namespace at::native
