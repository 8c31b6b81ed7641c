// Comparisons, and logical and bitwise operators.
#include <cmath>

#include "ATen/core/TensorBody.h"
#include "ATen/ops/bitwise_and.h"
#include "ATen/ops/bitwise_left_shift.h"
#include "ATen/ops/bitwise_or.h"
#include "ATen/ops/bitwise_right_shift.h"
#include "ATen/ops/bitwise_xor.h"
#include "aten_lite/native/internal/integer_math.h"
#include "aten_lite/native/internal/loops.h"

namespace at::native {

void eq_out(const Tensor& self, const Tensor& other, Tensor& out) {
  comparison_op<bool, int64_t, float, double, Complex>(self, other, out, "eq",
                                                       [](auto x, auto y) { return x == y; });
}
void eq_out(const Tensor& self, const Scalar& other, Tensor& out) {
  eq_out(self, wrapped_scalar(other), out);
}

void ne_out(const Tensor& self, const Tensor& other, Tensor& out) {
  comparison_op<bool, int64_t, float, double, Complex>(self, other, out, "ne",
                                                       [](auto x, auto y) { return x != y; });
}
void ne_out(const Tensor& self, const Scalar& other, Tensor& out) {
  ne_out(self, wrapped_scalar(other), out);
}

void lt_out(const Tensor& self, const Tensor& other, Tensor& out) {
  comparison_op<bool, int64_t, float, double>(self, other, out, "lt",
                                              [](auto x, auto y) { return x < y; });
}
void lt_out(const Tensor& self, const Scalar& other, Tensor& out) {
  lt_out(self, wrapped_scalar(other), out);
}

void le_out(const Tensor& self, const Tensor& other, Tensor& out) {
  comparison_op<bool, int64_t, float, double>(self, other, out, "le",
                                              [](auto x, auto y) { return x <= y; });
}
void le_out(const Tensor& self, const Scalar& other, Tensor& out) {
  le_out(self, wrapped_scalar(other), out);
}

void gt_out(const Tensor& self, const Tensor& other, Tensor& out) {
  comparison_op<bool, int64_t, float, double>(self, other, out, "gt",
                                              [](auto x, auto y) { return x > y; });
}
void gt_out(const Tensor& self, const Scalar& other, Tensor& out) {
  gt_out(self, wrapped_scalar(other), out);
}

void ge_out(const Tensor& self, const Tensor& other, Tensor& out) {
  comparison_op<bool, int64_t, float, double>(self, other, out, "ge",
                                              [](auto x, auto y) { return x >= y; });
}
void ge_out(const Tensor& self, const Scalar& other, Tensor& out) {
  ge_out(self, wrapped_scalar(other), out);
}

namespace {
// Whether a number counts as true.
template <typename T>
bool truth(T x) {
  return x != T(0);
}
}  // namespace

void logical_and_out(const Tensor& self, const Tensor& other, Tensor& out) {
  comparison_op<bool, int64_t, float, double, Complex>(
      self, other, out, "logical_and", [](auto x, auto y) { return truth(x) && truth(y); });
}
void logical_or_out(const Tensor& self, const Tensor& other, Tensor& out) {
  comparison_op<bool, int64_t, float, double, Complex>(
      self, other, out, "logical_or", [](auto x, auto y) { return truth(x) || truth(y); });
}
void logical_xor_out(const Tensor& self, const Tensor& other, Tensor& out) {
  comparison_op<bool, int64_t, float, double, Complex>(
      self, other, out, "logical_xor", [](auto x, auto y) { return truth(x) != truth(y); });
}

void bitwise_and_out(const Tensor& self, const Tensor& other, Tensor& out) {
  binary_op<bool, int64_t>(self, other, out, "bitwise_and",
                           [](int64_t x, int64_t y) { return x & y; });
}
void bitwise_and_out(const Tensor& self, const Scalar& other, Tensor& out) {
  bitwise_and_out(self, wrapped_scalar(other), out);
}
void bitwise_and_out(const Scalar& self, const Tensor& other, Tensor& out) {
  bitwise_and_out(wrapped_scalar(self), other, out);
}
Tensor __and__(const Tensor& self, const Tensor& other) { return at::bitwise_and(self, other); }
Tensor __and__(const Tensor& self, const Scalar& other) { return at::bitwise_and(self, other); }
Tensor& __iand__(Tensor& self, const Tensor& other) {
  native::bitwise_and_out(self, other, self);
  return self;
}
Tensor& __iand__(Tensor& self, const Scalar& other) {
  native::bitwise_and_out(self, other, self);
  return self;
}

void bitwise_or_out(const Tensor& self, const Tensor& other, Tensor& out) {
  binary_op<bool, int64_t>(self, other, out, "bitwise_or",
                           [](int64_t x, int64_t y) { return x | y; });
}
void bitwise_or_out(const Tensor& self, const Scalar& other, Tensor& out) {
  bitwise_or_out(self, wrapped_scalar(other), out);
}
void bitwise_or_out(const Scalar& self, const Tensor& other, Tensor& out) {
  bitwise_or_out(wrapped_scalar(self), other, out);
}
Tensor __or__(const Tensor& self, const Tensor& other) { return at::bitwise_or(self, other); }
Tensor __or__(const Tensor& self, const Scalar& other) { return at::bitwise_or(self, other); }
Tensor& __ior__(Tensor& self, const Tensor& other) {
  native::bitwise_or_out(self, other, self);
  return self;
}
Tensor& __ior__(Tensor& self, const Scalar& other) {
  native::bitwise_or_out(self, other, self);
  return self;
}

void bitwise_xor_out(const Tensor& self, const Tensor& other, Tensor& out) {
  binary_op<bool, int64_t>(self, other, out, "bitwise_xor",
                           [](int64_t x, int64_t y) { return x ^ y; });
}
void bitwise_xor_out(const Tensor& self, const Scalar& other, Tensor& out) {
  bitwise_xor_out(self, wrapped_scalar(other), out);
}
void bitwise_xor_out(const Scalar& self, const Tensor& other, Tensor& out) {
  bitwise_xor_out(wrapped_scalar(self), other, out);
}
Tensor __xor__(const Tensor& self, const Tensor& other) { return at::bitwise_xor(self, other); }
Tensor __xor__(const Tensor& self, const Scalar& other) { return at::bitwise_xor(self, other); }
Tensor& __ixor__(Tensor& self, const Tensor& other) {
  native::bitwise_xor_out(self, other, self);
  return self;
}
Tensor& __ixor__(Tensor& self, const Scalar& other) {
  native::bitwise_xor_out(self, other, self);
  return self;
}

void bitwise_left_shift_out(const Tensor& self, const Tensor& other, Tensor& out) {
  const TensorIterator iter = binary_iterator("lshift", self, other, out);
  const int64_t bits = 8 * static_cast<int64_t>(elementSize(iter.common_dtype()));
  // All bits are shifted out by as many places as there are, and by negative numbers.
  map_binary<int64_t>(iter, [bits](int64_t x, int64_t by) {
    if (by < 0 || by >= bits) return int64_t{0};
    return static_cast<int64_t>(static_cast<uint64_t>(x) << by);
  });
}
void bitwise_left_shift_out(const Tensor& self, const Scalar& other, Tensor& out) {
  bitwise_left_shift_out(self, wrapped_scalar(other), out);
}
void bitwise_left_shift_out(const Scalar& self, const Tensor& other, Tensor& out) {
  bitwise_left_shift_out(wrapped_scalar(self), other, out);
}
Tensor __lshift__(const Tensor& self, const Tensor& other) {
  return at::bitwise_left_shift(self, other);
}
Tensor __lshift__(const Tensor& self, const Scalar& other) {
  return at::bitwise_left_shift(self, other);
}
Tensor& __ilshift__(Tensor& self, const Tensor& other) {
  native::bitwise_left_shift_out(self, other, self);
  return self;
}
Tensor& __ilshift__(Tensor& self, const Scalar& other) {
  native::bitwise_left_shift_out(self, other, self);
  return self;
}

void bitwise_right_shift_out(const Tensor& self, const Tensor& other, Tensor& out) {
  const TensorIterator iter = binary_iterator("rshift", self, other, out);
  const ScalarType type = iter.common_dtype();
  // What is left of a negative number in the end is its sign.
  const int64_t most = 8 * static_cast<int64_t>(elementSize(type)) - (isSignedType(type) ? 1 : 0);
  map_binary<int64_t>(
      iter, [most](int64_t x, int64_t by) { return x >> (by < 0 || by >= most ? most : by); });
}
void bitwise_right_shift_out(const Tensor& self, const Scalar& other, Tensor& out) {
  bitwise_right_shift_out(self, wrapped_scalar(other), out);
}
void bitwise_right_shift_out(const Scalar& self, const Tensor& other, Tensor& out) {
  bitwise_right_shift_out(wrapped_scalar(self), other, out);
}
Tensor __rshift__(const Tensor& self, const Tensor& other) {
  return at::bitwise_right_shift(self, other);
}
Tensor __rshift__(const Tensor& self, const Scalar& other) {
  return at::bitwise_right_shift(self, other);
}
Tensor& __irshift__(Tensor& self, const Tensor& other) {
  native::bitwise_right_shift_out(self, other, self);
  return self;
}
Tensor& __irshift__(Tensor& self, const Scalar& other) {
  native::bitwise_right_shift_out(self, other, self);
  return self;
}

}  // namespace at::native
