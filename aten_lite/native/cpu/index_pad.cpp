// reflection_pad, replication_pad and circular padding: outputs are inputs at other coordinates.
#include <cstring>

#include "ATen/ops/_pad_circular.h"
#include "ATen/ops/contiguous.h"
#include "ATen/ops/reflection_pad1d.h"
#include "ATen/ops/reflection_pad2d.h"
#include "ATen/ops/reflection_pad3d.h"
#include "ATen/ops/replication_pad1d.h"
#include "ATen/ops/replication_pad2d.h"
#include "ATen/ops/replication_pad3d.h"
#include "aten_lite/core/irange.h"
#include "aten_lite/native/internal/dense.h"
#include "aten_lite/native/internal/scratch.h"
#include "aten_lite/parallel/parallel.h"

namespace at::native {
namespace {

enum class Rule { kReflect, kReplicate, kCircular };

constexpr int64_t kLargestPad = int64_t{1} << 40;

// For every output coordinate of one dimension the input coordinate it is read from.
internal::Scratch<int64_t> coordinates(Rule rule, int64_t input, int64_t before, int64_t output) {
  internal::Scratch<int64_t> map(output);
  // Circular padding repeats what negative pads have left.
  const int64_t cut = std::max<int64_t>(0, -before);
  const int64_t after = output - input - before;
  const int64_t left = input - cut - std::max<int64_t>(0, -after);
  for (int64_t i = 0; i < output; ++i) {
    int64_t x = i - before;
    switch (rule) {
      case Rule::kReflect:
        x = x < 0 ? -x : x >= input ? 2 * (input - 1) - x : x;
        break;
      case Rule::kReplicate:
        x = std::min(std::max<int64_t>(x, 0), input - 1);
        break;
      case Rule::kCircular:
        x = cut + ((x - cut) % left + left) % left;
        break;
    }
    map[i] = x;
  }
  return map;
}

void check(const char* op, Rule rule, const Tensor& self, IntArrayRef padding, int64_t dim,
           int64_t before, int64_t after) {
  const int64_t input = self.size(dim);
  TORCH_CHECK(std::abs(before) < kLargestPad && std::abs(after) < kLargestPad, op,
              ": padding is too large: ", padding);
  const int64_t output = input + before + after;
  switch (rule) {
    case Rule::kReflect:
      TORCH_CHECK(before < input && after < input,
                  "Padding size should be less than the corresponding input dimension, but got: "
                  "padding (",
                  before, ", ", after, ") at dimension ", dim, " of input ", self.sizes());
      break;
    case Rule::kReplicate:
      break;
    case Rule::kCircular:
      TORCH_CHECK(before <= input && after <= input,
                  "Padding value causes wrapping around more than once.");
      TORCH_CHECK(
          output >= 0 && input + std::min<int64_t>(0, before) + std::min<int64_t>(0, after) > 0,
          "Negative padding value is resulting in an empty dimension");
      break;
  }
  TORCH_CHECK(output >= 1 || (rule == Rule::kCircular && output >= 0), op, ": input (", input,
              ") is too small in dimension ", dim, ". Calculated output: ", output);
}

// Copies elements of `bytes` bytes; an element is all channels of a pixel when they are adjacent.
void copy_padded(const char* from, int64_t outer, const DimVector& in_sizes,
                 const internal::Scratch<int64_t>* maps, const DimVector& out_sizes, int64_t bytes,
                 char* to) {
  const int64_t lines = out_sizes[0] * out_sizes[1];
  const int64_t image = in_sizes[0] * in_sizes[1] * in_sizes[2];
  const int64_t width = out_sizes[2];
  const int64_t grain =
      std::max<int64_t>(1, at::internal::GRAIN_SIZE / std::max<int64_t>(1, width));
  parallel_for(0, outer * lines, grain, [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i) {
      const int64_t z = maps[0][i % lines / out_sizes[1]];
      const int64_t y = maps[1][i % out_sizes[1]];
      const char* const line =
          from + (i / lines * image + (z * in_sizes[1] + y) * in_sizes[2]) * bytes;
      char* const out = to + i * width * bytes;
      for (int64_t x = 0; x < width; ++x) {
        const char* const pixel = line + maps[2][x] * bytes;
        if (bytes == 4) {
          std::memcpy(out + x * 4, pixel, 4);
        } else {
          std::memcpy(out + x * bytes, pixel, static_cast<size_t>(bytes));
        }
      }
    }
  });
}

// Pads the last `dims` dimensions. `padding` begins with the last one.
Tensor padded(const char* op, Rule rule, const Tensor& self, IntArrayRef padding, int64_t dims,
              bool keep_format) {
  TORCH_CHECK(static_cast<int64_t>(padding.size()) == 2 * dims, op, ": padding must have ",
              2 * dims, " values, but got ", padding);
  TORCH_CHECK(self.dim() == dims + 1 || self.dim() == dims + 2, op, ": ", dims + 1, "D or ",
              dims + 2, "D (batch mode) tensor expected for input, but got: ", self.sizes());
  for (int64_t i = self.dim() == dims + 2 ? 1 : 0; i < self.dim(); ++i) {
    TORCH_CHECK(self.size(i) != 0, op, ": ", dims + 1, "D or ", dims + 2,
                "D (batch mode) tensor expected for input with non-zero dimensions other than the "
                "batch, but got: ",
                self.sizes());
  }
  DimVector sizes(self.sizes().begin(), self.sizes().end());
  DimVector in_sizes(3, 1);
  DimVector out_sizes(3, 1);
  DimVector before(3, 0);
  for (const auto i : c10::irange(dims)) {
    const int64_t dim = self.dim() - 1 - i;
    const auto at = static_cast<size_t>(2 - i);
    before[at] = padding[static_cast<size_t>(2 * i)];
    const int64_t after = padding[static_cast<size_t>(2 * i + 1)];
    check(op, rule, self, padding, dim, before[at], after);
    in_sizes[at] = self.size(dim);
    out_sizes[at] = self.size(dim) + before[at] + after;
    sizes[static_cast<size_t>(dim)] = out_sizes[at];
  }
  const MemoryFormat format = keep_format ? self.suggest_memory_format() : MemoryFormat::Contiguous;
  Tensor output = new_tensor(sizes, self.scalar_type(), format);
  if (output.numel() == 0) {
    return output;
  }
  const bool last = format != MemoryFormat::Contiguous;
  const int64_t channels = self.size(self.dim() - dims - 1);
  const int64_t batch = self.dim() == dims + 2 ? self.size(0) : 1;
  const internal::Scratch<int64_t> maps[3] = {
      coordinates(rule, in_sizes[0], before[0], out_sizes[0]),
      coordinates(rule, in_sizes[1], before[1], out_sizes[1]),
      coordinates(rule, in_sizes[2], before[2], out_sizes[2])};
  const Tensor x = self.contiguous(format);
  copy_padded(static_cast<const char*>(x.data_ptr()), last ? batch : batch * channels, in_sizes,
              maps, out_sizes, static_cast<int64_t>(x.itemsize()) * (last ? channels : 1),
              static_cast<char*>(output.data_ptr()));
  return output;
}

}  // namespace

void reflection_pad1d_out(const Tensor& self, IntArrayRef padding, Tensor& out) {
  finish_output(out, padded("reflection_pad1d", Rule::kReflect, self, padding, 1, false),
                "reflection_pad1d");
}

Tensor reflection_pad2d(const Tensor& self, IntArrayRef padding) {
  return padded("reflection_pad2d", Rule::kReflect, self, padding, 2, true);
}

Tensor& reflection_pad2d_out(const Tensor& self, IntArrayRef padding, Tensor& out) {
  finish_output(out, native::reflection_pad2d(self, padding), "reflection_pad2d");
  return out;
}

void reflection_pad3d_out(const Tensor& self, IntArrayRef padding, Tensor& out) {
  finish_output(out, padded("reflection_pad3d", Rule::kReflect, self, padding, 3, true),
                "reflection_pad3d");
}

void replication_pad1d_out(const Tensor& self, IntArrayRef padding, Tensor& out) {
  finish_output(out, padded("replication_pad1d", Rule::kReplicate, self, padding, 1, false),
                "replication_pad1d");
}

void replication_pad2d_out(const Tensor& self, IntArrayRef padding, Tensor& out) {
  finish_output(out, padded("replication_pad2d", Rule::kReplicate, self, padding, 2, true),
                "replication_pad2d");
}

void replication_pad3d_out(const Tensor& self, IntArrayRef padding, Tensor& out) {
  finish_output(out, padded("replication_pad3d", Rule::kReplicate, self, padding, 3, true),
                "replication_pad3d");
}

Tensor _pad_circular(const Tensor& self, IntArrayRef pad) {
  const auto dims = static_cast<int64_t>(pad.size() / 2);
  TORCH_CHECK(dims >= 1 && dims <= 3 && pad.size() % 2 == 0 &&
                  (self.dim() == dims + 2 || self.dim() == dims + 1),
              "Invalid padding size, expected ", 2 * std::max<int64_t>(0, self.dim() - 2),
              " values but got ", pad.size());
  return padded("_pad_circular", Rule::kCircular, self, pad, dims, false);
}

}  // namespace at::native
