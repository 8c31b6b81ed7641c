// fp32 transposed convolution on contiguous channels-first memory, and the scatter that it and
// col2im share.
#pragma once

#include <cstdint>

#include "aten_lite/native/internal/conv.h"

namespace at {
namespace native {
namespace internal {

// `shape` describes the forward convolution that is transposed: its input is our output and the
// other way round, its in_channels are our output channels. Weights are [in, out / groups, kd, kh,
// kw] in our terms.
void conv_transpose(const ConvShape& shape, const float* input, const float* weight, float* output,
                    const ConvEpilogue& epilogue);

// Adds row `k` of a patch matrix, whose columns are all positions, to the image that it was
// gathered from.
template <class T>
void scatter_patch_row(const ConvShape& shape, const T* row, int64_t k, T* group_image) {
  const auto [depth, height, width] = shape.input;
  const int64_t kw = k % shape.kernel[2];
  const int64_t kh = k / shape.kernel[2] % shape.kernel[1];
  const int64_t kd = k / (shape.kernel[2] * shape.kernel[1]) % shape.kernel[0];
  T* const plane = group_image + k / product_of(shape.kernel) * depth * height * width;
  const int64_t x0 = kw * shape.dilation[2] - shape.padding[2];
  for (int64_t oz = 0; oz < shape.output[0]; ++oz) {
    const int64_t z = oz * shape.stride[0] - shape.padding[0] + kd * shape.dilation[0];
    for (int64_t oy = 0; oy < shape.output[1]; ++oy, row += shape.output[2]) {
      const int64_t y = oy * shape.stride[1] - shape.padding[1] + kh * shape.dilation[1];
      if (z < 0 || z >= depth || y < 0 || y >= height) {
        continue;
      }
      T* const line = plane + (z * height + y) * width;
      for (int64_t ox = 0; ox < shape.output[2]; ++ox) {
        const int64_t x = x0 + ox * shape.stride[2];
        if (x >= 0 && x < width) {
          line[x] = static_cast<T>(line[x] + row[ox]);
        }
      }
    }
  }
}

}  // namespace internal
}  // namespace native
}  // namespace at
