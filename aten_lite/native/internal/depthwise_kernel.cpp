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

HWY_INLINE Vec clamp(Vec value, Vec lower, Vec upper) {
  value = hn::IfThenElse(hn::Lt(value, lower), lower, value);
  return hn::IfThenElse(hn::Gt(value, upper), upper, value);
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

// Pixels at once: each weight that is loaded serves all of them.
#if HWY_TARGET == HWY_SSE2 || HWY_TARGET == HWY_AVX2 || HWY_TARGET == HWY_EMU128 || \
    HWY_TARGET == HWY_SCALAR
constexpr size_t kPixels = 8;
#else
constexpr size_t kPixels = 14;
#endif

// Channels [c, c + a vector) of the pixels from `pixel` on; `count` are stored, or as many as fit.
template <size_t... kIndex>
HWY_INLINE void line_block(const DepthwiseLine& line, int64_t pixel, int64_t c, size_t count,
                           std::index_sequence<kIndex...>) {
  const F32 d;
  const bool whole = count == static_cast<size_t>(kLanes);
  const auto load = [&](const float* from) {
    return whole ? hn::LoadU(d, from) : hn::LoadN(d, from, count);
  };
  const Vec bias = line.bias != nullptr ? load(line.bias + c) : hn::Zero(d);
  Vec sums[sizeof...(kIndex)] = {((void)kIndex, bias)...};
  if (line.addend != nullptr) {
    const float* const from = line.addend + pixel * line.channels + c;
    ((sums[kIndex] =
          hn::Add(sums[kIndex], load(from + static_cast<int64_t>(kIndex) * line.channels))),
     ...);
  }
  const int64_t offset = pixel * line.step + c;
  for (int64_t t = 0; t < line.taps; ++t) {
    const Vec weight = load(line.weights[t] + c);
    const float* const from = line.inputs[t] + offset;
    ((sums[kIndex] =
          hn::MulAdd(load(from + static_cast<int64_t>(kIndex) * line.step), weight, sums[kIndex])),
     ...);
  }
  const Vec lower = hn::Set(d, line.lower);
  const Vec upper = hn::Set(d, line.upper);
  float* const to = line.output + pixel * line.channels + c;
  const auto store = [&](size_t i, Vec sum) {
    sum = clamp(sum, lower, upper);
    float* const at = to + static_cast<int64_t>(i) * line.channels;
    whole ? hn::StoreU(sum, d, at) : hn::StoreN(sum, d, at, count);
  };
  (store(kIndex, sums[kIndex]), ...);
}

template <size_t kCount>
HWY_INLINE void line_blocks(const DepthwiseLine& line, int64_t& pixel, int64_t c, size_t count) {
  for (; pixel + static_cast<int64_t>(kCount) <= line.pixels;
       pixel += static_cast<int64_t>(kCount)) {
    line_block(line, pixel, c, count, std::make_index_sequence<kCount>());
  }
}

void depthwise_line(const DepthwiseLine& line) {
  int64_t c = 0;
  for (; c + kLanes <= line.channels; c += kLanes) {
    constexpr auto kAll = static_cast<size_t>(kLanes);
    int64_t pixel = 0;
    line_blocks<kPixels>(line, pixel, c, kAll);
    line_blocks<4>(line, pixel, c, kAll);
    line_blocks<1>(line, pixel, c, kAll);
  }
  if (c < line.channels) {
    int64_t pixel = 0;
    line_blocks<1>(line, pixel, c, static_cast<size_t>(line.channels - c));
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
