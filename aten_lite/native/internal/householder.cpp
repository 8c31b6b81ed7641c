// Householder reflections: made from columns, and applied.
#include "aten_lite/native/internal/householder.h"

#include <algorithm>
#include <cmath>

namespace at::native {
namespace {

// (I - scale v v^H) B, for reflection k and the columns of B from `first_column` on.
template <typename T>
void reflect(const Matrix<T>& a, int64_t k, T scale, Matrix<T>& b, int64_t first_column) {
  if (scale == T(0)) return;
  for (int64_t j = first_column; j < b.cols; ++j) {
    T dot = b(k, j);
    for (int64_t i = k + 1; i < a.rows; ++i) dot += conjugate(a(i, k)) * b(i, j);
    dot *= scale;
    b(k, j) -= dot;
    for (int64_t i = k + 1; i < a.rows; ++i) b(i, j) -= a(i, k) * dot;
  }
}

}  // namespace

template <typename T>
std::vector<T> householder_factor(Matrix<T>& a) {
  const int64_t steps = std::min(a.rows, a.cols);
  std::vector<T> taus(static_cast<size_t>(steps), T(0));
  for (int64_t k = 0; k < steps; ++k) {
    double tail = 0;
    for (int64_t i = k + 1; i < a.rows; ++i) tail += std::norm(a(i, k));
    const T alpha = a(k, k);
    if (tail == 0 && alpha == T(real_part(alpha))) continue;
    const double norm = std::sqrt(tail + std::norm(alpha));
    const double beta = real_part(alpha) >= 0 ? -norm : norm;
    const T tau = (T(beta) - alpha) / beta;
    for (int64_t i = k + 1; i < a.rows; ++i) a(i, k) /= alpha - T(beta);
    // H^H turns the column into beta e_k; it goes over the other columns, too.
    reflect(a, k, conjugate(tau), a, k + 1);
    a(k, k) = T(beta);
    taus[static_cast<size_t>(k)] = tau;
  }
  return taus;
}

template <typename T>
void apply_reflections(const Matrix<T>& a, const std::vector<T>& tau, bool adjoint, Matrix<T>& b) {
  const int64_t steps = static_cast<int64_t>(tau.size());
  for (int64_t step = 0; step < steps; ++step) {
    const int64_t k = adjoint ? step : steps - 1 - step;
    const T scale = tau[static_cast<size_t>(k)];
    reflect(a, k, adjoint ? conjugate(scale) : scale, b, 0);
  }
}

template <typename T>
Matrix<T> adjoint_of(const Matrix<T>& a) {
  Matrix<T> result(a.cols, a.rows);
  for (int64_t i = 0; i < a.rows; ++i) {
    for (int64_t j = 0; j < a.cols; ++j) result(j, i) = conjugate(a(i, j));
  }
  return result;
}

#define ATEN_LITE_INSTANTIATE(T)                                                                 \
  template std::vector<T> householder_factor<T>(Matrix<T>&);                                     \
  template void apply_reflections<T>(const Matrix<T>&, const std::vector<T>&, bool, Matrix<T>&); \
  template Matrix<T> adjoint_of<T>(const Matrix<T>&);
ATEN_LITE_INSTANTIATE(double)
ATEN_LITE_INSTANTIATE(std::complex<double>)
#undef ATEN_LITE_INSTANTIATE

}  // namespace at::native
