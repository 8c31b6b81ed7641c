// Weights as direction and length: _weight_norm, and the norms over all dims but one.
#include "ATen/ops/_weight_norm.h"
#include "ATen/ops/_weight_norm_interface.h"
#include "ATen/ops/contiguous.h"
#include "ATen/ops/div.h"
#include "ATen/ops/mul.h"
#include "ATen/ops/norm.h"
#include "ATen/ops/norm_except_dim.h"
#include "ATen/ops/transpose.h"
#include "ATen/ops/view.h"
#include "aten_lite/native/internal/output.h"

namespace at::native {

Tensor norm_except_dim(const Tensor& v, int64_t pow, int64_t dim) {
  if (dim == -1) return at::norm(v, pow);
  TORCH_CHECK(v.dim() > 0 && dim >= 0 && dim < v.dim(), "norm_except_dim: dim ", dim,
              " is not one of a tensor of ", v.dim(), " dims");
  DimVector sizes(static_cast<size_t>(v.dim()), 1);
  sizes[static_cast<size_t>(dim)] = v.size(dim);
  if (dim == 0) return at::norm(v.contiguous().view({v.size(0), -1}), pow, {1}).view(sizes);
  if (dim == v.dim() - 1)
    return at::norm(v.contiguous().view({-1, v.size(dim)}), pow, {0}).view(sizes);
  return native::norm_except_dim(v.transpose(0, dim), pow, 0).transpose(0, dim);
}

Tensor _weight_norm(const Tensor& v, const Tensor& g, int64_t dim) {
  return at::mul(v, at::div(g, native::norm_except_dim(v, 2, dim)));
}

std::tuple<Tensor, Tensor> _weight_norm_interface(const Tensor& v, const Tensor& g, int64_t dim) {
  const Tensor norm = native::norm_except_dim(v, 2, dim);
  return {at::mul(v, at::div(g, norm)), norm};
}

}  // namespace at::native
