// Construction of views and their bounds check.
#include "aten_lite/native/internal/alias.h"

#include "aten_lite/core/tensor_impl.h"

namespace at::native {

Tensor alias_with_dtype(const Tensor& self, ScalarType dtype, IntArrayRef sizes,
                        IntArrayRef strides, int64_t storage_offset) {
  // A view may count more elements than its storage holds; not more than can be counted.
  c10::checked_numel(sizes);
  return Tensor(
      c10::make_intrusive<c10::TensorImpl>(self.storage(), dtype, sizes, strides, storage_offset));
}

Tensor alias_with(const Tensor& self, IntArrayRef sizes, IntArrayRef strides,
                  int64_t storage_offset) {
  Tensor result = alias_with_dtype(self, self.scalar_type(), sizes, strides, storage_offset);
  const auto& quantizer = self.unsafeGetTensorImpl()->quantizer();
  if (quantizer) result.unsafeGetTensorImpl()->set_quantizer(quantizer);
  return result;
}

void check_in_bounds(IntArrayRef sizes, IntArrayRef strides, int64_t storage_offset,
                     size_t itemsize, size_t storage_bytes, const char* op) {
  TORCH_CHECK(sizes.size() == strides.size(), op, "(): size ", sizes, " and stride ", strides,
              " must have as many dimensions");
  TORCH_CHECK(storage_offset >= 0, op, "(): storage_offset must not be negative, but got ",
              storage_offset);
  for (const int64_t stride : strides) {
    TORCH_CHECK(stride >= 0, op, "(): negative strides are not supported, but got ", strides);
  }
  c10::checked_numel(sizes);
  const size_t needed = c10::storage_bytes_needed(sizes, strides, itemsize, storage_offset);
  TORCH_CHECK(needed <= storage_bytes, op, "(): size ", sizes, ", stride ", strides,
              " and storage offset ", storage_offset, " need ", needed,
              " bytes, which is out of bounds for a storage of ", storage_bytes);
}

Tensor& set_geometry(Tensor& self, IntArrayRef sizes, IntArrayRef strides, int64_t storage_offset) {
  c10::TensorImpl* impl = self.unsafeGetTensorImpl();
  impl->set_sizes_and_strides(sizes, strides);
  impl->set_storage_offset(storage_offset);
  return self;
}

}  // namespace at::native
