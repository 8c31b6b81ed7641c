// Convolution of tensors with everything that aten::convolution checks, and what fused operators
// add: a clamp, a sum with another tensor, weights that were packed before.
#pragma once

#include <limits>
#include <memory>
#include <mutex>
#include <optional>

#include "ATen/core/TensorBody.h"
#include "aten_lite/native/internal/conv.h"
#include "aten_lite/native/internal/winograd.h"

namespace at::native {

// float weights [out, in / groups, ...] of a convolution that runs again and again. They are packed
// for what a run needs by the first such run; thread-safe.
class PackedConvWeights {
 public:
  PackedConvWeights(Tensor weight, int64_t groups);

  const internal::ChannelsLastWeights& channels_last() const;
  const internal::WinogradWeights& winograd() const;  // of 3x3 kernels in one group

 private:
  Tensor weight_;  // contiguous
  int64_t groups_;
  mutable std::once_flag channels_last_once_;
  mutable std::unique_ptr<internal::ChannelsLastWeights> channels_last_;
  mutable std::once_flag winograd_once_;
  mutable std::unique_ptr<internal::WinogradWeights> winograd_;
};

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
  // The weights, for results that are channels last: then Winograd's algorithm may be used. Not for
  // transposed convolutions.
  const PackedConvWeights* packed = nullptr;
};

// `input` is batched, `bias` may be undefined.
Tensor convolve(const Tensor& input, const Tensor& weight, const Tensor& bias,
                const ConvolutionArguments& arguments);

}  // namespace at::native
