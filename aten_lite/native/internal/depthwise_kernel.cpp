// Implements depthwise_kernel.h, once per SIMD target.
#include "aten_lite/native/internal/depthwise_kernel.h"

#include <cstddef>
#include <utility>

#include "aten_lite/native/internal/simd_targets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "aten_lite/native/internal/depthwise_kernel.cpp"
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
static_assert(3 * kLanes <= kDepthwiseSlack);

// On x86, Max and Min return their second operand when one is NaN, on Arm they return NaN: NaN
// stays NaN.
HWY_INLINE Vec clamp(Vec value, Vec lower, Vec upper) {
  return hn::Min(upper, hn::Max(lower, value));
}

// Every kStride-th float from `from` on.
template <int kStride>
HWY_INLINE Vec load_strided(const float* from) {
  const F32 d;
  if constexpr (kStride == 1) {
    return hn::LoadU(d, from);
  } else {
    Vec even;
    Vec odd;
    hn::LoadInterleaved2(d, from, even, odd);
    return even;
  }
}

template <int kStride>
HWY_INLINE void store_sum(const DepthwisePlane& p, const float* line, int64_t x, float* to,
                          Vec sum) {
  const F32 d;
  for (int64_t ky = 0; ky < p.kernel_height; ++ky) {
    const float* const from = line + ky * p.dilation_y * p.width + x * kStride;
    for (int64_t kx = 0; kx < p.kernel_width; ++kx) {
      const Vec weight = hn::Set(d, p.weight[ky * p.kernel_width + kx]);
      sum = hn::MulAdd(weight, load_strided<kStride>(from + kx * p.dilation_x), sum);
    }
  }
  sum = clamp(sum, hn::Set(d, p.lower), hn::Set(d, p.upper));
  const int64_t count = p.output_width - x;
  if (count >= kLanes) {
    hn::StoreU(sum, d, to + x);
  } else {
    hn::StoreN(sum, d, to + x, static_cast<size_t>(count));
  }
}

// Two vectors at once hide the latency of the chained sums.
template <int kStride>
void vector_line(const DepthwisePlane& p, const float* line, float* to) {
  const F32 d;
  const Vec bias = hn::Set(d, p.bias);
  int64_t x = 0;
  for (; x + 2 * kLanes <= p.output_width; x += 2 * kLanes) {
    Vec first = bias;
    Vec second = bias;
    for (int64_t ky = 0; ky < p.kernel_height; ++ky) {
      const float* const from = line + ky * p.dilation_y * p.width + x * kStride;
      for (int64_t kx = 0; kx < p.kernel_width; ++kx) {
        const Vec weight = hn::Set(d, p.weight[ky * p.kernel_width + kx]);
        const float* const at = from + kx * p.dilation_x;
        first = hn::MulAdd(weight, load_strided<kStride>(at), first);
        second = hn::MulAdd(weight, load_strided<kStride>(at + kLanes * kStride), second);
      }
    }
    const Vec lower = hn::Set(d, p.lower);
    const Vec upper = hn::Set(d, p.upper);
    hn::StoreU(clamp(first, lower, upper), d, to + x);
    hn::StoreU(clamp(second, lower, upper), d, to + x + kLanes);
  }
  for (; x < p.output_width; x += kLanes) {
    store_sum<kStride>(p, line, x, to, bias);
  }
}

void scalar_line(const DepthwisePlane& p, const float* line, float* to) {
  for (int64_t x = 0; x < p.output_width; ++x) {
    float sum = p.bias;
    for (int64_t ky = 0; ky < p.kernel_height; ++ky) {
      for (int64_t kx = 0; kx < p.kernel_width; ++kx) {
        sum += p.weight[ky * p.kernel_width + kx] *
               line[ky * p.dilation_y * p.width + x * p.stride_x + kx * p.dilation_x];
      }
    }
    sum = sum < p.lower ? p.lower : sum;
    to[x] = sum > p.upper ? p.upper : sum;
  }
}

void plane(const DepthwisePlane& p) {
  for (int64_t y = 0; y < p.output_height; ++y) {
    const float* const line = p.input + y * p.stride_y * p.width;
    float* const to = p.output + y * p.output_width;
    if (p.stride_x == 1) {
      vector_line<1>(p, line, to);
    } else if (p.stride_x == 2) {
      vector_line<2>(p, line, to);
    } else {
      scalar_line(p, line, to);
    }
  }
}

// Pixels at once, two vectors of channels each: a weight that is loaded serves all of them.
#if HWY_TARGET == HWY_SSE2 || HWY_TARGET == HWY_AVX2 || HWY_TARGET == HWY_EMU128 || \
    HWY_TARGET == HWY_SCALAR
constexpr size_t kPixels = 5;
#else
constexpr size_t kPixels = 12;
#endif

struct Pair {
  Vec left;
  Vec right;
};

// Channels [c, c + two vectors) of the pixels from `pixel` on.
template <size_t... kIndex>
HWY_INLINE void line_block(const DepthwiseLine& line, int64_t pixel, int64_t c,
                           std::index_sequence<kIndex...>) {
  const F32 d;
  const auto load = [&](const float* from) {
    return Pair{hn::LoadU(d, from), hn::LoadU(d, from + kLanes)};
  };
  const Pair bias = line.bias != nullptr ? load(line.bias + c) : Pair{hn::Zero(d), hn::Zero(d)};
  Pair sums[sizeof...(kIndex)] = {((void)kIndex, bias)...};
  if (line.addend != nullptr) {
    const float* from = line.addend + pixel * line.channels + c;
    const auto add = [&](Pair& sum) {
      sum.left = hn::Add(sum.left, hn::LoadU(d, from));
      sum.right = hn::Add(sum.right, hn::LoadU(d, from + kLanes));
      from += line.channels;
    };
    (add(sums[kIndex]), ...);
  }
  const int64_t offset = pixel * line.step + c;
  for (int64_t t = 0; t < line.taps; ++t) {
    const Pair weight = load(line.weights[t] + c);
    const float* from = line.inputs[t] + offset;
    const auto add = [&](Pair& sum) {
      sum.left = hn::MulAdd(hn::LoadU(d, from), weight.left, sum.left);
      sum.right = hn::MulAdd(hn::LoadU(d, from + kLanes), weight.right, sum.right);
      from += line.step;
    };
    (add(sums[kIndex]), ...);
  }
  const Vec lower = hn::Set(d, line.lower);
  const Vec upper = hn::Set(d, line.upper);
  float* to = line.output + pixel * line.channels + c;
  const auto store = [&](const Pair& sum) {
    hn::StoreU(clamp(sum.left, lower, upper), d, to);
    hn::StoreU(clamp(sum.right, lower, upper), d, to + kLanes);
    to += line.channels;
  };
  (store(sums[kIndex]), ...);
}

template <size_t kCount>
HWY_INLINE void line_blocks(const DepthwiseLine& line, int64_t& pixel, int64_t c) {
  for (; pixel + static_cast<int64_t>(kCount) <= line.pixels;
       pixel += static_cast<int64_t>(kCount)) {
    line_block(line, pixel, c, std::make_index_sequence<kCount>());
  }
}

// `count` (at most a vector) channels of one pixel.
HWY_INLINE void line_part(const DepthwiseLine& line, int64_t pixel, int64_t c, size_t count) {
  const F32 d;
  Vec sum = line.bias != nullptr ? hn::LoadN(d, line.bias + c, count) : hn::Zero(d);
  if (line.addend != nullptr) {
    sum = hn::Add(sum, hn::LoadN(d, line.addend + pixel * line.channels + c, count));
  }
  for (int64_t t = 0; t < line.taps; ++t) {
    sum = hn::MulAdd(hn::LoadN(d, line.inputs[t] + pixel * line.step + c, count),
                     hn::LoadN(d, line.weights[t] + c, count), sum);
  }
  hn::StoreN(clamp(sum, hn::Set(d, line.lower), hn::Set(d, line.upper)), d,
             line.output + pixel * line.channels + c, count);
}

void depthwise_line(const DepthwiseLine& line) {
  int64_t c = 0;
  for (; c + 2 * kLanes <= line.channels; c += 2 * kLanes) {
    int64_t pixel = 0;
    line_blocks<kPixels>(line, pixel, c);
    line_blocks<2>(line, pixel, c);
    line_blocks<1>(line, pixel, c);
  }
  for (; c < line.channels; c += kLanes) {
    const int64_t count = line.channels - c < kLanes ? line.channels - c : kLanes;
    for (int64_t pixel = 0; pixel < line.pixels; ++pixel) {
      line_part(line, pixel, c, static_cast<size_t>(count));
    }
  }
}

const DepthwiseKernels* depthwise_table() {
  static constexpr DepthwiseKernels kTable = {plane, depthwise_line};
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

HWY_EXPORT(depthwise_table);

const DepthwiseKernels& depthwise_kernels() { return *HWY_DYNAMIC_DISPATCH(depthwise_table)(); }

}  // namespace internal
}  // namespace native
}  // namespace at
#endif  // HWY_ONCE
