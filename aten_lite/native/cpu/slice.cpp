// Views of a part of a tensor: select, slice, narrow, unbind, diagonal, unfold, as_strided.
#include "ATen/ops/slice.h"

#include <algorithm>

#include "ATen/ops/as_strided.h"
#include "ATen/ops/diagonal.h"
#include "ATen/ops/item.h"
#include "ATen/ops/linalg_diagonal.h"
#include "ATen/ops/narrow.h"
#include "ATen/ops/select.h"
#include "ATen/ops/unbind.h"
#include "ATen/ops/unfold.h"
#include "aten_lite/native/internal/alias.h"
#include "aten_lite/native/internal/wrap_dim.h"

namespace at::native {

Tensor select(const Tensor& self, int64_t dim, int64_t index) {
  TORCH_CHECK_INDEX(self.dim() > 0, "select() cannot be applied to a 0-dim tensor");
  dim = maybe_wrap_dim(dim, self.dim());
  const int64_t size = self.size(dim);
  TORCH_CHECK_INDEX(index >= -size && index < size, "select(): index ", index,
                    " out of range for tensor of size ", self.sizes(), " at dimension ", dim);
  if (index < 0) index += size;
  DimVector sizes(self.sizes());
  DimVector strides(self.strides());
  const int64_t offset = self.storage_offset() + index * strides[static_cast<size_t>(dim)];
  sizes.erase(sizes.begin() + dim);
  strides.erase(strides.begin() + dim);
  return alias_with(self, sizes, strides, offset);
}

Tensor slice(const Tensor& self, int64_t dim, std::optional<int64_t> start,
             std::optional<int64_t> end, int64_t step) {
  TORCH_CHECK_INDEX(self.dim() > 0, "slice() cannot be applied to a 0-dim tensor");
  dim = maybe_wrap_dim(dim, self.dim());
  TORCH_CHECK(step > 0, "slice step must be positive, but got ", step);
  DimVector sizes(self.sizes());
  DimVector strides(self.strides());
  int64_t& size = sizes[static_cast<size_t>(dim)];
  int64_t& stride = strides[static_cast<size_t>(dim)];
  const auto clamp = [&size](int64_t value, int64_t low) {
    if (value < 0) value += size;
    return std::max(low, std::min(value, size));
  };
  const int64_t first = clamp(start.value_or(0), 0);
  const int64_t last = clamp(end.value_or(size), first);
  const int64_t offset = self.storage_offset() + first * stride;
  size = last == first ? 0 : (last - first - 1) / step + 1;
  // A step beyond the end leaves one element, whose stride does not matter.
  int64_t stepped = 0;
  if (!__builtin_mul_overflow(stride, step, &stepped)) stride = stepped;
  return alias_with(self, sizes, strides, offset);
}

Tensor narrow(const Tensor& self, int64_t dim, int64_t start, int64_t length) {
  TORCH_CHECK(self.dim() > 0, "narrow() cannot be applied to a 0-dim tensor");
  TORCH_CHECK(length >= 0, "narrow(): length must be non-negative, but got ", length);
  const int64_t size = self.size(dim);
  TORCH_CHECK_INDEX(start >= -size && start <= size, "narrow(): start ", start,
                    " out of range for dimension ", dim, " of size ", size);
  if (start < 0) start += size;
  TORCH_CHECK(start <= size - length, "narrow(): start (", start, ") + length (", length,
              ") exceeds dimension size (", size, ")");
  return native::slice(self, dim, start, start + length, 1);
}

Tensor narrow(const Tensor& self, int64_t dim, const Tensor& start, int64_t length) {
  TORCH_CHECK(start.dim() == 0 && isIntegralType(start.scalar_type(), /*includeBool=*/false),
              "narrow(): start must be an 0-dim integral tensor, but it has dtype ",
              toString(start.scalar_type()), " and shape ", start.sizes());
  return native::narrow(self, dim, start.item().toLong(), length);
}

std::vector<Tensor> unbind(const Tensor& self, int64_t dim) {
  TORCH_CHECK_INDEX(self.dim() > 0, "unbind() cannot be applied to a 0-dim tensor");
  dim = maybe_wrap_dim(dim, self.dim());
  std::vector<Tensor> parts;
  parts.reserve(static_cast<size_t>(self.size(dim)));
  for (int64_t i = 0; i < self.size(dim); ++i) parts.push_back(native::select(self, dim, i));
  return parts;
}

Tensor diagonal(const Tensor& self, int64_t offset, int64_t dim1, int64_t dim2) {
  const int64_t first = maybe_wrap_dim(dim1, self.dim());
  const int64_t second = maybe_wrap_dim(dim2, self.dim());
  TORCH_CHECK(first != second, "diagonal dimensions cannot be identical: ", dim1, ", ", dim2);
  const int64_t rows = offset >= 0 ? self.size(first) : self.size(first) + offset;
  const int64_t cols = offset >= 0 ? self.size(second) - offset : self.size(second);
  const int64_t length = std::max<int64_t>(std::min(rows, cols), 0);
  int64_t storage_offset = self.storage_offset();
  if (length > 0) {
    storage_offset += offset >= 0 ? offset * self.stride(second) : -offset * self.stride(first);
  }
  DimVector sizes;
  DimVector strides;
  for (int64_t dim = 0; dim < self.dim(); ++dim) {
    if (dim == first || dim == second) continue;
    sizes.push_back(self.size(dim));
    strides.push_back(self.stride(dim));
  }
  sizes.push_back(length);
  strides.push_back(self.stride(first) + self.stride(second));
  return alias_with(self, sizes, strides, storage_offset);
}

Tensor linalg_diagonal(const Tensor& A, int64_t offset, int64_t dim1, int64_t dim2) {
  return native::diagonal(A, offset, dim1, dim2);
}

Tensor unfold(const Tensor& self, int64_t dimension, int64_t size, int64_t step) {
  dimension = maybe_wrap_dim(dimension, self.dim());
  const bool scalar = self.dim() == 0;
  const int64_t available = scalar ? 1 : self.size(dimension);
  TORCH_CHECK(size >= 0, "unfold(): size is ", size, " but must be >= 0");
  TORCH_CHECK(size <= available, "unfold(): maximum size for tensor at dimension ", dimension,
              " is ", available, " but size is ", size);
  TORCH_CHECK(step > 0, "unfold(): step is ", step, " but must be > 0");
  DimVector sizes(self.sizes());
  DimVector strides(self.strides());
  const int64_t inner_stride = scalar ? 1 : self.stride(dimension);
  if (!scalar) {
    sizes[static_cast<size_t>(dimension)] = (available - size) / step + 1;
    int64_t stepped = 0;
    if (!__builtin_mul_overflow(inner_stride, step, &stepped)) {
      strides[static_cast<size_t>(dimension)] = stepped;
    }
  }
  sizes.push_back(size);
  strides.push_back(inner_stride);
  return alias_with(self, sizes, strides);
}

Tensor as_strided(const Tensor& self, IntArrayRef size, IntArrayRef stride,
                  std::optional<int64_t> storage_offset) {
  const int64_t offset = storage_offset.value_or(self.storage_offset());
  check_in_bounds(size, stride, offset, self.itemsize(), self.storage().nbytes(), "as_strided");
  return alias_with(self, size, stride, offset);
}

Tensor& as_strided_(Tensor& self, IntArrayRef size, IntArrayRef stride,
                    std::optional<int64_t> storage_offset) {
  return set_geometry(self, native::as_strided(self, size, stride, storage_offset));
}

}  // namespace at::native
