// fp32 convolutions on contiguous memory: channels first ([n, c, d, h, w]) and channels last ([n,
// d, h, w, c]).
//
// One and two spatial dimensions are three whose first sizes are 1. Nothing is checked here: sizes
// must fit and be positive. Both forms are products of a matrix of weights and one of input
// patches, cut into blocks that are gathered just before they are multiplied; depthwise ones have
// kernels of their own. Results do not depend on threads.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "aten_lite/native/internal/gemm.h"

namespace at {
namespace native {
namespace internal {

using Spatial = std::array<int64_t, 3>;  // depth, height, width

inline int64_t product_of(const Spatial& sizes) { return sizes[0] * sizes[1] * sizes[2]; }

struct ConvShape {
  int64_t batch = 1;
  int64_t groups = 1;
  int64_t in_channels = 1;   // of all groups
  int64_t out_channels = 1;  // of all groups
  Spatial input{1, 1, 1};
  Spatial output{1, 1, 1};
  Spatial kernel{1, 1, 1};
  Spatial stride{1, 1, 1};
  Spatial padding{0, 0, 0};
  Spatial dilation{1, 1, 1};

  int64_t group_inputs() const { return in_channels / groups; }
  int64_t group_outputs() const { return out_channels / groups; }
  int64_t patch() const { return group_inputs() * product_of(kernel); }

  // A patch is one pixel, and the next patch is the next pixel.
  bool is_pointwise() const {
    return product_of(kernel) == 1 && product_of(stride) == 1 && padding == Spatial{0, 0, 0};
  }
  bool is_depthwise() const { return group_inputs() == 1 && groups > 1; }
  bool has_one_filter_per_channel() const { return is_depthwise() && group_outputs() == 1; }
};

// Added to, and cut from, every output of a channel.
struct ConvEpilogue {
  const float* bias = nullptr;    // one per output channel
  const float* addend = nullptr;  // added before the cut: like the output; channels last only
  float lower = -std::numeric_limits<float>::infinity();
  float upper = std::numeric_limits<float>::infinity();
};

// Weights are [out, in / groups, kd, kh, kw].
void conv_channels_first(const ConvShape& shape, const float* input, const float* weight,
                         float* output, const ConvEpilogue& epilogue);

// Weights for channels-last convolution, packed once. Only the shape's channels, groups and kernel
// are looked at.
class ChannelsLastWeights {
 public:
  // Packs weights that lie as [out, kd, kh, kw, in / groups].
  ChannelsLastWeights(const ConvShape& shape, const float* weight);

  // One filter per channel, as [taps, channels]; null where groups() is to be used.
  const float* depthwise() const { return depthwise_.data(); }
  const std::vector<PackedMatrix>& groups() const { return groups_; }

 private:
  Scratch<float> depthwise_;
  std::vector<PackedMatrix> groups_;
};

// Whether conv_channels_last can read a channels-first input as it is.
bool reads_channels_first(const ConvShape& shape);

void conv_channels_last(const ConvShape& shape, const float* input,
                        const ChannelsLastWeights& weights, float* output,
                        const ConvEpilogue& epilogue, bool channels_first_input = false);

// Gathers patches: row `k` of the patch matrix (input channel, then kernel position) at the output
// positions [first, last) of one image's group. Any element type.
template <class T>
void gather_patch_row(const ConvShape& shape, const T* group_input, int64_t k, int64_t first,
                      int64_t last, T* row);

}  // namespace internal
}  // namespace native
}  // namespace at

#include "aten_lite/native/internal/conv_gather.h"
