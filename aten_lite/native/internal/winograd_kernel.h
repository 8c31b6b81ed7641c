// SIMD transforms of Winograd's F(4x4, 3x3) convolution, channels last.
//
// A tile is 6 x 6 input pixels and 4 x 4 output pixels. The transforms interpolate at 0, +-5/8,
// +-3/2 and infinity: rounding errors are half of those at the usual 0, +-1, +-2, and all
// coefficients of the input's and the output's transform but one are exact.
#pragma once

#include <cstdint>

namespace at {
namespace native {
namespace internal {

constexpr double kWinogradNear = 0.625;
constexpr double kWinogradFar = 1.5;

// One tile of the input: pixels[i] is its pixel i, of `channels` floats.
struct WinogradInput {
  const float* const* pixels;  // 36
  int64_t channels;
  float* to;  // transformed pixel i goes to `to + i * to_stride`
  int64_t to_stride;
};

// One tile of the output.
struct WinogradOutput {
  const float* from;  // transformed pixel i is at `from + i * from_stride`
  int64_t from_stride;
  int64_t channels;
  const float* bias;  // null for none
  float lower;
  float upper;
  float* const* outputs;        // 16; null for a pixel outside of the image
  const float* const* addends;  // 16, one for every output; or null for none
};

struct WinogradKernels {
  // `channels` must be a multiple of this.
  int64_t channel_step;
  void (*input)(const WinogradInput& tile);
  void (*output)(const WinogradOutput& tile);
};

const WinogradKernels& winograd_kernels();

}  // namespace internal
}  // namespace native
}  // namespace at
