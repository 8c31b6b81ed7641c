// What all pooling operators share: windows over up to three dimensions, and loops over them.
//
// An image is [outer, pixels, lanes]: channels first with outer = batch * channels and one lane,
// channels last with outer = batch and lanes = channels.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <vector>

#include "ATen/core/TensorBody.h"
#include "aten_lite/core/half.h"
#include "aten_lite/parallel/parallel.h"

namespace at::native {

// Input pixels first, first + step, ... below last, along one dimension.
struct PoolWindow {
  int64_t first = 0;
  int64_t last = 0;
  int64_t count = 0;  // pixels that an average divides by; padding may be among them
};

struct PoolAxis {
  int64_t input = 1;
  int64_t step = 1;
  std::vector<PoolWindow> windows;  // one per output pixel
  int64_t output() const { return static_cast<int64_t>(windows.size()); }
};

struct PoolGeometry {
  int64_t outer = 1;
  int64_t lanes = 1;
  std::array<PoolAxis, 3> axes;
  int64_t input_pixels() const { return axes[0].input * axes[1].input * axes[2].input; }
  int64_t output_pixels() const { return axes[0].output() * axes[1].output() * axes[2].output(); }
};

// Kernel, stride, padding and dilation of a pooling operator, one value per pooled dimension.
struct PoolParameters {
  DimVector kernel;
  DimVector stride;
  DimVector padding;
  DimVector dilation;
  bool ceil_mode = false;
};

// Expands the arguments to `dims` values each and checks them; an empty stride is the kernel size.
PoolParameters pool_parameters(const char* op, int64_t dims, IntArrayRef kernel, IntArrayRef stride,
                               IntArrayRef padding, IntArrayRef dilation, bool ceil_mode);

// Checks that `input` is [channels, ...] or [batch, channels, ...] with `dims` further dimensions,
// of which only the batch may be 0.
void check_pool_input(const char* op, const Tensor& input, int64_t dims);

// The axes of sliding windows. `include_padding` decides what an average divides by.
std::array<PoolAxis, 3> sliding_axes(const char* op, const Tensor& input, const PoolParameters& p,
                                     bool include_padding);
// The axes of adaptive pooling: `output` windows that share the input evenly.
std::array<PoolAxis, 3> adaptive_axes(const char* op, const Tensor& input, IntArrayRef output);

// Input and result of a pooling operator with the geometry between them, both of one memory format:
// the input's, or Contiguous where PyTorch's kernel knows no other.
struct Pooling {
  Tensor input;
  Tensor result;
  PoolGeometry geometry;
};
Pooling prepare_pooling(const Tensor& input, int64_t dims, std::array<PoolAxis, 3> axes,
                        MemoryFormat format);

// Runs f(outer index, window d, window h, window w, output pixel) for all outputs, in parallel.
template <class F>
void for_each_window(const PoolGeometry& g, const F& f) {
  const int64_t lines = g.axes[0].output() * g.axes[1].output();
  const int64_t columns = g.axes[2].output();
  const int64_t line_work = std::max<int64_t>(1, columns * g.lanes * 8);
  parallel_for(
      0, g.outer * lines, std::max<int64_t>(1, at::internal::GRAIN_SIZE / line_work),
      [&](int64_t begin, int64_t end) {
        for (int64_t i = begin; i < end; ++i) {
          const int64_t line = i % lines;
          const PoolWindow& d = g.axes[0].windows[static_cast<size_t>(line / g.axes[1].output())];
          const PoolWindow& h = g.axes[1].windows[static_cast<size_t>(line % g.axes[1].output())];
          for (int64_t x = 0; x < columns; ++x) {
            f(i / lines, d, h, g.axes[2].windows[static_cast<size_t>(x)], line * columns + x);
          }
        }
      });
}

// Runs f(pixel) for the input pixels of a window, in order.
template <class F>
void for_each_pixel(const PoolGeometry& g, const PoolWindow& d, const PoolWindow& h,
                    const PoolWindow& w, const F& f) {
  const auto& [deep, high, wide] = g.axes;
  for (int64_t z = d.first; z < d.last; z += deep.step) {
    for (int64_t y = h.first; y < h.last; y += high.step) {
      const int64_t line = (z * high.input + y) * wide.input;
      for (int64_t x = w.first; x < w.last; x += wide.step) {
        f(line + x);
      }
    }
  }
}

template <class T>
bool pool_is_nan(T value) {
  if constexpr (std::is_integral_v<T>) {
    return false;
  } else {
    return value != value;
  }
}

// The largest element of every window (NaN is larger than all) and, where `indices` is not null,
// its pixel number.
template <class T>
void max_windows(const PoolGeometry& g, const T* input, T* output, int64_t* indices) {
  using Compared =
      std::conditional_t<std::is_same_v<T, c10::Half> || std::is_same_v<T, c10::BFloat16>, float,
                         T>;
  using Limits = std::numeric_limits<Compared>;
  const T lowest = static_cast<T>(Limits::has_infinity ? -Limits::infinity() : Limits::lowest());
  for_each_window(g, [&](int64_t outer, const PoolWindow& d, const PoolWindow& h,
                         const PoolWindow& w, int64_t pixel) {
    const T* const image = input + outer * g.input_pixels() * g.lanes;
    const int64_t at = (outer * g.output_pixels() + pixel) * g.lanes;
    const int64_t start = (d.first * g.axes[1].input + h.first) * g.axes[2].input + w.first;
    // A window may hold padding only (wide dilation): its maximum is the lowest value.
    std::fill_n(output + at, g.lanes, lowest);
    if (indices != nullptr) {
      std::fill_n(indices + at, g.lanes, start);
    }
    for_each_pixel(g, d, h, w, [&](int64_t from) {
      for (int64_t lane = 0; lane < g.lanes; ++lane) {
        const auto value = static_cast<Compared>(image[from * g.lanes + lane]);
        if (value > static_cast<Compared>(output[at + lane]) || pool_is_nan(value)) {
          output[at + lane] = image[from * g.lanes + lane];
          if (indices != nullptr) {
            indices[at + lane] = from;
          }
        }
      }
    });
  });
}

// sum / count; integers, whose sums are unsigned so that they wrap around, round towards zero.
template <class T, class Sum>
T pool_average(Sum sum, int64_t count) {
  if constexpr (std::is_integral_v<T>) {
    return count == -1 ? static_cast<T>(Sum(0) - sum)
                       : static_cast<T>(static_cast<T>(sum) / static_cast<T>(count));
  } else {
    return static_cast<T>(sum / static_cast<Sum>(count));
  }
}

// Sum of every window divided by its count, or by `divisor` when that is not 0.
template <class T, class Sum>
void average_windows(const PoolGeometry& g, const T* input, T* output, int64_t divisor) {
  for_each_window(g, [&](int64_t outer, const PoolWindow& d, const PoolWindow& h,
                         const PoolWindow& w, int64_t pixel) {
    const T* const image = input + outer * g.input_pixels() * g.lanes;
    T* const to = output + (outer * g.output_pixels() + pixel) * g.lanes;
    const int64_t count = divisor != 0 ? divisor : d.count * h.count * w.count;
    for (int64_t lane = 0; lane < g.lanes; ++lane) {
      Sum sum = 0;
      for_each_pixel(g, d, h, w,
                     [&](int64_t from) { sum += static_cast<Sum>(image[from * g.lanes + lane]); });
      to[lane] = pool_average<T, Sum>(sum, count);
    }
  });
}

}  // namespace at::native
