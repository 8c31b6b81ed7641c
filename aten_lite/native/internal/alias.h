// Tensors that share another tensor's storage: what every view ends in.
#pragma once

#include "ATen/core/TensorBody.h"

namespace at::native {

// A tensor of `self`'s storage with sizes, strides and offset of its own. The geometry must lie
// within the storage: views derive it from a tensor that does, others use checked_alias().
Tensor alias_with(const Tensor& self, IntArrayRef sizes, IntArrayRef strides,
                  int64_t storage_offset);
inline Tensor alias_with(const Tensor& self, IntArrayRef sizes, IntArrayRef strides) {
  return alias_with(self, sizes, strides, self.storage_offset());
}
// Likewise with another dtype; sizes, strides and offset count elements of that dtype.
Tensor alias_with_dtype(const Tensor& self, ScalarType dtype, IntArrayRef sizes,
                        IntArrayRef strides, int64_t storage_offset);

// An error unless the geometry is sane and all its elements lie within `storage_bytes`.
void check_in_bounds(IntArrayRef sizes, IntArrayRef strides, int64_t storage_offset,
                     size_t itemsize, size_t storage_bytes, const char* op);

// In-place views (t_, squeeze_): the same tensor object gets another geometry.
Tensor& set_geometry(Tensor& self, IntArrayRef sizes, IntArrayRef strides, int64_t storage_offset);
inline Tensor& set_geometry(Tensor& self, const Tensor& like) {
  return set_geometry(self, DimVector(like.sizes()), DimVector(like.strides()),
                      like.storage_offset());
}

}  // namespace at::native
