// cross and linalg_cross: products of vectors of three elements.
#include "ATen/ops/cross.h"

#include "ATen/ops/linalg_cross.h"
#include "ATen/ops/mul.h"
#include "ATen/ops/select.h"
#include "ATen/ops/stack.h"
#include "ATen/ops/sub.h"
#include "aten_lite/core/irange.h"
#include "aten_lite/native/internal/dense.h"
#include "aten_lite/native/internal/wrap_dim.h"

namespace at::native {
namespace {

// The dimension that `dim` names or, without one, the first of size 3.
int64_t cross_dim(const Tensor& self, std::optional<int64_t> dim) {
  if (dim.has_value()) {
    return *dim;
  }
  for (const auto i : c10::irange(self.dim())) {
    if (self.size(i) == 3) {
      return i;
    }
  }
  TORCH_CHECK(false, "no dimension of size 3 in input of shape ", self.sizes());
}

}  // namespace

void linalg_cross_out(const Tensor& self, const Tensor& other, int64_t dim, Tensor& out) {
  TORCH_CHECK(self.dim() == other.dim(),
              "linalg.cross: inputs must have the same number of dimensions, but got ", self.dim(),
              " and ", other.dim());
  TORCH_CHECK(self.dim() > 0 && self.size(dim) == 3 && other.size(dim) == 3,
              "linalg.cross: inputs dimension ", dim, " must have length 3. Got shapes ",
              self.sizes(), " and ", other.sizes());
  const int64_t axis = maybe_wrap_dim(dim, self.dim());
  const auto component = [&](int64_t i, int64_t j) {
    return at::sub(at::mul(self.select(axis, i), other.select(axis, j)),
                   at::mul(self.select(axis, j), other.select(axis, i)));
  };
  const Tensor parts[3] = {component(1, 2), component(2, 0), component(0, 1)};
  // `axis` counts from the front; broadcasting added no dimensions, so it still does.
  finish_output(out, at::stack(parts, axis), "linalg_cross");
}

Tensor cross(const Tensor& self, const Tensor& other, std::optional<int64_t> dim) {
  return at::linalg_cross(self, other, cross_dim(self, dim));
}

Tensor& cross_out(const Tensor& self, const Tensor& other, std::optional<int64_t> dim,
                  Tensor& out) {
  native::linalg_cross_out(self, other, cross_dim(self, dim), out);
  return out;
}

}  // namespace at::native
