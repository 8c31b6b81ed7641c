// Products of many matrices, and tensors seen as matrices: multi_dot, tensorinv, tensorsolve.
#include <algorithm>
#include <limits>
#include <numeric>

#include "ATen/ops/flatten.h"
#include "ATen/ops/linalg_inv.h"
#include "ATen/ops/linalg_multi_dot.h"
#include "ATen/ops/linalg_solve.h"
#include "ATen/ops/linalg_tensorinv.h"
#include "ATen/ops/linalg_tensorsolve.h"
#include "ATen/ops/matmul.h"
#include "ATen/ops/movedim.h"
#include "ATen/ops/reshape.h"
#include "ATen/ops/unsqueeze.h"
#include "ATen/ops/view.h"
#include "aten_lite/native/internal/output.h"
#include "aten_lite/native/internal/wrap_dim.h"

namespace at::native {
namespace {

// Where to split the product of matrices first..last so that it takes the fewest multiplications.
class ChainOrder {
 public:
  explicit ChainOrder(const std::vector<Tensor>& matrices) : count_(matrices.size()) {
    std::vector<double> sizes;
    for (const Tensor& matrix : matrices) sizes.push_back(static_cast<double>(matrix.size(0)));
    sizes.push_back(static_cast<double>(matrices.back().size(1)));
    std::vector<double> cost(count_ * count_, 0.0);
    split_.assign(count_ * count_, 0);
    for (size_t length = 2; length <= count_; ++length) {
      for (size_t first = 0; first + length <= count_; ++first) {
        const size_t last = first + length - 1;
        double best = std::numeric_limits<double>::infinity();
        for (size_t k = first; k < last; ++k) {
          const double all = cost[first * count_ + k] + cost[(k + 1) * count_ + last] +
                             sizes[first] * sizes[k + 1] * sizes[last + 1];
          if (all >= best) continue;
          best = all;
          split_[first * count_ + last] = k;
        }
        cost[first * count_ + last] = best;
      }
    }
  }

  Tensor product(const std::vector<Tensor>& matrices, size_t first, size_t last) const {
    if (first == last) return matrices[first];
    const size_t k = split_[first * count_ + last];
    return at::matmul(product(matrices, first, k), product(matrices, k + 1, last));
  }

 private:
  size_t count_;
  std::vector<size_t> split_;
};

int64_t product_of(IntArrayRef sizes) {
  return std::accumulate(sizes.begin(), sizes.end(), int64_t{1}, std::multiplies<int64_t>());
}

}  // namespace

Tensor linalg_multi_dot(TensorList tensors) {
  TORCH_CHECK(tensors.size() >= 2, "multi_dot(): expected at least 2 tensors but got ",
              tensors.size());
  std::vector<Tensor> matrices(tensors.begin(), tensors.end());
  for (size_t i = 0; i < matrices.size(); ++i) {
    const bool end = i == 0 || i + 1 == matrices.size();
    TORCH_CHECK(matrices[i].dim() == 2 || (end && matrices[i].dim() == 1), "multi_dot(): tensor ",
                i, " must be ", end ? "1D or 2D" : "2D", " but got ", matrices[i].dim(), "D");
    TORCH_CHECK(matrices[i].scalar_type() == matrices[0].scalar_type(),
                "multi_dot(): all tensors must have be the same dtype but tensor 0 is ",
                toString(matrices[0].scalar_type()), " and tensor ", i, " ",
                toString(matrices[i].scalar_type()));
  }
  DimVector sizes;
  if (matrices.front().dim() == 1) {
    matrices.front() = matrices.front().unsqueeze(0);
  } else {
    sizes.push_back(matrices.front().size(0));
  }
  if (matrices.back().dim() == 1) {
    matrices.back() = matrices.back().unsqueeze(-1);
  } else {
    sizes.push_back(matrices.back().size(1));
  }
  for (size_t i = 1; i < matrices.size(); ++i) {
    TORCH_CHECK(matrices[i - 1].size(1) == matrices[i].size(0), "multi_dot(): tensors ", i - 1,
                " and ", i, " with shapes ", matrices[i - 1].sizes(), " and ", matrices[i].sizes(),
                " cannot be multiplied");
  }
  return ChainOrder(matrices).product(matrices, 0, matrices.size() - 1).view(sizes);
}
Tensor& linalg_multi_dot_out(TensorList tensors, Tensor& out) {
  write_output(out, native::linalg_multi_dot(tensors), "linalg_multi_dot");
  return out;
}

Tensor linalg_tensorinv(const Tensor& self, int64_t ind) {
  TORCH_CHECK(ind > 0, "Expected a strictly positive integer for 'ind', but got ", ind);
  const size_t split = static_cast<size_t>(std::min(ind, self.dim()));
  const IntArrayRef front = self.sizes().slice(0, split);
  const IntArrayRef back = self.sizes().slice(split, self.sizes().size() - split);
  TORCH_CHECK(product_of(front) == product_of(back),
              "Expected self to satisfy the requirement prod(self.shape[ind:]) == "
              "prod(self.shape[:ind]), but got ",
              product_of(back), " != ", product_of(front));
  DimVector sizes(back);
  sizes.append(front.begin(), front.end());
  const Tensor inverse = at::linalg_inv(self.reshape({product_of(front), product_of(back)}));
  return inverse.reshape(sizes);
}
Tensor& linalg_tensorinv_out(const Tensor& self, int64_t ind, Tensor& out) {
  write_output(out, native::linalg_tensorinv(self, ind), "linalg_tensorinv");
  return out;
}

Tensor linalg_tensorsolve(const Tensor& self, const Tensor& other, OptionalIntArrayRef dims) {
  Tensor a = self;
  if (dims) {
    // The dims that the solution has go last.
    DimVector last;
    for (size_t i = 0; i < dims->size(); ++i) {
      last.push_back(self.dim() - static_cast<int64_t>(dims->size()) + static_cast<int64_t>(i));
    }
    a = at::movedim(self, *dims, last);
  }
  TORCH_CHECK(a.dim() >= other.dim(), "linalg.tensorsolve: a tensor of shape ", self.sizes(),
              " has fewer dims than the right hand side of shape ", other.sizes());
  const size_t known = static_cast<size_t>(other.dim());
  const IntArrayRef sizes = a.sizes().slice(known, a.sizes().size() - known);
  const int64_t n = product_of(sizes);
  TORCH_CHECK(n == product_of(a.sizes().slice(0, known)),
              "Expected self to satisfy the requirement prod(self.shape[other.ndim:]) == "
              "prod(self.shape[:other.ndim]), but got ",
              n, " != ", product_of(a.sizes().slice(0, known)));
  const DimVector shape(sizes);
  return at::linalg_solve(a.reshape({n, n}), other.flatten()).reshape(shape);
}
Tensor& linalg_tensorsolve_out(const Tensor& self, const Tensor& other, OptionalIntArrayRef dims,
                               Tensor& out) {
  write_output(out, native::linalg_tensorsolve(self, other, dims), "linalg_tensorsolve");
  return out;
}

}  // namespace at::native
