// Views with dimensions of size 1 added or removed.
#include "ATen/ops/squeeze.h"

#include "ATen/ops/unsqueeze.h"
#include "aten_lite/native/internal/alias.h"
#include "aten_lite/native/internal/wrap_dim.h"

namespace at::native {
namespace {

Tensor without_dims(const Tensor& self, DimBitset candidates) {
  TORCH_CHECK(self.dim() <= static_cast<int64_t>(kDimBitsetSize), "squeeze(): at most ",
              kDimBitsetSize, " dimensions are supported, but self has ", self.dim());
  DimVector sizes;
  DimVector strides;
  for (int64_t dim = 0; dim < self.dim(); ++dim) {
    if (candidates[static_cast<size_t>(dim)] && self.size(dim) == 1) continue;
    sizes.push_back(self.size(dim));
    strides.push_back(self.stride(dim));
  }
  return alias_with(self, sizes, strides);
}

}  // namespace

Tensor squeeze(const Tensor& self) { return without_dims(self, DimBitset().set()); }
Tensor squeeze(const Tensor& self, int64_t dim) {
  return without_dims(self, dim_list_to_bitset(dim, self.dim()));
}
Tensor squeeze(const Tensor& self, IntArrayRef dim) {
  return without_dims(self, dim_list_to_bitset(dim, self.dim()));
}

Tensor& squeeze_(Tensor& self) { return set_geometry(self, native::squeeze(self)); }
Tensor& squeeze_(Tensor& self, int64_t dim) {
  return set_geometry(self, native::squeeze(self, dim));
}
Tensor& squeeze_(Tensor& self, IntArrayRef dim) {
  return set_geometry(self, native::squeeze(self, dim));
}

Tensor unsqueeze(const Tensor& self, int64_t dim) {
  dim = maybe_wrap_dim(dim, self.dim() + 1);
  const int64_t stride = dim >= self.dim() ? 1 : self.size(dim) * self.stride(dim);
  DimVector sizes(self.sizes());
  DimVector strides(self.strides());
  sizes.insert(sizes.begin() + dim, 1);
  strides.insert(strides.begin() + dim, stride);
  return alias_with(self, sizes, strides);
}

Tensor& unsqueeze_(Tensor& self, int64_t dim) {
  return set_geometry(self, native::unsqueeze(self, dim));
}

}  // namespace at::native
