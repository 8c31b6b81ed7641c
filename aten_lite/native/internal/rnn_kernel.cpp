// Implements rnn_kernel.h, once per SIMD target.
#include "aten_lite/native/internal/rnn_kernel.h"

#include <cstddef>

#include "aten_lite/native/internal/simd_targets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "aten_lite/native/internal/rnn_kernel.cpp"
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

// Out of line: they are long. Highway's functions give a number for NaN.
HWY_NOINLINE Vec sigmoid(Vec x) {
  const F32 d;
  const Vec one = hn::Set(d, 1.0f);
  return hn::IfThenElse(hn::IsNaN(x), x, hn::Div(one, hn::Add(one, hn::Exp(d, hn::Neg(x)))));
}
HWY_NOINLINE Vec tanh_of(Vec x) { return hn::IfThenElse(hn::IsNaN(x), x, hn::Tanh(F32(), x)); }

// One vector of a row: whole, or its last elements.
struct Lanes {
  int64_t first;
  int64_t count;

  HWY_INLINE Vec load(const float* from) const {
    const F32 d;
    return count == kLanes ? hn::LoadU(d, from + first)
                           : hn::LoadN(d, from + first, static_cast<size_t>(count));
  }
  HWY_INLINE void store(Vec value, float* to) const {
    const F32 d;
    if (count == kLanes) {
      hn::StoreU(value, d, to + first);
    } else {
      hn::StoreN(value, d, to + first, static_cast<size_t>(count));
    }
  }
};

template <class F>
HWY_INLINE void for_lanes(int64_t units, const F& f) {
  for (int64_t i = 0; i < units; i += kLanes) {
    f(Lanes{i, units - i < kLanes ? units - i : kLanes});
  }
}

void lstm(const float* input, const float* hidden, int64_t units, float* c, float* h) {
  for_lanes(units, [&](Lanes lanes) HWY_ATTR {
    const auto gate = [&](int64_t i) HWY_ATTR {
      return hn::Add(lanes.load(input + i * units), lanes.load(hidden + i * units));
    };
    const Vec in = sigmoid(gate(0));
    const Vec forget = sigmoid(gate(1));
    const Vec cell = tanh_of(gate(2));
    const Vec out = sigmoid(gate(3));
    const Vec state = hn::Add(hn::Mul(forget, lanes.load(c)), hn::Mul(in, cell));
    lanes.store(state, c);
    lanes.store(hn::Mul(out, tanh_of(state)), h);
  });
}

void gru(const float* input, const float* hidden, int64_t units, float* h) {
  for_lanes(units, [&](Lanes lanes) HWY_ATTR {
    const auto x = [&](int64_t i) HWY_ATTR { return lanes.load(input + i * units); };
    const auto y = [&](int64_t i) HWY_ATTR { return lanes.load(hidden + i * units); };
    const Vec reset = sigmoid(hn::Add(x(0), y(0)));
    const Vec update = sigmoid(hn::Add(x(1), y(1)));
    const Vec candidate = tanh_of(hn::Add(x(2), hn::Mul(reset, y(2))));
    const Vec old = lanes.load(h);
    lanes.store(hn::Add(hn::Mul(hn::Sub(old, candidate), update), candidate), h);
  });
}

void tanh_cell(const float* input, const float* hidden, int64_t units, float* h) {
  for_lanes(units, [&](Lanes lanes) HWY_ATTR {
    lanes.store(tanh_of(hn::Add(lanes.load(input), lanes.load(hidden))), h);
  });
}

void relu_cell(const float* input, const float* hidden, int64_t units, float* h) {
  for_lanes(units, [&](Lanes lanes) HWY_ATTR {
    const Vec sum = hn::Add(lanes.load(input), lanes.load(hidden));
    const Vec zero = hn::Zero(F32());
    lanes.store(hn::IfThenElse(hn::Lt(sum, zero), zero, sum), h);
  });
}

const RnnKernels* rnn_table() {
  static constexpr RnnKernels kTable = {lstm, gru, tanh_cell, relu_cell};
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

HWY_EXPORT(rnn_table);

const RnnKernels& rnn_kernels() { return *HWY_DYNAMIC_DISPATCH(rnn_table)(); }

}  // namespace internal
}  // namespace native
}  // namespace at
#endif  // HWY_ONCE
