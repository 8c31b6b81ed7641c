// c10::SmallVector<T, N>: a vector whose first N elements need no allocation.
//
// For trivially copyable T only (sizes, strides, pointers): that is all that the runtime keeps in
// one, and it makes every move a memcpy.
#pragma once

#include <algorithm>
#include <cstring>
#include <initializer_list>
#include <memory>
#include <type_traits>

#include "aten_lite/core/array_ref.h"

namespace c10 {

template <typename T, unsigned N>
class SmallVector {
  static_assert(std::is_trivially_copyable<T>::value, "SmallVector holds trivially copyable types");

 public:
  using value_type = T;
  using iterator = T*;
  using const_iterator = const T*;
  using size_type = size_t;

  SmallVector() noexcept : data_(inline_data()) {}
  explicit SmallVector(size_t count, T value = T()) : SmallVector() { resize(count, value); }
  SmallVector(std::initializer_list<T> list) : SmallVector() { assign(list.begin(), list.end()); }
  SmallVector(ArrayRef<T> list) : SmallVector() { assign(list.begin(), list.end()); }
  template <typename It, typename = typename std::iterator_traits<It>::iterator_category>
  SmallVector(It begin, It end) : SmallVector() {
    assign(begin, end);
  }
  SmallVector(const SmallVector& other) : SmallVector() { assign(other.begin(), other.end()); }
  SmallVector(SmallVector&& other) noexcept : SmallVector() { take(other); }
  ~SmallVector() { free_heap(); }
  SmallVector& operator=(const SmallVector& other) {
    if (this != &other) assign(other.begin(), other.end());
    return *this;
  }
  SmallVector& operator=(SmallVector&& other) noexcept {
    if (this != &other) {
      free_heap();
      data_ = inline_data();
      capacity_ = N;
      take(other);
    }
    return *this;
  }
  SmallVector& operator=(ArrayRef<T> list) {
    // A part of this vector itself may be assigned to it.
    if (list.data() >= begin() && list.data() < end()) {
      std::memmove(data_, list.data(), list.size() * sizeof(T));
      size_ = list.size();
      return *this;
    }
    assign(list.begin(), list.end());
    return *this;
  }

  iterator begin() noexcept { return data_; }
  iterator end() noexcept { return data_ + size_; }
  const_iterator begin() const noexcept { return data_; }
  const_iterator end() const noexcept { return data_ + size_; }
  std::reverse_iterator<iterator> rbegin() noexcept { return std::reverse_iterator<T*>(end()); }
  std::reverse_iterator<iterator> rend() noexcept { return std::reverse_iterator<T*>(begin()); }
  T* data() noexcept { return data_; }
  const T* data() const noexcept { return data_; }
  size_t size() const noexcept { return size_; }
  size_t capacity() const noexcept { return capacity_; }
  bool empty() const noexcept { return size_ == 0; }
  T& operator[](size_t i) { return data_[i]; }
  const T& operator[](size_t i) const { return data_[i]; }
  T& at(size_t i) {
    TORCH_CHECK(i < size_, "SmallVector: index ", i, " of ", size_);
    return data_[i];
  }
  const T& at(size_t i) const { return const_cast<SmallVector*>(this)->at(i); }
  T& front() { return data_[0]; }
  const T& front() const { return data_[0]; }
  T& back() { return data_[size_ - 1]; }
  const T& back() const { return data_[size_ - 1]; }

  void push_back(T value) {
    if (size_ == capacity_) grow(size_ + 1);
    data_[size_++] = value;
  }
  template <typename... Args>
  void emplace_back(Args&&... args) {
    push_back(T(std::forward<Args>(args)...));
  }
  void pop_back() { --size_; }
  void clear() { size_ = 0; }
  void reserve(size_t count) {
    if (count > capacity_) grow(count);
  }
  void resize(size_t count, T value = T()) {
    reserve(count);
    if (count > size_) std::fill(data_ + size_, data_ + count, value);
    size_ = count;
  }
  void assign(size_t count, T value) {
    clear();
    resize(count, value);
  }
  template <typename It, typename = typename std::iterator_traits<It>::iterator_category>
  void assign(It first, It last) {
    clear();
    reserve(static_cast<size_t>(std::distance(first, last)));
    for (; first != last; ++first) data_[size_++] = *first;
  }
  template <typename It>
  void append(It first, It last) {
    reserve(size_ + static_cast<size_t>(std::distance(first, last)));
    for (; first != last; ++first) data_[size_++] = *first;
  }
  iterator insert(iterator position, T value) {
    const size_t at = static_cast<size_t>(position - data_);
    if (size_ == capacity_) grow(size_ + 1);
    std::memmove(data_ + at + 1, data_ + at, (size_ - at) * sizeof(T));
    data_[at] = value;
    ++size_;
    return data_ + at;
  }
  iterator erase(iterator position) {
    std::memmove(position, position + 1, static_cast<size_t>(end() - position - 1) * sizeof(T));
    --size_;
    return position;
  }

  friend bool operator==(const SmallVector& a, const SmallVector& b) {
    return ArrayRef<T>(a).equals(b);
  }
  friend bool operator!=(const SmallVector& a, const SmallVector& b) { return !(a == b); }
  friend std::ostream& operator<<(std::ostream& out, const SmallVector& v) {
    return out << ArrayRef<T>(v);
  }

 private:
  T* inline_data() noexcept { return reinterpret_cast<T*>(storage_); }
  void free_heap() noexcept {
    if (data_ != inline_data()) ::operator delete(data_);
  }
  // Takes over the elements of `other`; this vector is inline and empty.
  void take(SmallVector& other) noexcept {
    if (other.data_ == other.inline_data()) {
      std::memcpy(static_cast<void*>(storage_), other.storage_, sizeof(storage_));
    } else {
      data_ = other.data_;
      capacity_ = other.capacity_;
      other.data_ = other.inline_data();
      other.capacity_ = N;
    }
    size_ = other.size_;
    other.size_ = 0;
  }
  void grow(size_t at_least) {
    const size_t capacity = std::max(at_least, capacity_ * 2);
    T* data = static_cast<T*>(::operator new(capacity * sizeof(T)));
    std::memcpy(static_cast<void*>(data), data_, size_ * sizeof(T));
    free_heap();
    data_ = data;
    capacity_ = capacity;
  }

  T* data_;
  size_t size_ = 0;
  size_t capacity_ = N;
  alignas(T) unsigned char storage_[N * sizeof(T)];
};

// Sizes or strides of one tensor.
using DimVector = SmallVector<int64_t, 5>;

}  // namespace c10

namespace at {
using c10::DimVector;
using c10::SmallVector;
}  // namespace at
