// c10::Storage: the bytes that one or more tensors are views of.
//
// A storage owns its bytes through a deleter (caching allocator, mapped file, user's buffer) and
// is shared by reference count. Only storages of the allocator can grow.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <utility>

#include "aten_lite/core/allocator.h"
#include "aten_lite/core/intrusive_ptr.h"

namespace c10 {

class StorageImpl final : public intrusive_ptr_target {
 public:
  // `nbytes` uninitialised bytes of the allocator.
  explicit StorageImpl(size_t nbytes)
      : data_(nbytes == 0 ? nullptr : allocate_tensor_memory(nbytes)), nbytes_(nbytes) {}
  // Somebody else's bytes; `owner` is kept alive as long as the storage.
  StorageImpl(void* data, size_t nbytes, std::function<void(void*)> deleter)
      : data_(data), nbytes_(nbytes), deleter_(std::move(deleter)), borrowed_(true) {}
  ~StorageImpl() override { free_data(); }
  StorageImpl(const StorageImpl&) = delete;
  StorageImpl& operator=(const StorageImpl&) = delete;

  void* data() const { return data_; }
  void* mutable_data() { return data_; }
  size_t nbytes() const { return nbytes_; }
  bool resizable() const { return !borrowed_; }
  // Keeps the contents as far as they fit; new bytes are uninitialised. Throws for storages that
  // are not the allocator's.
  void resize(size_t nbytes);

 private:
  void free_data() noexcept {
    if (!borrowed_) {
      free_tensor_memory(data_, nbytes_);
    } else if (deleter_) {
      deleter_(data_);
    }
  }

  void* data_;
  size_t nbytes_;
  std::function<void(void*)> deleter_;
  bool borrowed_ = false;
};

class Storage {
 public:
  Storage() = default;
  Storage(intrusive_ptr<StorageImpl> impl) : impl_(std::move(impl)) {}

  explicit operator bool() const { return impl_.defined(); }
  void* data() const { return impl_ ? impl_->data() : nullptr; }
  void* mutable_data() const { return data(); }
  size_t nbytes() const { return impl_ ? impl_->nbytes() : 0; }
  bool resizable() const { return impl_ && impl_->resizable(); }
  StorageImpl* unsafeGetStorageImpl() const { return impl_.get(); }
  const intrusive_ptr<StorageImpl>& getIntrusivePtr() const { return impl_; }
  uint32_t use_count() const { return impl_.use_count(); }
  bool is_alias_of(const Storage& other) const { return impl_ == other.impl_; }

 private:
  intrusive_ptr<StorageImpl> impl_;
};

}  // namespace c10

namespace at {
using c10::Storage;
}
