// SIMD kernels of fp32 depthwise convolution: every channel has filters of its own.
#pragma once

#include <cstdint>

#include "aten_lite/native/internal/conv.h"

namespace at {
namespace native {
namespace internal {

// Floats that a padded plane must have beyond its last element, for vectors that begin inside it.
constexpr int64_t kDepthwiseSlack = 64;

// One plane of a channel, channels first. `input` is padded (conv's padding is in it) and has
// kDepthwiseSlack readable floats behind its end; `width` is that of a padded line.
struct DepthwisePlane {
  const float* input;
  int64_t width;
  const float* weight;  // kernel_height x kernel_width
  int64_t kernel_height;
  int64_t kernel_width;
  int64_t stride_y;
  int64_t stride_x;
  int64_t dilation_y;
  int64_t dilation_x;
  float* output;
  int64_t output_height;
  int64_t output_width;
  float bias;
  float lower;
  float upper;
};

struct DepthwiseKernels {
  void (*plane)(const DepthwisePlane& plane);

  // output[c] = clamp(bias[c] + sum over taps of inputs[t][c] * weights[t][c]) for all channels of
  // one pixel. No bias: null.
  void (*pixel)(int64_t channels, int64_t taps, const float* const* inputs,
                const float* const* weights, const float* bias, float lower, float upper,
                float* output);
};

const DepthwiseKernels& depthwise_kernels();

}  // namespace internal
}  // namespace native
}  // namespace at
