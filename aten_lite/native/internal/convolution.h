// Convolution of tensors with everything that aten::convolution checks, and a clamp that fused
// operators add.
#pragma once

#include <limits>
#include <optional>

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
  // Memory format of the result; without it, channels last where input or weight is.
  std::optional<MemoryFormat> format;
  // Added to the results before they are cut: of their shape and dtype (float), or undefined. Only
  // for results that are channels last, and not for transposed convolutions.
  Tensor addend;
  // The weights for channels-last results when they were packed before; not for transposed
  // convolutions.
  const internal::ChannelsLastWeights* packed = nullptr;
};

// Packs float weights [out, in / groups, ...] for ConvolutionArguments::packed.
internal::ChannelsLastWeights pack_channels_last(const Tensor& weight, int64_t groups);

// `input` is batched, `bias` may be undefined.
Tensor convolve(const Tensor& input, const Tensor& weight, const Tensor& bias,
                const ConvolutionArguments& arguments);

}  // namespace at::native
