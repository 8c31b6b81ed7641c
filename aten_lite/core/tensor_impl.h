// c10::TensorImpl: what a tensor is: a storage, an offset, sizes, strides and an element type.
//
// Sizes and strides are in elements. A TensorImpl is shared by reference count; two tensors that
// are views of the same bytes have two of them over one storage.
#pragma once

#include <cstdint>

#include "aten_lite/core/device.h"
#include "aten_lite/core/intrusive_ptr.h"
#include "aten_lite/core/scalar_type.h"
#include "aten_lite/core/small_vector.h"
#include "aten_lite/core/storage.h"
#include "aten_lite/core/tensor_options.h"

namespace c10 {

class TensorImpl final : public intrusive_ptr_target {
 public:
  // A tensor of no elements: sizes [0].
  TensorImpl(Storage storage, ScalarType dtype);
  TensorImpl(Storage storage, ScalarType dtype, IntArrayRef sizes, IntArrayRef strides,
             int64_t storage_offset);

  IntArrayRef sizes() const { return sizes_; }
  IntArrayRef strides() const { return strides_; }
  int64_t dim() const { return static_cast<int64_t>(sizes_.size()); }
  int64_t numel() const { return numel_; }
  ScalarType dtype() const { return dtype_; }
  size_t itemsize() const { return itemsize_; }
  int64_t storage_offset() const { return storage_offset_; }
  const Storage& storage() const { return storage_; }
  // Where the first element is; null for tensors without memory.
  void* data() const {
    char* base = static_cast<char*>(storage_.data());
    return base == nullptr ? nullptr : base + storage_offset_ * static_cast<int64_t>(itemsize_);
  }
  bool is_contiguous() const { return is_contiguous_; }
  bool is_contiguous(MemoryFormat format) const;

  // Contiguous strides; does not look at the storage.
  void set_sizes_contiguous(IntArrayRef sizes);
  void set_sizes_and_strides(IntArrayRef sizes, IntArrayRef strides);
  void set_storage_offset(int64_t offset) { storage_offset_ = offset; }
  void set_storage(Storage storage) { storage_ = std::move(storage); }
  void set_dtype(ScalarType dtype);

  // A Python number that became a 0-dim tensor: promotes like a number, not like a tensor.
  bool is_wrapped_number() const { return is_wrapped_number_; }
  void set_wrapped_number(bool value) { is_wrapped_number_ = value; }
  bool requires_grad() const { return requires_grad_; }
  void set_requires_grad(bool value) { requires_grad_ = value; }

  // Scale and zero point of a quantized tensor (see quantizer.h), null for others.
  const intrusive_ptr<intrusive_ptr_target>& quantizer() const { return quantizer_; }
  void set_quantizer(intrusive_ptr<intrusive_ptr_target> quantizer) {
    quantizer_ = std::move(quantizer);
  }

  // The same tensor again: another TensorImpl over the same storage.
  intrusive_ptr<TensorImpl> shallow_copy() const;

 private:
  void refresh();

  Storage storage_;
  DimVector sizes_;
  DimVector strides_;
  int64_t storage_offset_ = 0;
  int64_t numel_ = 0;
  size_t itemsize_;
  ScalarType dtype_;
  bool is_contiguous_ = true;
  bool is_wrapped_number_ = false;
  bool requires_grad_ = false;
  intrusive_ptr<intrusive_ptr_target> quantizer_;
};

// The product of sizes. Throws when one is negative or the product overflows int64.
int64_t checked_numel(IntArrayRef sizes);
// Bytes from the storage's start that a tensor of this geometry reaches. Throws on overflow.
size_t storage_bytes_needed(IntArrayRef sizes, IntArrayRef strides, size_t itemsize,
                            int64_t storage_offset);
bool is_contiguous_strides(IntArrayRef sizes, IntArrayRef strides);
// Whether strides are those of a channels-last tensor, as PyTorch's suggest_memory_format sees it.
bool is_channels_last_strides(IntArrayRef sizes, IntArrayRef strides);
bool is_channels_last_3d_strides(IntArrayRef sizes, IntArrayRef strides);

}  // namespace c10
