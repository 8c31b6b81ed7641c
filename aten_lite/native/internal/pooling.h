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
#include "aten_lite/native/internal/scratch.h"
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

// Runs f(outer index, window d, window h, output line) for all output lines, in parallel.
template <class F>
void for_each_line(const PoolGeometry& g, const F& f) {
  const int64_t lines = g.axes[0].output() * g.axes[1].output();
  const int64_t line_work = std::max<int64_t>(1, g.axes[2].output() * g.lanes * 8);
  parallel_for(0, g.outer * lines, std::max<int64_t>(1, at::internal::GRAIN_SIZE / line_work),
               [&](int64_t begin, int64_t end) {
                 for (int64_t i = begin; i < end; ++i) {
                   const int64_t line = i % lines;
                   f(i / lines, g.axes[0].windows[static_cast<size_t>(line / g.axes[1].output())],
                     g.axes[1].windows[static_cast<size_t>(line % g.axes[1].output())], line);
                 }
               });
}

// Runs f(outer index, window d, window h, window w, output pixel) for all outputs, in parallel.
template <class F>
void for_each_window(const PoolGeometry& g, const F& f) {
  for_each_line(g, [&](int64_t outer, const PoolWindow& d, const PoolWindow& h, int64_t line) {
    const int64_t columns = g.axes[2].output();
    for (int64_t x = 0; x < columns; ++x) {
      f(outer, d, h, g.axes[2].windows[static_cast<size_t>(x)], line * columns + x);
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

template <class T>
using PoolCompared =
    std::conditional_t<std::is_same_v<T, c10::Half> || std::is_same_v<T, c10::BFloat16>, float, T>;

// What the maximum of a window begins with.
template <class T>
T pool_lowest() {
  using Limits = std::numeric_limits<PoolCompared<T>>;
  return static_cast<T>(Limits::has_infinity ? -Limits::infinity() : Limits::lowest());
}

// The larger of two; NaN is larger than all.
template <class T>
T pool_larger(T a, T b) {
  const auto value = static_cast<PoolCompared<T>>(b);
  return value > static_cast<PoolCompared<T>>(a) || pool_is_nan(value) ? b : a;
}

// Lanes that are reduced at once: a constant number, that the compiler can keep in registers.
constexpr int64_t kPoolLanes = 32;

// Reduces the pixels of a window, [pixels, lanes] each: results[lane] = combine(results[lane],
// pixel[lane]), beginning with `first`. Gives the results to finish(first lane, lanes, results).
template <class T, class Acc, class Combine, class Finish>
void reduce_lanes(const PoolGeometry& g, const PoolWindow& d, const PoolWindow& h,
                  const PoolWindow& w, const T* image, Acc first, const Combine& combine,
                  const Finish& finish) {
  for (int64_t begin = 0; begin < g.lanes; begin += kPoolLanes) {
    const int64_t count = std::min(kPoolLanes, g.lanes - begin);
    Acc results[kPoolLanes];
    std::fill_n(results, kPoolLanes, first);
    for_each_pixel(g, d, h, w, [&](int64_t pixel) {
      const T* const from = image + pixel * g.lanes + begin;
      if (count == kPoolLanes) {
        for (int64_t i = 0; i < kPoolLanes; ++i) {
          results[i] = combine(results[i], from[i]);
        }
      } else {
        for (int64_t i = 0; i < count; ++i) {
          results[i] = combine(results[i], from[i]);
        }
      }
    });
    finish(begin, count, results);
  }
}

// The largest element of every window.
template <class T>
void max_windows(const PoolGeometry& g, const T* input, T* output) {
  // A window may hold padding only (wide dilation): its maximum is the lowest value.
  const T lowest = pool_lowest<T>();
  if (g.lanes > 1) {
    for_each_window(g, [&](int64_t outer, const PoolWindow& d, const PoolWindow& h,
                           const PoolWindow& w, int64_t pixel) {
      T* const to = output + (outer * g.output_pixels() + pixel) * g.lanes;
      reduce_lanes(
          g, d, h, w, input + outer * g.input_pixels() * g.lanes, lowest,
          [](T a, T b) { return pool_larger(a, b); },
          [&](int64_t begin, int64_t count, const T* results) {
            std::copy_n(results, count, to + begin);
          });
    });
    return;
  }
  // One lane: first down the lines of a window, for all columns at once, then along the columns.
  for_each_line(g, [&](int64_t outer, const PoolWindow& d, const PoolWindow& h, int64_t line) {
    const auto& [deep, high, wide] = g.axes;
    const T* const image = input + outer * g.input_pixels();
    const int64_t width = wide.input;
    internal::Scratch<T> columns(width);
    T* const largest = columns.data();
    std::fill_n(largest, width, lowest);
    for (int64_t z = d.first; z < d.last; z += deep.step) {
      for (int64_t y = h.first; y < h.last; y += high.step) {
        const T* const from = image + (z * high.input + y) * width;
        for (int64_t x = 0; x < width; ++x) {
          largest[x] = pool_larger(largest[x], from[x]);
        }
      }
    }
    T* const to = output + outer * g.output_pixels() + line * wide.output();
    for (int64_t i = 0; i < wide.output(); ++i) {
      const PoolWindow& w = wide.windows[static_cast<size_t>(i)];
      T result = lowest;
      for (int64_t x = w.first; x < w.last; x += wide.step) {
        result = pool_larger(result, largest[x]);
      }
      to[i] = result;
    }
  });
}

// Likewise, with the number of the pixel where it is.
template <class T>
void max_windows(const PoolGeometry& g, const T* input, T* output, int64_t* indices) {
  const T lowest = pool_lowest<T>();
  for_each_window(g, [&](int64_t outer, const PoolWindow& d, const PoolWindow& h,
                         const PoolWindow& w, int64_t pixel) {
    const T* const image = input + outer * g.input_pixels() * g.lanes;
    const int64_t at = (outer * g.output_pixels() + pixel) * g.lanes;
    const int64_t start = (d.first * g.axes[1].input + h.first) * g.axes[2].input + w.first;
    std::fill_n(output + at, g.lanes, lowest);
    std::fill_n(indices + at, g.lanes, start);
    for_each_pixel(g, d, h, w, [&](int64_t from) {
      for (int64_t lane = 0; lane < g.lanes; ++lane) {
        const auto value = static_cast<PoolCompared<T>>(image[from * g.lanes + lane]);
        if (value > static_cast<PoolCompared<T>>(output[at + lane]) || pool_is_nan(value)) {
          output[at + lane] = image[from * g.lanes + lane];
          indices[at + lane] = from;
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
    reduce_lanes(
        g, d, h, w, image, Sum(0), [](Sum sum, T value) { return sum + static_cast<Sum>(value); },
        [&](int64_t begin, int64_t lanes, const Sum* sums) {
          for (int64_t i = 0; i < lanes; ++i) {
            to[begin + i] = pool_average<T, Sum>(sums[i], count);
          }
        });
  });
}

}  // namespace at::native
