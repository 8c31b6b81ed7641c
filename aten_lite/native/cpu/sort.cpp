// sort, argsort, msort, topk.
#include "ATen/ops/sort.h"

#include <algorithm>
#include <numeric>

#include "ATen/ops/argsort.h"
#include "ATen/ops/copy.h"
#include "ATen/ops/msort.h"
#include "ATen/ops/topk.h"
#include "aten_lite/core/dispatch.h"
#include "aten_lite/native/internal/factory.h"
#include "aten_lite/native/internal/ordering.h"
#include "aten_lite/native/internal/output.h"
#include "aten_lite/native/internal/wrap_dim.h"

namespace at::native {
namespace {

template <typename T>
using Entry = std::pair<T, int64_t>;

template <typename T, typename Order>
void sort_lanes(const Tensor& self, int64_t dim, const Tensor& values, const Tensor& indices,
                Order order) {
  const int64_t size = lane_size(self, dim);
  const int64_t from_step = lane_stride(self, dim);
  const int64_t value_step = lane_stride(values, dim);
  const int64_t index_step = lane_stride(indices, dim);
  const T* from = self.const_data_ptr<T>();
  T* to_value = values.mutable_data_ptr<T>();
  int64_t* to_index = indices.mutable_data_ptr<int64_t>();
  std::vector<Entry<T>> lane(static_cast<size_t>(size));
  for_each_lane(self, dim, values, indices, [&](int64_t in, int64_t value_at, int64_t index_at) {
    for (int64_t i = 0; i < size; ++i) {
      lane[static_cast<size_t>(i)] = {from[in + i * from_step], i};
    }
    std::stable_sort(lane.begin(), lane.end(),
                     [&](const Entry<T>& a, const Entry<T>& b) { return order(a.first, b.first); });
    for (int64_t i = 0; i < size; ++i) {
      to_value[value_at + i * value_step] = lane[static_cast<size_t>(i)].first;
      to_index[index_at + i * index_step] = lane[static_cast<size_t>(i)].second;
    }
  });
}

// Which of equal elements come first is what the standard library's selection makes of them, as in
// PyTorch.
template <typename T, typename Order>
void topk_lanes(const Tensor& self, int64_t k, int64_t dim, bool sorted, const Tensor& values,
                const Tensor& indices, Order order) {
  const int64_t size = lane_size(self, dim);
  const int64_t from_step = lane_stride(self, dim);
  const int64_t value_step = lane_stride(values, dim);
  const int64_t index_step = lane_stride(indices, dim);
  const T* from = self.const_data_ptr<T>();
  T* to_value = values.mutable_data_ptr<T>();
  int64_t* to_index = indices.mutable_data_ptr<int64_t>();
  std::vector<Entry<T>> lane(static_cast<size_t>(size));
  const auto before = [&](const Entry<T>& a, const Entry<T>& b) { return order(a.first, b.first); };
  for_each_lane(self, dim, values, indices, [&](int64_t in, int64_t value_at, int64_t index_at) {
    for (int64_t i = 0; i < size; ++i) {
      lane[static_cast<size_t>(i)] = {from[in + i * from_step], i};
    }
    if (k * 64 <= size) {
      std::partial_sort(lane.begin(), lane.begin() + k, lane.end(), before);
    } else {
      std::nth_element(lane.begin(), lane.begin() + k - 1, lane.end(), before);
      if (sorted) std::sort(lane.begin(), lane.begin() + k - 1, before);
    }
    for (int64_t i = 0; i < k; ++i) {
      to_value[value_at + i * value_step] = lane[static_cast<size_t>(i)].first;
      to_index[index_at + i * index_step] = lane[static_cast<size_t>(i)].second;
    }
  });
}

}  // namespace

void sort_out(const Tensor& self, std::optional<bool> /*stable*/, int64_t dim, bool descending,
              Tensor& values, Tensor& indices) {
  dim = maybe_wrap_dim(dim, self.dim());
  TORCH_CHECK(!self.is_complex(), "sort(): complex tensors have no order");
  const DimVector strides = self.is_non_overlapping_and_dense()
                                ? DimVector(self.strides())
                                : infer_dense_strides(self.sizes(), self.strides());
  // The input may be one of the outputs.
  const Tensor input = values.defined() && values.is_alias_of(self) ? self.clone() : self;
  set_output(values, self.sizes(), self.scalar_type(), IntArrayRef(strides), "sort");
  set_output(indices, self.sizes(), kLong, IntArrayRef(strides), "sort");
  if (self.numel() == 0) return;
  AT_DISPATCH_ALL_TYPES_AND3(kBool, kHalf, kBFloat16, self.scalar_type(), "sort", [&] {
    if (descending) {
      sort_lanes<scalar_t>(input, dim, values, indices, NanGreater<scalar_t>());
    } else {
      sort_lanes<scalar_t>(input, dim, values, indices, NanLess<scalar_t>());
    }
  });
}

void sort_out(const Tensor& self, int64_t dim, bool descending, Tensor& values, Tensor& indices) {
  native::sort_out(self, false, dim, descending, values, indices);
}

void argsort_out(const Tensor& self, bool stable, int64_t dim, bool descending, Tensor& out) {
  Tensor values;
  native::sort_out(self, stable, dim, descending, values, out);
}

Tensor argsort(const Tensor& self, int64_t dim, bool descending) {
  Tensor indices;
  native::argsort_out(self, false, dim, descending, indices);
  return indices;
}

void msort_out(const Tensor& self, Tensor& out) {
  Tensor indices;
  native::sort_out(self, false, 0, false, out, indices);
}

void topk_out(const Tensor& self, int64_t k, int64_t dim, bool largest, bool sorted, Tensor& values,
              Tensor& indices) {
  dim = maybe_wrap_dim(dim, self.dim());
  TORCH_CHECK(k >= 0 && k <= lane_size(self, dim), "topk(): selected index k ", k,
              " is out of range for dimension ", dim, " of size ", lane_size(self, dim));
  DimVector sizes(self.sizes());
  if (self.dim() > 0) sizes[static_cast<size_t>(dim)] = k;
  const Tensor input = values.defined() && values.is_alias_of(self) ? self.clone() : self;
  set_output(values, sizes, self.scalar_type(), "topk");
  set_output(indices, sizes, kLong, "topk");
  if (values.numel() == 0) return;
  AT_DISPATCH_ALL_TYPES_AND2(kHalf, kBFloat16, self.scalar_type(), "topk", [&] {
    if (largest) {
      topk_lanes<scalar_t>(input, k, dim, sorted, values, indices, NanGreater<scalar_t>());
    } else {
      topk_lanes<scalar_t>(input, k, dim, sorted, values, indices, NanLess<scalar_t>());
    }
  });
}

}  // namespace at::native
