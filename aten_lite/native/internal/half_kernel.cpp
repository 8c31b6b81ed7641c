// Implements half_kernel.h, once per SIMD target: core/half.h's arithmetic, lane by lane.
#include "aten_lite/native/internal/half_kernel.h"

#include "aten_lite/native/internal/simd_targets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "aten_lite/native/internal/half_kernel.cpp"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
// Highway's header belongs after foreach_target.h.
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace at {
namespace native {
namespace internal {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;
using U32 = hn::ScalableTag<uint32_t>;
using F32 = hn::Rebind<float, U32>;
using U16 = hn::Rebind<uint16_t, U32>;
using Bits = hn::Vec<U32>;

constexpr int64_t kLanes = static_cast<int64_t>(hn::MaxLanes(U32()));

HWY_INLINE Bits bits_of(uint32_t value) { return hn::Set(U32(), value); }

// Writes convert(bits) for whole vectors; single elements are converted by the types themselves.
template <class From, class F>
HWY_INLINE void widen(const From* from, int64_t count, float* to, const F& convert) {
  int64_t i = 0;
  for (; i + kLanes <= count; i += kLanes) {
    const auto x = hn::LoadU(U16(), reinterpret_cast<const uint16_t*>(from + i));
    hn::StoreU(hn::BitCast(F32(), convert(hn::PromoteTo(U32(), x))), F32(), to + i);
  }
  for (; i < count; ++i) {
    to[i] = static_cast<float>(from[i]);
  }
}

template <class To, class F>
HWY_INLINE void narrow(const float* from, int64_t count, To* to, const F& convert) {
  int64_t i = 0;
  for (; i + kLanes <= count; i += kLanes) {
    const Bits x = hn::BitCast(U32(), hn::LoadU(F32(), from + i));
    hn::StoreU(hn::TruncateTo(U16(), convert(x)), U16(), reinterpret_cast<uint16_t*>(to + i));
  }
  for (; i < count; ++i) {
    to[i] = To(from[i]);
  }
}

void half_to_float(const c10::Half* from, int64_t count, float* to) {
  widen(from, count, to, [](Bits x) HWY_ATTR {
    const F32 d;
    const Bits sign = hn::ShiftLeft<16>(hn::And(x, bits_of(0x8000)));
    const Bits rest = hn::ShiftLeft<13>(hn::And(x, bits_of(0x7fff)));
    const auto scale = hn::BitCast(d, bits_of(0x77800000));
    const Bits value = hn::BitCast(U32(), hn::Mul(hn::BitCast(d, rest), scale));
    const auto ends = hn::Eq(hn::And(x, bits_of(0x7c00)), bits_of(0x7c00));
    return hn::Or(sign, hn::Or(value, hn::IfThenElseZero(ends, bits_of(0x7f800000))));
  });
}

void bfloat16_to_float(const c10::BFloat16* from, int64_t count, float* to) {
  widen(from, count, to, [](Bits x) HWY_ATTR { return hn::ShiftLeft<16>(x); });
}

void float_to_half(const float* from, int64_t count, c10::Half* to) {
  narrow(from, count, to, [](Bits x) HWY_ATTR {
    const F32 d;
    const Bits sign = hn::And(hn::ShiftRight<16>(x), bits_of(0x8000));
    const Bits magnitude = hn::And(x, bits_of(0x7fffffff));
    const Bits odd = hn::And(hn::ShiftRight<13>(magnitude), bits_of(1));
    // 0xfff and the change of the exponent's bias, in one.
    const Bits normal =
        hn::ShiftRight<13>(hn::Add(hn::Add(magnitude, odd), bits_of(0xfff - 0x38000000u)));
    const auto shifted = hn::Add(hn::BitCast(d, magnitude), hn::Set(d, 0.5f));
    const Bits subnormal = hn::Sub(hn::BitCast(U32(), shifted), bits_of(0x3f000000));
    Bits result = hn::IfThenElse(hn::Lt(magnitude, bits_of(0x38800000)), subnormal, normal);
    result = hn::IfThenElse(hn::Ge(magnitude, bits_of(0x477ff000)), bits_of(0x7c00), result);
    result = hn::IfThenElse(hn::Gt(magnitude, bits_of(0x7f800000)), bits_of(0x7e00), result);
    return hn::Or(sign, result);
  });
}

void float_to_bfloat16(const float* from, int64_t count, c10::BFloat16* to) {
  narrow(from, count, to, [](Bits x) HWY_ATTR {
    const Bits odd = hn::And(hn::ShiftRight<16>(x), bits_of(1));
    const Bits rounded = hn::ShiftRight<16>(hn::Add(hn::Add(x, odd), bits_of(0x7fff)));
    const auto is_nan = hn::Gt(hn::And(x, bits_of(0x7fffffff)), bits_of(0x7f800000));
    return hn::IfThenElse(is_nan, bits_of(0x7fc0), rounded);
  });
}

const HalfKernels* half_table() {
  static constexpr HalfKernels kTable = {half_to_float, bfloat16_to_float, float_to_half,
                                         float_to_bfloat16};
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

HWY_EXPORT(half_table);

const HalfKernels& half_kernels() { return *HWY_DYNAMIC_DISPATCH(half_table)(); }

}  // namespace internal
}  // namespace native
}  // namespace at
#endif  // HWY_ONCE
