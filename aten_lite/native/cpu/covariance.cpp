// cov, corrcoef, renorm.
#include "ATen/ops/corrcoef.h"
#include "ATen/ops/cov.h"
#include "ATen/ops/imag.h"
#include "ATen/ops/linalg_vector_norm.h"
#include "ATen/ops/mm.h"
#include "ATen/ops/real.h"
#include "ATen/ops/renorm.h"
#include "ATen/ops/scalar_tensor.h"
#include "ATen/ops/where.h"
#include "aten_lite/native/internal/output.h"
#include "aten_lite/native/internal/wrap_dim.h"

namespace at::native {
namespace {

// Weights of observations: a vector, one for each, none negative.
void check_weights(const Tensor& weights, int64_t observations, const char* name) {
  TORCH_CHECK(weights.dim() <= 1, "cov(): expected ", name,
              " to have one or fewer dimensions but "
              "there are ",
              weights.dim());
  TORCH_CHECK(weights.numel() == observations, "cov(): expected ", name,
              " to have the same numel as there are observations in the input but got ",
              weights.numel(), " != ", observations);
  TORCH_CHECK(observations == 0 || weights.min().ge(0).item().toBool(), "cov(): ", name,
              " cannot be negative");
}

Tensor conjugate_transpose(const Tensor& self) {
  return self.is_complex() ? self.t().conj_physical() : self.t();
}

}  // namespace

Tensor cov(const Tensor& self, int64_t correction, const std::optional<Tensor>& fweights,
           const std::optional<Tensor>& aweights) {
  TORCH_CHECK(self.dim() <= 2,
              "cov(): expected input to have two or fewer dimensions but got an "
              "input with ",
              self.dim());
  TORCH_CHECK(self.scalar_type() != kBool, "cov(): bool dtype is not supported for input");
  const Tensor rows = self.dim() < 2 ? self.reshape({1, -1}) : self;
  const int64_t observations = rows.size(1);
  Tensor weights;
  if (fweights && fweights->defined()) {
    check_weights(*fweights, observations, "fweights");
    TORCH_CHECK(isIntegralType(fweights->scalar_type(), false),
                "cov(): expected fweights to have integral dtype but got ",
                toString(fweights->scalar_type()));
    weights = fweights->reshape({-1});
  }
  const bool has_aweights = aweights && aweights->defined();
  if (has_aweights) {
    check_weights(*aweights, observations, "aweights");
    TORCH_CHECK(aweights->is_floating_point(),
                "cov(): expected aweights to have floating point dtype but got ",
                toString(aweights->scalar_type()));
    const Tensor flat = aweights->reshape({-1});
    weights = weights.defined() ? weights.mul(flat) : flat;
  }
  const Tensor weight_sum =
      weights.defined() ? weights.sum() : at::scalar_tensor(observations, kLong);
  TORCH_CHECK(!weights.defined() || weight_sum.ne(0).item().toBool(),
              "cov(): weights sum to zero, can't be normalized");
  const Tensor mean = (weights.defined() ? rows.mul(weights) : rows).sum({1}).div(weight_sum);
  Tensor norm = weight_sum;
  if (has_aweights && correction != 0) {
    const Tensor share = weights.mul(aweights->reshape({-1})).sum().div(weight_sum);
    norm = weight_sum.sub(share.mul(correction));
  } else {
    norm = weight_sum.sub(correction);
  }
  if (norm.le(0).item().toBool()) {
    TORCH_WARN(
        "cov(): degrees of freedom is <= 0. Correction should be strictly less than the number "
        "of observations");
    norm = at::scalar_tensor(0, norm.scalar_type());
  }
  const Tensor centered = rows.sub(mean.unsqueeze(1));
  const Tensor weighted = weights.defined() ? centered.mul(weights) : centered;
  return at::mm(centered, conjugate_transpose(weighted).to(centered.scalar_type()))
      .div(norm)
      .squeeze();
}

Tensor corrcoef(const Tensor& self) {
  TORCH_CHECK(self.dim() <= 2,
              "corrcoef(): expected input to have two or fewer dimensions but got "
              "an input with ",
              self.dim());
  Tensor c = native::cov(self, 1, std::nullopt, std::nullopt);
  if (c.dim() == 0) return c.div(c);
  const Tensor variance = c.diagonal();
  const Tensor deviation = (c.is_complex() ? at::real(variance) : variance).sqrt();
  c = c.div(deviation.unsqueeze(1)).div(deviation.unsqueeze(0));
  // Rounding must not leave the unit interval.
  if (!c.is_complex()) return c.clamp_(-1, 1);
  at::real(c).clamp_(-1, 1);
  at::imag(c).clamp_(-1, 1);
  return c;
}

void renorm_out(const Tensor& self, const Scalar& p, int64_t dim, const Scalar& maxnorm,
                Tensor& out) {
  TORCH_CHECK(p.toDouble() > 0, "renorm: non-positive norm not supported, got ", p);
  TORCH_CHECK(self.dim() > 1, "renorm: input needs at least 2 dimensions, got ", self.dim(),
              " dimensions");
  TORCH_CHECK(maxnorm.toDouble() >= 0, "renorm: expected maxnorm to be >= 0 but got ", maxnorm);
  dim = maybe_wrap_dim(dim, self.dim());
  DimVector others;
  for (int64_t i = 0; i < self.dim(); ++i) {
    if (i != dim) others.push_back(i);
  }
  const ScalarType wide = self.scalar_type() == kHalf || self.scalar_type() == kBFloat16
                              ? kFloat
                              : toRealValueType(self.scalar_type());
  const Tensor norms =
      at::linalg_vector_norm(self.to(self.is_complex() ? self.scalar_type() : wide), p,
                             OptionalIntArrayRef(others), /*keepdim=*/true);
  // The small number keeps a scaled norm below the limit.
  const Tensor factor = at::where(norms.gt(maxnorm), norms.add(1e-7).reciprocal().mul(maxnorm),
                                  at::scalar_tensor(1, norms.scalar_type()));
  const Tensor result = self.mul(factor.to(toRealValueType(self.scalar_type())));
  if (out.is_same(self)) {
    out.copy_(result);
  } else {
    write_output(out, result, "renorm");
  }
}

}  // namespace at::native
