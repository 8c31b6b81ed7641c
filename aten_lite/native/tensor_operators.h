// Arithmetic, comparison and bit operators on tensors: a + b, 1 - a, a == 2, a & b.
#pragma once

#include "ATen/core/TensorBody.h"
#include "ATen/ops/full_like.h"
#include "ATen/ops/rsub.h"
#include "aten_lite/core/scalar.h"

namespace at {

// `a METHOD b`; with a number on the left, MIRRORED is the method that takes it from the right.
#define ATEN_LITE_OPERATOR(OP, METHOD, MIRRORED)                                      \
  inline Tensor operator OP(const Tensor& a, const Tensor& b) { return a.METHOD(b); } \
  inline Tensor operator OP(const Tensor& a, const Scalar& b) { return a.METHOD(b); } \
  inline Tensor operator OP(const Scalar& a, const Tensor& b) { return b.MIRRORED(a); }
ATEN_LITE_OPERATOR(+, add, add)
ATEN_LITE_OPERATOR(*, mul, mul)
ATEN_LITE_OPERATOR(&, bitwise_and, bitwise_and)
ATEN_LITE_OPERATOR(|, bitwise_or, bitwise_or)
ATEN_LITE_OPERATOR(^, bitwise_xor, bitwise_xor)
ATEN_LITE_OPERATOR(<, lt, gt)
ATEN_LITE_OPERATOR(<=, le, ge)
ATEN_LITE_OPERATOR(>, gt, lt)
ATEN_LITE_OPERATOR(>=, ge, le)
ATEN_LITE_OPERATOR(==, eq, eq)
ATEN_LITE_OPERATOR(!=, ne, ne)
#undef ATEN_LITE_OPERATOR

inline Tensor operator-(const Tensor& a, const Tensor& b) { return a.sub(b); }
inline Tensor operator-(const Tensor& a, const Scalar& b) { return a.sub(b); }
inline Tensor operator-(const Scalar& a, const Tensor& b) { return at::rsub(b, a); }
inline Tensor operator/(const Tensor& a, const Tensor& b) { return a.div(b); }
inline Tensor operator/(const Tensor& a, const Scalar& b) { return a.div(b); }
inline Tensor operator/(const Scalar& a, const Tensor& b) { return at::full_like(b, a).div(b); }
inline Tensor operator%(const Tensor& a, const Tensor& b) { return a.remainder(b); }
inline Tensor operator%(const Tensor& a, const Scalar& b) { return a.remainder(b); }
inline Tensor operator%(const Scalar& a, const Tensor& b) {
  return at::full_like(b, a).remainder(b);
}

}  // namespace at
