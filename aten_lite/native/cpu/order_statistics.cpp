// kthvalue, median, nanmedian, mode.
#include <algorithm>
#include <limits>
#include <numeric>

#include "ATen/ops/flatten.h"
#include "ATen/ops/kthvalue.h"
#include "ATen/ops/median.h"
#include "ATen/ops/mode.h"
#include "ATen/ops/nanmedian.h"
#include "aten_lite/core/dispatch.h"
#include "aten_lite/native/internal/factory.h"
#include "aten_lite/native/internal/ordering.h"
#include "aten_lite/native/internal/output.h"
#include "aten_lite/native/internal/wrap_dim.h"

namespace at::native {
namespace {

// Hoare's selection with the median of three as pivot: afterwards keys[k] is in its place in the
// order. The positions move along; which of equal keys ends up at k is part of what callers see, so
// the steps are PyTorch's.
template <typename T>
void quick_select(std::vector<T>& keys, std::vector<int64_t>& positions, int64_t k) {
  const NanGreater<T> after;
  const auto swap = [&](int64_t i, int64_t j) {
    std::swap(keys[static_cast<size_t>(i)], keys[static_cast<size_t>(j)]);
    std::swap(positions[static_cast<size_t>(i)], positions[static_cast<size_t>(j)]);
  };
  const auto wrong = [&](int64_t i, int64_t j) {
    return after(keys[static_cast<size_t>(i)], keys[static_cast<size_t>(j)]);
  };
  int64_t left = 0;
  int64_t right = static_cast<int64_t>(keys.size()) - 1;
  while (left < right) {
    if (right == left + 1) {
      if (wrong(left, right)) swap(left, right);
      return;
    }
    swap((left + right) / 2, left + 1);
    if (wrong(left + 1, right)) swap(left + 1, right);
    if (wrong(left, right)) swap(left, right);
    if (wrong(left + 1, left)) swap(left + 1, left);
    const T pivot = keys[static_cast<size_t>(left)];
    int64_t low = left + 1;
    int64_t high = right;
    while (true) {
      do {
        ++low;
      } while (after(pivot, keys[static_cast<size_t>(low)]));
      do {
        --high;
      } while (after(keys[static_cast<size_t>(high)], pivot));
      if (high < low) break;
      swap(low, high);
    }
    swap(left, high);
    if (high <= k) left = low;
    if (high >= k) right = high - 1;
  }
}

template <typename T>
void kthvalue_lanes(const Tensor& self, int64_t k, int64_t dim, const ReductionOutputs& out) {
  const int64_t size = lane_size(self, dim);
  const int64_t step = lane_stride(self, dim);
  const T* from = self.const_data_ptr<T>();
  T* value = out.values.mutable_data_ptr<T>();
  int64_t* index = out.indices.mutable_data_ptr<int64_t>();
  std::vector<T> keys(static_cast<size_t>(size));
  std::vector<int64_t> positions(static_cast<size_t>(size));
  for_each_lane(self, dim, out.values, out.indices, [&](int64_t in, int64_t a, int64_t b) {
    for (int64_t i = 0; i < size; ++i) keys[static_cast<size_t>(i)] = from[in + i * step];
    std::iota(positions.begin(), positions.end(), int64_t{0});
    quick_select(keys, positions, k - 1);
    value[a] = keys[static_cast<size_t>(k - 1)];
    index[b] = positions[static_cast<size_t>(k - 1)];
  });
}

// The lower of the two middle elements. A NaN wins, or is left out (`ignore_nan`).
template <typename T>
std::pair<T, int64_t> median_of(const T* data, int64_t size, int64_t step, bool ignore_nan,
                                std::vector<int64_t>& positions) {
  const auto at = [&](int64_t i) { return data[i * step]; };
  int64_t nans = 0;
  for (int64_t i = 0; i < size; ++i) {
    if (!is_nan_value(at(i))) continue;
    if (!ignore_nan) return {at(i), i};
    ++nans;
  }
  positions.resize(static_cast<size_t>(size));
  std::iota(positions.begin(), positions.end(), int64_t{0});
  const int64_t middle = (size - 1 - nans) / 2;
  if (middle < 0 || nans == size) return {at(0), 0};
  const NanLess<T> less;
  std::nth_element(positions.begin(), positions.begin() + middle, positions.end(),
                   // Which of equal elements is found follows from the algorithm, as in PyTorch.
                   [&](int64_t a, int64_t b) { return less(at(a), at(b)); });
  const int64_t found = positions[static_cast<size_t>(middle)];
  return {at(found), found};
}

void check_has_elements(const Tensor& self, int64_t dim, const char* op) {
  TORCH_CHECK_INDEX(lane_size(self, dim) > 0, op, "(): Expected reduction dim ", dim,
                    " to have non-zero size.");
}

void median_dim_out(const Tensor& self, int64_t dim, bool keepdim, bool ignore_nan, Tensor& values,
                    Tensor& indices, const char* op) {
  dim = maybe_wrap_dim(dim, self.dim());
  check_has_elements(self, dim, op);
  const ReductionOutputs out = make_reduction_outputs(self, dim);
  AT_DISPATCH_ALL_TYPES_AND2(kHalf, kBFloat16, self.scalar_type(), op, [&] {
    const scalar_t* from = self.const_data_ptr<scalar_t>();
    scalar_t* value = out.values.mutable_data_ptr<scalar_t>();
    int64_t* index = out.indices.mutable_data_ptr<int64_t>();
    std::vector<int64_t> scratch;
    for_each_lane(self, dim, out.values, out.indices, [&](int64_t in, int64_t a, int64_t b) {
      std::tie(value[a], index[b]) =
          median_of(from + in, lane_size(self, dim), lane_stride(self, dim), ignore_nan, scratch);
    });
  });
  finish_reduction(out, dim, keepdim, values, indices, op);
}

Tensor median_all(const Tensor& self, bool ignore_nan, const char* op) {
  const Tensor flat = self.contiguous();
  Tensor result = make_tensor({}, self.scalar_type());
  AT_DISPATCH_ALL_TYPES_AND2(kHalf, kBFloat16, self.scalar_type(), op, [&] {
    scalar_t* out = result.mutable_data_ptr<scalar_t>();
    if (flat.numel() == 0) {
      // Nothing to take: NaN, or the smallest integer, which is what NaN converts to.
      using Limits = std::numeric_limits<scalar_t>;
      *out = Limits::has_quiet_NaN ? Limits::quiet_NaN() : static_cast<scalar_t>(0);
      if (std::is_same<scalar_t, int64_t>::value || std::is_same<scalar_t, int32_t>::value) {
        *out = Limits::lowest();
      }
      return;
    }
    std::vector<int64_t> scratch;
    *out = median_of(flat.const_data_ptr<scalar_t>(), flat.numel(), 1, ignore_nan, scratch).first;
  });
  return result;
}

}  // namespace

void kthvalue_out(const Tensor& self, int64_t k, int64_t dim, bool keepdim, Tensor& values,
                  Tensor& indices) {
  dim = maybe_wrap_dim(dim, self.dim());
  check_has_elements(self, dim, "kthvalue");
  TORCH_CHECK(k >= 1 && k <= lane_size(self, dim), "kthvalue(): selected number k ", k,
              " out of range for dimension ", dim, " of size ", lane_size(self, dim));
  const ReductionOutputs out = make_reduction_outputs(self, dim);
  AT_DISPATCH_ALL_TYPES_AND2(kHalf, kBFloat16, self.scalar_type(), "kthvalue",
                             [&] { kthvalue_lanes<scalar_t>(self, k, dim, out); });
  finish_reduction(out, dim, keepdim, values, indices, "kthvalue");
}

void median_out(const Tensor& self, int64_t dim, bool keepdim, Tensor& values, Tensor& indices) {
  median_dim_out(self, dim, keepdim, /*ignore_nan=*/false, values, indices, "median");
}
void nanmedian_out(const Tensor& self, int64_t dim, bool keepdim, Tensor& values, Tensor& indices) {
  median_dim_out(self, dim, keepdim, /*ignore_nan=*/true, values, indices, "nanmedian");
}
Tensor median(const Tensor& self) { return median_all(self, /*ignore_nan=*/false, "median"); }
Tensor nanmedian(const Tensor& self) { return median_all(self, /*ignore_nan=*/true, "nanmedian"); }

void mode_out(const Tensor& self, int64_t dim, bool keepdim, Tensor& values, Tensor& indices) {
  dim = maybe_wrap_dim(dim, self.dim());
  check_has_elements(self, dim, "mode");
  const ReductionOutputs out = make_reduction_outputs(self, dim);
  AT_DISPATCH_ALL_TYPES_AND3(kBool, kHalf, kBFloat16, self.scalar_type(), "mode", [&] {
    const int64_t size = lane_size(self, dim);
    const int64_t step = lane_stride(self, dim);
    const scalar_t* from = self.const_data_ptr<scalar_t>();
    scalar_t* value = out.values.mutable_data_ptr<scalar_t>();
    int64_t* index = out.indices.mutable_data_ptr<int64_t>();
    std::vector<std::pair<scalar_t, int64_t>> lane(static_cast<size_t>(size));
    for_each_lane(self, dim, out.values, out.indices, [&](int64_t in, int64_t a, int64_t b) {
      for (int64_t i = 0; i < size; ++i) lane[static_cast<size_t>(i)] = {from[in + i * step], i};
      std::sort(lane.begin(), lane.end(),
                [](const auto& x, const auto& y) { return NanLess<scalar_t>()(x.first, y.first); });
      // The longest run; its last element speaks for it.
      int64_t longest = 0;
      int64_t run = 0;
      for (size_t i = 0; i < lane.size(); ++i) {
        ++run;
        if (i + 1 < lane.size() && lane[i].first == lane[i + 1].first) continue;
        if (run > longest) {
          longest = run;
          value[a] = lane[i].first;
          index[b] = lane[i].second;
        }
        run = 0;
      }
    });
  });
  finish_reduction(out, dim, keepdim, values, indices, "mode");
}

}  // namespace at::native
