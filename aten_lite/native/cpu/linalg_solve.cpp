// Inverses, solutions and determinants, all from LU; triangular solves.
#include "ATen/ops/linalg_solve.h"

#include <cmath>

#include "ATen/ops/clone.h"
#include "ATen/ops/det.h"
#include "ATen/ops/expand.h"
#include "ATen/ops/inverse.h"
#include "ATen/ops/linalg_det.h"
#include "ATen/ops/linalg_inv.h"
#include "ATen/ops/linalg_inv_ex.h"
#include "ATen/ops/linalg_slogdet.h"
#include "ATen/ops/linalg_solve_ex.h"
#include "ATen/ops/linalg_solve_triangular.h"
#include "ATen/ops/logdet.h"
#include "ATen/ops/slogdet.h"
#include "ATen/ops/squeeze.h"
#include "ATen/ops/triangular_solve.h"
#include "ATen/ops/unsqueeze.h"
#include "aten_lite/native/internal/factory.h"
#include "aten_lite/native/internal/infer_size.h"
#include "aten_lite/native/internal/matrix_batch.h"
#include "aten_lite/native/internal/output.h"

namespace at::native {
namespace {

using InfoList = std::vector<std::vector<int64_t>>;

void check_nonsingular(const InfoList& info, const char* op) {
  for (size_t i = 0; i < info.size(); ++i) {
    TORCH_CHECK_LINALG(info[i][0] == 0, op, ": (Batch element ", i, "): The diagonal element ",
                       info[i][0],
                       " is zero, the inversion could not be completed because the input matrix is "
                       "singular.");
  }
}

// A X = B for matrices of equal batch dims.
Tensor solve_batches(const Tensor& a, const Tensor& b, InfoList& info) {
  Tensor result;
  with_wide_type(a, [&](auto zero) {
    using T = decltype(zero);
    std::vector<Matrix<T>> left = load_matrices<T>(a);
    std::vector<Matrix<T>> right = load_matrices<T>(b);
    std::vector<int64_t> pivots;
    for (size_t i = 0; i < left.size(); ++i) {
      info.push_back({lu_factor(left[i], pivots)});
      lu_solve(left[i], pivots, right[i]);
    }
    result = store_matrices(right, batch_of(b), b.size(-2), b.size(-1), b.scalar_type());
  });
  return result;
}

DimVector with_batch(IntArrayRef batch, const Tensor& like) {
  DimVector sizes(batch);
  sizes.push_back(like.size(-2));
  sizes.push_back(like.size(-1));
  return sizes;
}

Tensor solve(const Tensor& a, const Tensor& b, bool left, InfoList& info) {
  check_square_matrices(a, "linalg.solve");
  TORCH_CHECK(a.scalar_type() == b.scalar_type(),
              "linalg.solve: Expected A and B to have the same dtype, but found A of type ",
              toString(a.scalar_type()), " and B of type ", toString(b.scalar_type()), " instead");
  // B is a batch of vectors if it has A's batch dims and one more.
  const bool vectors =
      b.dim() == 1 ||
      (b.dim() == a.dim() - 1 && b.sizes() == a.sizes().slice(0, static_cast<size_t>(a.dim()) - 1));
  TORCH_CHECK(left || !vectors,
              "linalg.solve: Vector broadcasting of the left hand side is not "
              "supported for left=False.");
  Tensor right = vectors ? b.unsqueeze(-1) : b;
  check_matrices(right, "linalg.solve");
  TORCH_CHECK(right.size(left ? -2 : -1) == a.size(-1),
              "linalg.solve: Incompatible shapes of A and B for the equation ",
              left ? "AX = B" : "XA = B", " (", a.size(-2), "x", a.size(-1), " and ",
              right.size(-2), "x", right.size(-1), ")");
  const DimVector batch = infer_size_dimvector(batch_of(a), batch_of(right));
  const Tensor whole_a = a.expand(with_batch(batch, a));
  const Tensor whole_b = right.expand(with_batch(batch, right));
  if (!left) {
    return solve_batches(whole_a.transpose(-2, -1), whole_b.transpose(-2, -1), info)
        .transpose(-2, -1);
  }
  const Tensor x = solve_batches(whole_a, whole_b, info);
  return vectors ? x.squeeze(-1) : x;
}

Tensor invert(const Tensor& a, InfoList& info) {
  Tensor result;
  with_wide_type(a, [&](auto zero) {
    using T = decltype(zero);
    std::vector<Matrix<T>> inverses;
    std::vector<int64_t> pivots;
    for (Matrix<T>& matrix : load_matrices<T>(a)) {
      Matrix<T> x(matrix.rows, matrix.rows);
      for (int64_t i = 0; i < matrix.rows; ++i) x(i, i) = T(1);
      info.push_back({lu_factor(matrix, pivots)});
      lu_solve(matrix, pivots, x);
      inverses.push_back(std::move(x));
    }
    result = store_matrices(inverses, batch_of(a), a.size(-2), a.size(-1), a.scalar_type());
  });
  return result;
}

// An integer for each matrix.
Tensor info_tensor(const InfoList& info, const Tensor& a) {
  return store_integers(info, batch_of(a), 1).squeeze(-1);
}

}  // namespace

void linalg_inv_ex_out(const Tensor& A, bool check_errors, Tensor& inverse, Tensor& info) {
  check_square_matrices(A, "linalg.inv");
  InfoList status;
  const Tensor result = invert(A, status);
  if (check_errors) check_nonsingular(status, "linalg.inv_ex");
  write_output(inverse, result, "linalg_inv_ex");
  write_output(info, info_tensor(status, A), "linalg_inv_ex");
}

void linalg_inv_out(const Tensor& A, Tensor& out) {
  check_square_matrices(A, "linalg.inv");
  InfoList status;
  const Tensor result = invert(A, status);
  check_nonsingular(status, "linalg.inv");
  write_output(out, result, "linalg_inv");
}

void linalg_solve_ex_out(const Tensor& A, const Tensor& B, bool left, bool check_errors,
                         Tensor& result, Tensor& info) {
  InfoList status;
  const Tensor x = solve(A, B, left, status);
  if (check_errors) check_nonsingular(status, "linalg.solve_ex");
  write_output(result, x, "linalg_solve_ex");
  write_output(info, info_tensor(status, A), "linalg_solve_ex");
}

void linalg_solve_out(const Tensor& A, const Tensor& B, bool left, Tensor& out) {
  InfoList status;
  const Tensor x = solve(A, B, left, status);
  check_nonsingular(status, "linalg.solve");
  write_output(out, x, "linalg_solve");
}

namespace {

// The determinant as a number of modulus 1 (or 0) and the logarithm of its modulus.
struct Determinants {
  Tensor sign;
  Tensor log_modulus;
  Tensor value;
};

Determinants determinants(const Tensor& a, const char* op) {
  check_square_matrices(a, op);
  Determinants result;
  with_wide_type(a, [&](auto zero) {
    using T = decltype(zero);
    std::vector<Matrix<T>> signs;
    std::vector<Matrix<T>> values;
    std::vector<std::vector<double>> logs;
    std::vector<int64_t> pivots;
    for (Matrix<T>& matrix : load_matrices<T>(a)) {
      lu_factor(matrix, pivots);
      Matrix<T> sign(1, 1);
      Matrix<T> value(1, 1);
      sign(0, 0) = T(1);
      value(0, 0) = T(1);
      double log = 0;
      for (int64_t i = 0; i < matrix.rows; ++i) {
        T factor = matrix(i, i);
        if (pivots[static_cast<size_t>(i)] != i) factor = -factor;
        const double modulus = std::abs(factor);
        value(0, 0) *= factor;
        sign(0, 0) *= modulus == 0 ? T(0) : factor / modulus;
        log += std::log(modulus);
      }
      signs.push_back(sign);
      values.push_back(value);
      logs.push_back({log});
    }
    const auto scalars = [&](const std::vector<Matrix<T>>& list) {
      return store_matrices(list, batch_of(a), 1, 1, a.scalar_type(), false)
          .squeeze(-1)
          .squeeze(-1);
    };
    result.sign = scalars(signs);
    result.value = scalars(values);
    result.log_modulus =
        store_vectors(logs, batch_of(a), 1, toRealValueType(a.scalar_type())).squeeze(-1);
  });
  return result;
}

}  // namespace

void linalg_det_out(const Tensor& A, Tensor& out) {
  write_output(out, determinants(A, "linalg.det").value, "linalg_det");
}
Tensor det(const Tensor& self) { return determinants(self, "linalg.det").value; }

void linalg_slogdet_out(const Tensor& A, Tensor& sign, Tensor& logabsdet) {
  const Determinants result = determinants(A, "linalg.slogdet");
  write_output(sign, result.sign, "linalg_slogdet");
  write_output(logabsdet, result.log_modulus, "linalg_slogdet");
}

Tensor logdet(const Tensor& self) {
  const Determinants result = determinants(self, "logdet");
  if (self.is_complex()) return result.sign.log().add(result.log_modulus);
  // A negative determinant has no real logarithm.
  return result.log_modulus.masked_fill(result.sign.lt(0), std::nan(""));
}

namespace {

// A X = B; the triangle of A that does not count is not looked at.
Tensor solve_triangles(const Tensor& a, const Tensor& b, bool upper, bool unit, bool column_major) {
  Tensor result;
  with_wide_type(a, [&](auto zero) {
    using T = decltype(zero);
    const std::vector<Matrix<T>> left = load_matrices<T>(a);
    std::vector<Matrix<T>> right = load_matrices<T>(b);
    for (size_t i = 0; i < left.size(); ++i) {
      triangular_solve_in_place(left[i], right[i], upper, unit);
    }
    result =
        store_matrices(right, batch_of(b), b.size(-2), b.size(-1), b.scalar_type(), column_major);
  });
  return result;
}

void check_triangular(const Tensor& a, const Tensor& b, bool left, const char* op) {
  check_square_matrices(a, op);
  check_matrices(b, op);
  TORCH_CHECK(a.scalar_type() == b.scalar_type(), op,
              ": Expected A and B to have the same dtype, "
              "but found ",
              toString(a.scalar_type()), " and ", toString(b.scalar_type()));
  TORCH_CHECK(a.size(-1) == b.size(left ? -2 : -1), op,
              ": Incompatible shapes of A and B: ", a.sizes(), " and ", b.sizes());
}

}  // namespace

void linalg_solve_triangular_out(const Tensor& self, const Tensor& B, bool upper, bool left,
                                 bool unitriangular, Tensor& out) {
  check_triangular(self, B, left, "linalg.solve_triangular");
  const DimVector batch = infer_size_dimvector(batch_of(self), batch_of(B));
  const Tensor a = self.expand(with_batch(batch, self));
  const Tensor b = B.expand(with_batch(batch, B));
  const Tensor x =
      left ? solve_triangles(a, b, upper, unitriangular, true)
           : solve_triangles(a.transpose(-2, -1), b.transpose(-2, -1), !upper, unitriangular, false)
                 .transpose(-2, -1);
  write_output(out, x, "linalg_solve_triangular");
}

void triangular_solve_out(const Tensor& self, const Tensor& A, bool upper, bool transpose,
                          bool unitriangular, Tensor& X, Tensor& M) {
  check_triangular(A, self, true, "triangular_solve");
  const DimVector batch = infer_size_dimvector(batch_of(A), batch_of(self));
  const Tensor a = A.expand(with_batch(batch, A));
  const Tensor b = self.expand(with_batch(batch, self));
  const Tensor x = solve_triangles(transpose ? a.transpose(-2, -1) : a, b,
                                   transpose ? !upper : upper, unitriangular, true);
  write_output(X, x, "triangular_solve");
  // The coefficients are handed back, column-major like the solution.
  write_output(M, a.transpose(-2, -1).clone(MemoryFormat::Contiguous).transpose(-2, -1),
               "triangular_solve");
}

}  // namespace at::native
