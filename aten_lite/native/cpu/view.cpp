// view, reshape, flatten and their kin: the same elements in another shape.
#include "ATen/ops/view.h"

#include "ATen/ops/_reshape_alias.h"
#include "ATen/ops/_reshape_copy.h"
#include "ATen/ops/_unsafe_view.h"
#include "ATen/ops/clone.h"
#include "ATen/ops/flatten.h"
#include "ATen/ops/ravel.h"
#include "ATen/ops/reshape.h"
#include "ATen/ops/reshape_as.h"
#include "ATen/ops/unflatten.h"
#include "ATen/ops/view_as.h"
#include "aten_lite/native/internal/alias.h"
#include "aten_lite/native/internal/infer_size.h"
#include "aten_lite/native/internal/wrap_dim.h"

namespace at::native {

Tensor view(const Tensor& self, IntArrayRef size) {
  const DimVector sizes = infer_reshape_size(size, self.numel());
  const std::optional<DimVector> strides =
      compute_view_strides(self.sizes(), self.strides(), sizes);
  TORCH_CHECK(strides, "view(): size ", IntArrayRef(sizes),
              " is not compatible with the input's size ", self.sizes(), " and stride ",
              self.strides(), " (a dimension spans two parts of memory). Use reshape() instead");
  return alias_with(self, sizes, *strides);
}

Tensor _unsafe_view(const Tensor& self, IntArrayRef size) { return native::view(self, size); }

Tensor _reshape_alias(const Tensor& self, IntArrayRef size, IntArrayRef stride) {
  check_in_bounds(size, stride, self.storage_offset(), self.itemsize(), self.storage().nbytes(),
                  "_reshape_alias");
  return alias_with(self, size, stride);
}

Tensor _reshape_copy(const Tensor& self, IntArrayRef size) {
  const DimVector sizes = infer_reshape_size(size, self.numel());
  return native::view(self.clone(MemoryFormat::Contiguous), sizes);
}

Tensor reshape(const Tensor& self, IntArrayRef shape) {
  const DimVector sizes = infer_reshape_size(shape, self.numel());
  const std::optional<DimVector> strides =
      compute_view_strides(self.sizes(), self.strides(), sizes);
  if (strides) return alias_with(self, sizes, *strides);
  return native::view(self.clone(MemoryFormat::Contiguous), sizes);
}

Tensor reshape_as(const Tensor& self, const Tensor& other) {
  return native::reshape(self, other.sizes());
}

Tensor view_as(const Tensor& self, const Tensor& other) {
  return native::view(self, other.sizes());
}

Tensor flatten(const Tensor& self, int64_t start_dim, int64_t end_dim) {
  start_dim = maybe_wrap_dim(start_dim, self.dim());
  end_dim = maybe_wrap_dim(end_dim, self.dim());
  TORCH_CHECK(start_dim <= end_dim, "flatten(): start_dim ", start_dim,
              " cannot come after end_dim ", end_dim);
  if (self.dim() == 0) return native::reshape(self, {1});
  if (start_dim == end_dim) return self;
  DimVector sizes(self.sizes().slice(0, static_cast<size_t>(start_dim)));
  int64_t product = 1;
  for (int64_t dim = start_dim; dim <= end_dim; ++dim) product *= self.size(dim);
  sizes.push_back(product);
  for (int64_t dim = end_dim + 1; dim < self.dim(); ++dim) sizes.push_back(self.size(dim));
  return native::reshape(self, sizes);
}

Tensor unflatten(const Tensor& self, int64_t dim, IntArrayRef sizes) {
  dim = maybe_wrap_dim(dim, self.dim());
  TORCH_CHECK(!sizes.empty(), "unflatten(): sizes must be non-empty");
  const int64_t whole = self.size(dim);
  const DimVector inner = infer_reshape_size(sizes, whole);
  DimVector shape;
  for (int64_t i = 0; i < self.dim(); ++i) {
    if (i == dim) {
      shape.append(inner.begin(), inner.end());
    } else {
      shape.push_back(self.size(i));
    }
  }
  return native::view(self, shape);
}

Tensor ravel(const Tensor& self) { return native::view(self.contiguous(), {-1}); }

// The bytes of `self` read as another dtype. Where the element size changes, so does the last
// dimension.
Tensor view_dtype(const Tensor& self, ScalarType dtype) {
  if (self.scalar_type() == dtype) return alias_with(self, self.sizes(), self.strides());
  const int64_t from = static_cast<int64_t>(self.itemsize());
  const int64_t to = static_cast<int64_t>(elementSize(dtype));
  DimVector sizes(self.sizes());
  DimVector strides(self.strides());
  int64_t offset = self.storage_offset();
  if (from == to) return alias_with_dtype(self, dtype, sizes, strides, offset);
  TORCH_CHECK(self.dim() > 0, "view(): a tensor without dimensions can't be viewed as ",
              toString(dtype), ", whose element size differs from that of ",
              toString(self.scalar_type()));
  TORCH_CHECK(strides.back() == 1, "view(): the last stride must be 1 to view ",
              toString(self.scalar_type()), " as ", toString(dtype), ", but got ", strides.back());
  if (from > to) {
    const int64_t ratio = from / to;
    for (size_t i = 0; i + 1 < strides.size(); ++i) strides[i] *= ratio;
    sizes.back() *= ratio;
    return alias_with_dtype(self, dtype, sizes, strides, offset * ratio);
  }
  const int64_t ratio = to / from;
  TORCH_CHECK(sizes.back() % ratio == 0, "view(): the last size ", sizes.back(),
              " must be divisible by ", ratio, " to view ", toString(self.scalar_type()), " as ",
              toString(dtype));
  TORCH_CHECK(offset % ratio == 0, "view(): the storage offset ", offset, " must be divisible by ",
              ratio, " to view ", toString(self.scalar_type()), " as ", toString(dtype));
  for (size_t i = 0; i + 1 < strides.size(); ++i) {
    TORCH_CHECK(strides[i] % ratio == 0, "view(): stride ", strides[i], " of dimension ", i,
                " must be divisible by ", ratio, " to view ", toString(self.scalar_type()), " as ",
                toString(dtype));
    strides[i] /= ratio;
  }
  sizes.back() /= ratio;
  return alias_with_dtype(self, dtype, sizes, strides, offset / ratio);
}

}  // namespace at::native
