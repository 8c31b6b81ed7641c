// Orders with NaN as the largest number, and rows along a dimension: what sort, topk, median, mode
// and unique have in common.
#pragma once

#include <type_traits>
#include <utility>
#include <vector>

#include "ATen/core/TensorBody.h"
#include "aten_lite/native/internal/strided_loop.h"

namespace at::native {

template <typename T>
bool is_nan_value(const T& value) {
  if constexpr (std::is_integral<T>::value) {
    return false;
  } else {
    return value != value;
  }
}

template <typename T>
struct NanLess {
  bool operator()(const T& a, const T& b) const {
    return (!is_nan_value(a) && is_nan_value(b)) || a < b;
  }
};
template <typename T>
struct NanGreater {
  bool operator()(const T& a, const T& b) const {
    return (is_nan_value(a) && !is_nan_value(b)) || a > b;
  }
};

// Calls f(in, in_stride, out offsets) for every row of `self` along `dim`; the offsets are those of
// the row's start in `a` and `b`, tensors that have self's sizes in all other dims.
//
// A tensor without dims is one row of one element.
template <typename F>
void for_each_lane(const Tensor& self, int64_t dim, const Tensor& a, const Tensor& b, const F& f) {
  DimVector sizes;
  DimVector strides[3];
  const Tensor* tensors[3] = {&self, &a, &b};
  for (int64_t d = 0; d < self.dim(); ++d) {
    if (d == dim) continue;
    sizes.push_back(self.size(d));
    for (int k = 0; k < 3; ++k) strides[k].push_back(tensors[k]->stride(d));
  }
  for_each_row<3>(sizes,
                  {IntArrayRef(strides[0]), IntArrayRef(strides[1]), IntArrayRef(strides[2])},
                  [&](const Offsets<3>& at, const Offsets<3>& step, int64_t count) {
                    for (int64_t i = 0; i < count; ++i) {
                      f(at[0] + i * step[0], at[1] + i * step[1], at[2] + i * step[2]);
                    }
                  });
}

inline int64_t lane_size(const Tensor& self, int64_t dim) {
  return self.dim() == 0 ? 1 : self.size(dim);
}
inline int64_t lane_stride(const Tensor& tensor, int64_t dim) {
  return tensor.dim() == 0 ? 1 : tensor.stride(dim);
}

// Outputs of a reduction along `dim` that gives values and positions; the kept dim has size 1 until
// finish_reduction() drops it (or not).
struct ReductionOutputs {
  Tensor values;
  Tensor indices;
};
ReductionOutputs make_reduction_outputs(const Tensor& self, int64_t dim);
void finish_reduction(const ReductionOutputs& outputs, int64_t dim, bool keepdim, Tensor& values,
                      Tensor& indices, const char* op);

}  // namespace at::native
