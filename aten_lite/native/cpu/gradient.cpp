// gradient: derivatives of samples by differences of second order.
//
// Inside, the derivative comes from the sample and its two neighbours; at the ends, from two
// samples (edge_order 1) or three (edge_order 2). The three-point weights are those of the
// parabola through the points, so that samples may lie at uneven distances.
#include "ATen/ops/gradient.h"

#include <array>
#include <optional>
#include <utility>
#include <vector>

#include "ATen/ops/cat.h"
#include "ATen/ops/reshape.h"
#include "ATen/ops/slice.h"
#include "aten_lite/core/error.h"
#include "aten_lite/core/irange.h"
#include "aten_lite/core/small_vector.h"
#include "aten_lite/native/tensor_operators.h"

namespace at::native {
namespace {

// Weights of three consecutive samples for the derivative at one of them.
using Weights = std::array<Tensor, 3>;

// h1 and h2 are the distances between the three samples.
Weights weights_in_the_middle(const Tensor& h1, const Tensor& h2) {
  const Tensor sum = h1 + h2;
  return {-h2 / (h1 * sum), (h2 - h1) / (h1 * h2), h1 / (h2 * sum)};
}
Weights weights_at_the_start(const Tensor& h1, const Tensor& h2) {
  const Tensor sum = h1 + h2;
  return {-(h1 * 2 + h2) / (h1 * sum), sum / (h1 * h2), -h1 / (h2 * sum)};
}
Weights weights_at_the_end(const Tensor& h1, const Tensor& h2) {
  const Tensor sum = h1 + h2;
  return {h2 / (h1 * sum), -sum / (h1 * h2), (h2 * 2 + h1) / (h2 * sum)};
}

Tensor weighted(const Weights& w, const Tensor& a, const Tensor& b, const Tensor& c) {
  return w[0] * a + w[1] * b + w[2] * c;
}

// Samples `begin` to `end` along a dimension; negative ones count from the end.
struct Samples {
  const Tensor& self;
  int64_t dim;
  Tensor operator()(int64_t begin, std::optional<int64_t> end = std::nullopt) const {
    return at::slice(self, dim, begin, end);
  }
};

// Samples at the same distance from each other.
Tensor even_gradient(const Samples& at_, const Scalar& step, int64_t edge_order) {
  const Tensor inside = (at_(2) - at_(0, -2)) / step / 2;
  Tensor first, last;
  if (edge_order == 1) {
    first = (at_(1, 2) - at_(0, 1)) / step;
    last = (at_(-1) - at_(-2, -1)) / step;
  } else {
    first = (at_(0, 1) * -1.5 + at_(1, 2) * 2 - at_(2, 3) * 0.5) / step;
    last = (at_(-3, -2) * 0.5 - at_(-2, -1) * 2 + at_(-1) * 1.5) / step;
  }
  return at::cat({first, inside, last}, at_.dim);
}

// Samples at `positions`.
Tensor uneven_gradient(const Samples& at_, const Tensor& positions, int64_t edge_order) {
  const Tensor h = at::slice(positions, 0, 1) - at::slice(positions, 0, 0, -1);
  DimVector shape(static_cast<size_t>(at_.self.dim()), 1);
  shape[static_cast<size_t>(at_.dim)] = -1;
  Weights middle = weights_in_the_middle(at::slice(h, 0, 0, -1), at::slice(h, 0, 1));
  for (Tensor& weight : middle) weight = at::reshape(weight, shape);
  const Tensor inside = weighted(middle, at_(0, -2), at_(1, -1), at_(2));
  Tensor first, last;
  if (edge_order == 1) {
    first = (at_(1, 2) - at_(0, 1)) / h[0];
    last = (at_(-1) - at_(-2, -1)) / h[-1];
  } else {
    first = weighted(weights_at_the_start(h[0], h[1]), at_(0, 1), at_(1, 2), at_(2, 3));
    last = weighted(weights_at_the_end(h[-2], h[-1]), at_(-3, -2), at_(-2, -1), at_(-1));
  }
  return at::cat({first, inside, last}, at_.dim);
}

void check(const Tensor& self, std::optional<size_t> spacings, const DimVector& dims, bool all_dims,
           int64_t edge_order) {
  TORCH_CHECK(self.scalar_type() != kByte, "torch.gradient does not support uint8 input.");
  TORCH_CHECK(edge_order == 1 || edge_order == 2,
              "torch.gradient only supports edge_order=1 and edge_order=2, got ", edge_order);
  TORCH_CHECK(!spacings || *spacings == dims.size(),
              "torch.gradient expected as many spacings as dimensions, but got ",
              spacings.value_or(0), " spacings and ", dims.size(),
              all_dims ? " dimensions (all, as dim was not given)" : " dimensions");
  std::vector<bool> seen(static_cast<size_t>(self.dim()));
  for (const int64_t dim : dims) {
    TORCH_CHECK(!seen[static_cast<size_t>(dim)], "dim ", dim,
                " appears multiple times in the list of dims");
    seen[static_cast<size_t>(dim)] = true;
    TORCH_CHECK(self.size(dim) >= edge_order + 1,
                "torch.gradient expected each dimension size to be at least edge_order+1 = ",
                edge_order + 1, ", but dimension ", dim, " has size ", self.size(dim));
  }
}

// The wrapped dimensions: those given, or all.
DimVector dims_of(const Tensor& self, std::optional<IntArrayRef> given) {
  DimVector dims;
  if (given) {
    for (const int64_t dim : *given) dims.push_back(maybe_wrap_dim(dim, self.dim()));
  } else {
    for (const auto dim : c10::irange(self.dim())) dims.push_back(dim);
  }
  return dims;
}

std::optional<IntArrayRef> list_of(const std::optional<int64_t>& dim) {
  if (!dim) return std::nullopt;
  return IntArrayRef(*dim);
}

// `step_of(i)` is the distance of samples along the i-th dimension.
template <typename StepOf>
std::vector<Tensor> gradient_with_steps(const Tensor& self, std::optional<size_t> spacings,
                                        std::optional<IntArrayRef> given, int64_t edge_order,
                                        StepOf step_of) {
  const DimVector dims = dims_of(self, given);
  check(self, spacings, dims, !given, edge_order);
  std::vector<Tensor> results;
  for (const auto i : c10::irange(dims.size())) {
    results.push_back(even_gradient({self, dims[i]}, step_of(i), edge_order));
  }
  return results;
}

std::vector<Tensor> gradient_at_positions(const Tensor& self, TensorList positions,
                                          std::optional<IntArrayRef> given, int64_t edge_order) {
  const DimVector dims = dims_of(self, given);
  check(self, positions.size(), dims, !given, edge_order);
  std::vector<Tensor> results;
  for (const auto i : c10::irange(dims.size())) {
    TORCH_CHECK(positions[i].dim() == 1,
                "torch.gradient expected each element of spacing to have "
                "one dimension, but got an element with ",
                positions[i].dim(), " dimensions!");
    TORCH_CHECK(positions[i].numel() == self.size(dims[i]),
                "torch.gradient expected as many coordinates as there are samples: dimension ",
                dims[i], " has ", self.size(dims[i]), ", but its spacing ", positions[i].numel());
    results.push_back(uneven_gradient({self, dims[i]}, positions[i], edge_order));
  }
  return results;
}

}  // namespace

std::vector<Tensor> gradient(const Tensor& self, const std::optional<Scalar>& spacing,
                             std::optional<int64_t> dim, int64_t edge_order) {
  return gradient_with_steps(self, std::nullopt, list_of(dim), edge_order,
                             [&](size_t) { return spacing.value_or(Scalar(1)); });
}
std::vector<Tensor> gradient(const Tensor& self, const Scalar& spacing, IntArrayRef dim,
                             int64_t edge_order) {
  return gradient_with_steps(self, std::nullopt, dim, edge_order, [&](size_t) { return spacing; });
}
std::vector<Tensor> gradient(const Tensor& self, IntArrayRef dim, int64_t edge_order) {
  return gradient_with_steps(self, std::nullopt, dim, edge_order, [](size_t) { return Scalar(1); });
}
std::vector<Tensor> gradient(const Tensor& self, ArrayRef<Scalar> spacing,
                             std::optional<int64_t> dim, int64_t edge_order) {
  return gradient_with_steps(self, spacing.size(), list_of(dim), edge_order,
                             [&](size_t i) { return spacing[i]; });
}
std::vector<Tensor> gradient(const Tensor& self, ArrayRef<Scalar> spacing, IntArrayRef dim,
                             int64_t edge_order) {
  return gradient_with_steps(self, spacing.size(), dim, edge_order,
                             [&](size_t i) { return spacing[i]; });
}
std::vector<Tensor> gradient(const Tensor& self, TensorList spacing, std::optional<int64_t> dim,
                             int64_t edge_order) {
  return gradient_at_positions(self, spacing, list_of(dim), edge_order);
}
std::vector<Tensor> gradient(const Tensor& self, TensorList spacing, IntArrayRef dim,
                             int64_t edge_order) {
  return gradient_at_positions(self, spacing, dim, edge_order);
}

}  // namespace at::native
