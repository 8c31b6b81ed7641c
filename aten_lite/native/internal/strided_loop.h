// Walks the indices of a shape and keeps element offsets into K tensors.
//
//   for_each_row<2>(sizes, {out.strides(), in.strides()},
//                   [&](const Offsets<2>& at, const Offsets<2>& step, int64_t count) {
//                     for (int64_t i = 0; i < count; ++i)
//                       out_data[at[0] + i * step[0]] = in_data[at[1] + i * step[1]];
//                   });
//
// In row-major order, a row of the innermost dim per call. TensorIterator (iterator.h) is the
// choice for elementwise work; this one is for kernels that need the order, or strides that no
// tensor has.
#pragma once

#include <array>
#include <cstdint>

#include "aten_lite/core/array_ref.h"
#include "aten_lite/core/small_vector.h"

namespace at::native {

template <size_t K>
using Offsets = std::array<int64_t, K>;

template <size_t K, typename F>
void for_each_row(IntArrayRef sizes, const std::array<IntArrayRef, K>& strides, const F& f) {
  for (const int64_t size : sizes) {
    if (size == 0) return;
  }
  Offsets<K> at{};
  Offsets<K> step{};
  if (sizes.empty()) {
    f(at, step, int64_t{1});
    return;
  }
  const size_t inner = sizes.size() - 1;
  for (size_t k = 0; k < K; ++k) step[k] = strides[k][inner];
  DimVector index(inner, 0);
  while (true) {
    f(at, step, sizes[inner]);
    size_t dim = inner;
    while (true) {
      if (dim == 0) return;
      --dim;
      for (size_t k = 0; k < K; ++k) at[k] += strides[k][dim];
      if (++index[dim] < sizes[dim]) break;
      for (size_t k = 0; k < K; ++k) at[k] -= strides[k][dim] * sizes[dim];
      index[dim] = 0;
    }
  }
}

}  // namespace at::native
