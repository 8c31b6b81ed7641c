// Copies with conversion: copy_, clone, contiguous, to, and fills.
#include "ATen/ops/copy.h"

#include <algorithm>
#include <cstring>

#include "ATen/core/TensorBody.h"
#include "ATen/ops/clone.h"
#include "ATen/ops/empty_like.h"
#include "ATen/ops/fill.h"
#include "ATen/ops/to.h"
#include "ATen/ops/zero.h"
#include "aten_lite/core/empty.h"
#include "aten_lite/native/internal/blocks.h"
#include "aten_lite/native/internal/cast.h"
#include "aten_lite/native/internal/promotion.h"

namespace at::native {
namespace {

// Copies a plane of which the source has dim 1 innermost and the destination dim 0: in square
// tiles, so that neither side is read or written a cache line per element.
template <typename Item>
void copy_transposed(char* dst, const char* src, const int64_t (&dst_strides)[2],
                     const int64_t (&src_strides)[2], int64_t size0, int64_t size1) {
  constexpr int64_t kTile = 16;
  for (int64_t base0 = 0; base0 < size0; base0 += kTile) {
    const int64_t end0 = std::min(size0, base0 + kTile);
    for (int64_t j = 0; j < size1; ++j) {
      char* to = dst + j * dst_strides[1];
      const char* from = src + j * src_strides[1];
      for (int64_t i = base0; i < end0; ++i) {
        std::memcpy(to + i * dst_strides[0], from + i * src_strides[0], sizeof(Item));
      }
    }
  }
}

using TransposedCopy = void (*)(char*, const char*, const int64_t (&)[2], const int64_t (&)[2],
                                int64_t, int64_t);
TransposedCopy transposed_copy(int64_t itemsize) {
  switch (itemsize) {
    case 1:
      return copy_transposed<uint8_t>;
    case 2:
      return copy_transposed<uint16_t>;
    case 4:
      return copy_transposed<uint32_t>;
    case 8:
      return copy_transposed<uint64_t>;
    default:
      return copy_transposed<c10::complex<double>>;
  }
}

// The dim that is innermost in the source while dim 0 is in the destination; 0 if there is none.
size_t transposed_dim(const TensorIterator& iter, int64_t itemsize) {
  if (iter.ndim() < 2 || iter.strides(0)[0] != itemsize || iter.strides(1)[0] == itemsize) return 0;
  for (size_t d = 1; d < iter.shape().size(); ++d) {
    if (iter.strides(1)[d] == itemsize && iter.shape()[d] >= 4) return d;
  }
  return 0;
}

// Copies within one element type.
void copy_same_type(const TensorIterator& iter, int64_t itemsize) {
  const IntArrayRef shape = iter.shape();
  const IntArrayRef dst_strides = iter.strides(0);
  const IntArrayRef src_strides = iter.strides(1);
  const size_t second = transposed_dim(iter, itemsize);
  const int64_t row = shape.empty() ? 1 : shape[0];
  constexpr int64_t kStrip = 16;

  // The units that the work is split into: strips of a transposed plane, or rows.
  c10::SmallVector<int64_t, 8> outer;
  for (size_t d = 1; d < shape.size(); ++d) {
    outer.push_back(d == second ? at::divup(shape[d], kStrip) : shape[d]);
  }
  int64_t units = 1;
  for (const int64_t size : outer) units *= size;
  const int64_t unit_size = row * (second != 0 ? kStrip : 1);
  const int64_t grain =
      std::max<int64_t>(1, at::internal::GRAIN_SIZE / std::max<int64_t>(1, unit_size));

  if (units == 1 && second == 0) {
    // One row: split within it.
    const int64_t to = shape.empty() ? itemsize : dst_strides[0];
    const int64_t from = shape.empty() ? itemsize : src_strides[0];
    at::parallel_for(0, row, at::internal::GRAIN_SIZE, [&](int64_t begin, int64_t end) {
      copy_strided(iter.data_ptr(0) + begin * to, to, iter.data_ptr(1) + begin * from, from,
                   itemsize, end - begin);
    });
    return;
  }
  const TransposedCopy transposed = transposed_copy(itemsize);
  at::parallel_for(0, units, grain, [&](int64_t begin, int64_t end) {
    c10::SmallVector<int64_t, 8> index(outer.size());
    int64_t rest = begin;
    for (size_t d = 0; d < outer.size(); ++d) {
      index[d] = rest % outer[d];
      rest /= outer[d];
    }
    for (int64_t unit = begin; unit < end; ++unit) {
      char* dst = iter.data_ptr(0);
      const char* src = iter.data_ptr(1);
      for (size_t d = 0; d < outer.size(); ++d) {
        const int64_t at = index[d] * (d + 1 == second ? kStrip : 1);
        dst += at * dst_strides[d + 1];
        src += at * src_strides[d + 1];
      }
      if (second == 0) {
        copy_strided(dst, dst_strides[0], src, src_strides[0], itemsize, row);
      } else {
        const int64_t count = std::min(kStrip, shape[second] - index[second - 1] * kStrip);
        transposed(dst, src, {dst_strides[0], dst_strides[second]},
                   {src_strides[0], src_strides[second]}, row, count);
      }
      for (size_t d = 0; d < outer.size(); ++d) {
        if (++index[d] < outer[d]) break;
        index[d] = 0;
      }
    }
  });
}

void copy_with_cast(const TensorIterator& iter) {
  const ScalarType to = iter.dtype(0);
  const ScalarType from = iter.dtype(1);
  if (iter.is_contiguous()) {
    const int64_t to_size = static_cast<int64_t>(elementSize(to));
    const int64_t from_size = static_cast<int64_t>(elementSize(from));
    at::parallel_for(0, iter.numel(), at::internal::GRAIN_SIZE, [&](int64_t begin, int64_t end) {
      cast_block(to, iter.data_ptr(0) + begin * to_size, from, iter.data_ptr(1) + begin * from_size,
                 end - begin);
    });
    return;
  }
  const size_t itemsize = elementSize(from);
  const BlockType types[] = {{from}, {from}};
  run_blocks(iter, types, [itemsize](char* const* data, int64_t n) {
    std::memcpy(data[0], data[1], static_cast<size_t>(n) * itemsize);
  });
}

void copy_into(const char* op, const Tensor& self, const Tensor& src, bool check_overlap) {
  const TensorIterator iter = TensorIteratorConfig()
                                  .name(op)
                                  .set_check_mem_overlap(check_overlap)
                                  .check_all_same_dtype(false)
                                  .resize_outputs(false)
                                  .add_output(self)
                                  .add_input(src)
                                  .build();
  if (iter.numel() == 0) return;
  if (iter.dtype(0) == iter.dtype(1)) {
    copy_same_type(iter, static_cast<int64_t>(self.itemsize()));
  } else {
    copy_with_cast(iter);
  }
}

void check_device(const std::optional<Device>& device, const char* op) {
  TORCH_CHECK(!device || device->type() == c10::kCPU, op, "(): there is no device ", *device,
              " here; tensors live on the CPU");
}

}  // namespace

Tensor& copy_(Tensor& self, const Tensor& src, bool) {
  TORCH_CHECK(src.defined(), "copy_(): the source is undefined (None)");
  if (!self.is_same(src)) copy_into("copy_", self, src, true);
  return self;
}

Tensor copy(const Tensor& self, const Tensor& src, bool) {
  Tensor result = at::empty_like(self);
  // Whatever the overlap of `self`, the result has none.
  result.copy_(src);
  return result;
}

Tensor clone(const Tensor& self, std::optional<MemoryFormat> memory_format) {
  Tensor result = at::empty_like(self, {}, memory_format.value_or(MemoryFormat::Preserve));
  copy_into("clone", result, self, false);
  return result;
}

Tensor contiguous(const Tensor& self, MemoryFormat memory_format) {
  if (self.is_contiguous(memory_format)) return self;
  TORCH_CHECK(memory_format != MemoryFormat::Preserve,
              "preserve memory format is unsupported by the contiguous operator");
  return native::clone(self, memory_format);
}

Tensor _to_copy(const Tensor& self, std::optional<ScalarType> dtype, std::optional<Layout>,
                std::optional<Device> device, std::optional<bool>, bool,
                std::optional<MemoryFormat> memory_format) {
  check_device(device, "to");
  const ScalarType type = dtype.value_or(self.scalar_type());
  Tensor result = at::empty_like(self, type, std::nullopt, std::nullopt, std::nullopt,
                                 memory_format.value_or(MemoryFormat::Preserve));
  copy_into("to", result, self, false);
  return result;
}

namespace {
Tensor to_impl(const Tensor& self, std::optional<ScalarType> dtype, std::optional<Device> device,
               bool copy, std::optional<MemoryFormat> memory_format) {
  check_device(device, "to");
  const MemoryFormat format = memory_format.value_or(MemoryFormat::Preserve);
  const bool same_type = !dtype || *dtype == self.scalar_type();
  const bool same_format =
      format == MemoryFormat::Preserve || format == self.suggest_memory_format();
  if (!copy && same_type && same_format) return self;
  return native::_to_copy(self, dtype, std::nullopt, device, std::nullopt, false, memory_format);
}
}  // namespace

Tensor to(const Tensor& self, std::optional<ScalarType> dtype, std::optional<Layout>,
          std::optional<Device> device, std::optional<bool>, bool, bool copy,
          std::optional<MemoryFormat> memory_format) {
  return to_impl(self, dtype, device, copy, memory_format);
}
Tensor to(const Tensor& self, Device device, ScalarType dtype, bool, bool copy,
          std::optional<MemoryFormat> memory_format) {
  return to_impl(self, dtype, device, copy, memory_format);
}
Tensor to(const Tensor& self, ScalarType dtype, bool, bool copy,
          std::optional<MemoryFormat> memory_format) {
  return to_impl(self, dtype, std::nullopt, copy, memory_format);
}
Tensor to(const Tensor& self, const Tensor& other, bool, bool copy,
          std::optional<MemoryFormat> memory_format) {
  return to_impl(self, other.scalar_type(), std::nullopt, copy, memory_format);
}
Tensor type_as(const Tensor& self, const Tensor& other) {
  return to_impl(self, other.scalar_type(), std::nullopt, false, std::nullopt);
}

Tensor& fill_(Tensor& self, const Tensor& value) {
  TORCH_CHECK(value.dim() == 0, "fill_ only supports 0-dimension value tensor but got tensor with ",
              value.dim(), " dimensions.");
  // Filling an expanded tensor is fine: all writes are equal.
  copy_into("fill_", self, value, false);
  return self;
}

Tensor& fill_(Tensor& self, const Scalar& value) {
  return native::fill_(self, scalar_of_type(value, self.scalar_type()));
}

Tensor fill(const Tensor& self, const Scalar& value) {
  Tensor result = at::empty_like(self);
  return native::fill_(result, value);
}
Tensor fill(const Tensor& self, const Tensor& value) {
  Tensor result = at::empty_like(self);
  return native::fill_(result, value);
}

Tensor& zero_(Tensor& self) {
  if (self.is_contiguous() && self.numel() > 0) {
    std::memset(self.data_ptr(), 0, self.nbytes());
    return self;
  }
  return native::fill_(self, Scalar(0));
}

}  // namespace at::native
