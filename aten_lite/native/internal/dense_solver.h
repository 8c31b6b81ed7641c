// Dense linear algebra on small matrices: LU, Cholesky, QR, symmetric eigenvalues and singular
// values.
//
// T is double or std::complex<double>; narrower dtypes are widened by the caller, so that each
// algorithm is compiled twice and loses no accuracy. Matrices are row-major.
#pragma once

#include <complex>
#include <cstdint>
#include <vector>

namespace at::native {

template <typename T>
struct Matrix {
  int64_t rows = 0;
  int64_t cols = 0;
  std::vector<T> data;

  Matrix() = default;
  Matrix(int64_t r, int64_t c) : rows(r), cols(c), data(static_cast<size_t>(r * c), T(0)) {}
  T& operator()(int64_t i, int64_t j) { return data[static_cast<size_t>(i * cols + j)]; }
  const T& operator()(int64_t i, int64_t j) const {
    return data[static_cast<size_t>(i * cols + j)];
  }
};

inline double conjugate(double x) { return x; }
inline std::complex<double> conjugate(std::complex<double> x) { return std::conj(x); }
inline double real_part(double x) { return x; }
inline double real_part(std::complex<double> x) { return x.real(); }

// A = P L U in place, with row exchanges: row i was exchanged with row pivots[i]. Returns 0, or 1 +
// the first zero pivot's position.
template <typename T>
int64_t lu_factor(Matrix<T>& a, std::vector<int64_t>& pivots);
// Solves A X = B given lu_factor's output; B becomes X.
template <typename T>
void lu_solve(const Matrix<T>& lu, const std::vector<int64_t>& pivots, Matrix<T>& b);

// The lower factor L of A = L L^H, from A's lower triangle, in place. Returns 0, or 1 + the
// position of the minor that is not positive.
template <typename T>
int64_t cholesky_factor(Matrix<T>& a);

// Solves A X = B for a triangular A; B becomes X.
template <typename T>
void triangular_solve_in_place(const Matrix<T>& a, Matrix<T>& b, bool upper, bool unit);

// A = Q R by Householder reflections, signs as LAPACK's. Q gets `q_cols` columns.
template <typename T>
void qr_factor(const Matrix<T>& a, int64_t q_cols, Matrix<T>& q, Matrix<T>& r);

// Eigenvalues of a Hermitian matrix in ascending order; column i of `vectors` belongs to values[i].
template <typename T>
void hermitian_eigen(const Matrix<T>& a, std::vector<double>& values, Matrix<T>& vectors);

// A = U diag(s) V^H with min(rows, cols) singular values in descending order.
template <typename T>
void singular_values(const Matrix<T>& a, Matrix<T>& u, std::vector<double>& s, Matrix<T>& v);

}  // namespace at::native
