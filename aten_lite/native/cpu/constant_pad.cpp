// constant_pad_nd and pad, which chooses between the padding operators.
#include "ATen/ops/_pad_circular.h"
#include "ATen/ops/_pad_enum.h"
#include "ATen/ops/clone.h"
#include "ATen/ops/constant_pad_nd.h"
#include "ATen/ops/copy.h"
#include "ATen/ops/fill.h"
#include "ATen/ops/narrow.h"
#include "ATen/ops/pad.h"
#include "ATen/ops/reflection_pad1d.h"
#include "ATen/ops/reflection_pad2d.h"
#include "ATen/ops/reflection_pad3d.h"
#include "ATen/ops/replication_pad1d.h"
#include "ATen/ops/replication_pad2d.h"
#include "ATen/ops/replication_pad3d.h"
#include "aten_lite/core/irange.h"
#include "aten_lite/native/internal/dense.h"

namespace at::native {
namespace {

// In the order of at::padding_mode.
enum PaddingMode : int64_t { kReflect, kReplicate, kCircular, kConstant };

constexpr int64_t kLargestPad = int64_t{1} << 40;

Tensor pad_in_mode(const Tensor& self, IntArrayRef pad, int64_t mode) {
  const auto is = [&](size_t pads, int64_t dim) {
    return pad.size() == pads && (self.dim() == dim || self.dim() == dim + 1);
  };
  if (is(2, 2)) {
    switch (mode) {
      case kReflect:
        return at::reflection_pad1d(self, pad);
      case kReplicate:
        return at::replication_pad1d(self, pad);
      case kCircular:
        return at::_pad_circular(self, pad);
      default:
        break;
    }
  } else if (is(4, 3)) {
    switch (mode) {
      case kReflect:
        return at::reflection_pad2d(self, pad);
      case kReplicate:
        return at::replication_pad2d(self, pad);
      case kCircular:
        return at::_pad_circular(self, pad);
      default:
        break;
    }
  } else if (is(6, 4)) {
    switch (mode) {
      case kReflect:
        return at::reflection_pad3d(self, pad);
      case kReplicate:
        return at::replication_pad3d(self, pad);
      case kCircular:
        return at::_pad_circular(self, pad);
      default:
        break;
    }
  }
  TORCH_CHECK_NOT_IMPLEMENTED(
      false,
      "Only 2D, 3D, 4D, 5D padding with non-constant padding are supported for now, but the "
      "input has shape ",
      self.sizes(), " and pad=", pad);
}

}  // namespace

Tensor constant_pad_nd(const Tensor& self, IntArrayRef pad, const Scalar& value) {
  TORCH_CHECK(pad.size() % 2 == 0, "Length of pad must be even but instead it equals ", pad.size());
  const auto padded = static_cast<int64_t>(pad.size() / 2);
  TORCH_CHECK(padded <= self.dim(),
              "Length of pad should be no more than twice the number of "
              "dimensions of the input. Pad length is ",
              pad.size(), " while the input has ", self.dim(), " dimensions.");
  // Negative pads cut: what is left of the input goes to its place in the output.
  Tensor inner = self;
  DimVector sizes(self.sizes().begin(), self.sizes().end());
  bool grows = false;
  for (const auto i : c10::irange(padded)) {
    const int64_t dim = self.dim() - 1 - i;
    const int64_t before = pad[static_cast<size_t>(2 * i)];
    const int64_t after = pad[static_cast<size_t>(2 * i + 1)];
    TORCH_CHECK(std::abs(before) < kLargestPad && std::abs(after) < kLargestPad,
                "constant_pad_nd: pad is too large: ", pad);
    const int64_t size = self.size(dim) + before + after;
    TORCH_CHECK(size >= 0, "The input size ", self.size(dim), ", plus negative padding ", before,
                " and ", after,
                " resulted in a negative output size, which is invalid. Check "
                "dimension ",
                dim, " of your input.");
    sizes[static_cast<size_t>(dim)] = size;
    const int64_t first = std::min(std::max<int64_t>(0, -before), self.size(dim));
    const int64_t last = std::max(first, self.size(dim) - std::max<int64_t>(0, -after));
    if (last - first != self.size(dim)) {
      inner = inner.narrow(dim, first, last - first);
    }
    grows = grows || before > 0 || after > 0;
  }
  if (!grows) {
    return inner.clone();
  }
  Tensor output = new_tensor(sizes, self.scalar_type(), self.suggest_memory_format());
  output.fill_(value);
  Tensor place = output;
  for (const auto i : c10::irange(padded)) {
    const int64_t dim = self.dim() - 1 - i;
    const int64_t first = std::max<int64_t>(0, pad[static_cast<size_t>(2 * i)]);
    // A pad that cuts more than there is leaves nothing to place.
    const int64_t room = std::max<int64_t>(0, output.size(dim) - first);
    const int64_t count = std::min(inner.size(dim), room);
    inner = inner.narrow(dim, 0, count);
    place = place.narrow(dim, std::min(first, output.size(dim)), count);
  }
  place.copy_(inner);
  return output;
}

Tensor _pad_enum(const Tensor& self, IntArrayRef pad, int64_t mode, std::optional<double> value) {
  TORCH_CHECK(pad.size() % 2 == 0, "Padding length must be divisible by 2, but got pad=", pad);
  TORCH_CHECK(
      static_cast<int64_t>(pad.size()) <= self.dim() * 2,
      "Padding length should be less than or equal to two times the input dimension but got "
      "padding length ",
      pad.size(), " and input of dimension ", self.dim());
  if (mode == kConstant) {
    return at::constant_pad_nd(self, pad, value.value_or(0.0));
  }
  TORCH_CHECK(
      !value.has_value() || *value == 0,
      "This padding mode doesn't take in a value argument, but got value=", value.value_or(0.0));
  return pad_in_mode(self, pad, mode);
}

Tensor pad(const Tensor& self, IntArrayRef pad, c10::string_view mode,
           std::optional<double> value) {
  constexpr c10::string_view kNames[] = {"reflect", "replicate", "circular", "constant"};
  for (const int64_t i : {kReflect, kReplicate, kCircular, kConstant}) {
    if (mode == kNames[i]) {
      return native::_pad_enum(self, pad, i, value);
    }
  }
  TORCH_CHECK_NOT_IMPLEMENTED(false, "Unrecognised padding mode '", mode,
                              "'; it must be constant, reflect, replicate or circular");
}

}  // namespace at::native
