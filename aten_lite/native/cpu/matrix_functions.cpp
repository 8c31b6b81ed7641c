// Functions of square matrices: powers and the exponential.
#include <cmath>

#include "ATen/ops/clone.h"
#include "ATen/ops/copy.h"
#include "ATen/ops/eye.h"
#include "ATen/ops/linalg_inv.h"
#include "ATen/ops/linalg_matrix_exp.h"
#include "ATen/ops/linalg_matrix_power.h"
#include "ATen/ops/matmul.h"
#include "ATen/ops/matrix_exp.h"
#include "ATen/ops/matrix_power.h"
#include "aten_lite/native/internal/factory.h"
#include "aten_lite/native/internal/matrix_batch.h"
#include "aten_lite/native/internal/output.h"

namespace at::native {

void linalg_matrix_power_out(const Tensor& self, int64_t n, Tensor& out) {
  TORCH_CHECK(self.dim() >= 2 && self.size(-1) == self.size(-2),
              "linalg.matrix_power: A must be batches of square matrices, but they have shape ",
              self.sizes());
  Tensor result;
  if (n == 0) {
    result = make_tensor(self.sizes(), self.scalar_type());
    result.copy_(at::eye(self.size(-1), self.scalar_type()));
    return write_output(out, result, "linalg_matrix_power");
  }
  Tensor power = n < 0 ? at::linalg_inv(self) : self;
  // Squares for the binary digits, least significant first.
  for (uint64_t digits = n < 0 ? 0 - static_cast<uint64_t>(n) : static_cast<uint64_t>(n);;) {
    if ((digits & 1) != 0) result = result.defined() ? at::matmul(result, power) : power;
    digits >>= 1;
    if (digits == 0) break;
    power = at::matmul(power, power);
  }
  write_output(out, result.is_same(self) ? self.clone() : result, "linalg_matrix_power");
}

namespace {

template <typename T>
Matrix<T> multiply(const Matrix<T>& a, const Matrix<T>& b) {
  Matrix<T> c(a.rows, b.cols);
  for (int64_t i = 0; i < a.rows; ++i) {
    for (int64_t k = 0; k < a.cols; ++k) {
      const T factor = a(i, k);
      for (int64_t j = 0; j < b.cols; ++j) c(i, j) += factor * b(k, j);
    }
  }
  return c;
}

// Scaling and squaring: exp(A) = exp(A / 2^s)^(2^s), with a Taylor series that converges fast for
// the small matrix in the middle.
template <typename T>
Matrix<T> exponential(Matrix<T> a) {
  constexpr int kTerms = 18;
  double norm = 0;
  for (int64_t i = 0; i < a.rows; ++i) {
    double sum = 0;
    for (int64_t j = 0; j < a.cols; ++j) sum += std::abs(a(i, j));
    norm = std::max(norm, sum);
  }
  int squarings = 0;
  if (norm > 0.5 && std::isfinite(norm)) squarings = std::min(1000, std::ilogb(norm) + 2);
  for (T& x : a.data) x *= std::ldexp(1.0, -squarings);
  Matrix<T> result(a.rows, a.cols);
  for (int64_t i = 0; i < a.rows; ++i) result(i, i) = T(1);
  Matrix<T> term = result;
  for (int k = 1; k <= kTerms; ++k) {
    term = multiply(term, a);
    for (size_t i = 0; i < term.data.size(); ++i) {
      term.data[i] /= static_cast<double>(k);
      result.data[i] += term.data[i];
    }
  }
  for (int i = 0; i < squarings; ++i) result = multiply(result, result);
  return result;
}

}  // namespace

Tensor linalg_matrix_exp(const Tensor& self) {
  TORCH_CHECK(self.dim() >= 2 && self.size(-1) == self.size(-2),
              "linalg.matrix_exp: A must be batches of square matrices, but they have shape ",
              self.sizes());
  TORCH_CHECK(self.is_floating_point() || self.is_complex(),
              "linalg.matrix_exp: Expected a floating point or complex tensor as input. Got ",
              toString(self.scalar_type()));
  Tensor result;
  with_wide_type(self, [&](auto zero) {
    using T = decltype(zero);
    std::vector<Matrix<T>> matrices = load_matrices<T>(self);
    for (Matrix<T>& matrix : matrices) matrix = exponential(std::move(matrix));
    result = store_matrices(matrices, batch_of(self), self.size(-2), self.size(-1),
                            self.scalar_type(), /*column_major=*/false);
  });
  return result;
}

Tensor matrix_exp(const Tensor& self) { return native::linalg_matrix_exp(self); }

}  // namespace at::native
