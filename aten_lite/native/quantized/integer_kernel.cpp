// Implements integer_kernel.h.
#include "aten_lite/native/quantized/integer_kernel.h"

#include <cmath>
#include <cstddef>
#include <cstring>

#include "aten_lite/native/internal/simd_targets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "aten_lite/native/quantized/integer_kernel.cpp"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
// Highway's header belongs after foreach_target.h.
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace at {
namespace native {
namespace internal {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;
using I32 = hn::CappedTag<int32_t, kIntegerColumns>;
using I16 = hn::Repartition<int16_t, I32>;
using F32 = hn::Rebind<float, I32>;
using Half16 = hn::Rebind<int16_t, I32>;
using Quarter8 = hn::Rebind<uint8_t, I32>;

constexpr int kLanes = static_cast<int>(hn::MaxLanes(I32()));
constexpr int kVectors = static_cast<int>(kIntegerColumns) / kLanes;
// The accumulators, a panel's vectors and a broadcast fit the registers.
constexpr int kRows = kVectors > 2 ? 2 : 4;

template <int kCount>
HWY_INLINE void multiply_block(int64_t n, int64_t pairs, const int16_t* a, int64_t a_stride,
                               const int16_t* panel, int32_t* c, int64_t c_stride) {
  const I32 d;
  const I16 d16;
  hn::Vec<I32> sums[kCount][kVectors];
  for (int i = 0; i < kCount; ++i) {
    for (int v = 0; v < kVectors; ++v) sums[i][v] = hn::Zero(d);
  }
  for (int64_t p = 0; p < pairs; ++p) {
    hn::Vec<I16> b[kVectors];
    for (int v = 0; v < kVectors; ++v) {
      b[v] = hn::LoadU(d16, panel + (p * kIntegerColumns + v * kLanes) * 2);
    }
    for (int i = 0; i < kCount; ++i) {
      int32_t pair;
      std::memcpy(&pair, a + i * a_stride + 2 * p, sizeof(pair));
      const auto broadcast = hn::BitCast(d16, hn::Set(d, pair));
      for (int v = 0; v < kVectors; ++v) {
        sums[i][v] = hn::Add(sums[i][v], hn::WidenMulPairwiseAdd(d, broadcast, b[v]));
      }
    }
  }
  for (int i = 0; i < kCount; ++i) {
    for (int v = 0; v < kVectors; ++v) {
      const int64_t rest = n - v * kLanes;
      if (rest <= 0) break;
      hn::StoreN(sums[i][v], d, c + i * c_stride + v * kLanes,
                 static_cast<size_t>(rest < kLanes ? rest : kLanes));
    }
  }
}

void multiply(int64_t m, int64_t n, int64_t pairs, const int16_t* a, int64_t a_stride,
              const int16_t* panels, int32_t* c, int64_t c_stride) {
  for (int64_t column = 0; column < n; column += kIntegerColumns) {
    const int64_t rest = n - column;
    const int64_t count = rest < kIntegerColumns ? rest : kIntegerColumns;
    int64_t row = 0;
    for (; row + kRows <= m; row += kRows) {
      multiply_block<kRows>(count, pairs, a + row * a_stride, a_stride, panels,
                            c + row * c_stride + column, c_stride);
    }
    for (; row < m; ++row) {
      multiply_block<1>(count, pairs, a + row * a_stride, a_stride, panels,
                        c + row * c_stride + column, c_stride);
    }
    panels += pairs * 2 * kIntegerColumns;
  }
}

void multiply_add(int64_t count, const int16_t* a, const int16_t* b, int32_t* sums) {
  const I32 d;
  const Half16 d16;
  int64_t i = 0;
  for (; i + kLanes <= count; i += kLanes) {
    const auto product =
        hn::Mul(hn::PromoteTo(d, hn::LoadU(d16, a + i)), hn::PromoteTo(d, hn::LoadU(d16, b + i)));
    hn::StoreU(hn::Add(hn::LoadU(d, sums + i), product), d, sums + i);
  }
  for (; i < count; ++i) {
    sums[i] =
        static_cast<int32_t>(static_cast<uint32_t>(sums[i]) + static_cast<uint32_t>(a[i] * b[i]));
  }
}

void requantize(int64_t count, const int32_t* sums, const Requantization& how, uint8_t* to) {
  const I32 d;
  const F32 df;
  // Bounds are integers: cutting before rounding is the same as after, and cannot overflow.
  const auto lower = hn::Set(df, static_cast<float>(how.lower - how.zero_point));
  const auto upper = hn::Set(df, static_cast<float>(how.upper - how.zero_point));
  const auto zero_point = hn::Set(d, how.zero_point + (how.is_signed ? 128 : 0));
  const auto flip = hn::Set(Quarter8(), how.is_signed ? uint8_t{128} : uint8_t{0});
  for (int64_t i = 0; i < count; i += kLanes) {
    const auto rest = static_cast<size_t>(count - i < kLanes ? count - i : kLanes);
    const auto sum = hn::Add(hn::LoadN(d, sums + i, rest), hn::LoadN(d, how.bias + i, rest));
    const auto value = hn::Mul(hn::ConvertTo(df, sum), hn::LoadN(df, how.multipliers + i, rest));
    const auto cut = hn::Min(hn::Max(value, lower), upper);
    const auto rounded = hn::Add(hn::NearestInt(cut), zero_point);
    hn::StoreN(hn::Xor(hn::DemoteTo(Quarter8(), rounded), flip), Quarter8(), to + i, rest);
  }
}

void widen(int64_t count, const uint8_t* from, int16_t zero_point, bool is_signed, int16_t* to) {
  const I16 d;
  const hn::Rebind<uint8_t, I16> d8;
  constexpr auto kStep = static_cast<int64_t>(hn::MaxLanes(I16()));
  // A signed byte with its highest bit flipped is an unsigned one that is 128 larger.
  const auto flip = hn::Set(d8, is_signed ? uint8_t{128} : uint8_t{0});
  const auto offset = hn::Set(d, static_cast<int16_t>(zero_point + (is_signed ? 128 : 0)));
  for (int64_t i = 0; i < count; i += kStep) {
    const auto rest = static_cast<size_t>(count - i < kStep ? count - i : kStep);
    const auto bytes = hn::Xor(hn::LoadN(d8, from + i, rest), flip);
    hn::StoreN(hn::Sub(hn::PromoteTo(d, bytes), offset), d, to + i, rest);
  }
}

const IntegerKernels* integer_kernel_table() {
  static constexpr IntegerKernels kTable = {multiply, multiply_add, requantize, widen};
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

HWY_EXPORT(integer_kernel_table);

const IntegerKernels& integer_kernels() { return *HWY_DYNAMIC_DISPATCH(integer_kernel_table)(); }

}  // namespace internal
}  // namespace native
}  // namespace at
#endif  // HWY_ONCE
