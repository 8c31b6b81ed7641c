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

// Neighbouring output pixels, channels last, that have the same taps:
// output[i][c] = clamp(bias[c] + addend[i][c] + sum over taps t of inputs[t][i * step + c] *
// weights[t][c]).
struct DepthwiseLine {
  int64_t channels;
  int64_t pixels;
  int64_t taps;
  const float* const* inputs;
  const float* const* weights;
  int64_t step;         // from the input of one output pixel to that of the next
  const float* bias;    // null for none
  const float* addend;  // like output; null for none
  float lower;
  float upper;
  float* output;
};

struct DepthwiseKernels {
  void (*plane)(const DepthwisePlane& plane);

  void (*line)(const DepthwiseLine& line);
};

const DepthwiseKernels& depthwise_kernels();

}  // namespace internal
}  // namespace native
}  // namespace at
