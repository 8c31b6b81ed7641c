// Implements winograd_kernel.h, once per SIMD target.
#include "aten_lite/native/internal/winograd_kernel.h"

#include <cstddef>

#include "aten_lite/native/internal/simd_targets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "aten_lite/native/internal/winograd_kernel.cpp"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
// Highway's header belongs after foreach_target.h.
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

HWY_INLINE Vec constant(double value) { return hn::Set(F32(), static_cast<float>(value)); }

// Calls f(0) ... f(5), unrolled: the vectors of a line must stay in registers.
template <class F>
HWY_INLINE void for_six(const F& f) {
  f(0);
  f(1);
  f(2);
  f(3);
  f(4);
  f(5);
}

struct InputLine {
  Vec x[6];
};

// One dimension of the input's transform.
HWY_INLINE InputLine transform_input_line(const InputLine& line) {
  constexpr double a = kWinogradNear;
  constexpr double b = kWinogradFar;
  const Vec a2 = constant(a * a);
  const Vec b2 = constant(b * b);
  const Vec sum = constant(a * a + b * b);
  const Vec product = constant(a * a * b * b);
  const auto& x = line.x;
  const Vec even_near = hn::NegMulAdd(b2, x[2], x[4]);
  const Vec odd_near = hn::NegMulAdd(b2, x[1], x[3]);
  const Vec even_far = hn::NegMulAdd(a2, x[2], x[4]);
  const Vec odd_far = hn::NegMulAdd(a2, x[1], x[3]);
  return {{hn::MulAdd(product, x[0], hn::NegMulAdd(sum, x[2], x[4])),
           hn::MulAdd(constant(a), odd_near, even_near),
           hn::NegMulAdd(constant(a), odd_near, even_near),
           hn::MulAdd(constant(b), odd_far, even_far),
           hn::NegMulAdd(constant(b), odd_far, even_far),
           hn::MulAdd(product, x[1], hn::NegMulAdd(sum, x[3], x[5]))}};
}

struct OutputLine {
  Vec y[4];
};

// One dimension of the output's transform.
HWY_INLINE OutputLine transform_output_line(const InputLine& line) {
  constexpr double a = kWinogradNear;
  constexpr double b = kWinogradFar;
  const auto& x = line.x;
  const Vec sum_near = hn::Add(x[1], x[2]);
  const Vec difference_near = hn::Sub(x[1], x[2]);
  const Vec sum_far = hn::Add(x[3], x[4]);
  const Vec difference_far = hn::Sub(x[3], x[4]);
  return {{hn::Add(hn::Add(x[0], sum_near), sum_far),
           hn::MulAdd(constant(a), difference_near, hn::Mul(constant(b), difference_far)),
           hn::MulAdd(constant(a * a), sum_near, hn::Mul(constant(b * b), sum_far)),
           hn::MulAdd(constant(a * a * a), difference_near,
                      hn::MulAdd(constant(b * b * b), difference_far, x[5]))}};
}

void input_tile(const WinogradInput& tile) {
  const F32 d;
  HWY_ALIGN float columns[36 * kLanes];
  for (int64_t c = 0; c < tile.channels; c += kLanes) {
    for (int64_t i = 0; i < 6; ++i) {
      InputLine line;
      for_six([&](int64_t j) { line.x[j] = hn::LoadU(d, tile.pixels[j * 6 + i] + c); });
      line = transform_input_line(line);
      for_six([&](int64_t j) { hn::Store(line.x[j], d, columns + (j * 6 + i) * kLanes); });
    }
    float* to = tile.to + c;
    for (int64_t i = 0; i < 6; ++i, to += 6 * tile.to_stride) {
      InputLine line;
      for_six([&](int64_t j) { line.x[j] = hn::Load(d, columns + (i * 6 + j) * kLanes); });
      line = transform_input_line(line);
      for_six([&](int64_t j) { hn::StoreU(line.x[j], d, to + j * tile.to_stride); });
    }
  }
}

void output_tile(const WinogradOutput& tile) {
  const F32 d;
  HWY_ALIGN float columns[24 * kLanes];
  const Vec lower = hn::Set(d, tile.lower);
  const Vec upper = hn::Set(d, tile.upper);
  for (int64_t c = 0; c < tile.channels; c += kLanes) {
    for (int64_t i = 0; i < 6; ++i) {
      InputLine line;
      for_six([&](int64_t j) {
        line.x[j] = hn::LoadU(d, tile.from + (j * 6 + i) * tile.from_stride + c);
      });
      const OutputLine out = transform_output_line(line);
      hn::Store(out.y[0], d, columns + i * kLanes);
      hn::Store(out.y[1], d, columns + (6 + i) * kLanes);
      hn::Store(out.y[2], d, columns + (12 + i) * kLanes);
      hn::Store(out.y[3], d, columns + (18 + i) * kLanes);
    }
    const Vec bias = tile.bias != nullptr ? hn::LoadU(d, tile.bias + c) : hn::Zero(d);
    for (int64_t i = 0; i < 4; ++i) {
      InputLine line;
      for_six([&](int64_t j) { line.x[j] = hn::Load(d, columns + (i * 6 + j) * kLanes); });
      const OutputLine out = transform_output_line(line);
      const auto store = [&](Vec y, int64_t pixel) {
        if (tile.outputs[pixel] == nullptr) {
          return;
        }
        Vec sum = hn::Add(y, bias);
        if (tile.addends != nullptr) {
          sum = hn::Add(sum, hn::LoadU(d, tile.addends[pixel] + c));
        }
        // Operands in this order: NaN stays NaN.
        hn::StoreU(hn::Min(upper, hn::Max(lower, sum)), d, tile.outputs[pixel] + c);
      };
      store(out.y[0], i * 4);
      store(out.y[1], i * 4 + 1);
      store(out.y[2], i * 4 + 2);
      store(out.y[3], i * 4 + 3);
    }
  }
}

const WinogradKernels* winograd_table() {
  static constexpr WinogradKernels kTable = {kLanes, input_tile, output_tile};
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

HWY_EXPORT(winograd_table);

const WinogradKernels& winograd_kernels() { return *HWY_DYNAMIC_DISPATCH(winograd_table)(); }

}  // namespace internal
}  // namespace native
}  // namespace at
#endif  // HWY_ONCE
