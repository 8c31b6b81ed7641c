// Integer arithmetic without undefined behaviour: what overflows wraps around, as PyTorch's does.
//
// Each function has an overload for other types, so that one lambda serves all.
#pragma once

#include <cstdint>
#include <limits>

#include "aten_lite/core/error.h"

namespace at::native {

template <typename T>
T plus(T a, T b) {
  return a + b;
}
inline int64_t plus(int64_t a, int64_t b) {
  return static_cast<int64_t>(static_cast<uint64_t>(a) + static_cast<uint64_t>(b));
}

template <typename T>
T minus(T a, T b) {
  return a - b;
}
inline int64_t minus(int64_t a, int64_t b) {
  return static_cast<int64_t>(static_cast<uint64_t>(a) - static_cast<uint64_t>(b));
}

template <typename T>
T times(T a, T b) {
  return a * b;
}
inline int64_t times(int64_t a, int64_t b) {
  return static_cast<int64_t>(static_cast<uint64_t>(a) * static_cast<uint64_t>(b));
}

// Quotient towards zero, and towards negative infinity; the remainder of the latter has b's sign.
inline int64_t divide_trunc(int64_t a, int64_t b) {
  TORCH_CHECK(b != 0, "ZeroDivisionError: integer division or remainder by zero");
  return b == -1 ? minus(0, a) : a / b;
}
inline int64_t remainder_trunc(int64_t a, int64_t b) {
  TORCH_CHECK(b != 0, "ZeroDivisionError: integer division or remainder by zero");
  return b == -1 ? 0 : a % b;
}
inline int64_t divide_floor(int64_t a, int64_t b) {
  const int64_t quotient = divide_trunc(a, b);
  return remainder_trunc(a, b) != 0 && (a < 0) != (b < 0) ? quotient - 1 : quotient;
}
inline int64_t remainder_floor(int64_t a, int64_t b) {
  const int64_t rest = remainder_trunc(a, b);
  return rest != 0 && (rest < 0) != (b < 0) ? rest + b : rest;
}

// base to the exponent's power; negative exponents leave only 1 and -1 different from 0.
inline int64_t integer_power(int64_t base, int64_t exponent) {
  if (exponent < 0) {
    if (base == 1) return 1;
    if (base == -1) return exponent % 2 == 0 ? 1 : -1;
    return 0;
  }
  int64_t result = 1;
  for (; exponent != 0; exponent >>= 1) {
    if (exponent & 1) result = times(result, base);
    base = times(base, base);
  }
  return result;
}

// The absolute value may be that of the lowest number, which wraps to itself.
inline int64_t greatest_common_divisor(int64_t a, int64_t b) {
  a = a < 0 ? minus(0, a) : a;
  b = b < 0 ? minus(0, b) : b;
  while (a != 0) {
    const int64_t rest = remainder_trunc(b, a);
    b = a;
    a = rest;
  }
  return b;
}

}  // namespace at::native
