// Working memory of a kernel: an uninitialised array from the tensor allocator, freed with its
// scope.
#pragma once

#include <cstddef>
#include <cstdint>

#include "aten_lite/core/allocator.h"

namespace at {
namespace native {
namespace internal {

template <class T>
class Scratch {
 public:
  explicit Scratch(int64_t count)
      : bytes_(static_cast<size_t>(count > 0 ? count : 0) * sizeof(T)),
        data_(bytes_ == 0 ? nullptr : static_cast<T*>(c10::allocate_tensor_memory(bytes_))) {}
  Scratch(Scratch&& other) noexcept : bytes_(other.bytes_), data_(other.data_) {
    other.bytes_ = 0;
    other.data_ = nullptr;
  }
  ~Scratch() {
    if (data_ != nullptr) {
      c10::free_tensor_memory(data_, bytes_);
    }
  }
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;
  Scratch& operator=(Scratch&&) = delete;

  T* data() { return data_; }
  const T* data() const { return data_; }
  T& operator[](int64_t i) { return data_[i]; }
  const T& operator[](int64_t i) const { return data_[i]; }

 private:
  size_t bytes_;
  T* data_;
};

}  // namespace internal
}  // namespace native
}  // namespace at
