#include "aten_lite/core/empty.h"

namespace at {
namespace {

TensorBase make(IntArrayRef sizes, IntArrayRef strides, c10::ScalarType dtype) {
  const size_t bytes = c10::storage_bytes_needed(sizes, strides, c10::elementSize(dtype), 0);
  return TensorBase(c10::make_intrusive<c10::TensorImpl>(
      Storage(c10::make_intrusive<c10::StorageImpl>(bytes)), dtype, sizes, strides, 0));
}

constexpr size_t kFewDims = 5;

// Contiguous strides, and how many bytes they reach. Negative for sizes that need closer looking
// at.
int64_t few_dims_bytes(IntArrayRef sizes, size_t itemsize, int64_t* strides) {
  if (sizes.size() > kFewDims) return -1;
  int64_t stride = 1;
  bool is_odd = false;
  for (size_t i = sizes.size(); i-- > 0;) {
    strides[i] = stride;
    is_odd |= sizes[i] <= 0;
    is_odd |= __builtin_mul_overflow(stride, sizes[i], &stride);
  }
  is_odd |= __builtin_mul_overflow(stride, static_cast<int64_t>(itemsize), &stride);
  return is_odd ? -1 : stride;
}

}  // namespace

TensorBase detail::empty_cpu(IntArrayRef sizes, c10::ScalarType dtype,
                             std::optional<MemoryFormat> format) {
  if (format.value_or(MemoryFormat::Contiguous) == MemoryFormat::Contiguous) {
    // What most tensors are, without detours: small ones are made more often than they are used.
    int64_t strides[kFewDims];
    const int64_t bytes = few_dims_bytes(sizes, c10::elementSize(dtype), strides);
    if (bytes >= 0) {
      return TensorBase(c10::make_intrusive<c10::TensorImpl>(
          Storage(c10::make_intrusive<c10::StorageImpl>(static_cast<size_t>(bytes))), dtype, sizes,
          IntArrayRef(strides, sizes.size()), 0));
    }
  }
  c10::checked_numel(sizes);
  return make(sizes, c10::strides_for(sizes, format.value_or(MemoryFormat::Contiguous)), dtype);
}

TensorBase detail::empty_strided_cpu(IntArrayRef sizes, IntArrayRef strides,
                                     c10::ScalarType dtype) {
  TORCH_CHECK(sizes.size() == strides.size(), "empty_strided(): ", sizes.size(), " sizes but ",
              strides.size(), " strides");
  c10::checked_numel(sizes);
  for (const int64_t stride : strides) {
    TORCH_CHECK(
        stride >= 0,
        "as_strided: Negative strides are not supported at the moment, got strides: ", strides);
  }
  return make(sizes, strides, dtype);
}

TensorBase detail::view_of_storage(Storage storage, c10::ScalarType dtype, IntArrayRef sizes,
                                   IntArrayRef strides, int64_t storage_offset) {
  TORCH_CHECK(sizes.size() == strides.size(), "mismatch in length of strides and shape: ", sizes,
              " and ", strides);
  TORCH_CHECK(storage_offset >= 0, "Tensor: invalid storage offset ", storage_offset);
  c10::checked_numel(sizes);
  for (const int64_t stride : strides) {
    TORCH_CHECK(stride >= 0, "Negative strides are not supported, got strides: ", strides);
  }
  const size_t needed =
      c10::storage_bytes_needed(sizes, strides, c10::elementSize(dtype), storage_offset);
  TORCH_CHECK(needed <= storage.nbytes(), "setStorage: sizes ", sizes, ", strides ", strides,
              ", storage offset ", storage_offset, ", and itemsize ", c10::elementSize(dtype),
              " requiring a storage size of ", needed, " are out of bounds for storage of size ",
              storage.nbytes());
  return TensorBase(c10::make_intrusive<c10::TensorImpl>(std::move(storage), dtype, sizes, strides,
                                                         storage_offset));
}

void native::resize_impl(const TensorBase& self, IntArrayRef sizes,
                         std::optional<MemoryFormat> format) {
  c10::TensorImpl& impl = *self.unsafeGetTensorImpl();
  if (self.sizes() != sizes) {
    c10::checked_numel(sizes);
    const size_t bytes = c10::storage_bytes_needed(sizes, c10::contiguous_strides(sizes),
                                                   impl.itemsize(), impl.storage_offset());
    if (bytes > impl.storage().nbytes()) {
      TORCH_CHECK(impl.storage(), "resize: the tensor has no storage");
      impl.storage().unsafeGetStorageImpl()->resize(bytes);
    }
    impl.set_sizes_contiguous(sizes);
  }
  if (format.has_value() && *format != MemoryFormat::Preserve &&
      *format != MemoryFormat::Contiguous) {
    const c10::DimVector copy(self.sizes());
    impl.set_sizes_and_strides(copy, c10::strides_for(copy, *format));
  }
}

}  // namespace at
