// at::TensorAccessor<T, N>: element access with N checked once, t.accessor<float, 2>()[i][j].
//
// Indexes are not checked. The accessor points into the tensor and must not outlive it.
#pragma once

#include <cstddef>
#include <cstdint>

#include "aten_lite/core/array_ref.h"

namespace at {

template <typename T, size_t N>
class TensorAccessor {
 public:
  TensorAccessor(T* data, const int64_t* sizes, const int64_t* strides)
      : data_(data), sizes_(sizes), strides_(strides) {}

  IntArrayRef sizes() const { return {sizes_, N}; }
  IntArrayRef strides() const { return {strides_, N}; }
  int64_t size(size_t i) const { return sizes_[i]; }
  int64_t stride(size_t i) const { return strides_[i]; }
  T* data() const { return data_; }

  decltype(auto) operator[](int64_t i) const {
    if constexpr (N == 1) {
      return (data_[strides_[0] * i]);
    } else {
      return TensorAccessor<T, N - 1>(data_ + strides_[0] * i, sizes_ + 1, strides_ + 1);
    }
  }

 private:
  T* data_;
  const int64_t* sizes_;
  const int64_t* strides_;
};

}  // namespace at
