// Reference-counted pointers whose count lives in the object (c10::intrusive_ptr).
//
// One word a pointer, one atomic operation a copy. There are no weak references: nothing in a
// mobile model needs them, and without them an object dies when its last owner does.
// Counting is thread-safe, the objects are not.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <utility>

#include "aten_lite/core/macros.h"

namespace c10 {

// Base of everything that an intrusive_ptr may own.
class intrusive_ptr_target {
 public:
  intrusive_ptr_target(const intrusive_ptr_target&) noexcept {}
  intrusive_ptr_target& operator=(const intrusive_ptr_target&) noexcept { return *this; }

  uint32_t use_count() const noexcept { return refcount_.load(std::memory_order_acquire); }
  void retain() const noexcept { refcount_.fetch_add(1, std::memory_order_relaxed); }
  void release() const noexcept {
    // A sole owner needs no atomic subtraction: nobody else can copy the pointer meanwhile.
    if (refcount_.load(std::memory_order_acquire) == 1 ||
        refcount_.fetch_sub(1, std::memory_order_acq_rel) == 1) {
      delete this;
    }
  }

 protected:
  intrusive_ptr_target() noexcept = default;
  virtual ~intrusive_ptr_target() = default;

 private:
  mutable std::atomic<uint32_t> refcount_{0};
};

template <typename T>
class intrusive_ptr {
 public:
  using element_type = T;

  constexpr intrusive_ptr() noexcept = default;
  constexpr intrusive_ptr(std::nullptr_t) noexcept {}
  // Shares ownership of `ptr`, which may be null.
  explicit intrusive_ptr(T* ptr) noexcept : ptr_(ptr) {
    if (ptr_ != nullptr) ptr_->retain();
  }
  intrusive_ptr(const intrusive_ptr& other) noexcept : intrusive_ptr(other.ptr_) {}
  intrusive_ptr(intrusive_ptr&& other) noexcept : ptr_(other.release()) {}
  template <typename U, typename = std::enable_if_t<std::is_convertible<U*, T*>::value>>
  intrusive_ptr(const intrusive_ptr<U>& other) noexcept : intrusive_ptr(other.get()) {}
  template <typename U, typename = std::enable_if_t<std::is_convertible<U*, T*>::value>>
  intrusive_ptr(intrusive_ptr<U>&& other) noexcept : ptr_(other.release()) {}
  ~intrusive_ptr() {
    if (ptr_ != nullptr) ptr_->release();
  }
  intrusive_ptr& operator=(intrusive_ptr other) noexcept {
    std::swap(ptr_, other.ptr_);
    return *this;
  }

  // Takes over the reference that release() gave up.
  static intrusive_ptr reclaim(T* owned) noexcept {
    intrusive_ptr result;
    result.ptr_ = owned;
    return result;
  }
  // Gives up ownership without dropping the reference.
  T* release() noexcept { return std::exchange(ptr_, nullptr); }
  void reset() noexcept { *this = intrusive_ptr(); }

  template <typename... Args>
  static intrusive_ptr make(Args&&... args) {
    return intrusive_ptr(new T(std::forward<Args>(args)...));
  }

  T* get() const noexcept { return ptr_; }
  T& operator*() const noexcept { return *ptr_; }
  T* operator->() const noexcept { return ptr_; }
  explicit operator bool() const noexcept { return ptr_ != nullptr; }
  bool defined() const noexcept { return ptr_ != nullptr; }
  uint32_t use_count() const noexcept { return ptr_ == nullptr ? 0 : ptr_->use_count(); }
  bool unique() const noexcept { return use_count() == 1; }

 private:
  T* ptr_ = nullptr;
};

template <typename A, typename B>
bool operator==(const intrusive_ptr<A>& a, const intrusive_ptr<B>& b) noexcept {
  return a.get() == b.get();
}
template <typename A, typename B>
bool operator!=(const intrusive_ptr<A>& a, const intrusive_ptr<B>& b) noexcept {
  return a.get() != b.get();
}
template <typename A>
bool operator==(const intrusive_ptr<A>& a, std::nullptr_t) noexcept {
  return a.get() == nullptr;
}
template <typename A>
bool operator!=(const intrusive_ptr<A>& a, std::nullptr_t) noexcept {
  return a.get() != nullptr;
}

template <typename T, typename... Args>
intrusive_ptr<T> make_intrusive(Args&&... args) {
  return intrusive_ptr<T>::make(std::forward<Args>(args)...);
}

template <typename To, typename From>
intrusive_ptr<To> static_intrusive_pointer_cast(intrusive_ptr<From> from) noexcept {
  return intrusive_ptr<To>::reclaim(static_cast<To*>(from.release()));
}

namespace raw {
// For code that keeps references as plain pointers (IValue).
namespace intrusive_ptr {
inline void incref(c10::intrusive_ptr_target* target) {
  if (target != nullptr) target->retain();
}
inline void decref(c10::intrusive_ptr_target* target) {
  if (target != nullptr) target->release();
}
}  // namespace intrusive_ptr
}  // namespace raw

}  // namespace c10

namespace std {
template <typename T>
struct hash<c10::intrusive_ptr<T>> {
  size_t operator()(const c10::intrusive_ptr<T>& ptr) const noexcept {
    return hash<T*>()(ptr.get());
  }
};
}  // namespace std
