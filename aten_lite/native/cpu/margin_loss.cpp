// Margin losses over classes: multi_margin_loss and multilabel_margin_loss.
#include <algorithm>
#include <cmath>
#include <vector>

#include "ATen/core/TensorBody.h"
#include "ATen/ops/multi_margin_loss.h"
#include "ATen/ops/multilabel_margin_loss.h"
#include "ATen/ops/multilabel_margin_loss_forward.h"
#include "aten_lite/core/empty.h"
#include "aten_lite/native/internal/loss_reduction.h"
#include "aten_lite/native/internal/output.h"

namespace at::native {
namespace {

struct Shape {
  int64_t batch;
  int64_t classes;
};

// [classes] or [batch, classes]; no classes are no input.
Shape shape_of(const char* op, const Tensor& self) {
  const int64_t dim = self.dim();
  TORCH_CHECK(dim <= 2 && (dim < 1 || self.sizes()[dim - 1] != 0), op,
              ": Expected non-empty vector or matrix with optional 0-dim batch size, but got: ",
              self.sizes());
  TORCH_CHECK(self.is_floating_point(), op, ": expected floating point scores but got ",
              self.scalar_type());
  if (dim == 2) return {self.sizes()[0], self.sizes()[1]};
  return {1, dim == 1 ? self.sizes()[0] : 1};
}

Tensor as_losses(const std::vector<double>& losses, IntArrayRef sizes, ScalarType type,
                 int64_t reduction) {
  Tensor all(at::detail::empty_cpu(sizes, kDouble));
  std::copy(losses.begin(), losses.end(), all.mutable_data_ptr<double>());
  return reduce_loss(all, reduction).to(type);
}

}  // namespace

Tensor multi_margin_loss(const Tensor& self, const Tensor& target, const Scalar& p,
                         const Scalar& margin, const std::optional<Tensor>& weight,
                         int64_t reduction) {
  const Shape shape = shape_of("multi_margin_loss", self);
  const int64_t power = p.toLong();
  TORCH_CHECK(power == 1 || power == 2, "only p == 1 and p == 2 supported");
  TORCH_CHECK(target.dim() <= 1 && target.numel() == shape.batch,
              "inconsistent target size, expected ", shape.batch, " but got ", target.sizes());
  const bool weighted = weight && weight->defined();
  TORCH_CHECK(!weighted || (weight->dim() <= 1 && weight->numel() == shape.classes),
              "inconsistent weight size, expected ", shape.classes, " but got ",
              weighted ? weight->sizes() : IntArrayRef());
  const Tensor scores = self.to(kDouble).contiguous();
  const Tensor targets = target.to(kLong).contiguous();
  const Tensor weights = weighted ? weight->to(kDouble).contiguous() : Tensor();
  std::vector<double> losses;
  for (int64_t n = 0; n < shape.batch; ++n) {
    const double* x = scores.const_data_ptr<double>() + n * shape.classes;
    const int64_t t = targets.const_data_ptr<int64_t>()[n];
    TORCH_CHECK_INDEX(t >= 0 && t < shape.classes, "multi_margin_loss: target ", t,
                      " is out of range for ", shape.classes, " classes");
    double loss = 0;
    for (int64_t c = 0; c < shape.classes; ++c) {
      const double z = margin.toDouble() - x[t] + x[c];
      if (c == t || z <= 0) continue;
      loss += (power == 1 ? z : z * z) * (weighted ? weights.const_data_ptr<double>()[t] : 1.0);
    }
    losses.push_back(loss / static_cast<double>(shape.classes));
  }
  return as_losses(losses, target.sizes(), self.scalar_type(), reduction);
}
Tensor& multi_margin_loss_out(const Tensor& self, const Tensor& target, const Scalar& p,
                              const Scalar& margin, const std::optional<Tensor>& weight,
                              int64_t reduction, Tensor& out) {
  write_output(out, native::multi_margin_loss(self, target, p, margin, weight, reduction),
               "multi_margin_loss");
  return out;
}

std::tuple<Tensor, Tensor> multilabel_margin_loss_forward(const Tensor& self, const Tensor& target,
                                                          int64_t reduction) {
  const Shape shape = shape_of("multilabel_margin_loss", self);
  TORCH_CHECK(target.sizes() == self.sizes(), "inconsistent target size: ", target.sizes(),
              " for input of size: ", self.sizes());
  const Tensor scores = self.to(kDouble).contiguous();
  const Tensor targets = target.to(kLong).contiguous();
  Tensor is_target(at::detail::empty_cpu(target.sizes(), kDouble));
  double* marks = is_target.mutable_data_ptr<double>();
  std::fill(marks, marks + is_target.numel(), 0.0);
  std::vector<double> losses;
  for (int64_t n = 0; n < shape.batch; ++n) {
    const double* x = scores.const_data_ptr<double>() + n * shape.classes;
    const int64_t* t = targets.const_data_ptr<int64_t>() + n * shape.classes;
    double* mark = marks + n * shape.classes;
    // The labels of a row end at the first negative one.
    int64_t labels = 0;
    for (; labels < shape.classes && t[labels] >= 0; ++labels) {
      TORCH_CHECK(t[labels] < shape.classes, "multilabel_margin_loss: target ", t[labels],
                  " is out of range for ", shape.classes, " classes");
      mark[t[labels]] = 1;
    }
    double loss = 0;
    for (int64_t k = 0; k < labels; ++k) {
      for (int64_t c = 0; c < shape.classes; ++c) {
        if (mark[c] == 0) loss += std::max(0.0, 1.0 - x[t[k]] + x[c]);
      }
    }
    losses.push_back(loss / static_cast<double>(shape.classes));
  }
  const IntArrayRef sizes = self.dim() == 2 ? self.sizes().slice(0, 1) : IntArrayRef();
  return {as_losses(losses, sizes, self.scalar_type(), reduction),
          is_target.to(self.scalar_type())};
}
std::tuple<Tensor&, Tensor&> multilabel_margin_loss_forward_out(const Tensor& self,
                                                                const Tensor& target,
                                                                int64_t reduction, Tensor& output,
                                                                Tensor& is_target) {
  const auto results = native::multilabel_margin_loss_forward(self, target, reduction);
  write_output(output, std::get<0>(results), "multilabel_margin_loss");
  write_output(is_target, std::get<1>(results), "multilabel_margin_loss");
  return {output, is_target};
}
Tensor multilabel_margin_loss(const Tensor& self, const Tensor& target, int64_t reduction) {
  return std::get<0>(native::multilabel_margin_loss_forward(self, target, reduction));
}
Tensor& multilabel_margin_loss_out(const Tensor& self, const Tensor& target, int64_t reduction,
                                   Tensor& out) {
  write_output(out, native::multilabel_margin_loss(self, target, reduction),
               "multilabel_margin_loss");
  return out;
}

}  // namespace at::native
