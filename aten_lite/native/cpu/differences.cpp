// Differences and sums along a dimension: diff, trapezoid, cumulative_trapezoid; powers: vander.
#include "ATen/ops/cat.h"
#include "ATen/ops/cumprod.h"
#include "ATen/ops/cumsum.h"
#include "ATen/ops/cumulative_trapezoid.h"
#include "ATen/ops/diff.h"
#include "ATen/ops/linalg_vander.h"
#include "ATen/ops/logical_xor.h"
#include "ATen/ops/ones.h"
#include "ATen/ops/trapezoid.h"
#include "ATen/ops/trapz.h"
#include "ATen/ops/vander.h"
#include "ATen/ops/zeros.h"
#include "aten_lite/native/internal/output.h"
#include "aten_lite/native/internal/wrap_dim.h"

namespace at::native {
namespace {

// Everything but the first, and everything but the last.
Tensor tail_of(const Tensor& self, int64_t dim) { return self.slice(dim, 1); }
Tensor head_of(const Tensor& self, int64_t dim) { return self.slice(dim, 0, self.size(dim) - 1); }

Tensor differences(const Tensor& self, int64_t n, int64_t dim) {
  Tensor result = self;
  n = std::min(n, self.size(dim));
  for (int64_t i = 0; i < n; ++i) {
    if (result.size(dim) == 0) break;
    result = self.scalar_type() == kBool
                 ? at::logical_xor(tail_of(result, dim), head_of(result, dim))
                 : tail_of(result, dim).sub(head_of(result, dim));
  }
  return result;
}

}  // namespace

void diff_out(const Tensor& self, int64_t n, int64_t dim, const std::optional<Tensor>& prepend,
              const std::optional<Tensor>& append, Tensor& out) {
  TORCH_CHECK(self.dim() >= 1, "diff expects input to be at least one-dimensional");
  TORCH_CHECK(n >= 0, "order must be non-negative but got ", n);
  dim = maybe_wrap_dim(dim, self.dim());
  std::vector<Tensor> parts;
  for (const std::optional<Tensor>& part : {prepend, std::optional<Tensor>(self), append}) {
    if (!part || !part->defined()) continue;
    TORCH_CHECK(part->dim() == self.dim(),
                "diff expects prepend or append to be the same dimension as input, but got ",
                part->dim(), " and ", self.dim());
    parts.push_back(*part);
  }
  const Tensor input = parts.size() == 1 ? self : at::cat(parts, dim);
  const Tensor result = differences(input, n, dim);
  write_output(out, n == 0 ? result.clone() : result, "diff");
}

namespace {

void check_trapezoid(const Tensor& y, const char* op) {
  TORCH_CHECK(y.scalar_type() != kBool, op,
              ": received a bool input for `y`, but bool is not "
              "supported");
}

// The distances of the points x, shaped to multiply with y's neighbours along `dim`.
Tensor distances(const Tensor& y, const Tensor& x, int64_t dim, const char* op) {
  TORCH_CHECK(x.scalar_type() != kBool, op,
              ": received a bool input for `x`, but bool is not "
              "supported");
  if (x.dim() == 1) {
    TORCH_CHECK(x.size(0) == y.size(dim), op,
                ": There must be one `x` value for each sample point, "
                "but got ",
                x.size(0), " and ", y.size(dim));
    DimVector shape(static_cast<size_t>(y.dim()), 1);
    shape[static_cast<size_t>(dim)] = x.size(0);
    const Tensor points = x.view(shape);
    return tail_of(points, dim).sub(head_of(points, dim));
  }
  Tensor points = x;
  for (int64_t missing = y.dim() - x.dim(); missing > 0; --missing) points = points.unsqueeze(0);
  TORCH_CHECK(points.dim() == y.dim() && points.size(dim) == y.size(dim), op,
              ": There must be one `x` value for each sample point, but got shapes ", x.sizes(),
              " and ", y.sizes());
  return tail_of(points, dim).sub(head_of(points, dim));
}

// No points: an area of zero.
Tensor empty_area(const Tensor& y, int64_t dim) {
  DimVector shape(y.sizes());
  shape.erase(shape.begin() + dim);
  return at::zeros(shape, y.scalar_type());
}

}  // namespace

Tensor trapezoid(const Tensor& y, const Tensor& x, int64_t dim) {
  check_trapezoid(y, "trapezoid");
  dim = maybe_wrap_dim(dim, y.dim());
  if (y.size(dim) == 0) return empty_area(y, dim);
  const Tensor widths = distances(y, x, dim, "trapezoid");
  return tail_of(y, dim).add(head_of(y, dim)).mul(widths).sum({dim}).div(2.);
}

Tensor trapezoid(const Tensor& y, const Scalar& dx, int64_t dim) {
  check_trapezoid(y, "trapezoid");
  TORCH_CHECK(!dx.isBoolean(), "trapezoid: Currently, we only support dx as a real number");
  dim = maybe_wrap_dim(dim, y.dim());
  if (y.size(dim) == 0) return empty_area(y, dim);
  const Tensor ends = y.select(dim, 0).add(y.select(dim, -1));
  return y.sum({dim}).sub(ends.mul(0.5)).mul(dx);
}

Tensor trapz(const Tensor& y, const Tensor& x, int64_t dim) { return native::trapezoid(y, x, dim); }
Tensor trapz(const Tensor& y, double dx, int64_t dim) {
  return native::trapezoid(y, Scalar(dx), dim);
}

Tensor cumulative_trapezoid(const Tensor& y, const Tensor& x, int64_t dim) {
  check_trapezoid(y, "cumulative_trapezoid");
  dim = maybe_wrap_dim(dim, y.dim());
  const Tensor widths = distances(y, x, dim, "cumulative_trapezoid");
  return tail_of(y, dim).add(head_of(y, dim)).mul(widths).cumsum(dim).div(2.);
}

Tensor cumulative_trapezoid(const Tensor& y, const Scalar& dx, int64_t dim) {
  check_trapezoid(y, "cumulative_trapezoid");
  TORCH_CHECK(!dx.isBoolean(),
              "cumulative_trapezoid: Currently, we only support dx as a real number");
  dim = maybe_wrap_dim(dim, y.dim());
  return tail_of(y, dim).add(head_of(y, dim)).cumsum(dim).mul(dx.toDouble() / 2.);
}

Tensor linalg_vander(const Tensor& x, std::optional<int64_t> N) {
  TORCH_CHECK(x.scalar_type() != kHalf && x.scalar_type() != kBFloat16,
              "linalg.vander: half precision is not supported, but got ",
              toString(x.scalar_type()));
  const Tensor vector = x.dim() == 0 ? x.unsqueeze(-1) : x;
  const int64_t columns = N.value_or(vector.size(-1));
  TORCH_CHECK(columns > 1, "N must be greater than 1, but got ", columns);
  const Tensor points = isIntegralType(x.scalar_type(), true) ? vector.to(kLong) : vector;
  DimVector shape(points.sizes());
  shape.push_back(columns - 1);
  const Tensor powers = at::cumprod(points.unsqueeze(-1).expand(shape), -1);
  shape.back() = 1;
  return at::cat({at::ones(shape, powers.scalar_type()), powers}, -1);
}

Tensor vander(const Tensor& x, std::optional<int64_t> N, bool increasing) {
  TORCH_CHECK(x.dim() == 1, "x must be a one-dimensional tensor, but got ", x.dim(), " dimensions");
  const int64_t columns = N.value_or(x.size(0));
  const Tensor points = isIntegralType(x.scalar_type(), true) ? x.to(kLong) : x;
  Tensor result = at::ones({x.size(0), columns}, points.scalar_type());
  if (columns > 1 && x.size(0) > 0) {
    result.slice(1, 1).copy_(points.unsqueeze(1).expand({x.size(0), columns - 1}));
    result.slice(1, 1).copy_(at::cumprod(result.slice(1, 1), 1));
  }
  return increasing ? result : result.flip({1});
}

}  // namespace at::native
