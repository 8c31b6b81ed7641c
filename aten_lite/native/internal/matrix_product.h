// Products of batches of matrices of any dtype, through strides: what mm, bmm, matmul, linear and
// conv stand on.
//
// float32 runs on gemm.h. float16 and bfloat16 are converted to float32, multiplied there and
// rounded once. Other dtypes use plain blocked loops. Integers wrap around.
#pragma once

#include <cstdint>

#include "aten_lite/core/scalar.h"
#include "aten_lite/core/scalar_type.h"

namespace at {
namespace native {
namespace internal {

// A batch of matrices in memory; strides are in elements and may be 0 and in any order.
struct BatchView {
  void* data = nullptr;
  int64_t batch_stride = 0;
  int64_t row_stride = 0;
  int64_t column_stride = 0;
};

struct ProductShape {
  int64_t batch = 1;
  int64_t m = 0;
  int64_t n = 0;
  int64_t k = 0;
};

// C = alpha * A * B, or C += alpha * A * B when `accumulate`. With `column_bias` (n elements of the
// dtype, adjacent) it is added to every row; not together with `accumulate`. C must not overlap the
// operands; rows or columns of it must be adjacent (one of its strides is 1). `op` names the caller
// in the error for a dtype without arithmetic (bool).
void batched_product(c10::ScalarType dtype, const ProductShape& shape, const BatchView& a,
                     const BatchView& b, const BatchView& c, bool accumulate,
                     const c10::Scalar& alpha, const void* column_bias, const char* op);

}  // namespace internal
}  // namespace native
}  // namespace at
