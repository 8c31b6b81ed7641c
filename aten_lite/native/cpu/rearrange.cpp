// Copies with the elements in another order or several times: flip, roll, rot90, repeat, tile,
// repeat_interleave.
#include <algorithm>

#include "ATen/ops/clone.h"
#include "ATen/ops/copy.h"
#include "ATen/ops/expand.h"
#include "ATen/ops/flatten.h"
#include "ATen/ops/flip.h"
#include "ATen/ops/fliplr.h"
#include "ATen/ops/flipud.h"
#include "ATen/ops/index_select.h"
#include "ATen/ops/narrow.h"
#include "ATen/ops/repeat.h"
#include "ATen/ops/repeat_interleave.h"
#include "ATen/ops/reshape.h"
#include "ATen/ops/roll.h"
#include "ATen/ops/rot90.h"
#include "ATen/ops/tile.h"
#include "ATen/ops/transpose.h"
#include "ATen/ops/unsqueeze.h"
#include "aten_lite/native/internal/element_bytes.h"
#include "aten_lite/native/internal/factory.h"
#include "aten_lite/native/internal/strided_loop.h"
#include "aten_lite/native/internal/wrap_dim.h"

namespace at::native {

Tensor flip(const Tensor& self, IntArrayRef dims) {
  const DimBitset flipped = dim_list_to_bitset(dims, self.dim());
  Tensor out = make_tensor_like(self, self.scalar_type());
  if (self.numel() == 0) return out;
  // Walks the input backwards along the flipped dims: from their last element, with their strides
  // negated.
  DimVector strides(self.strides());
  int64_t start = 0;
  for (int64_t dim = 0; dim < self.dim(); ++dim) {
    if (!flipped[static_cast<size_t>(dim)]) continue;
    int64_t& stride = strides[static_cast<size_t>(dim)];
    start += (self.size(dim) - 1) * stride;
    stride = -stride;
  }
  for_itemsize(self.itemsize(), "flip", [&](auto tag) {
    using Bytes = decltype(tag);
    const Bytes* from = static_cast<const Bytes*>(self.const_data_ptr()) + start;
    Bytes* to = static_cast<Bytes*>(out.mutable_data_ptr());
    for_each_row<2>(self.sizes(), {out.strides(), strides},
                    [&](const Offsets<2>& at, const Offsets<2>& step, int64_t count) {
                      for (int64_t i = 0; i < count; ++i) {
                        to[at[0] + i * step[0]] = from[at[1] + i * step[1]];
                      }
                    });
  });
  return out;
}

Tensor fliplr(const Tensor& self) {
  TORCH_CHECK(self.dim() >= 2, "Input must be >= 2-d, but got ", self.dim(), " dimensions");
  return native::flip(self, {1});
}

Tensor flipud(const Tensor& self) {
  TORCH_CHECK(self.dim() >= 1, "Input must be >= 1-d, but got a 0-d tensor");
  return native::flip(self, {0});
}

Tensor roll(const Tensor& self, IntArrayRef shifts, IntArrayRef dims) {
  TORCH_CHECK(!shifts.empty(), "roll: `shifts` required");
  if (dims.empty() && shifts.size() == 1) {
    const Tensor flat = self.contiguous().view(self.numel());
    return native::roll(flat, shifts, {0}).view(self.sizes());
  }
  TORCH_CHECK(shifts.size() == dims.size(),
              "roll: shifts and dimensions must align. shifts: ", shifts.size(),
              ", dims: ", dims.size());
  Tensor result = self;
  for (size_t i = 0; i < dims.size(); ++i) {
    if (self.numel() == 0) {
      maybe_wrap_dim(dims[i], self.dim());
      result = self.clone(MemoryFormat::Preserve);
      continue;
    }
    const int64_t dim = maybe_wrap_dim(dims[i], self.dim(), /*wrap_scalar=*/false);
    const int64_t size = self.size(dim);
    const int64_t shift = (shifts[i] % size + size) % size;
    // The last `shift` elements come first.
    Tensor next = make_tensor_like(self, self.scalar_type());
    native::narrow(next, dim, 0, shift).copy_(native::narrow(result, dim, size - shift, shift));
    native::narrow(next, dim, shift, size - shift)
        .copy_(native::narrow(result, dim, 0, size - shift));
    result = next;
  }
  return result;
}

Tensor rot90(const Tensor& self, int64_t k, IntArrayRef dims) {
  TORCH_CHECK(dims.size() == 2,
              "rot90: expected total rotation dims == 2, but got dims = ", dims.size());
  TORCH_CHECK(self.dim() >= 2,
              "rot90: expected total dims >= 2, but got total dims = ", self.dim());
  const int64_t first = maybe_wrap_dim(dims[0], self.dim());
  const int64_t second = maybe_wrap_dim(dims[1], self.dim());
  TORCH_CHECK(first != second,
              "rot90: expected rotation dims to be different, but got dim0 = ", dims[0],
              " and dim1 = ", dims[1]);
  switch ((k % 4 + 4) % 4) {
    case 1:
      return native::transpose(native::flip(self, {second}), first, second);
    case 2:
      return native::flip(self, {first, second});
    case 3:
      return native::transpose(native::flip(self, {first}), first, second);
    default:
      return self.clone(MemoryFormat::Contiguous);
  }
}

Tensor repeat(const Tensor& self, IntArrayRef repeats) {
  TORCH_CHECK(static_cast<int64_t>(repeats.size()) >= self.dim(),
              "repeat: Number of dimensions of repeat dims ", repeats,
              " can not be smaller than number of dimensions of tensor, ", self.dim());
  const size_t new_dims = repeats.size() - static_cast<size_t>(self.dim());
  DimVector padded(new_dims, 1);
  padded.append(self.sizes().begin(), self.sizes().end());
  DimVector target(repeats.size());
  for (size_t i = 0; i < repeats.size(); ++i) {
    TORCH_CHECK(repeats[i] >= 0, "repeat: repeats must not be negative, but got ", repeats);
    TORCH_CHECK(!__builtin_mul_overflow(repeats[i], padded[i], &target[i]),
                "repeat: the size of dimension ", i, " overflows");
  }
  Tensor result = make_tensor(target, self.scalar_type());
  if (result.numel() == 0) return result;
  // The result seen as [repeats[0], size[0], repeats[1], size[1], ...] is self, broadcast.
  DimVector split;
  DimVector source;
  for (size_t i = 0; i < repeats.size(); ++i) {
    split.push_back(repeats[i]);
    split.push_back(padded[i]);
    source.push_back(1);
    source.push_back(padded[i]);
  }
  result.view(split).copy_(native::expand(native::reshape(self, source), split, false));
  return result;
}

Tensor tile(const Tensor& self, IntArrayRef dims) {
  // Fewer repetitions than dims: the leading dims are kept.
  DimVector repeats;
  const int64_t missing = self.dim() - static_cast<int64_t>(dims.size());
  for (int64_t i = 0; i < missing; ++i) repeats.push_back(1);
  repeats.append(dims.begin(), dims.end());
  return native::repeat(self, repeats);
}

// [2, 0, 1] -> [0, 0, 2]: each position as often as it says.
Tensor repeat_interleave(const Tensor& repeats, std::optional<int64_t> output_size) {
  TORCH_CHECK(repeats.dim() == 1, "repeat_interleave only accepts a 1D vector as repeats, but got ",
              repeats.dim(), " dimensions");
  TORCH_CHECK(repeats.scalar_type() == kLong || repeats.scalar_type() == kInt,
              "repeat_interleave: repeats has to be a Long or Int tensor, but got ",
              toString(repeats.scalar_type()));
  const Tensor counts = repeats.to(kLong).contiguous();
  const int64_t* count = counts.const_data_ptr<int64_t>();
  int64_t total = 0;
  for (int64_t i = 0; i < counts.numel(); ++i) {
    TORCH_CHECK(count[i] >= 0, "repeat_interleave: repeats can not be negative, but got ",
                count[i]);
    TORCH_CHECK(!__builtin_add_overflow(total, count[i], &total),
                "repeat_interleave: the sum of repeats overflows");
  }
  TORCH_CHECK(!output_size || *output_size == total, "repeat_interleave: allocated size ",
              output_size.value_or(0), " does not match required size ", total);
  Tensor result = make_tensor({total}, repeats.scalar_type());
  Tensor positions = result.scalar_type() == kLong ? result : make_tensor({total}, kLong);
  int64_t* out = positions.mutable_data_ptr<int64_t>();
  for (int64_t i = 0; i < counts.numel(); ++i) out = std::fill_n(out, count[i], i);
  if (!positions.is_same(result)) result.copy_(positions);
  return result;
}

Tensor repeat_interleave(const Tensor& self, const Tensor& repeats, std::optional<int64_t> dim,
                         std::optional<int64_t> output_size) {
  const Tensor input = dim ? self : self.flatten();
  const int64_t along = maybe_wrap_dim(dim.value_or(0), input.dim());
  const int64_t size = input.dim() == 0 ? 1 : input.size(along);
  Tensor counts = repeats;
  if (repeats.dim() == 0 || (repeats.dim() == 1 && repeats.size(0) == 1)) {
    counts = native::expand(native::reshape(repeats, {1}), {size}, false);
  } else if (repeats.dim() == 1) {
    TORCH_CHECK(repeats.size(0) == size,
                "repeats must have the same size as input along dim, but "
                "got repeats.size(0) = ",
                repeats.size(0), " and input.size(", along, ") = ", size);
  } else {
    TORCH_CHECK(false, "repeats must be 0-dim or 1-dim tensor, but got ", repeats.dim(),
                " dimensions");
  }
  return at::index_select(input.dim() == 0 ? input.flatten() : input, along,
                          native::repeat_interleave(counts, output_size));
}

Tensor repeat_interleave(const Tensor& self, int64_t repeats, std::optional<int64_t> dim,
                         std::optional<int64_t> output_size) {
  TORCH_CHECK(repeats >= 0, "repeat_interleave: repeats must be non-negative, but got ", repeats);
  const Tensor input = dim ? self : self.flatten();
  const int64_t along = maybe_wrap_dim(dim.value_or(0), input.dim());
  const Tensor whole = input.dim() == 0 ? input.flatten() : input;
  int64_t total = 0;
  TORCH_CHECK(!__builtin_mul_overflow(whole.size(along), repeats, &total),
              "repeat_interleave: the size of dimension ", along, " overflows");
  TORCH_CHECK(!output_size || *output_size == total, "repeat_interleave: output_size ",
              output_size.value_or(0), " does not match required size ", total);
  // [.., n, ..] -> [.., n, repeats, ..], merged.
  DimVector shape(whole.sizes());
  shape.insert(shape.begin() + along + 1, repeats);
  return native::expand(native::unsqueeze(whole, along + 1), shape, false)
      .clone(MemoryFormat::Contiguous)
      .flatten(along, along + 1);
}

}  // namespace at::native
