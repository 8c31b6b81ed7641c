// Factorizations of matrices: Cholesky, QR, SVD, symmetric eigenvalues, and what follows from them.
#include <cmath>

#include "ATen/ops/cholesky.h"
#include "ATen/ops/cholesky_inverse.h"
#include "ATen/ops/cholesky_solve.h"
#include "ATen/ops/expand.h"
#include "ATen/ops/linalg_cholesky.h"
#include "ATen/ops/linalg_cholesky_ex.h"
#include "ATen/ops/linalg_eigh.h"
#include "ATen/ops/linalg_eigvalsh.h"
#include "ATen/ops/linalg_qr.h"
#include "ATen/ops/linalg_svd.h"
#include "ATen/ops/linalg_svdvals.h"
#include "ATen/ops/movedim.h"
#include "ATen/ops/nuclear_norm.h"
#include "ATen/ops/qr.h"
#include "ATen/ops/sum.h"
#include "ATen/ops/svd.h"
#include "ATen/ops/zeros.h"
#include "aten_lite/native/internal/factory.h"
#include "aten_lite/native/internal/infer_size.h"
#include "aten_lite/native/internal/matrix_batch.h"
#include "aten_lite/native/internal/output.h"
#include "aten_lite/native/internal/wrap_dim.h"

namespace at::native {
namespace {

// L with A = L L^H; `upper` reads A's upper triangle and gives L^H.
Tensor cholesky_of(const Tensor& a, bool upper, std::vector<std::vector<int64_t>>& info) {
  Tensor result;
  with_wide_type(a, [&](auto zero) {
    using T = decltype(zero);
    std::vector<Matrix<T>> factors = load_matrices<T>(a);
    for (Matrix<T>& matrix : factors) {
      if (upper) {
        for (int64_t i = 0; i < matrix.rows; ++i) {
          for (int64_t j = 0; j < i; ++j) matrix(i, j) = conjugate(matrix(j, i));
        }
      }
      const int64_t failed = cholesky_factor(matrix);
      info.push_back({failed});
      for (int64_t i = 0; i < matrix.rows; ++i) {
        for (int64_t j = i + 1; j < matrix.rows; ++j) {
          matrix(i, j) = T(0);
          if (!upper) continue;
          matrix(i, j) = conjugate(matrix(j, i));
          matrix(j, i) = T(0);
        }
      }
    }
    result = store_matrices(factors, batch_of(a), a.size(-2), a.size(-1), a.scalar_type());
  });
  return result;
}

void check_positive(const std::vector<std::vector<int64_t>>& info, const char* op) {
  for (size_t i = 0; i < info.size(); ++i) {
    TORCH_CHECK_LINALG(info[i][0] == 0, op, ": (Batch element ", i,
                       "): The factorization could not be completed because the input is not "
                       "positive-definite (the leading minor of order ",
                       info[i][0], " is not positive-definite).");
  }
}

}  // namespace

void linalg_cholesky_ex_out(const Tensor& self, bool upper, bool check_errors, Tensor& L,
                            Tensor& info) {
  check_square_matrices(self, "linalg.cholesky");
  std::vector<std::vector<int64_t>> status;
  const Tensor result = cholesky_of(self, upper, status);
  if (check_errors) check_positive(status, "linalg.cholesky_ex");
  write_output(L, result, "linalg_cholesky_ex");
  write_output(info, store_integers(status, batch_of(self), 1).squeeze(-1), "linalg_cholesky_ex");
}

void linalg_cholesky_out(const Tensor& self, bool upper, Tensor& out) {
  check_square_matrices(self, "linalg.cholesky");
  std::vector<std::vector<int64_t>> status;
  const Tensor result = cholesky_of(self, upper, status);
  check_positive(status, "linalg.cholesky");
  write_output(out, result, "linalg_cholesky");
}

void cholesky_out(const Tensor& self, bool upper, Tensor& out) {
  linalg_cholesky_out(self, upper, out);
}

namespace {

// Solves A X = B from A's Cholesky factor.
template <typename T>
void solve_from_factor(Matrix<T> factor, bool upper, Matrix<T>& b) {
  Matrix<T> other(factor.rows, factor.rows);
  for (int64_t i = 0; i < factor.rows; ++i) {
    for (int64_t j = 0; j < factor.rows; ++j) other(i, j) = conjugate(factor(j, i));
  }
  triangular_solve_in_place(upper ? other : factor, b, /*upper=*/false, /*unit=*/false);
  triangular_solve_in_place(upper ? factor : other, b, /*upper=*/true, /*unit=*/false);
}

}  // namespace

void cholesky_solve_out(const Tensor& self, const Tensor& input2, bool upper, Tensor& out) {
  check_square_matrices(input2, "cholesky_solve");
  check_matrices(self, "cholesky_solve");
  TORCH_CHECK(self.scalar_type() == input2.scalar_type() && self.size(-2) == input2.size(-1),
              "cholesky_solve: Incompatible matrices of shapes ", self.sizes(), " and ",
              input2.sizes());
  const DimVector batch = infer_size_dimvector(batch_of(self), batch_of(input2));
  DimVector sizes(batch);
  sizes.push_back(self.size(-2));
  sizes.push_back(self.size(-1));
  DimVector factor_sizes(batch);
  factor_sizes.push_back(input2.size(-2));
  factor_sizes.push_back(input2.size(-1));
  with_wide_type(self, [&](auto zero) {
    using T = decltype(zero);
    std::vector<Matrix<T>> b = load_matrices<T>(self.expand(sizes));
    const std::vector<Matrix<T>> factors = load_matrices<T>(input2.expand(factor_sizes));
    for (size_t i = 0; i < b.size(); ++i) solve_from_factor(factors[i], upper, b[i]);
    write_output(out, store_matrices(b, batch, self.size(-2), self.size(-1), self.scalar_type()),
                 "cholesky_solve");
  });
}

void cholesky_inverse_out(const Tensor& self, bool upper, Tensor& out) {
  check_square_matrices(self, "cholesky_inverse");
  with_wide_type(self, [&](auto zero) {
    using T = decltype(zero);
    std::vector<Matrix<T>> inverses;
    for (const Matrix<T>& factor : load_matrices<T>(self)) {
      Matrix<T> x(factor.rows, factor.rows);
      for (int64_t i = 0; i < factor.rows; ++i) x(i, i) = T(1);
      solve_from_factor(factor, upper, x);
      inverses.push_back(std::move(x));
    }
    write_output(
        out,
        store_matrices(inverses, batch_of(self), self.size(-2), self.size(-1), self.scalar_type()),
        "cholesky_inverse");
  });
}

void linalg_qr_out(const Tensor& A, c10::string_view mode, Tensor& Q, Tensor& R) {
  check_matrices(A, "linalg.qr");
  TORCH_CHECK(mode == "reduced" || mode == "complete" || mode == "r",
              "qr received unrecognized mode '", mode,
              "' but expected one of 'reduced' (default), 'r', or 'complete'");
  const int64_t m = A.size(-2);
  const int64_t n = A.size(-1);
  const int64_t k = mode == "complete" ? m : std::min(m, n);
  with_wide_type(A, [&](auto zero) {
    using T = decltype(zero);
    std::vector<Matrix<T>> qs;
    std::vector<Matrix<T>> rs;
    for (const Matrix<T>& matrix : load_matrices<T>(A)) {
      Matrix<T> q;
      Matrix<T> r;
      qr_factor(matrix, k, q, r);
      Matrix<T> top(k, n);
      std::copy(r.data.begin(), r.data.begin() + k * n, top.data.begin());
      qs.push_back(std::move(q));
      rs.push_back(std::move(top));
    }
    write_output(Q,
                 mode == "r" ? make_tensor({0}, A.scalar_type())
                             : store_matrices(qs, batch_of(A), m, k, A.scalar_type()),
                 "linalg_qr");
    write_output(R, store_matrices(rs, batch_of(A), k, n, A.scalar_type()), "linalg_qr");
  });
}

void qr_out(const Tensor& self, bool some, Tensor& Q, Tensor& R) {
  linalg_qr_out(self, some ? "reduced" : "complete", Q, R);
}

namespace {

struct Svd {
  Tensor u;
  Tensor s;
  Tensor vh;
};

// More columns for an orthonormal basis until it spans the space: those that QR would add.
template <typename T>
Matrix<T> completed(const Matrix<T>& basis) {
  Matrix<T> q;
  Matrix<T> r;
  qr_factor(basis, basis.rows, q, r);
  for (int64_t i = 0; i < basis.rows; ++i) {
    for (int64_t j = 0; j < basis.cols; ++j) q(i, j) = basis(i, j);
  }
  return q;
}

Svd svd_of(const Tensor& a, bool full, const char* op) {
  check_matrices(a, op);
  const int64_t m = a.size(-2);
  const int64_t n = a.size(-1);
  const int64_t k = std::min(m, n);
  Svd result;
  with_wide_type(a, [&](auto zero) {
    using T = decltype(zero);
    std::vector<Matrix<T>> us;
    std::vector<Matrix<T>> vhs;
    std::vector<std::vector<double>> ss;
    for (const Matrix<T>& matrix : load_matrices<T>(a)) {
      Matrix<T> u;
      Matrix<T> v;
      std::vector<double> s;
      singular_values(matrix, u, s, v);
      if (full) {
        u = completed(u);
        v = completed(v);
      }
      Matrix<T> vh(v.cols, v.rows);
      for (int64_t i = 0; i < v.rows; ++i) {
        for (int64_t j = 0; j < v.cols; ++j) vh(j, i) = conjugate(v(i, j));
      }
      us.push_back(std::move(u));
      vhs.push_back(std::move(vh));
      ss.push_back(std::move(s));
    }
    result.u = store_matrices(us, batch_of(a), m, full ? m : k, a.scalar_type());
    result.vh = store_matrices(vhs, batch_of(a), full ? n : k, n, a.scalar_type());
    result.s = store_vectors(ss, batch_of(a), k, toRealValueType(a.scalar_type()));
  });
  return result;
}

}  // namespace

void linalg_svd_out(const Tensor& A, bool full_matrices, std::optional<c10::string_view> driver,
                    Tensor& U, Tensor& S, Tensor& Vh) {
  TORCH_CHECK(!driver,
              "torch.linalg.svd: keyword argument `driver=` is only supported on CUDA inputs");
  const Svd result = svd_of(A, full_matrices, "linalg.svd");
  write_output(U, result.u, "linalg_svd");
  write_output(S, result.s, "linalg_svd");
  write_output(Vh, result.vh, "linalg_svd");
}

void linalg_svdvals_out(const Tensor& A, std::optional<c10::string_view> driver, Tensor& out) {
  TORCH_CHECK(!driver,
              "torch.linalg.svdvals: keyword argument `driver=` is only supported on CUDA inputs");
  write_output(out, svd_of(A, false, "linalg.svdvals").s, "linalg_svdvals");
}

void svd_out(const Tensor& self, bool some, bool compute_uv, Tensor& U, Tensor& S, Tensor& V) {
  const Svd result = svd_of(self, !some, "linalg.svd");
  Tensor v = result.vh.transpose(-2, -1);
  if (v.is_complex()) v = v.conj_physical();
  // Without the vectors, matrices of zeros of their shape.
  write_output(U, compute_uv ? result.u : at::zeros(result.u.sizes(), self.scalar_type()), "svd");
  write_output(S, result.s, "svd");
  write_output(V, compute_uv ? v : at::zeros(v.sizes(), self.scalar_type()), "svd");
}

namespace {

void eigh_of(const Tensor& a, c10::string_view uplo, const char* op, Tensor& values,
             Tensor& vectors) {
  check_square_matrices(a, op);
  TORCH_CHECK(uplo.size() == 1 && (uplo == "L" || uplo == "U" || uplo == "l" || uplo == "u"), op,
              ": Expected UPLO argument to be 'L' or 'U', but got ", uplo);
  const bool upper = uplo == "U" || uplo == "u";
  with_wide_type(a, [&](auto zero) {
    using T = decltype(zero);
    std::vector<Matrix<T>> columns;
    std::vector<std::vector<double>> lists;
    for (Matrix<T>& matrix : load_matrices<T>(a)) {
      for (int64_t i = 0; i < matrix.rows; ++i) {
        matrix(i, i) = T(real_part(matrix(i, i)));
        for (int64_t j = 0; j < i; ++j) {
          if (upper) {
            matrix(i, j) = conjugate(matrix(j, i));
          } else {
            matrix(j, i) = conjugate(matrix(i, j));
          }
        }
      }
      Matrix<T> v;
      std::vector<double> list;
      hermitian_eigen(matrix, list, v);
      columns.push_back(std::move(v));
      lists.push_back(std::move(list));
    }
    values = store_vectors(lists, batch_of(a), a.size(-1), toRealValueType(a.scalar_type()));
    vectors = store_matrices(columns, batch_of(a), a.size(-2), a.size(-1), a.scalar_type());
  });
}

}  // namespace

void linalg_eigh_out(const Tensor& self, c10::string_view UPLO, Tensor& eigvals, Tensor& eigvecs) {
  Tensor values;
  Tensor vectors;
  eigh_of(self, UPLO, "linalg.eigh", values, vectors);
  write_output(eigvals, values, "linalg_eigh");
  write_output(eigvecs, vectors, "linalg_eigh");
}

void linalg_eigvalsh_out(const Tensor& self, c10::string_view UPLO, Tensor& out) {
  Tensor values;
  Tensor vectors;
  eigh_of(self, UPLO, "linalg.eigvalsh", values, vectors);
  write_output(out, values, "linalg_eigvalsh");
}

// The sum of singular values of the matrices that two dims make up.
void nuclear_norm_out(const Tensor& self, IntArrayRef dim, bool keepdim, Tensor& out) {
  TORCH_CHECK(dim.size() == 2, "nuclear norm requires a 'dim' argument of size 2, but got ", dim);
  const DimVector dims = wrap_dims(dim, self.dim());
  TORCH_CHECK(dims[0] != dims[1], "nuclear_norm: dims must be different, but got ", dim);
  Tensor norm = svd_of(self.movedim(dims, {-2, -1}), false, "nuclear_norm").s.sum({-1});
  if (keepdim) {
    norm = norm.unsqueeze(std::min(dims[0], dims[1])).unsqueeze(std::max(dims[0], dims[1]));
  }
  write_output(out, norm, "nuclear_norm");
}

void nuclear_norm_out(const Tensor& self, bool keepdim, Tensor& out) {
  TORCH_CHECK(self.dim() >= 2,
              "nuclear_norm: Expected a tensor with 2 or more dimensions, but got ", self.dim());
  nuclear_norm_out(self, {-2, -1}, keepdim, out);
}

}  // namespace at::native
