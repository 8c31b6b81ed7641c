// pixel_shuffle, pixel_unshuffle, channel_shuffle: channels to pixels and back, channels among
// groups.
#include "ATen/ops/pixel_shuffle.h"

#include "ATen/ops/channel_shuffle.h"
#include "ATen/ops/contiguous.h"
#include "ATen/ops/native_channel_shuffle.h"
#include "ATen/ops/permute.h"
#include "ATen/ops/pixel_unshuffle.h"
#include "ATen/ops/reshape.h"
#include "ATen/ops/transpose.h"
#include "aten_lite/core/irange.h"
#include "aten_lite/native/internal/dense.h"

namespace at::native {
namespace {

void check(const char* op, const char* name, const Tensor& self, int64_t factor) {
  TORCH_CHECK(self.dim() >= 3, op,
              " expects input to have at least 3 dimensions, but got input "
              "with ",
              self.dim(), " dimension(s)");
  TORCH_CHECK(factor > 0 && factor < (int64_t{1} << 31), op, " expects a positive ", name,
              ", but got ", factor);
}

// The result has the memory format of the input, whose leading dimensions stay as they are.
Tensor rearrange(const Tensor& self, std::initializer_list<int64_t> split,
                 std::initializer_list<int64_t> order, std::initializer_list<int64_t> merged) {
  const int64_t lead = self.dim() - 3;
  std::vector<int64_t> sizes(self.sizes().begin(), self.sizes().begin() + lead);
  std::vector<int64_t> result_sizes = sizes;
  sizes.insert(sizes.end(), split.begin(), split.end());
  result_sizes.insert(result_sizes.end(), merged.begin(), merged.end());
  std::vector<int64_t> permutation;
  for (const auto i : c10::irange(lead)) {
    permutation.push_back(i);
  }
  for (const int64_t dim : order) {
    permutation.push_back(lead + dim);
  }
  const MemoryFormat format =
      self.dim() == 4 ? self.suggest_memory_format() : MemoryFormat::Contiguous;
  Tensor result = self.reshape(sizes).permute(permutation).contiguous().reshape(result_sizes);
  return result.contiguous(format);
}

}  // namespace

Tensor pixel_shuffle(const Tensor& self, int64_t upscale_factor) {
  check("pixel_shuffle", "upscale_factor", self, upscale_factor);
  const int64_t r = upscale_factor;
  const int64_t channels = self.size(-3);
  const int64_t height = self.size(-2);
  const int64_t width = self.size(-1);
  TORCH_CHECK(channels % (r * r) == 0,
              "pixel_shuffle expects its input's 'channel' dimension to be "
              "divisible by the square of upscale_factor, but input.size(-3)=",
              channels, " is not divisible by ", r * r);
  const int64_t outputs = channels / (r * r);
  return rearrange(self, {outputs, r, r, height, width}, {0, 3, 1, 4, 2},
                   {outputs, height * r, width * r});
}

Tensor pixel_unshuffle(const Tensor& self, int64_t downscale_factor) {
  check("pixel_unshuffle", "downscale_factor", self, downscale_factor);
  const int64_t r = downscale_factor;
  const int64_t channels = self.size(-3);
  const int64_t height = self.size(-2);
  const int64_t width = self.size(-1);
  TORCH_CHECK(height % r == 0,
              "pixel_unshuffle expects height to be divisible by downscale_factor, "
              "but input.size(-2)=",
              height, " is not divisible by ", r);
  TORCH_CHECK(width % r == 0,
              "pixel_unshuffle expects width to be divisible by downscale_factor, "
              "but input.size(-1)=",
              width, " is not divisible by ", r);
  return rearrange(self, {channels, height / r, r, width / r, r}, {0, 2, 4, 1, 3},
                   {channels * r * r, height / r, width / r});
}

Tensor channel_shuffle(const Tensor& self, int64_t groups) {
  TORCH_CHECK(self.dim() > 2,
              "channel_shuffle expects input with > 2 dims, but got input with "
              "sizes ",
              self.sizes());
  TORCH_CHECK(groups > 0,
              "Number of groups to divide channels in must be positive. Value of groups:", groups);
  const int64_t channels = self.size(1);
  TORCH_CHECK(channels % groups == 0, "Number of channels must be divisible by groups. Got ",
              channels, " channels and ", groups, " groups.");
  if (self.numel() == 0) {
    return self;
  }
  const int64_t batch = self.size(0);
  const int64_t pixels = self.numel() / (batch * channels);
  const MemoryFormat format = self.suggest_memory_format();
  return self.reshape({batch, groups, channels / groups, pixels})
      .transpose(1, 2)
      .contiguous()
      .reshape(self.sizes())
      .contiguous(format);
}

Tensor native_channel_shuffle(const Tensor& self, int64_t groups) {
  return native::channel_shuffle(self, groups);
}

}  // namespace at::native
