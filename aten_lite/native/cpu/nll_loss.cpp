// Negative log likelihood and cross entropy.
#include "ATen/ops/nll_loss.h"

#include <cmath>

#include "ATen/core/TensorBody.h"
#include "ATen/ops/cross_entropy_loss.h"
#include "ATen/ops/log_softmax.h"
#include "ATen/ops/mul.h"
#include "ATen/ops/nll_loss2d.h"
#include "ATen/ops/nll_loss2d_forward.h"
#include "ATen/ops/nll_loss_forward.h"
#include "ATen/ops/nll_loss_nd.h"
#include "ATen/ops/sum.h"
#include "aten_lite/core/empty.h"
#include "aten_lite/native/internal/cast.h"
#include "aten_lite/native/internal/loss_reduction.h"
#include "aten_lite/native/internal/output.h"
#include "aten_lite/native/internal/promotion.h"

namespace at::native {
namespace {

// Scores [batch, classes, inner] and targets [batch, inner], both contiguous.
struct Problem {
  Tensor scores;  // double
  Tensor target;  // int64
  Tensor weight;  // double, or undefined
  int64_t batch;
  int64_t classes;
  int64_t inner;
};

Problem prepare(const Tensor& self, const Tensor& target, const std::optional<Tensor>& weight) {
  TORCH_CHECK(self.is_floating_point(), "nll_loss: expected floating point scores but got ",
              self.scalar_type());
  TORCH_CHECK(target.scalar_type() == kLong || target.scalar_type() == kByte,
              "nll_loss: expected targets of type Long but got ", toString(target.scalar_type()));
  Problem p;
  p.scores = self.to(kDouble).contiguous();
  p.target = target.to(kLong).contiguous();
  p.classes = self.dim() == 1 ? self.sizes()[0] : self.sizes()[1];
  p.batch = self.dim() == 1 ? 1 : self.sizes()[0];
  p.inner = 1;
  for (int64_t d = 2; d < self.dim(); ++d) p.inner *= self.sizes()[d];
  if (weight && weight->defined()) {
    TORCH_CHECK(weight->dim() == 1 && weight->numel() == p.classes,
                "weight tensor should be defined either for all ", p.classes,
                " classes or no classes but got weight tensor of shape: ", weight->sizes());
    p.weight = weight->to(kDouble).contiguous();
  }
  return p;
}

std::tuple<Tensor, Tensor> forward(const Tensor& self, const Tensor& target,
                                   const std::optional<Tensor>& weight, int64_t reduction,
                                   int64_t ignore_index) {
  const Problem p = prepare(self, target, weight);
  const double* scores = p.scores.const_data_ptr<double>();
  const int64_t* targets = p.target.const_data_ptr<int64_t>();
  const double* weights = p.weight.defined() ? p.weight.const_data_ptr<double>() : nullptr;
  Tensor losses(at::detail::empty_cpu(target.sizes(), kDouble));
  double* out = losses.mutable_data_ptr<double>();
  double sum = 0;
  double total_weight = 0;
  for (int64_t n = 0; n < p.batch; ++n) {
    for (int64_t i = 0; i < p.inner; ++i) {
      const int64_t at = n * p.inner + i;
      const int64_t t = targets[at];
      out[at] = 0;
      if (t == ignore_index) continue;
      TORCH_CHECK_INDEX(t >= 0 && t < p.classes, "Target ", t, " is out of bounds.");
      const double w = weights != nullptr ? weights[t] : 1.0;
      out[at] = -w * scores[(n * p.classes + t) * p.inner + i];
      sum += out[at];
      total_weight += w;
    }
  }
  // A single sample is a sum of its own; of many losses that are kept there is no total.
  if (reduction == kKeepAll && self.dim() > 1) {
    return {losses.to(self.scalar_type()), scalar_of_type(0, self.scalar_type())};
  }
  const double result = reduction == kMean ? sum / total_weight : sum;
  return {scalar_of_type(result, kDouble).to(self.scalar_type()),
          scalar_of_type(total_weight, kDouble).to(self.scalar_type())};
}

}  // namespace

std::tuple<Tensor, Tensor> nll_loss_forward(const Tensor& self, const Tensor& target,
                                            const std::optional<Tensor>& weight, int64_t reduction,
                                            int64_t ignore_index) {
  TORCH_CHECK(self.dim() == 1 || self.dim() == 2, "input tensor should be 1D or 2D");
  TORCH_CHECK(target.dim() <= 1, "0D or 1D target tensor expected, multi-target not supported");
  TORCH_CHECK(self.dim() == 1 ? target.dim() == 0
                              : target.dim() == 1 && self.sizes()[0] == target.sizes()[0],
              "size mismatch (got input: ", self.sizes(), ", target: ", target.sizes(), ")");
  return forward(self, target, weight, reduction, ignore_index);
}
std::tuple<Tensor, Tensor> nll_loss2d_forward(const Tensor& self, const Tensor& target,
                                              const std::optional<Tensor>& weight,
                                              int64_t reduction, int64_t ignore_index) {
  TORCH_CHECK(target.dim() == 3,
              "only batches of spatial targets supported (3D tensors) but got "
              "targets of dimension: ",
              target.dim());
  TORCH_CHECK(self.dim() == 4,
              "only batches of spatial inputs supported (4D tensors), but got "
              "input of dimension: ",
              self.dim());
  TORCH_CHECK(self.sizes()[0] == target.sizes()[0] && self.sizes()[2] == target.sizes()[1] &&
                  self.sizes()[3] == target.sizes()[2],
              "size mismatch (got input: ", self.sizes(), " , target: ", target.sizes());
  return forward(self, target, weight, reduction, ignore_index);
}

namespace {
std::tuple<Tensor&, Tensor&> write_both(const std::tuple<Tensor, Tensor>& results, Tensor& output,
                                        Tensor& total_weight) {
  write_output(output, std::get<0>(results), "nll_loss_forward");
  write_output(total_weight, std::get<1>(results), "nll_loss_forward");
  return {output, total_weight};
}
}  // namespace

std::tuple<Tensor&, Tensor&> nll_loss_forward_out(const Tensor& self, const Tensor& target,
                                                  const std::optional<Tensor>& weight,
                                                  int64_t reduction, int64_t ignore_index,
                                                  Tensor& output, Tensor& total_weight) {
  return write_both(native::nll_loss_forward(self, target, weight, reduction, ignore_index), output,
                    total_weight);
}
std::tuple<Tensor&, Tensor&> nll_loss2d_forward_out(const Tensor& self, const Tensor& target,
                                                    const std::optional<Tensor>& weight,
                                                    int64_t reduction, int64_t ignore_index,
                                                    Tensor& output, Tensor& total_weight) {
  return write_both(native::nll_loss2d_forward(self, target, weight, reduction, ignore_index),
                    output, total_weight);
}

Tensor nll_loss(const Tensor& self, const Tensor& target, const std::optional<Tensor>& weight,
                int64_t reduction, int64_t ignore_index) {
  return std::get<0>(native::nll_loss_forward(self, target, weight, reduction, ignore_index));
}
Tensor& nll_loss_out(const Tensor& self, const Tensor& target, const std::optional<Tensor>& weight,
                     int64_t reduction, int64_t ignore_index, Tensor& out) {
  write_output(out, native::nll_loss(self, target, weight, reduction, ignore_index), "nll_loss");
  return out;
}
Tensor nll_loss2d(const Tensor& self, const Tensor& target, const std::optional<Tensor>& weight,
                  int64_t reduction, int64_t ignore_index) {
  return std::get<0>(native::nll_loss2d_forward(self, target, weight, reduction, ignore_index));
}
Tensor& nll_loss2d_out(const Tensor& self, const Tensor& target,
                       const std::optional<Tensor>& weight, int64_t reduction, int64_t ignore_index,
                       Tensor& out) {
  write_output(out, native::nll_loss2d(self, target, weight, reduction, ignore_index),
               "nll_loss2d");
  return out;
}

Tensor nll_loss_nd(const Tensor& self, const Tensor& target, const std::optional<Tensor>& weight,
                   int64_t reduction, int64_t ignore_index) {
  TORCH_CHECK_VALUE(self.dim() > 0, "Expected 1 or more dimensions (got ", self.dim(), ")");
  if (self.dim() != 1) {
    TORCH_CHECK_VALUE(target.dim() > 0 && self.sizes()[0] == target.sizes()[0],
                      "Expected input batch_size (", self.sizes()[0],
                      ") to match target batch_size (", target.dim() > 0 ? target.sizes()[0] : 0,
                      ").");
  }
  if (self.dim() <= 2) return at::nll_loss(self, target, weight, reduction, ignore_index);
  if (self.dim() == 4) return at::nll_loss2d(self, target, weight, reduction, ignore_index);
  // Any other number of inner dims: as one.
  TORCH_CHECK(target.dim() == self.dim() - 1, "Expected target of ", self.dim() - 1,
              " dims but got ", target.dim());
  for (int64_t d = 2; d < self.dim(); ++d) {
    TORCH_CHECK(self.sizes()[d] == target.sizes()[d - 1],
                "Expected target size to match the input "
                "without its class dim, but got input ",
                self.sizes(), " and target ", target.sizes());
  }
  return std::get<0>(forward(self, target, weight, reduction, ignore_index));
}

namespace {

Tensor per_class(const Tensor& weight, int64_t dim, int64_t class_dim) {
  DimVector shape(static_cast<size_t>(dim), 1);
  shape[class_dim] = weight.numel();
  return weight.reshape(shape);
}

Tensor cross_entropy_with_probabilities(const Tensor& log_probabilities, const Tensor& target,
                                        const Tensor& weight, int64_t class_dim, int64_t reduction,
                                        double label_smoothing) {
  const int64_t classes = log_probabilities.sizes()[class_dim];
  TORCH_CHECK(!weight.defined() || (weight.dim() == 1 && weight.numel() == classes),
              "cross_entropy: weight tensor should be defined either for all ", classes,
              " classes or no classes but got weight tensor of shape: ",
              weight.defined() ? weight.sizes() : IntArrayRef());
  Tensor smooth = target;
  if (label_smoothing > 0) {
    smooth = target.mul(1 - label_smoothing).add_(label_smoothing / static_cast<double>(classes));
  }
  Tensor losses = at::mul(log_probabilities, smooth);
  if (weight.defined()) {
    losses = at::mul(losses, per_class(weight, losses.dim(), class_dim));
  }
  switch (reduction) {
    case kMean: {
      const double samples = static_cast<double>(log_probabilities.numel() / classes);
      return at::sum(losses).neg_().div_(samples);
    }
    case kSum:
      return at::sum(losses).neg_();
    default:
      return at::sum(losses, IntArrayRef(class_dim)).neg_();
  }
}

Tensor cross_entropy_with_smoothing(const Tensor& log_probabilities, const Tensor& target,
                                    const Tensor& weight, int64_t class_dim, int64_t reduction,
                                    int64_t ignore_index, double label_smoothing) {
  const double classes = static_cast<double>(log_probabilities.sizes()[class_dim]);
  const Tensor nll = at::nll_loss_nd(log_probabilities, target, weight, reduction, ignore_index);
  Tensor smooth = weight.defined() ? at::mul(log_probabilities,
                                             per_class(weight, log_probabilities.dim(), class_dim))
                                   : log_probabilities;
  smooth = at::sum(smooth, IntArrayRef(class_dim)).neg_();
  const Tensor ignored = target.eq(ignore_index);
  smooth.masked_fill_(ignored, 0.0);
  if (reduction == kMean) {
    if (weight.defined()) {
      const Tensor flat = target.masked_fill(ignored, 0).flatten();
      const Tensor weights = weight.index_select(0, flat).masked_fill_(ignored.flatten(), 0.0);
      smooth = at::sum(smooth).div(at::sum(weights));
    } else {
      smooth = at::sum(smooth).div(at::sum(ignored.logical_not()));
    }
  } else if (reduction == kSum) {
    smooth = at::sum(smooth);
  }
  return nll.mul(1 - label_smoothing).add(smooth.mul(label_smoothing / classes));
}

}  // namespace

Tensor cross_entropy_loss(const Tensor& self, const Tensor& target,
                          const std::optional<Tensor>& weight, int64_t reduction,
                          int64_t ignore_index, double label_smoothing) {
  TORCH_CHECK(label_smoothing >= 0 && label_smoothing <= 1,
              "label_smoothing must be between 0.0 and 1.0. Got: ", label_smoothing);
  TORCH_CHECK(self.dim() > 0, "cross_entropy: the input must have a class dimension");
  const int64_t class_dim = self.dim() == 1 ? 0 : 1;
  const Tensor class_weight = weight.value_or(Tensor());
  const Tensor log_probabilities = at::log_softmax(self, class_dim, self.scalar_type());
  if (self.sizes() == target.sizes()) {
    TORCH_CHECK(target.is_floating_point(),
                "Expected floating point type for target with class "
                "probabilities, got ",
                toString(target.scalar_type()));
    TORCH_CHECK(ignore_index < 0, "ignore_index is not supported for floating point target");
    return cross_entropy_with_probabilities(log_probabilities, target, class_weight, class_dim,
                                            reduction, label_smoothing);
  }
  if (label_smoothing > 0) {
    return cross_entropy_with_smoothing(log_probabilities, target, class_weight, class_dim,
                                        reduction, ignore_index, label_smoothing);
  }
  return at::nll_loss_nd(log_probabilities, target, class_weight, reduction, ignore_index);
}

}  // namespace at::native
