// SIMD kernels over one row of floats: softmax, log-softmax, mean and variance, normalisation.
//
// exp has an error of at most 1 ulp. NaN in gives NaN out.
#pragma once

#include <cstdint>

namespace at {
namespace native {
namespace internal {

struct RowMoments {
  double mean;
  double variance;  // biased
};

struct RowKernels {
  void (*softmax)(const float* row, int64_t count, float* to);
  void (*log_softmax)(const float* row, int64_t count, float* to);

  // Softmax down `count` rows that are `stride` apart, for `columns` adjacent columns.
  void (*softmax_columns)(const float* rows, int64_t count, int64_t stride, int64_t columns,
                          float* to);
  void (*log_softmax_columns)(const float* rows, int64_t count, int64_t stride, int64_t columns,
                              float* to);

  RowMoments (*moments)(const float* row, int64_t count);

  // to[i] = (row[i] - center) * factor * scale[i] + shift[i].
  void (*normalize)(const float* row, int64_t count, float center, float factor, const float* scale,
                    const float* shift, float* to);
};

const RowKernels& row_kernels();

}  // namespace internal
}  // namespace native
}  // namespace at
