// Implements conv_transpose.h: patches = transposed weights times input, scattered into the output.
#include "aten_lite/native/internal/conv_transpose.h"

#include <algorithm>

#include "aten_lite/parallel/parallel.h"

namespace at {
namespace native {
namespace internal {
namespace {

// Output channels of one group: bias, the sum of the channel's patch rows, clamp.
void scatter_channel(const ConvShape& shape, const float* patches, int64_t channel, float bias,
                     float lower, float upper, float* group_output) {
  const int64_t taps = product_of(shape.kernel);
  const int64_t positions = product_of(shape.output);
  const int64_t pixels = product_of(shape.input);
  float* const plane = group_output + channel * pixels;
  std::fill_n(plane, pixels, bias);
  for (int64_t tap = 0; tap < taps; ++tap) {
    const int64_t k = channel * taps + tap;
    scatter_patch_row(shape, patches + k * positions, k, group_output);
  }
  for (int64_t i = 0; i < pixels; ++i) {
    const float value = plane[i] < lower ? lower : plane[i];
    plane[i] = value > upper ? upper : value;
  }
}

}  // namespace

void conv_transpose(const ConvShape& shape, const float* input, const float* weight, float* output,
                    const ConvEpilogue& epilogue) {
  const int64_t inputs = shape.group_outputs();  // the forward convolution's outputs
  const int64_t channels = shape.group_inputs();
  const int64_t rows = shape.patch();
  const int64_t positions = product_of(shape.output);
  const int64_t pixels = product_of(shape.input);
  Scratch<float> patches(rows * positions);
  for (int64_t part = 0; part < shape.batch * shape.groups; ++part) {
    const int64_t group = part % shape.groups;
    gemm(rows, positions, inputs, {weight + group * inputs * rows, 1, rows},
         {input + part * inputs * positions, positions, 1}, patches.data(), positions);
    float* const to = output + part * channels * pixels;
    const int64_t work = product_of(shape.kernel) * positions;
    parallel_for(0, channels, std::max<int64_t>(1, (1 << 15) / std::max<int64_t>(1, work)),
                 [&](int64_t begin, int64_t end) {
                   for (int64_t c = begin; c < end; ++c) {
                     const float bias =
                         epilogue.bias == nullptr ? 0.0f : epilogue.bias[group * channels + c];
                     scatter_channel(shape, patches.data(), c, bias, epilogue.lower, epilogue.upper,
                                     to);
                   }
                 });
  }
}

}  // namespace internal
}  // namespace native
}  // namespace at
