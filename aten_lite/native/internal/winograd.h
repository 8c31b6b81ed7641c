// 3x3 convolutions with stride 1 by Winograd's F(4x4, 3x3): a quarter of the multiplications.
//
// Rounding differs from a direct convolution's: for values of one scale the root mean square error
// is about twice that of a direct sum in fp32 (the test holds it below four times). An infinity or
// NaN in the input reaches all outputs of its 4 x 4 tiles, and may turn infinity into NaN. So only
// operators that hold packed weights use it. Results do not depend on threads.
#pragma once

#include <cstdint>
#include <vector>

#include "aten_lite/native/internal/conv.h"

namespace at {
namespace native {
namespace internal {

// Whether conv_winograd can compute the convolution, and is faster than conv_channels_last.
bool winograd_suits(const ConvShape& shape);

// Transformed weights: four times the size of the original ones.
class WinogradWeights {
 public:
  // Transforms weights that lie as [out, in, 3, 3].
  WinogradWeights(int64_t out_channels, int64_t in_channels, const float* weight);

  // The matrix [in, out] that transformed pixel i is multiplied with.
  const PackedMatrix& pixel(int64_t i) const { return pixels_[static_cast<size_t>(i)]; }

 private:
  std::vector<PackedMatrix> pixels_;
};

// Input, output and the epilogue's addend are channels last.
void conv_winograd(const ConvShape& shape, const float* input, const WinogradWeights& weights,
                   float* output, const ConvEpilogue& epilogue);

}  // namespace internal
}  // namespace native
}  // namespace at
