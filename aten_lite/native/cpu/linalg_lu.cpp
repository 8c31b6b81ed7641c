// LU factorizations: made, taken apart, and used to solve equations.
#include "ATen/ops/linalg_lu.h"

#include <algorithm>
#include <numeric>

#include "ATen/ops/_lu_with_info.h"
#include "ATen/ops/conj_physical.h"
#include "ATen/ops/contiguous.h"
#include "ATen/ops/expand.h"
#include "ATen/ops/linalg_lu_factor.h"
#include "ATen/ops/linalg_lu_factor_ex.h"
#include "ATen/ops/linalg_lu_solve.h"
#include "ATen/ops/lu_solve.h"
#include "ATen/ops/lu_unpack.h"
#include "ATen/ops/squeeze.h"
#include "ATen/ops/to.h"
#include "ATen/ops/transpose.h"
#include "ATen/ops/zeros.h"
#include "aten_lite/native/internal/factory.h"
#include "aten_lite/native/internal/householder.h"
#include "aten_lite/native/internal/infer_size.h"
#include "aten_lite/native/internal/matrix_batch.h"
#include "aten_lite/native/internal/output.h"

namespace at::native {
namespace {

struct LuFactors {
  Tensor lu;
  Tensor pivots;  // row i was exchanged with row pivots[i]; counted from 1, as LAPACK does
  Tensor info;    // 1 + the position of the first zero on U's diagonal, or 0
};

LuFactors factors_of(const Tensor& a, bool pivot, const char* op) {
  check_matrices(a, op);
  TORCH_CHECK(pivot, op, ": LU without pivoting is not implemented on the CPU");
  LuFactors result;
  with_wide_type(a, [&](auto zero) {
    using T = decltype(zero);
    std::vector<Matrix<T>> matrices = load_matrices<T>(a);
    std::vector<std::vector<int64_t>> exchanges;
    std::vector<std::vector<int64_t>> info;
    for (Matrix<T>& matrix : matrices) {
      std::vector<int64_t> rows;
      info.push_back({lu_factor(matrix, rows)});
      for (int64_t& row : rows) ++row;
      exchanges.push_back(std::move(rows));
    }
    result.lu = store_matrices(matrices, batch_of(a), a.size(-2), a.size(-1), a.scalar_type());
    result.pivots = store_integers(exchanges, batch_of(a), std::min(a.size(-2), a.size(-1)));
    result.info = store_integers(info, batch_of(a), 1).squeeze(-1);
  });
  return result;
}

void check_no_zero(const Tensor& info, const char* op) {
  const Tensor list = info.contiguous();
  const int32_t* data = list.const_data_ptr<int32_t>();
  for (int64_t i = 0; i < list.numel(); ++i) {
    TORCH_CHECK_LINALG(data[i] == 0, op, ": (Batch element ", i, "): U[", data[i], ",", data[i],
                       "] is zero and using it on lu_solve would result in a division by zero");
  }
}

// The pivots of each matrix, counted from 0 and within the rows.
std::vector<std::vector<int64_t>> load_pivots(const Tensor& pivots, int64_t rows, const char* op) {
  const Tensor wide = pivots.to(kLong).contiguous();
  const int64_t width = wide.size(-1);
  const int64_t count = c10::checked_numel(wide.sizes().slice(0, wide.sizes().size() - 1));
  const int64_t* data = wide.const_data_ptr<int64_t>();
  std::vector<std::vector<int64_t>> lists;
  for (int64_t i = 0; i < count; ++i) {
    std::vector<int64_t> list(data + i * width, data + (i + 1) * width);
    for (int64_t& row : list) {
      TORCH_CHECK(row >= 1 && row <= rows, op, ": pivots passed must be within 1 and ", rows,
                  ", but there is ", row);
      --row;
    }
    lists.push_back(std::move(list));
  }
  return lists;
}

template <typename T>
Matrix<T> lower_part(const Matrix<T>& lu) {
  Matrix<T> l(lu.rows, std::min(lu.rows, lu.cols));
  for (int64_t i = 0; i < l.rows; ++i) {
    for (int64_t j = 0; j < std::min(i, l.cols); ++j) l(i, j) = lu(i, j);
    if (i < l.cols) l(i, i) = T(1);
  }
  return l;
}

template <typename T>
Matrix<T> upper_part(const Matrix<T>& lu) {
  Matrix<T> u(std::min(lu.rows, lu.cols), lu.cols);
  for (int64_t i = 0; i < u.rows; ++i) {
    for (int64_t j = i; j < u.cols; ++j) u(i, j) = lu(i, j);
  }
  return u;
}

// The P of A = P L U.
Matrix<double> permutation(const std::vector<int64_t>& pivots, int64_t rows) {
  std::vector<int64_t> order(static_cast<size_t>(rows));
  std::iota(order.begin(), order.end(), int64_t{0});
  for (size_t i = 0; i < pivots.size(); ++i) {
    std::swap(order[i], order[static_cast<size_t>(pivots[i])]);
  }
  Matrix<double> p(rows, rows);
  for (int64_t i = 0; i < rows; ++i) p(order[static_cast<size_t>(i)], i) = 1;
  return p;
}

// X of A X = B, or of A^H X = B.
template <typename T>
void solve(const Matrix<T>& lu, const std::vector<int64_t>& pivots, bool adjoint, Matrix<T>& b) {
  if (!adjoint) return lu_solve(lu, pivots, b);
  const Matrix<T> factors = adjoint_of(lu);
  triangular_solve_in_place(factors, b, /*upper=*/false, /*unit=*/false);
  triangular_solve_in_place(factors, b, /*upper=*/true, /*unit=*/true);
  for (size_t k = pivots.size(); k-- > 0;) {
    const int64_t row = static_cast<int64_t>(k);
    if (pivots[k] == row || b.cols == 0) continue;
    std::swap_ranges(&b(row, 0), &b(row, 0) + b.cols, &b(pivots[k], 0));
  }
}

DimVector with_sizes(IntArrayRef batch, std::initializer_list<int64_t> last) {
  DimVector sizes(batch);
  for (const int64_t size : last) sizes.push_back(size);
  return sizes;
}

Tensor solve_with_factors(const Tensor& lu, const Tensor& pivots, const Tensor& b, bool left,
                          bool adjoint, const char* op) {
  check_square_matrices(lu, op);
  check_matrices(b, op);
  TORCH_CHECK(lu.scalar_type() == b.scalar_type(), op,
              ": Expected LU and B to have the same dtype, but found LU of type ",
              toString(lu.scalar_type()), " and B of type ", toString(b.scalar_type()), " instead");
  TORCH_CHECK(pivots.scalar_type() == kInt, op, ": pivots should be a Tensor of scalar type ",
              "torch.int32. Got ", toString(pivots.scalar_type()));
  TORCH_CHECK(b.size(left ? -2 : -1) == lu.size(-1), op, ": Incompatible shapes of A and B for ",
              "the equation ", left ? "AX = B" : "XA = B", ": ", lu.sizes(), " and ", b.sizes());
  TORCH_CHECK(pivots.dim() == lu.dim() - 1 &&
                  pivots.sizes() == lu.sizes().slice(0, static_cast<size_t>(lu.dim()) - 1),
              op, ": the pivots of shape ", pivots.sizes(), " do not belong to an LU of shape ",
              lu.sizes());
  const int64_t n = lu.size(-1);
  const DimVector batch = infer_size_dimvector(batch_of(lu), batch_of(b));
  const Tensor whole_lu = lu.expand(with_sizes(batch, {n, n}));
  const Tensor whole_pivots = pivots.expand(with_sizes(batch, {n}));
  Tensor right = b.expand(with_sizes(batch, {b.size(-2), b.size(-1)}));
  // X A = B is A^H X^H = B^H.
  if (!left) right = right.transpose(-2, -1).conj_physical();
  Tensor result;
  with_wide_type(lu, [&](auto zero) {
    using T = decltype(zero);
    const std::vector<Matrix<T>> factors = load_matrices<T>(whole_lu);
    const std::vector<std::vector<int64_t>> rows = load_pivots(whole_pivots, n, op);
    std::vector<Matrix<T>> solutions = load_matrices<T>(right);
    for (size_t i = 0; i < factors.size(); ++i) {
      solve(factors[i], rows[i], left ? adjoint : !adjoint, solutions[i]);
    }
    result = store_matrices(solutions, batch, n, right.size(-1), b.scalar_type());
  });
  return left ? result : result.transpose(-2, -1).conj_physical();
}

struct UnpackedLu {
  Tensor p;
  Tensor l;
  Tensor u;
};

UnpackedLu unpack(const Tensor& lu, const Tensor& pivots, bool data, bool permutations,
                  const char* op) {
  check_matrices(lu, op);
  const int64_t m = lu.size(-2);
  const int64_t n = lu.size(-1);
  const int64_t k = std::min(m, n);
  const ScalarType dtype = lu.scalar_type();
  UnpackedLu result{at::zeros({0}, dtype), at::zeros({0}, dtype), at::zeros({0}, dtype)};
  if (permutations) {
    TORCH_CHECK(pivots.scalar_type() == kInt, op, ": LU_pivots is expected to be a contiguous ",
                "tensor of torch.int32 dtype. Got ", toString(pivots.scalar_type()));
    TORCH_CHECK(pivots.dim() == lu.dim() - 1 && pivots.size(-1) == k, op, ": the pivots of shape ",
                pivots.sizes(), " do not belong to an LU of shape ", lu.sizes());
    std::vector<Matrix<double>> list;
    for (const std::vector<int64_t>& rows : load_pivots(pivots, m, op)) {
      list.push_back(permutation(rows, m));
    }
    result.p = store_matrices(list, batch_of(lu), m, m, dtype, /*column_major=*/false);
  }
  if (!data) return result;
  with_wide_type(lu, [&](auto zero) {
    using T = decltype(zero);
    std::vector<Matrix<T>> ls;
    std::vector<Matrix<T>> us;
    for (const Matrix<T>& matrix : load_matrices<T>(lu)) {
      ls.push_back(lower_part(matrix));
      us.push_back(upper_part(matrix));
    }
    result.l = store_matrices(ls, batch_of(lu), m, k, dtype, /*column_major=*/false);
    result.u = store_matrices(us, batch_of(lu), k, n, dtype, /*column_major=*/false);
  });
  return result;
}

}  // namespace

void linalg_lu_factor_ex_out(const Tensor& A, bool pivot, bool check_errors, Tensor& LU,
                             Tensor& pivots, Tensor& info) {
  const LuFactors result = factors_of(A, pivot, "linalg.lu_factor_ex");
  if (check_errors) check_no_zero(result.info, "torch.linalg.lu_factor_ex");
  write_output(LU, result.lu, "linalg_lu_factor_ex");
  write_output(pivots, result.pivots, "linalg_lu_factor_ex");
  write_output(info, result.info, "linalg_lu_factor_ex");
}

void linalg_lu_factor_out(const Tensor& A, bool pivot, Tensor& LU, Tensor& pivots) {
  const LuFactors result = factors_of(A, pivot, "linalg.lu_factor");
  check_no_zero(result.info, "torch.linalg.lu_factor");
  write_output(LU, result.lu, "linalg_lu_factor");
  write_output(pivots, result.pivots, "linalg_lu_factor");
}

std::tuple<Tensor, Tensor, Tensor> _lu_with_info(const Tensor& self, bool pivot,
                                                 bool check_errors) {
  const LuFactors result = factors_of(self, pivot, "lu");
  if (check_errors) check_no_zero(result.info, "lu");
  return {result.lu, result.pivots, result.info};
}

void lu_unpack_out(const Tensor& LU_data, const Tensor& LU_pivots, bool unpack_data,
                   bool unpack_pivots, Tensor& P, Tensor& L, Tensor& U) {
  const UnpackedLu result = unpack(LU_data, LU_pivots, unpack_data, unpack_pivots, "lu_unpack");
  write_output(P, result.p, "lu_unpack");
  write_output(L, result.l, "lu_unpack");
  write_output(U, result.u, "lu_unpack");
}

void linalg_lu_out(const Tensor& A, bool pivot, Tensor& P, Tensor& L, Tensor& U) {
  const LuFactors factors = factors_of(A, pivot, "linalg.lu");
  const UnpackedLu result = unpack(factors.lu, factors.pivots, true, true, "linalg.lu");
  write_output(P, result.p, "linalg_lu");
  write_output(L, result.l, "linalg_lu");
  write_output(U, result.u, "linalg_lu");
}

void linalg_lu_solve_out(const Tensor& LU, const Tensor& pivots, const Tensor& B, bool left,
                         bool adjoint, Tensor& out) {
  write_output(out, solve_with_factors(LU, pivots, B, left, adjoint, "linalg.lu_solve"),
               "linalg_lu_solve");
}

Tensor lu_solve(const Tensor& self, const Tensor& LU_data, const Tensor& LU_pivots) {
  return solve_with_factors(LU_data, LU_pivots, self, true, false, "lu_solve");
}
Tensor& lu_solve_out(const Tensor& self, const Tensor& LU_data, const Tensor& LU_pivots,
                     Tensor& out) {
  write_output(out, native::lu_solve(self, LU_data, LU_pivots), "lu_solve");
  return out;
}

}  // namespace at::native
