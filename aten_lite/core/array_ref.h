// c10::ArrayRef<T>: a view of a contiguous array that somebody else owns.
//
// Pass it by value. It must not outlive what it points to; binding one to a temporary vector is
// fine only within the full expression (a function argument).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <iterator>
#include <optional>
#include <ostream>
#include <vector>

#include "aten_lite/core/error.h"

namespace c10 {

template <typename T, unsigned N>
class SmallVector;

template <typename T>
class ArrayRef final {
 public:
  using value_type = T;
  using size_type = size_t;
  using iterator = const T*;
  using const_iterator = const T*;
  using reverse_iterator = std::reverse_iterator<iterator>;

  constexpr ArrayRef() = default;
  constexpr ArrayRef(const T& one) : data_(&one), size_(1) {}
  constexpr ArrayRef(const T* data, size_t size) : data_(data), size_(size) {}
  constexpr ArrayRef(const T* begin, const T* end)
      : data_(begin), size_(static_cast<size_t>(end - begin)) {}
  template <typename A>
  ArrayRef(const std::vector<T, A>& vec) : data_(vec.data()), size_(vec.size()) {
    static_assert(!std::is_same<T, bool>::value, "std::vector<bool> is no array");
  }
  template <size_t N>
  constexpr ArrayRef(const std::array<T, N>& arr) : data_(arr.data()), size_(N) {}
  template <size_t N>
  constexpr ArrayRef(const T (&arr)[N]) : data_(arr), size_(N) {}
  template <unsigned N>
  ArrayRef(const SmallVector<T, N>& vec) : data_(vec.data()), size_(vec.size()) {}
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Winit-list-lifetime"
#endif
  constexpr ArrayRef(const std::initializer_list<T>& list)
      : data_(list.begin() == list.end() ? nullptr : list.begin()), size_(list.size()) {}
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic pop
#endif

  constexpr iterator begin() const { return data_; }
  constexpr iterator end() const { return data_ + size_; }
  constexpr reverse_iterator rbegin() const { return reverse_iterator(end()); }
  constexpr reverse_iterator rend() const { return reverse_iterator(begin()); }
  constexpr bool empty() const { return size_ == 0; }
  constexpr const T* data() const { return data_; }
  constexpr size_t size() const { return size_; }

  const T& front() const { return at(0); }
  const T& back() const {
    TORCH_CHECK(size_ > 0, "ArrayRef: back() of an empty array");
    return data_[size_ - 1];
  }
  bool equals(ArrayRef other) const {
    if (size_ != other.size_) return false;
    for (size_t i = 0; i < size_; ++i) {
      if (!(data_[i] == other.data_[i])) return false;
    }
    return true;
  }
  // The `count` elements from `start` on.
  ArrayRef slice(size_t start, size_t count) const {
    TORCH_CHECK(start <= size_ && count <= size_ - start, "ArrayRef: slice [", start, ", ",
                start + count, ") of an array of ", size_);
    return ArrayRef(data_ + start, count);
  }
  ArrayRef slice(size_t start) const {
    TORCH_CHECK(start <= size_, "ArrayRef: slice from ", start, " of an array of ", size_);
    return ArrayRef(data_ + start, size_ - start);
  }
  // Unchecked.
  constexpr const T& operator[](size_t index) const { return data_[index]; }
  const T& at(size_t index) const {
    TORCH_CHECK(index < size_, "ArrayRef: index ", index, " of an array of ", size_);
    return data_[index];
  }
  std::vector<T> vec() const { return std::vector<T>(begin(), end()); }

 private:
  const T* data_ = nullptr;
  size_t size_ = 0;
};

template <typename T>
bool operator==(ArrayRef<T> a, ArrayRef<T> b) {
  return a.equals(b);
}
template <typename T>
bool operator!=(ArrayRef<T> a, ArrayRef<T> b) {
  return !a.equals(b);
}
template <typename T>
bool operator==(const std::vector<T>& a, ArrayRef<T> b) {
  return ArrayRef<T>(a).equals(b);
}
template <typename T>
bool operator!=(const std::vector<T>& a, ArrayRef<T> b) {
  return !ArrayRef<T>(a).equals(b);
}
template <typename T>
bool operator==(ArrayRef<T> a, const std::vector<T>& b) {
  return a.equals(ArrayRef<T>(b));
}
template <typename T>
bool operator!=(ArrayRef<T> a, const std::vector<T>& b) {
  return !a.equals(ArrayRef<T>(b));
}

// Printed as [1, 2, 3].
template <typename T>
std::ostream& operator<<(std::ostream& out, ArrayRef<T> list) {
  out << "[";
  const char* separator = "";
  for (const T& value : list) {
    out << separator << value;
    separator = ", ";
  }
  return out << "]";
}

using IntArrayRef = ArrayRef<int64_t>;
// Symbolic sizes are plain integers on mobile.
using SymInt = int64_t;
using SymIntArrayRef = IntArrayRef;

// An ArrayRef that may be absent.
template <typename T>
class OptionalArrayRef final {
 public:
  constexpr OptionalArrayRef() noexcept = default;
  constexpr OptionalArrayRef(std::nullopt_t) noexcept {}
  constexpr OptionalArrayRef(ArrayRef<T> ref) noexcept : value_(ref) {}
  OptionalArrayRef(const std::optional<ArrayRef<T>>& ref) : value_(ref) {}
  template <typename A>
  OptionalArrayRef(const std::vector<T, A>& vec) : value_(ArrayRef<T>(vec)) {}
  template <unsigned N>
  OptionalArrayRef(const SmallVector<T, N>& vec) : value_(ArrayRef<T>(vec)) {}
  constexpr OptionalArrayRef(const std::initializer_list<T>& list) : value_(ArrayRef<T>(list)) {}
  constexpr OptionalArrayRef(const T& one) : value_(ArrayRef<T>(one)) {}

  constexpr explicit operator bool() const noexcept { return value_.has_value(); }
  constexpr bool has_value() const noexcept { return value_.has_value(); }
  constexpr const ArrayRef<T>& value() const { return value_.value(); }
  constexpr const ArrayRef<T>& operator*() const { return *value_; }
  constexpr const ArrayRef<T>* operator->() const { return &*value_; }
  ArrayRef<T> value_or(ArrayRef<T> other) const { return value_.value_or(other); }

 private:
  std::optional<ArrayRef<T>> value_;
};

using OptionalIntArrayRef = OptionalArrayRef<int64_t>;
using OptionalSymIntArrayRef = OptionalIntArrayRef;

template <typename T>
ArrayRef<T> makeArrayRef(const std::vector<T>& vec) {
  return vec;
}

}  // namespace c10

namespace at {
using c10::ArrayRef;
using c10::IntArrayRef;
using c10::OptionalArrayRef;
using c10::OptionalIntArrayRef;
using c10::OptionalSymIntArrayRef;
using c10::SymIntArrayRef;
}  // namespace at
