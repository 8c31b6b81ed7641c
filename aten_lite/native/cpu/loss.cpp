// Losses that compare two tensors element by element, then average, sum or keep the results.
#include <algorithm>
#include <cmath>

#include "ATen/core/TensorBody.h"
#include "ATen/ops/abs.h"
#include "ATen/ops/binary_cross_entropy_with_logits.h"
#include "ATen/ops/clamp_min.h"
#include "ATen/ops/exp.h"
#include "ATen/ops/kl_div.h"
#include "ATen/ops/l1_loss.h"
#include "ATen/ops/linalg_vector_norm.h"
#include "ATen/ops/log.h"
#include "ATen/ops/mean.h"
#include "ATen/ops/minimum.h"
#include "ATen/ops/mul.h"
#include "ATen/ops/rsub.h"
#include "ATen/ops/soft_margin_loss.h"
#include "ATen/ops/sub.h"
#include "ATen/ops/sum.h"
#include "ATen/ops/where.h"
#include "ATen/ops/xlogy.h"
#include "ATen/ops/zeros_like.h"
#include "aten_lite/native/internal/loops.h"
#include "aten_lite/native/internal/loss_reduction.h"
#include "aten_lite/native/internal/output.h"

namespace at::native {
namespace {

// The losses of all pairs go to `out` if they are kept, to a temporary if they are reduced.
template <typename F>
void pairwise_loss(const char* op, const Tensor& self, const Tensor& target, int64_t reduction,
                   Tensor& out, const F& f) {
  if (reduction == kKeepAll) {
    return binary_op<float, double>(self, target, out, op, f);
  }
  Tensor losses;
  binary_op<float, double>(self, target, losses, op, f);
  write_output(out, reduce_loss(losses, reduction), op);
}

}  // namespace

Tensor reduce_loss(const Tensor& losses, int64_t reduction) {
  switch (reduction) {
    case kMean:
      return at::mean(losses);
    case kSum:
      return at::sum(losses);
    default:
      return losses;
  }
}

void mse_loss_out(const Tensor& self, const Tensor& target, int64_t reduction, Tensor& out) {
  with_rounding(promoted_type(self, target), [&](auto round) {
    pairwise_loss("mse_loss", self, target, reduction, out, [round](auto x, auto y) {
      const auto difference = round(x - y);
      return difference * difference;
    });
  });
}

void smooth_l1_loss_out(const Tensor& self, const Tensor& target, int64_t reduction, double beta,
                        Tensor& out) {
  TORCH_CHECK(beta >= 0, "smooth_l1_loss does not support negative values for beta.");
  pairwise_loss("smooth_l1_loss", self, target, reduction, out, [beta](auto x, auto y) {
    using T = decltype(x);
    const T distance = std::fabs(x - y);
    const T b = static_cast<T>(beta);
    return distance < b ? T(0.5) * distance * distance / b : distance - T(0.5) * b;
  });
}

void huber_loss_out(const Tensor& self, const Tensor& target, int64_t reduction, double delta,
                    Tensor& out) {
  TORCH_CHECK(delta > 0, "huber_loss does not support non-positive values for delta.");
  pairwise_loss("huber_loss", self, target, reduction, out, [delta](auto x, auto y) {
    using T = decltype(x);
    const T distance = std::fabs(x - y);
    const T d = static_cast<T>(delta);
    return distance < d ? T(0.5) * distance * distance : d * (distance - T(0.5) * d);
  });
}

void binary_cross_entropy_out(const Tensor& self, const Tensor& target,
                              const std::optional<Tensor>& weight, int64_t reduction, Tensor& out) {
  Tensor losses;
  binary_op<float, double>(self, target, losses, "binary_cross_entropy", [](auto x, auto y) {
    using T = decltype(x);
    TORCH_CHECK(x >= T(0) && x <= T(1), "all elements of input should be between 0 and 1");
    // Logarithms are cut off at -100, so that a certain but wrong prediction has a finite loss.
    const T log_x = std::max(std::log(x), T(-100));
    const T log_rest = std::max(std::log1p(-x), T(-100));
    return (y - T(1)) * log_rest - y * log_x;
  });
  if (weight && weight->defined()) losses = at::mul(losses, *weight);
  write_output(out, reduce_loss(losses, reduction), "binary_cross_entropy");
}

Tensor binary_cross_entropy_with_logits(const Tensor& self, const Tensor& target,
                                        const std::optional<Tensor>& weight,
                                        const std::optional<Tensor>& pos_weight,
                                        int64_t reduction) {
  // log(sigmoid(x)) = min(x, 0) - log(1 + exp(-|x|)) does not overflow.
  Tensor log_sigmoid;
  unary_op<float, double>(self, log_sigmoid, "binary_cross_entropy_with_logits", [](auto x) {
    using T = decltype(x);
    return std::min(x, T(0)) - std::log1p(std::exp(-std::fabs(x)));
  });
  // (1 - target) * x - (1 + (pos_weight - 1) * target) * log(sigmoid(x))
  Tensor losses = at::mul(at::rsub(target, 1), self);
  if (pos_weight && pos_weight->defined()) {
    const Tensor factor = at::mul(at::sub(*pos_weight, 1), target).add_(1);
    losses = at::sub(losses, at::mul(factor, log_sigmoid));
  } else {
    losses = at::sub(losses, log_sigmoid);
  }
  if (weight && weight->defined()) losses = at::mul(losses, *weight);
  return reduce_loss(losses, reduction);
}

Tensor l1_loss(const Tensor& self, const Tensor& target, int64_t reduction) {
  return reduce_loss(at::abs(at::sub(self, target)), reduction);
}

Tensor kl_div(const Tensor& self, const Tensor& target, int64_t reduction, bool log_target) {
  TORCH_CHECK(!self.is_complex() && !target.is_complex(),
              "kl_div: Complex inputs are not supported");
  TORCH_CHECK(isFloatingType(promoted_type(self, target)),
              "kl_div: the inputs must be floating point");
  const Tensor losses = log_target ? at::mul(at::exp(target), at::sub(target, self))
                                   : at::sub(at::xlogy(target, target), at::mul(target, self));
  return reduce_loss(losses, reduction);
}

Tensor soft_margin_loss(const Tensor& self, const Tensor& target, int64_t reduction) {
  // One operator after another, for their rounding in 16-bit types.
  return reduce_loss(at::mul(self.neg(), target).exp_().log1p_(), reduction);
}
Tensor& soft_margin_loss_out(const Tensor& self, const Tensor& target, int64_t reduction,
                             Tensor& out) {
  write_output(out, native::soft_margin_loss(self, target, reduction), "soft_margin_loss");
  return out;
}

Tensor poisson_nll_loss(const Tensor& input, const Tensor& target, bool log_input, bool full,
                        double eps, int64_t reduction) {
  Tensor losses = log_input ? at::sub(at::exp(input), at::mul(target, input))
                            : at::sub(input, at::mul(target, at::log(input.add(eps))));
  if (full) {
    // Stirling's approximation of log(target!) where target > 1.
    Tensor stirling;
    unary_float_op<float, double>(target, stirling, "poisson_nll_loss", [](auto y) {
      using T = decltype(y);
      constexpr T kTwoPi = static_cast<T>(6.283185307179586476925);
      return y > T(1) ? y * std::log(y) - y + T(0.5) * std::log(kTwoPi * y) : T(0);
    });
    losses = losses.add(stirling);
  }
  return reduce_loss(losses, reduction);
}

Tensor hinge_embedding_loss(const Tensor& self, const Tensor& target, double margin,
                            int64_t reduction) {
  const Tensor zeros = at::zeros_like(self);
  const Tensor apart = at::clamp_min(at::rsub(self, margin), 0);
  const Tensor losses =
      at::where(target.ne(1), apart, zeros).add(at::where(target.ne(-1), self, zeros));
  return reduce_loss(losses, reduction);
}

Tensor margin_ranking_loss(const Tensor& input1, const Tensor& input2, const Tensor& target,
                           double margin, int64_t reduction) {
  const Tensor scores = at::mul(target.neg(), at::sub(input1, input2)).add(margin);
  return reduce_loss(at::clamp_min(scores, 0), reduction);
}

Tensor cosine_embedding_loss(const Tensor& input1, const Tensor& input2, const Tensor& target,
                             double margin, int64_t reduction) {
  const int64_t rank = target.dim();
  TORCH_CHECK(rank == 0 || rank == 1,
              "0D or 1D target tensor expected, multi-target not supported");
  TORCH_CHECK(input1.dim() == rank + 1 && input2.dim() == rank + 1, rank,
              "D target tensor expects ", rank + 1, "D input tensors, but found inputs with sizes ",
              input1.sizes(), " and ", input2.sizes(), ".");
  constexpr double kEpsilon = 1e-12;
  const auto product = [rank](const Tensor& a, const Tensor& b) {
    return at::sum(at::mul(a, b), IntArrayRef(rank));
  };
  const Tensor squares1 = product(input1, input1).add(kEpsilon);
  const Tensor squares2 = product(input2, input2).add(kEpsilon);
  const Tensor cosine = product(input1, input2).div(at::mul(squares1, squares2).sqrt_());
  const Tensor zeros = at::zeros_like(cosine);
  const Tensor alike = at::where(target.eq(1), at::rsub(cosine, 1), zeros);
  const Tensor unlike = at::where(target.eq(-1), at::clamp_min(at::sub(cosine, margin), 0), zeros);
  return reduce_loss(alike.add(unlike), reduction);
}

namespace {
Tensor distance_along_last(const Tensor& a, const Tensor& b, double p, double eps) {
  return at::linalg_vector_norm(at::sub(a, b).add(eps), p, IntArrayRef(int64_t{-1}), false);
}
}  // namespace

Tensor triplet_margin_loss(const Tensor& anchor, const Tensor& positive, const Tensor& negative,
                           double margin, double p, double eps, bool swap, int64_t reduction) {
  TORCH_CHECK(anchor.dim() == positive.dim() && positive.dim() == negative.dim(),
              "The anchor, positive, and negative tensors are expected to have the same number of "
              "dimensions, but got: anchor ",
              anchor.dim(), "D, positive ", positive.dim(), "D, and negative ", negative.dim(),
              "D inputs");
  const Tensor near = distance_along_last(anchor, positive, p, eps);
  Tensor far = distance_along_last(anchor, negative, p, eps);
  if (swap) far = at::minimum(far, distance_along_last(positive, negative, p, eps));
  return reduce_loss(at::clamp_min(at::sub(near.add(margin), far), 0), reduction);
}

}  // namespace at::native
