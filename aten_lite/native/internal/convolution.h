// Convolution of tensors with everything that aten::convolution checks, and a clamp that fused
// operators add.
#pragma once

#include <limits>

#include "ATen/core/TensorBody.h"
#include "aten_lite/native/internal/conv.h"

namespace at::native {

struct ConvolutionArguments {
  IntArrayRef stride;
  IntArrayRef padding;
  IntArrayRef dilation;
  bool transposed = false;
  IntArrayRef output_padding;
  int64_t groups = 1;
  // Results are cut to [lower, upper].
  float lower = -std::numeric_limits<float>::infinity();
  float upper = std::numeric_limits<float>::infinity();
  // The weights for channels-last inputs when they were packed before; not for transposed
  // convolutions.
  const internal::ChannelsLastWeights* packed = nullptr;
};

// Packs float weights [out, in / groups, ...] for ConvolutionArguments::packed.
internal::ChannelsLastWeights pack_channels_last(const Tensor& weight, int64_t groups);

// `input` is batched, `bias` may be undefined. The result is channels last where input or weight
// is.
Tensor convolve(const Tensor& input, const Tensor& weight, const Tensor& bias,
                const ConvolutionArguments& arguments);

}  // namespace at::native
