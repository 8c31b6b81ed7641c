// Batches of matrices on their way into dense_solver.h and back.
#pragma once

#include <vector>

#include "ATen/core/TensorBody.h"
#include "aten_lite/native/internal/dense_solver.h"

namespace at::native {

// Checks of all linear algebra: enough dims, full precision, square if asked for.
void check_matrices(const Tensor& a, const char* op);
void check_square_matrices(const Tensor& a, const char* op);

// The last two dims as matrices, widened, in the order of the batch dims.
template <typename T>
std::vector<Matrix<T>> load_matrices(const Tensor& a);

// [batch..., rows, cols] of `dtype`. Column-major is how LAPACK leaves results, and what PyTorch's
// strides show.
template <typename T>
Tensor store_matrices(const std::vector<Matrix<T>>& matrices, IntArrayRef batch, int64_t rows,
                      int64_t cols, ScalarType dtype, bool column_major = true);

// [batch..., count] of `dtype` (a real one) from one list per matrix.
Tensor store_vectors(const std::vector<std::vector<double>>& lists, IntArrayRef batch,
                     int64_t count, ScalarType dtype);
Tensor store_integers(const std::vector<std::vector<int64_t>>& lists, IntArrayRef batch,
                      int64_t count);

inline IntArrayRef batch_of(const Tensor& a) {
  return a.sizes().slice(0, static_cast<size_t>(a.dim()) - 2);
}

// Calls f(T()) with T double or std::complex<double>, whichever holds the dtype.
template <typename F>
void with_wide_type(const Tensor& a, const F& f) {
  if (a.is_complex()) {
    f(std::complex<double>());
  } else {
    f(double());
  }
}

}  // namespace at::native
