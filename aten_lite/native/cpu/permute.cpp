// Views with the dimensions in another order: permute, transpose, t, movedim, T, mT and kin.
#include "ATen/ops/permute.h"

#include <algorithm>

#include "ATen/ops/adjoint.h"
#include "ATen/ops/conj.h"
#include "ATen/ops/mH.h"
#include "ATen/ops/mT.h"
#include "ATen/ops/matrix_H.h"
#include "ATen/ops/moveaxis.h"
#include "ATen/ops/movedim.h"
#include "ATen/ops/numpy_T.h"
#include "ATen/ops/swapaxes.h"
#include "ATen/ops/swapdims.h"
#include "ATen/ops/t.h"
#include "ATen/ops/transpose.h"
#include "aten_lite/native/internal/alias.h"
#include "aten_lite/native/internal/wrap_dim.h"

namespace at::native {

Tensor permute(const Tensor& self, IntArrayRef dims) {
  TORCH_CHECK(static_cast<int64_t>(dims.size()) == self.dim(),
              "permute(): the number of dims must match: the tensor has ", self.dim(),
              " dimensions, dims are ", dims);
  dim_list_to_bitset(dims, self.dim());  // each once
  DimVector sizes;
  DimVector strides;
  for (const int64_t dim : wrap_dims(dims, self.dim())) {
    sizes.push_back(self.size(dim));
    strides.push_back(self.stride(dim));
  }
  return alias_with(self, sizes, strides);
}

Tensor transpose(const Tensor& self, int64_t dim0, int64_t dim1) {
  dim0 = maybe_wrap_dim(dim0, self.dim());
  dim1 = maybe_wrap_dim(dim1, self.dim());
  if (dim0 == dim1) return alias_with(self, self.sizes(), self.strides());
  DimVector sizes(self.sizes());
  DimVector strides(self.strides());
  std::swap(sizes[static_cast<size_t>(dim0)], sizes[static_cast<size_t>(dim1)]);
  std::swap(strides[static_cast<size_t>(dim0)], strides[static_cast<size_t>(dim1)]);
  return alias_with(self, sizes, strides);
}

Tensor& transpose_(Tensor& self, int64_t dim0, int64_t dim1) {
  return set_geometry(self, native::transpose(self, dim0, dim1));
}

Tensor t(const Tensor& self) {
  TORCH_CHECK(self.dim() <= 2, "t() expects a tensor of at most 2 dimensions, but self has ",
              self.dim(), ". Use transpose() or permute()");
  return native::transpose(self, 0, self.dim() < 2 ? 0 : 1);
}

Tensor& t_(Tensor& self) { return set_geometry(self, native::t(self)); }

Tensor swapaxes(const Tensor& self, int64_t axis0, int64_t axis1) {
  return native::transpose(self, axis0, axis1);
}
Tensor& swapaxes_(Tensor& self, int64_t axis0, int64_t axis1) {
  return native::transpose_(self, axis0, axis1);
}
Tensor swapdims(const Tensor& self, int64_t dim0, int64_t dim1) {
  return native::transpose(self, dim0, dim1);
}
Tensor& swapdims_(Tensor& self, int64_t dim0, int64_t dim1) {
  return native::transpose_(self, dim0, dim1);
}

Tensor movedim(const Tensor& self, IntArrayRef source, IntArrayRef destination) {
  TORCH_CHECK(source.size() == destination.size(), "movedim(): source ", source,
              " and destination ", destination, " must name as many dims");
  const size_t ndim = static_cast<size_t>(self.dim());
  const DimVector from = wrap_dims(source, self.dim());
  const DimVector to = wrap_dims(destination, self.dim());
  dim_list_to_bitset(from, self.dim());
  dim_list_to_bitset(to, self.dim());
  if (ndim == 0) return alias_with(self, self.sizes(), self.strides());
  // Named dims go where they are told; the others fill the gaps in their order.
  DimVector order(ndim, -1);
  DimBitset moved;
  for (size_t i = 0; i < from.size(); ++i) {
    order[static_cast<size_t>(to[i])] = from[i];
    moved[static_cast<size_t>(from[i])] = true;
  }
  size_t next = 0;
  for (int64_t& dim : order) {
    if (dim != -1) continue;
    while (moved[next]) ++next;
    dim = static_cast<int64_t>(next++);
  }
  return native::permute(self, order);
}

Tensor movedim(const Tensor& self, int64_t source, int64_t destination) {
  return native::movedim(self, IntArrayRef(source), IntArrayRef(destination));
}
Tensor moveaxis(const Tensor& self, IntArrayRef source, IntArrayRef destination) {
  return native::movedim(self, source, destination);
}
Tensor moveaxis(const Tensor& self, int64_t source, int64_t destination) {
  return native::movedim(self, source, destination);
}

Tensor numpy_T(const Tensor& self) {
  DimVector order;
  for (int64_t dim = self.dim(); dim-- > 0;) order.push_back(dim);
  return native::permute(self, order);
}

Tensor mT(const Tensor& self) {
  TORCH_CHECK(self.dim() >= 2, "mT is only defined on matrices or batches of them, but self has ",
              self.dim(), " dimensions");
  return native::transpose(self, -2, -1);
}

Tensor adjoint(const Tensor& self) {
  TORCH_CHECK(self.dim() >= 2,
              "adjoint() is only defined on matrices or batches of them, but self has ", self.dim(),
              " dimensions");
  return native::conj(native::transpose(self, -2, -1));
}

Tensor mH(const Tensor& self) {
  TORCH_CHECK(self.dim() >= 2, "mH is only defined on matrices or batches of them, but self has ",
              self.dim(), " dimensions");
  return native::adjoint(self);
}

Tensor matrix_H(const Tensor& self) {
  TORCH_CHECK(self.dim() == 2 || self.dim() == 0,
              "H is only defined on matrices (2-D tensors), but self has ", self.dim(),
              " dimensions");
  return self.dim() == 0 ? native::conj(self) : native::adjoint(self);
}

}  // namespace at::native
