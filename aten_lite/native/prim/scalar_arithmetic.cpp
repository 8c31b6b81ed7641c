// Arithmetic of Python numbers: + - * / // % ** and what math adds to them.
#include <cmath>
#include <tuple>

#include "aten_lite/native/prim/number.h"

namespace at::native {

namespace {

void check_divisor(int64_t divisor) {
  TORCH_CHECK(divisor != 0, "ZeroDivisionError: integer division or modulo by zero");
}

// Quotient and remainder of integers, rounded towards zero. The one overflow wraps.
int64_t truncated_quotient(int64_t a, int64_t b) {
  check_divisor(b);
  return b == -1 ? wrapping_neg(a) : a / b;
}
int64_t truncated_remainder(int64_t a, int64_t b) {
  check_divisor(b);
  return b == -1 ? 0 : a % b;
}

struct Add {
  int64_t operator()(int64_t a, int64_t b) const { return wrapping_add(a, b); }
  double operator()(double a, double b) const { return a + b; }
  Complex operator()(Complex a, Complex b) const { return a + b; }
};
struct Subtract {
  int64_t operator()(int64_t a, int64_t b) const { return wrapping_sub(a, b); }
  double operator()(double a, double b) const { return a - b; }
  Complex operator()(Complex a, Complex b) const { return a - b; }
};
struct Multiply {
  int64_t operator()(int64_t a, int64_t b) const { return wrapping_mul(a, b); }
  double operator()(double a, double b) const { return a * b; }
  Complex operator()(Complex a, Complex b) const { return a * b; }
};
// Division of integers gives a float; by zero, an infinity.
struct Divide {
  double operator()(double a, double b) const { return a / b; }
  double operator()(int64_t a, int64_t b) const {
    return static_cast<double>(a) / static_cast<double>(b);
  }
  Complex operator()(Complex a, Complex b) const { return a / b; }
};
struct FloorDivide {
  int64_t operator()(int64_t a, int64_t b) const {
    const int64_t quotient = truncated_quotient(a, b);
    return truncated_remainder(a, b) != 0 && (a < 0) != (b < 0) ? quotient - 1 : quotient;
  }
  double operator()(double a, double b) const { return std::floor(a / b); }
};
// The remainder has the divisor's sign, as Python's % has.
struct Modulo {
  int64_t operator()(int64_t a, int64_t b) const {
    const int64_t remainder = truncated_remainder(a, b);
    return remainder != 0 && (remainder < 0) != (b < 0) ? remainder + b : remainder;
  }
  double operator()(double a, double b) const { return std::fmod(b + std::fmod(a, b), b); }
};
struct Power {
  double operator()(double a, double b) const {
    TORCH_CHECK(!(a == 0 && b < 0), "0.0 cannot be raised to a negative power");
    return std::pow(a, b);
  }
  double operator()(int64_t a, int64_t b) const {
    return (*this)(static_cast<double>(a), static_cast<double>(b));
  }
  Complex operator()(Complex a, Complex b) const { return std::pow(a, b); }
};
// Of Scalars: zero to a negative power is infinite.
struct UncheckedPower {
  double operator()(double a, double b) const { return std::pow(a, b); }
  double operator()(int64_t a, int64_t b) const {
    return std::pow(static_cast<double>(a), static_cast<double>(b));
  }
};
struct IntegerPower {
  int64_t operator()(int64_t a, int64_t b) const { return truncate_to_integer(Power{}(a, b)); }
  double operator()(double a, double b) const { return Power{}(a, b); }
};

struct Negate {
  int64_t operator()(int64_t a) const { return wrapping_neg(a); }
  double operator()(double a) const { return -a; }
  Complex operator()(Complex a) const { return -a; }
};
struct Magnitude {
  int64_t operator()(int64_t a) const { return a < 0 ? wrapping_neg(a) : a; }
  double operator()(double a) const { return std::abs(a); }
  double operator()(Complex a) const { return std::abs(a); }
};

uint64_t magnitude(int64_t a) {
  return a < 0 ? uint64_t{0} - static_cast<uint64_t>(a) : static_cast<uint64_t>(a);
}

}  // namespace

void number_add(Stack& stack) { number_binary(stack, Add{}); }
void number_sub(Stack& stack) { number_binary(stack, Subtract{}); }
void number_mul(Stack& stack) { number_binary(stack, Multiply{}); }
void number_div(Stack& stack) { number_binary(stack, Divide{}); }
void number_floordiv(Stack& stack) { number_binary(stack, FloorDivide{}); }
void number_remainder(Stack& stack) { number_binary(stack, Modulo{}); }
void number_pow(Stack& stack) { number_binary(stack, Power{}); }
void number_pow_scalar(Stack& stack) { number_binary(stack, UncheckedPower{}); }
void number_pow_integer(Stack& stack) { number_binary(stack, IntegerPower{}); }
void number_neg(Stack& stack) { number_unary(stack, Negate{}); }
void number_abs(Stack& stack) { number_unary(stack, Magnitude{}); }

void number_fmod(Stack& stack) {
  number_binary(stack, [](double a, double b) { return std::fmod(a, b); });
}
void number_mathremainder(Stack& stack) {
  number_binary(stack, [](double a, double b) { return std::remainder(a, b); });
}

void integer_round_to_zero_floordiv(Stack& stack) {
  boxed(stack, [](int64_t a, int64_t b) { return truncated_quotient(a, b); });
}

void integer_divmod(Stack& stack) {
  boxed(stack,
        [](int64_t a, int64_t b) { return std::make_tuple(FloorDivide{}(a, b), Modulo{}(a, b)); });
}

void float_divmod(Stack& stack) {
  boxed(stack, [](double a, double b) {
    TORCH_CHECK(b != 0, "ZeroDivisionError: float divmod()");
    double remainder = std::fmod(a, b);
    if (remainder != 0 && (remainder < 0) != (b < 0)) remainder += b;
    return std::make_tuple((a - remainder) / b, remainder);
  });
}

// Computes in single precision where one operand is a float and the other an integer, as PyTorch
// does.
void mixed_divmod(Stack& stack) {
  boxed(stack, [](const IValue& a, const IValue& b) {
    const float divisor = static_cast<float>(prim::as_double(b));
    TORCH_CHECK(divisor != 0, "ZeroDivisionError: float divmod()");
    const double ratio = static_cast<float>(prim::as_double(a)) / divisor;
    TORCH_CHECK(std::isfinite(ratio), "Cannot convert float ", ratio, " to integer");
    const double quotient = std::floor(ratio);
    const auto exact = [](const IValue& v) {
      return v.isInt() ? prim::as_double(v) : double{static_cast<float>(v.toDouble())};
    };
    return std::make_tuple(quotient, exact(a) - quotient * exact(b));
  });
}

void integer_gcd(Stack& stack) {
  boxed(stack, [](int64_t a, int64_t b) {
    uint64_t x = magnitude(a);
    uint64_t y = magnitude(b);
    while (y != 0) {
      const uint64_t rest = x % y;
      x = y;
      y = rest;
    }
    return static_cast<int64_t>(x);
  });
}

void integer_factorial(Stack& stack) {
  boxed(stack, [](int64_t n) {
    TORCH_CHECK(n >= 0, "factorial() not defined for negative values");
    int64_t product = 1;
    // From 66! on all 64 low bits are zero.
    for (int64_t i = 2; i <= n && product != 0; ++i) product = wrapping_mul(product, i);
    return product;
  });
}

// --- Loops over range().

void range_length(Stack& stack) {
  boxed(stack, [](int64_t low, int64_t high, int64_t step) -> int64_t {
    TORCH_CHECK(step != 0, "range() arg 3 must not be zero");
    if (step > 0 ? low >= high : low <= high) return 0;
    // Distances can exceed an int64_t; as unsigned numbers they are exact.
    const uint64_t distance = step > 0 ? static_cast<uint64_t>(high) - static_cast<uint64_t>(low)
                                       : static_cast<uint64_t>(low) - static_cast<uint64_t>(high);
    return static_cast<int64_t>(1 + (distance - 1) / magnitude(step));
  });
}

void range_derive_index(Stack& stack) {
  boxed(stack, [](int64_t index, int64_t start, int64_t step) {
    return wrapping_add(start, wrapping_mul(index, step));
  });
}

}  // namespace at::native
