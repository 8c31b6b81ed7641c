// One kernel for all overloads of a numeric operator: the values say whether they are integers,
// floats or complex numbers, and the common type computes.
//
//   struct Add { template <typename T> T operator()(T a, T b) const { return a + b; } };
//   void number_add(Stack& stack) { number_binary(stack, Add{}); }
//
// serves aten::add of int, float, complex, their mixes and Scalar. A function object that does not
// take complex numbers makes an operator that refuses them.
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "aten_lite/native/prim/boxed.h"

namespace at::native {

using Complex = c10::complex<double>;

namespace prim {

inline bool is_integer(const IValue& value) { return value.isInt() || value.isBool(); }
inline int64_t as_integer(const IValue& value) {
  return value.isInt() ? value.toInt() : int64_t{value.toBool()};
}
inline double as_double(const IValue& value) {
  if (value.isDouble()) return value.toDouble();
  TORCH_CHECK_TYPE(is_integer(value), "Expected a number but got ", value.tagKind());
  return static_cast<double>(as_integer(value));
}
inline Complex as_complex(const IValue& value) {
  return value.isComplexDouble() ? value.toComplexDouble() : Complex(as_double(value));
}

}  // namespace prim

// Integers wrap around, as they do in PyTorch: signed overflow would be undefined.
inline int64_t wrapping_add(int64_t a, int64_t b) {
  return static_cast<int64_t>(static_cast<uint64_t>(a) + static_cast<uint64_t>(b));
}
inline int64_t wrapping_sub(int64_t a, int64_t b) {
  return static_cast<int64_t>(static_cast<uint64_t>(a) - static_cast<uint64_t>(b));
}
inline int64_t wrapping_mul(int64_t a, int64_t b) {
  return static_cast<int64_t>(static_cast<uint64_t>(a) * static_cast<uint64_t>(b));
}
inline int64_t wrapping_neg(int64_t a) { return wrapping_sub(0, a); }

// Truncates as x86 does where C++ leaves it open: what does not fit is the smallest integer.
inline int64_t truncate_to_integer(double value) {
  constexpr double kLimit = 9223372036854775808.0;
  if (!(value >= -kLimit && value < kLimit)) return std::numeric_limits<int64_t>::min();
  return static_cast<int64_t>(value);
}

template <typename Fn>
IValue apply_binary(const Fn& fn, const IValue& a, const IValue& b) {
  using prim::as_complex;
  using prim::as_double;
  using prim::as_integer;
  constexpr bool kComplex = std::is_invocable<Fn, Complex, Complex>::value;
  if (prim::is_integer(a) && prim::is_integer(b)) return IValue(fn(as_integer(a), as_integer(b)));
  if constexpr (kComplex) {
    if (a.isComplexDouble() || b.isComplexDouble()) return IValue(fn(as_complex(a), as_complex(b)));
  }
  return IValue(fn(as_double(a), as_double(b)));
}

template <typename Fn>
void number_binary(Stack& stack, const Fn& fn) {
  IValue* values = prim::arguments(stack, 2);
  values[0] = apply_binary(fn, values[0], values[1]);
  stack.pop_back();
}

template <typename Fn>
IValue apply_unary(const Fn& fn, const IValue& a) {
  constexpr bool kComplex = std::is_invocable<Fn, Complex>::value;
  if (prim::is_integer(a)) return IValue(fn(prim::as_integer(a)));
  if constexpr (kComplex) {
    if (a.isComplexDouble()) return IValue(fn(a.toComplexDouble()));
  }
  return IValue(fn(prim::as_double(a)));
}

template <typename Fn>
void number_unary(Stack& stack, const Fn& fn) {
  IValue& value = *prim::arguments(stack, 1);
  value = apply_unary(fn, value);
}

}  // namespace at::native
