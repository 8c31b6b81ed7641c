// SIMD kernels of quantized products, compiled once per SIMD target.
//
// Operands are int16: bytes minus their zero points, so that no corrections are left to add
// afterwards and padding is zero. Sums are int32 and wrap around, as those of fbgemm and qnnpack.
#pragma once

#include <cstdint>

namespace at {
namespace native {
namespace internal {

// Columns of a panel of packed weights.
constexpr int64_t kIntegerColumns = 16;

// How sums become bytes: see affine.h.
struct Requantization {
  const int32_t* bias;       // one for each column
  const float* multipliers;  // likewise
  int32_t zero_point;
  int32_t lower;  // the range that results are cut to, which is a part of the dtype's
  int32_t upper;
  bool is_signed;  // qint8, not quint8
};

struct IntegerKernels {
  // c[row][column] = sum over k of a[row][k] * b[k][column]. `panels` holds b as PackedIntegers
  // does. `pairs` is half of k. `n` columns are written.
  void (*multiply)(int64_t m, int64_t n, int64_t pairs, const int16_t* a, int64_t a_stride,
                   const int16_t* panels, int32_t* c, int64_t c_stride);

  // sums[i] += a[i] * b[i].
  void (*multiply_add)(int64_t count, const int16_t* a, const int16_t* b, int32_t* sums);

  // to[i] = quantized sums[i] + bias[i].
  void (*requantize)(int64_t count, const int32_t* sums, const Requantization& how, uint8_t* to);

  // to[i] = from[i] - zero_point, of bytes that are signed or not.
  void (*widen)(int64_t count, const uint8_t* from, int16_t zero_point, bool is_signed,
                int16_t* to);
};

const IntegerKernels& integer_kernels();

}  // namespace internal
}  // namespace native
}  // namespace at
