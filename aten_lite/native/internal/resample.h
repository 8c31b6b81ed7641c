// Resampling of images along up to three dimensions: what upsample_* do.
//
// Along a dimension every output pixel is a weighted sum of a few input pixels, its taps; nearest
// has one, linear two, cubic four, antialiased filters as many as the scale asks for.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "ATen/core/TensorBody.h"

namespace at::native {

enum class Resampling {
  kNearest,
  kNearestExact,
  kLinear,
  kCubic,
  kLinearAntialias,
  kCubicAntialias,
  kLanczosAntialias
};

// Resamples `self` [batch, channels, ...] to `output_size`. A scale that is given (output over
// input) decides where pixels lie, instead of the ratio of the sizes. The result has the input's
// memory format.
Tensor resample(const char* op, Resampling kind, const Tensor& self, IntArrayRef output_size,
                bool align_corners, const std::array<std::optional<double>, 3>& scales);

// The output size of the operators' `vec` overloads: exactly one of size and scale factors is
// given.
DimVector resampled_size(const char* op, const Tensor& input, OptionalIntArrayRef output_size,
                         const std::optional<ArrayRef<double>>& scale_factors);

}  // namespace at::native
