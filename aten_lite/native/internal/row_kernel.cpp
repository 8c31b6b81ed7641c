// Implements row_kernel.h, once per SIMD target.
#include "aten_lite/native/internal/row_kernel.h"

#include <cmath>
#include <cstddef>
#include <limits>

#include "aten_lite/native/internal/simd_targets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "aten_lite/native/internal/row_kernel.cpp"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
// Highway's headers belong after foreach_target.h.
#include "hwy/contrib/math/math-inl.h"
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace at {
namespace native {
namespace internal {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;
using F32 = hn::ScalableTag<float>;
using Vec = hn::Vec<F32>;

constexpr int64_t kLanes = static_cast<int64_t>(hn::MaxLanes(F32()));
constexpr float kLowest = -std::numeric_limits<float>::infinity();

// Highway's Exp gives 0 for NaN. Out of line: it is long.
HWY_NOINLINE Vec exp_of(Vec x) { return hn::IfThenElse(hn::IsNaN(x), x, hn::Exp(F32(), x)); }

// `count` (at most kLanes) elements, `fill` in the lanes behind them.
HWY_INLINE Vec load_part(const float* from, int64_t count, float fill) {
  const F32 d;
  return count == kLanes ? hn::LoadU(d, from)
                         : hn::LoadNOr(hn::Set(d, fill), d, from, static_cast<size_t>(count));
}

HWY_INLINE void store_part(Vec value, float* to, int64_t count) {
  const F32 d;
  if (count == kLanes) {
    hn::StoreU(value, d, to);
  } else {
    hn::StoreN(value, d, to, static_cast<size_t>(count));
  }
}

// Runs f(index, number of elements) vector by vector.
template <class F>
HWY_INLINE void for_vectors(int64_t count, const F& f) {
  int64_t i = 0;
  for (; i + kLanes <= count; i += kLanes) {
    f(i, kLanes);
  }
  if (i < count) {
    f(i, count - i);
  }
}

float row_max(const float* row, int64_t count) {
  Vec largest = hn::Set(F32(), kLowest);
  for_vectors(count, [&](int64_t i, int64_t n)
                         HWY_ATTR { largest = hn::Max(largest, load_part(row + i, n, kLowest)); });
  return hn::ReduceMax(F32(), largest);
}

void softmax(const float* row, int64_t count, float* to) {
  const F32 d;
  const Vec largest = hn::Set(d, row_max(row, count));
  Vec sum = hn::Zero(d);
  for_vectors(count, [&](int64_t i, int64_t n) HWY_ATTR {
    const Vec power = exp_of(hn::Sub(load_part(row + i, n, kLowest), largest));
    store_part(power, to + i, n);
    sum = hn::Add(sum, n == kLanes
                           ? power
                           : hn::IfThenElseZero(hn::FirstN(d, static_cast<size_t>(n)), power));
  });
  const Vec factor = hn::Set(d, 1.0f / hn::ReduceSum(d, sum));
  for_vectors(count, [&](int64_t i, int64_t n) HWY_ATTR {
    store_part(hn::Mul(load_part(to + i, n, 0.0f), factor), to + i, n);
  });
}

void log_softmax(const float* row, int64_t count, float* to) {
  const F32 d;
  const Vec largest = hn::Set(d, row_max(row, count));
  Vec sum = hn::Zero(d);
  for_vectors(count, [&](int64_t i, int64_t n) HWY_ATTR {
    const Vec power = exp_of(hn::Sub(load_part(row + i, n, kLowest), largest));
    sum = hn::Add(sum, n == kLanes
                           ? power
                           : hn::IfThenElseZero(hn::FirstN(d, static_cast<size_t>(n)), power));
  });
  const Vec log_sum = hn::Set(d, std::log(hn::ReduceSum(d, sum)));
  for_vectors(count, [&](int64_t i, int64_t n) HWY_ATTR {
    store_part(hn::Sub(hn::Sub(load_part(row + i, n, 0.0f), largest), log_sum), to + i, n);
  });
}

template <bool kLog>
HWY_INLINE void softmax_strip(const float* rows, int64_t count, int64_t stride, int64_t n,
                              float* to) {
  const F32 d;
  Vec largest = hn::Set(d, kLowest);
  for (int64_t i = 0; i < count; ++i) {
    largest = hn::Max(largest, load_part(rows + i * stride, n, 0.0f));
  }
  Vec sum = hn::Zero(d);
  for (int64_t i = 0; i < count; ++i) {
    const Vec power = exp_of(hn::Sub(load_part(rows + i * stride, n, 0.0f), largest));
    if constexpr (!kLog) {
      store_part(power, to + i * stride, n);
    }
    sum = hn::Add(sum, power);
  }
  if constexpr (kLog) {
    HWY_ALIGN float sums[kLanes];
    hn::Store(sum, d, sums);
    for (float& value : sums) {
      value = std::log(value);
    }
    const Vec log_sum = hn::Load(d, sums);
    for (int64_t i = 0; i < count; ++i) {
      const Vec x = load_part(rows + i * stride, n, 0.0f);
      store_part(hn::Sub(hn::Sub(x, largest), log_sum), to + i * stride, n);
    }
  } else {
    const Vec factor = hn::Div(hn::Set(d, 1.0f), sum);
    for (int64_t i = 0; i < count; ++i) {
      store_part(hn::Mul(load_part(to + i * stride, n, 0.0f), factor), to + i * stride, n);
    }
  }
}

void softmax_columns(const float* rows, int64_t count, int64_t stride, int64_t columns, float* to) {
  for_vectors(columns, [&](int64_t i, int64_t n)
                           HWY_ATTR { softmax_strip<false>(rows + i, count, stride, n, to + i); });
}

void log_softmax_columns(const float* rows, int64_t count, int64_t stride, int64_t columns,
                         float* to) {
  for_vectors(columns, [&](int64_t i, int64_t n)
                           HWY_ATTR { softmax_strip<true>(rows + i, count, stride, n, to + i); });
}

// Sums f(element) over the row. Blocks of vectors are added up in float, the blocks in double.
template <class F>
HWY_INLINE double sum_of(const float* row, int64_t count, const F& f) {
  const F32 d;
  constexpr int64_t kBlock = 64 * kLanes;
  double total = 0;
  for (int64_t first = 0; first < count; first += kBlock) {
    const int64_t size = count - first < kBlock ? count - first : kBlock;
    Vec sum = hn::Zero(d);
    for_vectors(size, [&](int64_t i, int64_t n) HWY_ATTR {
      const Vec value = f(load_part(row + first + i, n, 0.0f));
      sum = hn::Add(sum, n == kLanes
                             ? value
                             : hn::IfThenElseZero(hn::FirstN(d, static_cast<size_t>(n)), value));
    });
    total += static_cast<double>(hn::ReduceSum(d, sum));
  }
  return total;
}

RowMoments moments(const float* row, int64_t count) {
  const F32 d;
  const auto n = static_cast<double>(count);
  const double mean = sum_of(row, count, [](Vec x) HWY_ATTR { return x; }) / n;
  const Vec center = hn::Set(d, static_cast<float>(mean));
  const double squares = sum_of(row, count, [=](Vec x) HWY_ATTR {
    const Vec centered = hn::Sub(x, center);
    return hn::Mul(centered, centered);
  });
  return {mean, squares / n};
}

void normalize(const float* row, int64_t count, float center, float factor, const float* scale,
               const float* shift, float* to) {
  const F32 d;
  const Vec c = hn::Set(d, center);
  const Vec f = hn::Set(d, factor);
  for_vectors(count, [&](int64_t i, int64_t n) HWY_ATTR {
    const Vec x = hn::Mul(hn::Sub(load_part(row + i, n, 0.0f), c), f);
    store_part(hn::MulAdd(x, load_part(scale + i, n, 0.0f), load_part(shift + i, n, 0.0f)), to + i,
               n);
  });
}

const RowKernels* row_table() {
  static constexpr RowKernels kTable = {softmax, log_softmax, softmax_columns, log_softmax_columns,
                                        moments, normalize};
  return &kTable;
}

}  // namespace HWY_NAMESPACE
}  // namespace internal
}  // namespace native
}  // namespace at
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace at {
namespace native {
namespace internal {

HWY_EXPORT(row_table);

const RowKernels& row_kernels() { return *HWY_DYNAMIC_DISPATCH(row_table)(); }

}  // namespace internal
}  // namespace native
}  // namespace at
#endif  // HWY_ONCE
