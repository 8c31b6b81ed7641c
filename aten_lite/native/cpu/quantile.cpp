// quantile, nanquantile.
#include "ATen/ops/quantile.h"

#include "ATen/ops/ceil.h"
#include "ATen/ops/floor.h"
#include "ATen/ops/gather.h"
#include "ATen/ops/isnan.h"
#include "ATen/ops/lerp.h"
#include "ATen/ops/nanquantile.h"
#include "ATen/ops/round.h"
#include "ATen/ops/scalar_tensor.h"
#include "ATen/ops/sort.h"
#include "ATen/ops/sub.h"
#include "ATen/ops/where.h"
#include "aten_lite/native/internal/output.h"
#include "aten_lite/native/internal/wrap_dim.h"

namespace at::native {
namespace {

void check_inputs(const Tensor& self, const Tensor& q, c10::string_view interpolation,
                  const char* op) {
  TORCH_CHECK(self.numel() > 0, op, "() input tensor must be non-empty");
  TORCH_CHECK(q.dim() <= 1, op, "() q must be a scalar or 1D tensor, but got ", q.dim(),
              " dimensions");
  TORCH_CHECK(self.scalar_type() == kFloat || self.scalar_type() == kDouble, op,
              "() input tensor must be either float or double dtype, but got ",
              toString(self.scalar_type()));
  TORCH_CHECK(self.scalar_type() == q.scalar_type(), op,
              "() q tensor must be same dtype as the input tensor, but got ",
              toString(q.scalar_type()), " and ", toString(self.scalar_type()));
  TORCH_CHECK(
      interpolation == "linear" || interpolation == "lower" || interpolation == "higher" ||
          interpolation == "midpoint" || interpolation == "nearest",
      op, "() interpolation must be one of linear, lower, higher, midpoint or nearest, but got ",
      interpolation);
  TORCH_CHECK(q.ge(0).logical_and_(q.le(1)).all().item().toBool(), op,
              "() q values must be in the range [0, 1]");
}

// Results for all of q, in a last dim.
Tensor interpolate(const Tensor& sorted, const Tensor& ranks, c10::string_view interpolation) {
  if (interpolation == "lower") return at::gather(sorted, -1, at::floor(ranks).to(kLong));
  if (interpolation == "higher") return at::gather(sorted, -1, at::ceil(ranks).to(kLong));
  if (interpolation == "nearest") return at::gather(sorted, -1, at::round(ranks).to(kLong));
  const Tensor below_rank = at::floor(ranks);
  const Tensor below = at::gather(sorted, -1, below_rank.to(kLong));
  const Tensor above = at::gather(sorted, -1, at::ceil(ranks).to(kLong));
  if (interpolation == "midpoint") return at::lerp(below, above, 0.5);
  return at::lerp(below, above, ranks.sub(below_rank));
}

Tensor quantiles(const Tensor& self, const Tensor& q, std::optional<int64_t> dim, bool keepdim,
                 c10::string_view interpolation, bool ignore_nan, const char* op) {
  check_inputs(self, q, interpolation, op);
  const int64_t along = maybe_wrap_dim(dim.value_or(0), self.dim());
  Tensor lanes;
  if (!dim) {
    lanes = self.flatten();
  } else {
    lanes = self.dim() == 0 ? self.unsqueeze(0) : self.transpose(along, -1);
  }
  const int64_t size = lanes.size(-1);
  // Sorting puts NaN last.
  const Tensor sorted = std::get<0>(at::sort(lanes, -1, false));
  Tensor ranks;
  if (ignore_nan) {
    const Tensor counts = at::isnan(sorted).logical_not_().sum({-1}, /*keepdim=*/true);
    ranks = q.mul(counts.sub(1)).clamp_min_(0);
  } else {
    const Tensor has_nan = at::isnan(sorted.narrow(-1, size - 1, 1));
    ranks = at::where(has_nan, at::scalar_tensor(size - 1, self.scalar_type()), q.mul(size - 1));
  }
  ranks = ranks.to(self.scalar_type());
  // [..., Q]
  Tensor values = interpolate(sorted, ranks, interpolation);
  if (dim && self.dim() > 0) {
    if (keepdim) values = values.unsqueeze(-2).transpose(along, -2);
    // Without keepdim the last of the lanes' dims stands where the reduced one stood.
    if (!keepdim && along != self.dim() - 1) values = values.movedim(along, self.dim() - 2);
  } else if (keepdim) {
    DimVector shape(static_cast<size_t>(self.dim()), 1);
    shape.push_back(values.size(-1));
    values = values.reshape(shape);
  }
  return q.dim() == 0 ? values.squeeze(-1) : values.movedim(-1, 0);
}

Tensor as_quantile(double q, const Tensor& self, const char* op) {
  TORCH_CHECK(q >= 0 && q <= 1, op, "() q must be in the range [0, 1] but got ", q);
  return at::scalar_tensor(q, self.scalar_type());
}

}  // namespace

void quantile_out(const Tensor& self, const Tensor& q, std::optional<int64_t> dim, bool keepdim,
                  c10::string_view interpolation, Tensor& out) {
  write_output(out, quantiles(self, q, dim, keepdim, interpolation, false, "quantile"), "quantile");
}
void quantile_out(const Tensor& self, double q, std::optional<int64_t> dim, bool keepdim,
                  c10::string_view interpolation, Tensor& out) {
  native::quantile_out(self, as_quantile(q, self, "quantile"), dim, keepdim, interpolation, out);
}
void nanquantile_out(const Tensor& self, const Tensor& q, std::optional<int64_t> dim, bool keepdim,
                     c10::string_view interpolation, Tensor& out) {
  write_output(out, quantiles(self, q, dim, keepdim, interpolation, true, "nanquantile"),
               "nanquantile");
}
void nanquantile_out(const Tensor& self, double q, std::optional<int64_t> dim, bool keepdim,
                     c10::string_view interpolation, Tensor& out) {
  native::nanquantile_out(self, as_quantile(q, self, "nanquantile"), dim, keepdim, interpolation,
                          out);
}

}  // namespace at::native
