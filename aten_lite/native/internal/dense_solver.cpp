// The algorithms of dense_solver.h: textbook ones (Golub and Van Loan), in the order of that
// header.
#include "aten_lite/native/internal/dense_solver.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "aten_lite/native/internal/householder.h"

namespace at::native {
namespace {

using Complex = std::complex<double>;

// What pivots are chosen by; for complex numbers LAPACK's cheap substitute for the modulus.
double pivot_size(double x) { return std::fabs(x); }
double pivot_size(Complex x) { return std::fabs(x.real()) + std::fabs(x.imag()); }

// How far Jacobi iterations may go; they converge in about ten sweeps.
constexpr int kMaxSweeps = 60;

template <typename T>
double column_norm(const Matrix<T>& a, int64_t j) {
  double sum = 0;
  for (int64_t i = 0; i < a.rows; ++i) sum += std::norm(a(i, j));
  return std::sqrt(sum);
}

template <typename T>
Matrix<T> identity(int64_t n) {
  Matrix<T> result(n, n);
  for (int64_t i = 0; i < n; ++i) result(i, i) = T(1);
  return result;
}

}  // namespace

template <typename T>
int64_t lu_factor(Matrix<T>& a, std::vector<int64_t>& pivots) {
  const int64_t steps = std::min(a.rows, a.cols);
  pivots.assign(static_cast<size_t>(steps), 0);
  int64_t info = 0;
  for (int64_t k = 0; k < steps; ++k) {
    int64_t best = k;
    for (int64_t i = k + 1; i < a.rows; ++i) {
      if (pivot_size(a(i, k)) > pivot_size(a(best, k))) best = i;
    }
    pivots[static_cast<size_t>(k)] = best;
    if (a(best, k) == T(0)) {
      if (info == 0) info = k + 1;
      continue;
    }
    if (best != k) std::swap_ranges(&a(k, 0), &a(k, 0) + a.cols, &a(best, 0));
    for (int64_t i = k + 1; i < a.rows; ++i) {
      const T factor = a(i, k) / a(k, k);
      a(i, k) = factor;
      if (factor == T(0)) continue;
      for (int64_t j = k + 1; j < a.cols; ++j) a(i, j) -= factor * a(k, j);
    }
  }
  return info;
}

template <typename T>
void lu_solve(const Matrix<T>& lu, const std::vector<int64_t>& pivots, Matrix<T>& b) {
  for (size_t k = 0; k < pivots.size(); ++k) {
    const int64_t row = static_cast<int64_t>(k);
    if (pivots[k] != row && b.cols > 0) {
      std::swap_ranges(&b(row, 0), &b(row, 0) + b.cols, &b(pivots[k], 0));
    }
  }
  triangular_solve_in_place(lu, b, /*upper=*/false, /*unit=*/true);
  triangular_solve_in_place(lu, b, /*upper=*/true, /*unit=*/false);
}

template <typename T>
int64_t cholesky_factor(Matrix<T>& a) {
  const int64_t n = a.rows;
  for (int64_t j = 0; j < n; ++j) {
    double diagonal = real_part(a(j, j));
    for (int64_t k = 0; k < j; ++k) diagonal -= std::norm(a(j, k));
    if (!(diagonal > 0)) return j + 1;
    diagonal = std::sqrt(diagonal);
    a(j, j) = T(diagonal);
    for (int64_t i = j + 1; i < n; ++i) {
      T sum = a(i, j);
      for (int64_t k = 0; k < j; ++k) sum -= a(i, k) * conjugate(a(j, k));
      a(i, j) = sum / diagonal;
    }
    for (int64_t i = 0; i < j; ++i) a(i, j) = T(0);
  }
  return 0;
}

template <typename T>
void triangular_solve_in_place(const Matrix<T>& a, Matrix<T>& b, bool upper, bool unit) {
  const int64_t n = b.rows;
  for (int64_t step = 0; step < n; ++step) {
    const int64_t i = upper ? n - 1 - step : step;
    const int64_t first = upper ? i + 1 : 0;
    const int64_t last = upper ? n : i;
    for (int64_t k = first; k < last; ++k) {
      const T factor = a(i, k);
      for (int64_t j = 0; j < b.cols; ++j) b(i, j) -= factor * b(k, j);
    }
    if (unit) continue;
    for (int64_t j = 0; j < b.cols; ++j) b(i, j) /= a(i, i);
  }
}

template <typename T>
void qr_factor(const Matrix<T>& a, int64_t q_cols, Matrix<T>& q, Matrix<T>& r) {
  r = a;
  const std::vector<T> tau = householder_factor(r);
  q = Matrix<T>(a.rows, q_cols);
  for (int64_t i = 0; i < std::min(a.rows, q_cols); ++i) q(i, i) = T(1);
  apply_reflections(r, tau, /*adjoint=*/false, q);
  for (int64_t i = 1; i < r.rows; ++i) {
    for (int64_t j = 0; j < std::min(i, r.cols); ++j) r(i, j) = T(0);
  }
}

template <typename T>
void hermitian_eigen(const Matrix<T>& input, std::vector<double>& values, Matrix<T>& vectors) {
  // Cyclic Jacobi: every rotation zeroes one element off the diagonal.
  Matrix<T> a = input;
  const int64_t n = a.rows;
  Matrix<T> v = identity<T>(n);
  double scale = 0;
  for (const T& x : a.data) scale = std::max(scale, std::abs(x));
  for (int sweep = 0; sweep < kMaxSweeps; ++sweep) {
    double off = 0;
    for (int64_t p = 0; p < n; ++p) {
      for (int64_t q = p + 1; q < n; ++q) off = std::max(off, std::abs(a(p, q)));
    }
    if (!(off > scale * 1e-17)) break;
    for (int64_t p = 0; p < n; ++p) {
      for (int64_t q = p + 1; q < n; ++q) {
        const double size = std::abs(a(p, q));
        if (size == 0) continue;
        const T phase = a(p, q) / size;
        const double theta = (real_part(a(q, q)) - real_part(a(p, p))) / (2 * size);
        const double t = (theta >= 0 ? 1.0 : -1.0) / (std::fabs(theta) + std::hypot(theta, 1.0));
        const double c = 1 / std::hypot(t, 1.0);
        const double s = t * c;
        for (int64_t k = 0; k < n; ++k) {
          const T x = a(k, p);
          const T y = a(k, q);
          a(k, p) = c * x - s * conjugate(phase) * y;
          a(k, q) = s * phase * x + c * y;
          const T vx = v(k, p);
          const T vy = v(k, q);
          v(k, p) = c * vx - s * conjugate(phase) * vy;
          v(k, q) = s * phase * vx + c * vy;
        }
        for (int64_t k = 0; k < n; ++k) {
          const T x = a(p, k);
          const T y = a(q, k);
          a(p, k) = c * x - s * phase * y;
          a(q, k) = s * conjugate(phase) * x + c * y;
        }
      }
    }
  }
  std::vector<int64_t> order(static_cast<size_t>(n));
  std::iota(order.begin(), order.end(), int64_t{0});
  std::sort(order.begin(), order.end(),
            [&](int64_t i, int64_t j) { return real_part(a(i, i)) < real_part(a(j, j)); });
  values.resize(static_cast<size_t>(n));
  vectors = Matrix<T>(n, n);
  for (int64_t j = 0; j < n; ++j) {
    const int64_t from = order[static_cast<size_t>(j)];
    values[static_cast<size_t>(j)] = real_part(a(from, from));
    for (int64_t i = 0; i < n; ++i) vectors(i, j) = v(i, from);
  }
}

namespace {

// One-sided Jacobi for rows >= cols: rotates columns until all are orthogonal; their lengths are
// the singular values.
template <typename T>
void tall_singular_values(Matrix<T> a, Matrix<T>& u, std::vector<double>& s, Matrix<T>& v) {
  const int64_t n = a.cols;
  Matrix<T> rotations = identity<T>(n);
  for (int sweep = 0; sweep < kMaxSweeps; ++sweep) {
    bool changed = false;
    for (int64_t p = 0; p < n; ++p) {
      for (int64_t q = p + 1; q < n; ++q) {
        double pp = 0;
        double qq = 0;
        T pq = T(0);
        for (int64_t i = 0; i < a.rows; ++i) {
          pp += std::norm(a(i, p));
          qq += std::norm(a(i, q));
          pq += conjugate(a(i, p)) * a(i, q);
        }
        const double size = std::abs(pq);
        if (!(size > 1e-16 * std::sqrt(pp * qq)) || size < std::numeric_limits<double>::min())
          continue;
        changed = true;
        const T phase = pq / size;
        const double theta = (qq - pp) / (2 * size);
        const double t = (theta >= 0 ? 1.0 : -1.0) / (std::fabs(theta) + std::hypot(theta, 1.0));
        const double c = 1 / std::hypot(t, 1.0);
        const double sine = t * c;
        const auto rotate = [&](Matrix<T>& m) {
          for (int64_t i = 0; i < m.rows; ++i) {
            const T x = m(i, p);
            const T y = m(i, q);
            m(i, p) = c * x - sine * conjugate(phase) * y;
            m(i, q) = sine * phase * x + c * y;
          }
        };
        rotate(a);
        rotate(rotations);
      }
    }
    if (!changed) break;
  }
  std::vector<double> lengths;
  for (int64_t j = 0; j < n; ++j) lengths.push_back(column_norm(a, j));
  std::vector<int64_t> order(static_cast<size_t>(n));
  std::iota(order.begin(), order.end(), int64_t{0});
  std::stable_sort(order.begin(), order.end(), [&](int64_t i, int64_t j) {
    return lengths[static_cast<size_t>(i)] > lengths[static_cast<size_t>(j)];
  });
  s.clear();
  u = Matrix<T>(a.rows, n);
  v = Matrix<T>(n, n);
  // Columns of length zero leave U's columns open: QR of what there is completes them.
  Matrix<T> found(a.rows, n);
  int64_t rank = 0;
  for (int64_t j = 0; j < n; ++j) {
    const int64_t from = order[static_cast<size_t>(j)];
    const double length = lengths[static_cast<size_t>(from)];
    s.push_back(length);
    for (int64_t i = 0; i < n; ++i) v(i, j) = rotations(i, from);
    if (length == 0) continue;
    ++rank;
    for (int64_t i = 0; i < a.rows; ++i) {
      u(i, j) = a(i, from) / length;
      found(i, j) = u(i, j);
    }
  }
  if (rank == n) return;
  Matrix<T> q;
  Matrix<T> r;
  for (int64_t i = 0; i < a.rows && rank == 0 && i < n; ++i) found(i, i) = T(1);
  qr_factor(found, n, q, r);
  for (int64_t j = rank; j < n; ++j) {
    for (int64_t i = 0; i < a.rows; ++i) u(i, j) = q(i, j);
  }
}

}  // namespace

template <typename T>
void singular_values(const Matrix<T>& a, Matrix<T>& u, std::vector<double>& s, Matrix<T>& v) {
  if (a.rows >= a.cols) {
    tall_singular_values(a, u, s, v);
  } else {
    tall_singular_values(adjoint_of(a), v, s, u);
  }
}

#define ATEN_LITE_INSTANTIATE(T)                                                        \
  template int64_t lu_factor<T>(Matrix<T>&, std::vector<int64_t>&);                     \
  template void lu_solve<T>(const Matrix<T>&, const std::vector<int64_t>&, Matrix<T>&); \
  template int64_t cholesky_factor<T>(Matrix<T>&);                                      \
  template void triangular_solve_in_place<T>(const Matrix<T>&, Matrix<T>&, bool, bool); \
  template void qr_factor<T>(const Matrix<T>&, int64_t, Matrix<T>&, Matrix<T>&);        \
  template void hermitian_eigen<T>(const Matrix<T>&, std::vector<double>&, Matrix<T>&); \
  template void singular_values<T>(const Matrix<T>&, Matrix<T>&, std::vector<double>&, Matrix<T>&);
ATEN_LITE_INSTANTIATE(double)
ATEN_LITE_INSTANTIATE(std::complex<double>)
#undef ATEN_LITE_INSTANTIATE

}  // namespace at::native
