// Implements gather_patch_row of conv.h.
#pragma once

#include <algorithm>

#include "aten_lite/native/internal/conv.h"

namespace at {
namespace native {
namespace internal {

// Pixels of one input line at ox * stride + offset for `count` positions ox from `first` on; zero
// outside the line.
template <class T>
void gather_line(const T* line, int64_t width, int64_t stride, int64_t offset, int64_t first,
                 int64_t count, T* to) {
  const int64_t start = first * stride + offset;
  // Positions before `low` lie left of the line, those from `high` on right of it.
  const int64_t low = start >= 0 ? 0 : std::min(count, (-start + stride - 1) / stride);
  const int64_t high =
      start >= width ? low : std::max(low, std::min(count, (width - 1 - start) / stride + 1));
  std::fill(to, to + low, T(0));
  if (stride == 1) {
    std::copy(line + start + low, line + start + high, to + low);
  } else {
    for (int64_t i = low; i < high; ++i) {
      to[i] = line[start + i * stride];
    }
  }
  std::fill(to + high, to + count, T(0));
}

template <class T>
void gather_patch_row(const ConvShape& shape, const T* group_input, int64_t k, int64_t first,
                      int64_t last, T* row) {
  const auto [depth, height, width] = shape.input;
  const int64_t kw = k % shape.kernel[2];
  const int64_t kh = k / shape.kernel[2] % shape.kernel[1];
  const int64_t kd = k / (shape.kernel[2] * shape.kernel[1]) % shape.kernel[0];
  const T* const plane = group_input + k / product_of(shape.kernel) * depth * height * width;
  const int64_t offset = kw * shape.dilation[2] - shape.padding[2];
  while (first < last) {
    const int64_t line = first / shape.output[2];
    const int64_t ox = first % shape.output[2];
    const int64_t count = std::min(shape.output[2] - ox, last - first);
    const int64_t z =
        line / shape.output[1] * shape.stride[0] - shape.padding[0] + kd * shape.dilation[0];
    const int64_t y =
        line % shape.output[1] * shape.stride[1] - shape.padding[1] + kh * shape.dilation[1];
    if (z < 0 || z >= depth || y < 0 || y >= height) {
      std::fill(row, row + count, T(0));
    } else {
      gather_line(plane + (z * height + y) * width, width, shape.stride[2], offset, ox, count, row);
    }
    row += count;
    first += count;
  }
}

}  // namespace internal
}  // namespace native
}  // namespace at
