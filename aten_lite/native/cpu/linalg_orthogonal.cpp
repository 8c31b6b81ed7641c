// Householder reflections as tensors: geqrf, householder_product (orgqr), ormqr; least squares.
#include <algorithm>
#include <cmath>
#include <limits>

#include "ATen/ops/conj_physical.h"
#include "ATen/ops/contiguous.h"
#include "ATen/ops/expand.h"
#include "ATen/ops/geqrf.h"
#include "ATen/ops/linalg_householder_product.h"
#include "ATen/ops/linalg_lstsq.h"
#include "ATen/ops/orgqr.h"
#include "ATen/ops/ormqr.h"
#include "ATen/ops/squeeze.h"
#include "ATen/ops/transpose.h"
#include "ATen/ops/unsqueeze.h"
#include "ATen/ops/zeros.h"
#include "aten_lite/native/internal/factory.h"
#include "aten_lite/native/internal/householder.h"
#include "aten_lite/native/internal/infer_size.h"
#include "aten_lite/native/internal/matrix_batch.h"
#include "aten_lite/native/internal/output.h"

namespace at::native {
namespace {

// Vectors of numbers, one a matrix.
template <typename T>
std::vector<std::vector<T>> load_lists(const Tensor& vectors) {
  std::vector<std::vector<T>> lists;
  for (Matrix<T>& row : load_matrices<T>(vectors.unsqueeze(-2)))
    lists.push_back(std::move(row.data));
  return lists;
}

void check_reflections(const Tensor& input, const Tensor& tau, const char* op) {
  check_matrices(input, op);
  TORCH_CHECK(input.size(-2) >= input.size(-1), op,
              ": input.shape[-2] must be greater than or equal to input.shape[-1]");
  TORCH_CHECK(input.scalar_type() == tau.scalar_type(), op, ": tau dtype ",
              toString(tau.scalar_type()), " does not match input dtype ",
              toString(input.scalar_type()));
  TORCH_CHECK(tau.dim() == input.dim() - 1 &&
                  tau.sizes().slice(0, tau.sizes().size() - 1) == batch_of(input) &&
                  tau.size(-1) <= input.size(-1),
              op, ": tau of shape ", tau.sizes(), " does not belong to an input of shape ",
              input.sizes());
}

}  // namespace

std::tuple<Tensor, Tensor> geqrf(const Tensor& self) {
  check_matrices(self, "geqrf");
  Tensor a;
  Tensor tau;
  with_wide_type(self, [&](auto zero) {
    using T = decltype(zero);
    std::vector<Matrix<T>> factors = load_matrices<T>(self);
    std::vector<Matrix<T>> scales;
    const int64_t k = std::min(self.size(-2), self.size(-1));
    for (Matrix<T>& matrix : factors) {
      Matrix<T> row(1, k);
      row.data = householder_factor(matrix);
      scales.push_back(std::move(row));
    }
    a = store_matrices(factors, batch_of(self), self.size(-2), self.size(-1), self.scalar_type());
    tau = store_matrices(scales, batch_of(self), 1, k, self.scalar_type(), false).squeeze(-2);
  });
  return {a, tau};
}
std::tuple<Tensor&, Tensor&> geqrf_out(const Tensor& self, Tensor& a, Tensor& tau) {
  const auto [factors, scales] = native::geqrf(self);
  write_output(a, factors, "geqrf");
  write_output(tau, scales, "geqrf");
  return {a, tau};
}

Tensor linalg_householder_product(const Tensor& input, const Tensor& tau) {
  check_reflections(input, tau, "torch.linalg.householder_product");
  Tensor result;
  with_wide_type(input, [&](auto zero) {
    using T = decltype(zero);
    const std::vector<Matrix<T>> factors = load_matrices<T>(input);
    const std::vector<std::vector<T>> scales = load_lists<T>(tau);
    std::vector<Matrix<T>> qs;
    for (size_t i = 0; i < factors.size(); ++i) {
      Matrix<T> q(factors[i].rows, factors[i].cols);
      for (int64_t j = 0; j < q.cols; ++j) q(j, j) = T(1);
      apply_reflections(factors[i], scales[i], /*adjoint=*/false, q);
      qs.push_back(std::move(q));
    }
    result =
        store_matrices(qs, batch_of(input), input.size(-2), input.size(-1), input.scalar_type());
  });
  return result;
}
Tensor& linalg_householder_product_out(const Tensor& input, const Tensor& tau, Tensor& out) {
  write_output(out, native::linalg_householder_product(input, tau), "linalg_householder_product");
  return out;
}
Tensor orgqr(const Tensor& self, const Tensor& input2) {
  return native::linalg_householder_product(self, input2);
}
Tensor& orgqr_out(const Tensor& self, const Tensor& input2, Tensor& out) {
  return linalg_householder_product_out(self, input2, out);
}

Tensor ormqr(const Tensor& self, const Tensor& input2, const Tensor& input3, bool left,
             bool transpose) {
  check_matrices(self, "torch.ormqr");
  check_matrices(input3, "torch.ormqr");
  TORCH_CHECK(input2.dim() == self.dim() - 1 && input3.dim() == self.dim() &&
                  input2.size(-1) <= self.size(-1) &&
                  self.size(-2) == input3.size(left ? -2 : -1) &&
                  batch_of(self) == batch_of(input3),
              "torch.ormqr: the shapes ", self.sizes(), ", ", input2.sizes(), " and ",
              input3.sizes(), " of input, tau and other do not belong together");
  TORCH_CHECK(
      self.scalar_type() == input2.scalar_type() && self.scalar_type() == input3.scalar_type(),
      "torch.ormqr: Expected input, tau and other to have the same dtype, but got ",
      toString(self.scalar_type()), ", ", toString(input2.scalar_type()), " and ",
      toString(input3.scalar_type()));
  Tensor result;
  with_wide_type(self, [&](auto zero) {
    using T = decltype(zero);
    const std::vector<Matrix<T>> factors = load_matrices<T>(self);
    const std::vector<std::vector<T>> scales = load_lists<T>(input2);
    std::vector<Matrix<T>> products = load_matrices<T>(input3);
    for (size_t i = 0; i < products.size(); ++i) {
      // B Q is (Q^H B^H)^H.
      if (!left) products[i] = adjoint_of(products[i]);
      apply_reflections(factors[i], scales[i], left == transpose, products[i]);
      if (!left) products[i] = adjoint_of(products[i]);
    }
    result = store_matrices(products, batch_of(input3), input3.size(-2), input3.size(-1),
                            input3.scalar_type());
  });
  return result;
}
Tensor& ormqr_out(const Tensor& self, const Tensor& input2, const Tensor& input3, bool left,
                  bool transpose, Tensor& out) {
  write_output(out, native::ormqr(self, input2, input3, left, transpose), "ormqr");
  return out;
}

namespace {

// The shortest X with the least |A X - B|, from A's singular values above rcond times the largest.
template <typename T>
Matrix<T> least_squares(const Matrix<T>& a, const Matrix<T>& b, double rcond, int64_t& rank,
                        std::vector<double>& singular) {
  Matrix<T> u;
  Matrix<T> v;
  singular_values(a, u, singular, v);
  Matrix<T> x(a.cols, b.cols);
  rank = 0;
  for (size_t k = 0; k < singular.size(); ++k) {
    if (!(singular[k] > rcond * singular[0])) break;
    ++rank;
    const int64_t column = static_cast<int64_t>(k);
    for (int64_t j = 0; j < b.cols; ++j) {
      T dot = T(0);
      for (int64_t i = 0; i < a.rows; ++i) dot += conjugate(u(i, column)) * b(i, j);
      dot /= singular[k];
      for (int64_t i = 0; i < a.cols; ++i) x(i, j) += v(i, column) * dot;
    }
  }
  return x;
}

// |A X - B|^2 of each column.
template <typename T>
std::vector<double> residuals_of(const Matrix<T>& a, const Matrix<T>& x, const Matrix<T>& b) {
  std::vector<double> sums(static_cast<size_t>(b.cols), 0.0);
  for (int64_t i = 0; i < b.rows; ++i) {
    for (int64_t j = 0; j < b.cols; ++j) {
      T difference = -b(i, j);
      for (int64_t k = 0; k < a.cols; ++k) difference += a(i, k) * x(k, j);
      sums[static_cast<size_t>(j)] += std::norm(difference);
    }
  }
  return sums;
}

// Solutions with the strides of LAPACK, which leaves them in the place of B.
template <typename T>
Tensor store_solutions(std::vector<Matrix<T>>& solutions, IntArrayRef batch, int64_t rows,
                       int64_t n, int64_t cols, ScalarType dtype) {
  for (Matrix<T>& x : solutions) x.data.resize(static_cast<size_t>(std::max(rows, n) * cols));
  return store_matrices(solutions, batch, std::max(rows, n), cols, dtype).narrow(-2, 0, n);
}

}  // namespace

std::tuple<Tensor, Tensor, Tensor, Tensor> linalg_lstsq(const Tensor& self, const Tensor& b,
                                                        std::optional<double> rcond,
                                                        std::optional<c10::string_view> driver) {
  check_matrices(self, "torch.linalg.lstsq");
  TORCH_CHECK(b.dim() >= 1, "torch.linalg.lstsq: other must have at least 1 dimension.");
  TORCH_CHECK(self.scalar_type() == b.scalar_type(),
              "torch.linalg.lstsq: Expected input and other to have the same dtype, but got ",
              toString(self.scalar_type()), " and ", toString(b.scalar_type()));
  const c10::string_view name = driver.value_or("gelsy");
  TORCH_CHECK(name == "gels" || name == "gelsy" || name == "gelsd" || name == "gelss",
              "torch.linalg.lstsq: parameter `driver` should be one of "
              "(gels, gelsy, gelsd, gelss), but got ",
              name);
  const bool vectors = b.dim() == self.dim() - 1 &&
                       b.sizes() == self.sizes().slice(0, static_cast<size_t>(self.dim()) - 1);
  const Tensor right = vectors ? b.unsqueeze(-1) : b;
  TORCH_CHECK(right.dim() >= 2 && right.size(-2) == self.size(-2),
              "torch.linalg.lstsq: input of shape ", self.sizes(), " and other of shape ",
              b.sizes(), " must have the same number of rows");
  const int64_t m = self.size(-2);
  const int64_t n = self.size(-1);
  const int64_t cols = right.size(-1);
  const DimVector batch = infer_size_dimvector(batch_of(self), batch_of(right));
  const auto whole = [&](const Tensor& t) {
    DimVector sizes(batch);
    sizes.push_back(t.size(-2));
    sizes.push_back(t.size(-1));
    return t.expand(sizes);
  };
  const ScalarType real = toRealValueType(self.scalar_type());
  const double epsilon = real == kFloat ? std::numeric_limits<float>::epsilon()
                                        : std::numeric_limits<double>::epsilon();
  const double limit = rcond.value_or(epsilon * static_cast<double>(std::max(m, n)));
  Tensor solution;
  Tensor residuals = at::zeros({0}, real);
  Tensor ranks = at::zeros({0}, kLong);
  Tensor singular = at::zeros({0}, real);
  with_wide_type(self, [&](auto zero) {
    using T = decltype(zero);
    const std::vector<Matrix<T>> as = load_matrices<T>(whole(self));
    const std::vector<Matrix<T>> bs = load_matrices<T>(whole(right));
    std::vector<Matrix<T>> xs;
    std::vector<std::vector<double>> sums;
    std::vector<std::vector<double>> values(as.size());
    std::vector<std::vector<int64_t>> counts;
    bool full = true;
    for (size_t i = 0; i < as.size(); ++i) {
      int64_t rank = 0;
      xs.push_back(least_squares(as[i], bs[i], limit, rank, values[i]));
      sums.push_back(residuals_of(as[i], xs[i], bs[i]));
      counts.push_back({rank});
      full = full && rank == n;
    }
    if (m > n && full && name != "gelsy") residuals = store_vectors(sums, batch, cols, real);
    if (name != "gels") {
      ranks = store_integers(counts, batch, 1).squeeze(-1).to(kLong);
      if (name != "gelsy") singular = store_vectors(values, batch, std::min(m, n), real);
    }
    solution = store_solutions(xs, batch, m, n, cols, self.scalar_type());
  });
  return {vectors ? solution.squeeze(-1) : solution, residuals, ranks, singular};
}
std::tuple<Tensor&, Tensor&, Tensor&, Tensor&> linalg_lstsq_out(
    const Tensor& self, const Tensor& b, std::optional<double> rcond,
    std::optional<c10::string_view> driver, Tensor& solution, Tensor& residuals, Tensor& rank,
    Tensor& singular_values) {
  const auto [x, sums, ranks, values] = native::linalg_lstsq(self, b, rcond, driver);
  write_output(solution, x, "linalg_lstsq");
  write_output(residuals, sums, "linalg_lstsq");
  write_output(rank, ranks, "linalg_lstsq");
  write_output(singular_values, values, "linalg_lstsq");
  return {solution, residuals, rank, singular_values};
}

}  // namespace at::native
