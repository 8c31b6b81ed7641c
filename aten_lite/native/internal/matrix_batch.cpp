// Widening, checks and layouts of matrix batches.
#include "aten_lite/native/internal/matrix_batch.h"

#include "ATen/ops/contiguous.h"
#include "ATen/ops/to.h"
#include "ATen/ops/transpose.h"
#include "aten_lite/native/internal/factory.h"

namespace at::native {

void check_matrices(const Tensor& a, const char* op) {
  TORCH_CHECK(a.dim() >= 2, op, ": The input tensor must have at least 2 dimensions, but got ",
              a.dim());
  TORCH_CHECK(a.is_floating_point() || a.is_complex(), op,
              ": Expected a floating point or complex tensor as input. Got ",
              toString(a.scalar_type()));
  TORCH_CHECK(a.scalar_type() != kHalf && a.scalar_type() != kBFloat16, op,
              ": Low precision dtypes not supported. Got ", toString(a.scalar_type()));
}

void check_square_matrices(const Tensor& a, const char* op) {
  check_matrices(a, op);
  TORCH_CHECK(a.size(-1) == a.size(-2), op, ": A must be batches of square matrices, but they are ",
              a.size(-2), " by ", a.size(-1), " matrices");
}

template <typename T>
std::vector<Matrix<T>> load_matrices(const Tensor& a) {
  const Tensor wide = a.to(c10::CppTypeToScalarType<T>::value).contiguous();
  const int64_t rows = a.size(-2);
  const int64_t cols = a.size(-1);
  const int64_t count = c10::checked_numel(batch_of(a));
  const T* data = wide.const_data_ptr<T>();
  std::vector<Matrix<T>> result;
  result.reserve(static_cast<size_t>(count));
  for (int64_t i = 0; i < count; ++i) {
    Matrix<T> matrix(rows, cols);
    std::copy(data + i * rows * cols, data + (i + 1) * rows * cols, matrix.data.begin());
    result.push_back(std::move(matrix));
  }
  return result;
}

template <typename T>
Tensor store_matrices(const std::vector<Matrix<T>>& matrices, IntArrayRef batch, int64_t rows,
                      int64_t cols, ScalarType dtype, bool column_major) {
  DimVector sizes(batch);
  sizes.push_back(column_major ? cols : rows);
  sizes.push_back(column_major ? rows : cols);
  Tensor wide = make_tensor(sizes, c10::CppTypeToScalarType<T>::value);
  T* out = wide.mutable_data_ptr<T>();
  for (const Matrix<T>& matrix : matrices) {
    if (!column_major) {
      out = std::copy(matrix.data.begin(), matrix.data.end(), out);
      continue;
    }
    for (int64_t j = 0; j < cols; ++j) {
      for (int64_t i = 0; i < rows; ++i) *out++ = matrix(i, j);
    }
  }
  const Tensor result = wide.to(dtype);
  return column_major ? native::transpose(result, -2, -1) : result;
}

Tensor store_vectors(const std::vector<std::vector<double>>& lists, IntArrayRef batch,
                     int64_t count, ScalarType dtype) {
  DimVector sizes(batch);
  sizes.push_back(count);
  Tensor wide = make_tensor(sizes, kDouble);
  double* out = wide.mutable_data_ptr<double>();
  for (const std::vector<double>& list : lists) out = std::copy(list.begin(), list.end(), out);
  return wide.to(dtype);
}

Tensor store_integers(const std::vector<std::vector<int64_t>>& lists, IntArrayRef batch,
                      int64_t count) {
  DimVector sizes(batch);
  sizes.push_back(count);
  Tensor result = make_tensor(sizes, kLong);
  int64_t* out = result.mutable_data_ptr<int64_t>();
  for (const std::vector<int64_t>& list : lists) out = std::copy(list.begin(), list.end(), out);
  return result.to(kInt);
}

#define ATEN_LITE_INSTANTIATE(T)                                                                  \
  template std::vector<Matrix<T>> load_matrices<T>(const Tensor&);                                \
  template Tensor store_matrices<T>(const std::vector<Matrix<T>>&, IntArrayRef, int64_t, int64_t, \
                                    ScalarType, bool);
ATEN_LITE_INSTANTIATE(double)
ATEN_LITE_INSTANTIATE(std::complex<double>)
#undef ATEN_LITE_INSTANTIATE

}  // namespace at::native
