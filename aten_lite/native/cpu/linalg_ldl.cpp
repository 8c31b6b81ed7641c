// LDL factorizations of symmetric and Hermitian matrices, with the pivots of Bunch and Kaufman as
// LAPACK's sytf2 and hetf2 choose and store them.
#include <algorithm>
#include <cmath>

#include "ATen/ops/contiguous.h"
#include "ATen/ops/expand.h"
#include "ATen/ops/linalg_ldl_factor.h"
#include "ATen/ops/linalg_ldl_factor_ex.h"
#include "ATen/ops/linalg_ldl_solve.h"
#include "ATen/ops/squeeze.h"
#include "ATen/ops/to.h"
#include "aten_lite/native/internal/infer_size.h"
#include "aten_lite/native/internal/matrix_batch.h"
#include "aten_lite/native/internal/output.h"

namespace at::native {
namespace {

double size_of(double x) { return std::fabs(x); }
double size_of(std::complex<double> x) { return std::fabs(x.real()) + std::fabs(x.imag()); }

// A = L D L^T (or L^H) in the lower triangle. A pivot k > 0 stands for a block of one row that was
// exchanged with row k; two equal negative ones for a block of two rows.
template <typename T>
class LdlFactor {
 public:
  LdlFactor(Matrix<T>& a, bool hermitian) : a_(a), n_(a.rows), hermitian_(hermitian) {}

  int64_t run(std::vector<int64_t>& pivots) {
    pivots.assign(static_cast<size_t>(n_), 0);
    int64_t info = 0;
    for (int64_t k = 0; k < n_;) {
      int64_t width = 1;
      int64_t partner = k;
      if (!choose(k, width, partner)) {
        if (info == 0) info = k + 1;
      } else {
        exchange(k + width - 1, partner, k, width);
        width == 1 ? eliminate_one(k) : eliminate_two(k);
      }
      for (int64_t i = 0; i < width; ++i) {
        pivots[static_cast<size_t>(k + i)] = width == 1 ? partner + 1 : -(partner + 1);
      }
      k += width;
    }
    return info;
  }

 private:
  T other(T x) const { return hermitian_ ? conjugate(x) : x; }

  // Whether there is a pivot in column k, how many rows it takes, and which row comes there.
  bool choose(int64_t k, int64_t& width, int64_t& partner) {
    const double alpha = (1 + std::sqrt(17.0)) / 8;
    const double diagonal = hermitian_ ? std::fabs(real_part(a_(k, k))) : size_of(a_(k, k));
    int64_t row = k;
    double largest = 0;
    for (int64_t i = k + 1; i < n_; ++i) {
      if (size_of(a_(i, k)) > largest) {
        largest = size_of(a_(i, k));
        row = i;
      }
    }
    if (hermitian_) a_(k, k) = T(real_part(a_(k, k)));
    if (std::max(diagonal, largest) == 0 || std::isnan(diagonal)) return false;
    if (diagonal >= alpha * largest) return true;
    double in_row = 0;
    for (int64_t j = k; j < row; ++j) in_row = std::max(in_row, size_of(a_(row, j)));
    for (int64_t i = row + 1; i < n_; ++i) in_row = std::max(in_row, size_of(a_(i, row)));
    if (diagonal >= alpha * largest * (largest / in_row)) return true;
    partner = row;
    const double there = hermitian_ ? std::fabs(real_part(a_(row, row))) : size_of(a_(row, row));
    if (there < alpha * in_row) width = 2;
    return true;
  }

  // Exchanges rows and columns `from` and `to` of what is not eliminated yet.
  void exchange(int64_t from, int64_t to, int64_t k, int64_t width) {
    if (from == to) return;
    for (int64_t i = to + 1; i < n_; ++i) std::swap(a_(i, from), a_(i, to));
    for (int64_t j = from + 1; j < to; ++j) {
      const T below = a_(j, from);
      a_(j, from) = other(a_(to, j));
      a_(to, j) = other(below);
    }
    if (hermitian_) a_(to, from) = conjugate(a_(to, from));
    std::swap(a_(from, from), a_(to, to));
    if (width == 2) std::swap(a_(from, k), a_(to, k));
  }

  void eliminate_one(int64_t k) {
    if (hermitian_) a_(k, k) = T(real_part(a_(k, k)));
    const T inverse = T(1) / a_(k, k);
    for (int64_t j = k + 1; j < n_; ++j) {
      const T factor = other(a_(j, k)) * inverse;
      for (int64_t i = j; i < n_; ++i) a_(i, j) -= a_(i, k) * factor;
      if (hermitian_) a_(j, j) = T(real_part(a_(j, j)));
    }
    for (int64_t i = k + 1; i < n_; ++i) a_(i, k) *= inverse;
  }

  void eliminate_two(int64_t k) {
    const T a = a_(k, k);
    const T b = a_(k + 1, k);
    const T c = a_(k + 1, k + 1);
    const T determinant = a * c - b * other(b);
    for (int64_t j = k + 2; j < n_; ++j) {
      // Row j of L: (x, y) D^-1.
      const T x = a_(j, k);
      const T y = a_(j, k + 1);
      const T first = (x * c - y * b) / determinant;
      const T second = (y * a - x * other(b)) / determinant;
      for (int64_t i = j; i < n_; ++i) {
        a_(i, j) -= a_(i, k) * other(first) + a_(i, k + 1) * other(second);
      }
      a_(j, k) = first;
      a_(j, k + 1) = second;
      if (hermitian_) a_(j, j) = T(real_part(a_(j, j)));
    }
  }

  Matrix<T>& a_;
  const int64_t n_;
  const bool hermitian_;
};

// A X = B from that; B becomes X.
template <typename T>
void ldl_solve(const Matrix<T>& f, const std::vector<int64_t>& pivots, bool hermitian,
               Matrix<T>& b) {
  const auto other = [hermitian](T x) { return hermitian ? conjugate(x) : x; };
  const auto swap_rows = [&b](int64_t i, int64_t j) {
    if (i != j && b.cols > 0) std::swap_ranges(&b(i, 0), &b(i, 0) + b.cols, &b(j, 0));
  };
  const int64_t n = f.rows;
  std::vector<int64_t> starts;
  for (int64_t k = 0; k < n;) {
    const int64_t pivot = pivots[static_cast<size_t>(k)];
    const int64_t width = pivot > 0 ? 1 : 2;
    starts.push_back(k);
    swap_rows(k + width - 1, std::abs(pivot) - 1);
    for (int64_t i = k + width; i < n; ++i) {
      for (int64_t j = 0; j < b.cols; ++j) {
        for (int64_t w = 0; w < width; ++w) b(i, j) -= f(i, k + w) * b(k + w, j);
      }
    }
    for (int64_t j = 0; j < b.cols; ++j) {
      if (width == 1) {
        b(k, j) /= f(k, k);
        continue;
      }
      const T off = f(k + 1, k);
      const T determinant = f(k, k) * f(k + 1, k + 1) - off * other(off);
      const T x = b(k, j);
      const T y = b(k + 1, j);
      b(k, j) = (f(k + 1, k + 1) * x - other(off) * y) / determinant;
      b(k + 1, j) = (f(k, k) * y - off * x) / determinant;
    }
    k += width;
  }
  for (size_t s = starts.size(); s-- > 0;) {
    const int64_t k = starts[s];
    const int64_t pivot = pivots[static_cast<size_t>(k)];
    const int64_t width = pivot > 0 ? 1 : 2;
    for (int64_t i = k + width; i < n; ++i) {
      for (int64_t j = 0; j < b.cols; ++j) {
        for (int64_t w = 0; w < width; ++w) b(k + w, j) -= other(f(i, k + w)) * b(i, j);
      }
    }
    swap_rows(k + width - 1, std::abs(pivot) - 1);
  }
}

struct Ldl {
  Tensor factors;
  Tensor pivots;
  std::vector<std::vector<int64_t>> info;
};

Ldl factor(const Tensor& self, bool hermitian, bool check, const char* op) {
  check_square_matrices(self, op);
  Ldl result;
  with_wide_type(self, [&](auto zero) {
    using T = decltype(zero);
    std::vector<Matrix<T>> matrices = load_matrices<T>(self);
    std::vector<std::vector<int64_t>> pivots;
    for (Matrix<T>& matrix : matrices) {
      // What is above the diagonal is not read, nor kept.
      for (int64_t i = 0; i < matrix.rows; ++i) {
        for (int64_t j = i + 1; j < matrix.cols; ++j) matrix(i, j) = T(0);
      }
      std::vector<int64_t> rows;
      result.info.push_back({LdlFactor<T>(matrix, hermitian && self.is_complex()).run(rows)});
      TORCH_CHECK_LINALG(!check || result.info.back()[0] == 0, op, ": (Batch element ",
                         result.info.size() - 1, "): the factor D has a zero ",
                         "on its diagonal at ", result.info.back()[0],
                         "; solving equations with it would divide by zero");
      pivots.push_back(std::move(rows));
    }
    result.factors =
        store_matrices(matrices, batch_of(self), self.size(-2), self.size(-1), self.scalar_type());
    result.pivots = store_integers(pivots, batch_of(self), self.size(-1));
  });
  return result;
}

}  // namespace

void linalg_ldl_factor_ex_out(const Tensor& self, bool hermitian, bool check_errors, Tensor& LD,
                              Tensor& pivots, Tensor& info) {
  const Ldl result = factor(self, hermitian, check_errors, "torch.linalg.ldl_factor_ex");
  write_output(LD, result.factors, "linalg_ldl_factor_ex");
  write_output(pivots, result.pivots, "linalg_ldl_factor_ex");
  write_output(info, store_integers(result.info, batch_of(self), 1).squeeze(-1),
               "linalg_ldl_factor_ex");
}

std::tuple<Tensor, Tensor> linalg_ldl_factor(const Tensor& self, bool hermitian) {
  const Ldl result = factor(self, hermitian, true, "torch.linalg.ldl_factor");
  return {result.factors, result.pivots};
}
std::tuple<Tensor&, Tensor&> linalg_ldl_factor_out(const Tensor& self, bool hermitian, Tensor& LD,
                                                   Tensor& pivots) {
  const Ldl result = factor(self, hermitian, true, "torch.linalg.ldl_factor");
  write_output(LD, result.factors, "linalg_ldl_factor");
  write_output(pivots, result.pivots, "linalg_ldl_factor");
  return {LD, pivots};
}

void linalg_ldl_solve_out(const Tensor& LD, const Tensor& pivots, const Tensor& B, bool hermitian,
                          Tensor& out) {
  const char* op = "torch.linalg.ldl_solve";
  check_square_matrices(LD, op);
  check_matrices(B, op);
  const int64_t n = LD.size(-1);
  TORCH_CHECK(B.size(-2) == n && B.scalar_type() == LD.scalar_type(), op, ": LD of shape ",
              LD.sizes(), " and dtype ", toString(LD.scalar_type()), " and B of shape ", B.sizes(),
              " and dtype ", toString(B.scalar_type()), " do not suit each other");
  TORCH_CHECK(pivots.dim() == LD.dim() - 1 && isIntegralType(pivots.scalar_type(), false) &&
                  pivots.sizes() == LD.sizes().slice(0, static_cast<size_t>(LD.dim()) - 1),
              op, ": Expected LD.shape[:-1] and pivots.shape to be the same, but got pivots with ",
              "shape ", pivots.sizes(), " instead");
  const DimVector batch = infer_size_dimvector(batch_of(LD), batch_of(B));
  DimVector sizes(batch);
  sizes.push_back(n);
  const Tensor rows = pivots.expand(sizes).to(kLong).contiguous();
  const int64_t* row = rows.const_data_ptr<int64_t>();
  sizes.push_back(n);
  DimVector b_sizes(batch);
  b_sizes.push_back(n);
  b_sizes.push_back(B.size(-1));
  with_wide_type(LD, [&](auto zero) {
    using T = decltype(zero);
    const std::vector<Matrix<T>> factors = load_matrices<T>(LD.expand(sizes));
    std::vector<Matrix<T>> solutions = load_matrices<T>(B.expand(b_sizes));
    for (size_t i = 0; i < factors.size(); ++i) {
      const std::vector<int64_t> list(row, row + n);
      row += n;
      for (int64_t k = 0; k < n; ++k) {
        const int64_t pivot = list[static_cast<size_t>(k)];
        TORCH_CHECK(pivot != 0 && pivot >= -n && pivot <= n && (pivot > 0 || k + 1 < n), op,
                    ": pivot ", pivot, " is not a row of a matrix of ", n, " rows");
        if (pivot < 0) ++k;
      }
      ldl_solve(factors[i], list, hermitian && LD.is_complex(), solutions[i]);
    }
    write_output(out, store_matrices(solutions, batch, n, B.size(-1), B.scalar_type()),
                 "linalg_ldl_solve");
  });
}

}  // namespace at::native
