// at::TensorBase: a reference to a tensor, without the operators.
//
// Copying one shares the tensor. at::Tensor (generated, ATen/core/TensorBody.h) adds a method for
// every operator that has one. A default-constructed TensorBase is undefined: it has no tensor,
// and anything but defined() throws.
#pragma once

#include <cstdint>
#include <string>
#include <type_traits>
#include <utility>

#include "aten_lite/core/error.h"
#include "aten_lite/core/tensor_accessor.h"
#include "aten_lite/core/tensor_impl.h"

namespace at {

class Tensor;

class TensorBase {
 public:
  TensorBase() = default;
  explicit TensorBase(c10::intrusive_ptr<c10::TensorImpl> impl) : impl_(std::move(impl)) {}

  bool defined() const { return impl_.defined(); }
  void reset() { impl_.reset(); }
  bool is_same(const TensorBase& other) const { return impl_ == other.impl_; }
  uint32_t use_count() const { return impl_.use_count(); }
  c10::TensorImpl* unsafeGetTensorImpl() const { return impl_.get(); }
  const c10::intrusive_ptr<c10::TensorImpl>& getIntrusivePtr() const { return impl_; }
  c10::TensorImpl* unsafeReleaseTensorImpl() { return impl_.release(); }

  IntArrayRef sizes() const { return impl().sizes(); }
  IntArrayRef strides() const { return impl().strides(); }
  IntArrayRef sym_sizes() const { return sizes(); }
  // `dim` may be negative; out of range is an IndexError.
  int64_t size(int64_t dim) const;
  int64_t stride(int64_t dim) const;
  int64_t dim() const { return impl().dim(); }
  int64_t ndimension() const { return dim(); }
  int64_t numel() const { return impl().numel(); }
  bool is_empty() const { return numel() == 0; }
  size_t itemsize() const { return impl().itemsize(); }
  int64_t element_size() const { return static_cast<int64_t>(itemsize()); }
  size_t nbytes() const { return static_cast<size_t>(numel()) * itemsize(); }
  int64_t storage_offset() const { return impl().storage_offset(); }
  const Storage& storage() const { return impl().storage(); }
  bool has_storage() const { return defined(); }
  bool is_alias_of(const TensorBase& other) const { return storage().is_alias_of(other.storage()); }

  c10::ScalarType scalar_type() const { return impl().dtype(); }
  c10::TypeMeta dtype() const { return impl().dtype(); }
  Device device() const { return Device(c10::kCPU); }
  int64_t get_device() const { return -1; }
  Layout layout() const { return c10::kStrided; }
  TensorOptions options() const {
    return TensorOptions().dtype(scalar_type()).device(device()).layout(layout());
  }
  bool is_cpu() const { return true; }
  bool is_cuda() const { return false; }
  bool is_meta() const { return false; }
  bool is_sparse() const { return false; }
  bool is_mkldnn() const { return false; }
  bool is_quantized() const { return isQIntType(scalar_type()); }
  bool is_complex() const { return isComplexType(scalar_type()); }
  bool is_floating_point() const { return isFloatingType(scalar_type()); }
  bool is_signed() const { return isSignedType(scalar_type()); }
  bool is_conj() const { return false; }
  bool is_neg() const { return false; }
  bool is_pinned() const { return false; }
  bool requires_grad() const { return impl().requires_grad(); }
  const TensorBase& set_requires_grad(bool value) const {
    impl().set_requires_grad(value);
    return *this;
  }

  bool is_contiguous(MemoryFormat format = MemoryFormat::Contiguous) const {
    return impl().is_contiguous(format);
  }
  bool is_non_overlapping_and_dense() const;
  // ChannelsLast or ChannelsLast3d where the strides say so, else Contiguous.
  MemoryFormat suggest_memory_format() const;

  void* data_ptr() const { return impl().data(); }
  const void* const_data_ptr() const { return impl().data(); }
  void* mutable_data_ptr() const { return impl().data(); }
  // Throws unless T is the tensor's element type.
  template <typename T>
  T* data_ptr() const {
    using Element = std::remove_const_t<T>;
    if (C10_UNLIKELY(scalar_type() != c10::CppTypeToScalarType<Element>::value)) {
      wrong_type(c10::CppTypeToScalarType<Element>::value);
    }
    return static_cast<T*>(data_ptr());
  }
  template <typename T>
  const std::remove_const_t<T>* const_data_ptr() const {
    return data_ptr<std::remove_const_t<T>>();
  }
  template <typename T>
  T* mutable_data_ptr() const {
    return data_ptr<T>();
  }

  // Throws unless the tensor has N dimensions of T.
  template <typename T, size_t N>
  TensorAccessor<T, N> accessor() const {
    static_assert(N > 0, "accessor is used for indexing a tensor; for scalars use *data_ptr<T>()");
    TORCH_CHECK(dim() == static_cast<int64_t>(N), "TensorAccessor expected ", N,
                " dims but tensor has ", dim());
    return TensorAccessor<T, N>(data_ptr<T>(), sizes().data(), strides().data());
  }

  // "CPUFloatType", as error messages of PyTorch name a tensor's kind.
  std::string toString() const;

 protected:
  c10::TensorImpl& impl() const {
    if (C10_UNLIKELY(!impl_.defined())) undefined();
    return *impl_;
  }

 private:
  [[noreturn]] static void undefined();
  [[noreturn]] void wrong_type(c10::ScalarType wanted) const;

  c10::intrusive_ptr<c10::TensorImpl> impl_;
};

// `dim` counted from the front for a tensor of `ndim` dimensions; 0-dim tensors accept -1 and 0.
int64_t maybe_wrap_dim(int64_t dim, int64_t ndim, bool wrap_scalar = true);

}  // namespace at
