// Functions of one or two Python numbers: what `math` and `cmath` have.
#include <algorithm>
#include <cmath>
#include <tuple>

#include "aten_lite/native/prim/number.h"

namespace at::native {

namespace {

constexpr double kPi = 3.14159265358979323846;

// floor() and ceil() give integers, as in Python; what does not fit one is an error.
int64_t to_integer_checked(double value) {
  constexpr double kLimit = 9223372036854775808.0;
  TORCH_CHECK(value >= -kLimit && value < kLimit, "Cannot convert float ", value, " to integer");
  return static_cast<int64_t>(value);
}

struct Floor {
  int64_t operator()(int64_t a) const { return a; }
  int64_t operator()(double a) const { return to_integer_checked(std::floor(a)); }
};
struct Ceil {
  int64_t operator()(int64_t a) const { return a; }
  int64_t operator()(double a) const { return to_integer_checked(std::ceil(a)); }
};
struct Angle {
  double operator()(double a) const { return a < 0 ? kPi : 0.0; }
  double operator()(int64_t a) const { return a < 0 ? kPi : 0.0; }
  double operator()(Complex a) const { return std::arg(a); }
};
struct LogBase {
  double operator()(double a, double b) const { return std::log(a) / std::log(b); }
  double operator()(int64_t a, int64_t b) const {
    return (*this)(static_cast<double>(a), static_cast<double>(b));
  }
  Complex operator()(Complex a, Complex b) const { return std::log(a) / std::log(b); }
};

}  // namespace

void number_floor(Stack& stack) { number_unary(stack, Floor{}); }
void number_ceil(Stack& stack) { number_unary(stack, Ceil{}); }
void number_angle(Stack& stack) { number_unary(stack, Angle{}); }
void number_log_base(Stack& stack) { number_binary(stack, LogBase{}); }

// A function of real and of complex numbers.
#define NUMBER_FUNCTION(name, function)                                               \
  void name(Stack& stack) {                                                           \
    struct Function {                                                                 \
      double operator()(double a) const { return function(a); }                       \
      double operator()(int64_t a) const { return function(static_cast<double>(a)); } \
      Complex operator()(Complex a) const { return function(a); }                     \
    };                                                                                \
    number_unary(stack, Function{});                                                  \
  }
NUMBER_FUNCTION(number_acos, std::acos)
NUMBER_FUNCTION(number_acosh, std::acosh)
NUMBER_FUNCTION(number_asin, std::asin)
NUMBER_FUNCTION(number_asinh, std::asinh)
NUMBER_FUNCTION(number_atan, std::atan)
NUMBER_FUNCTION(number_atanh, std::atanh)
NUMBER_FUNCTION(number_cos, std::cos)
NUMBER_FUNCTION(number_cosh, std::cosh)
NUMBER_FUNCTION(number_exp, std::exp)
NUMBER_FUNCTION(number_log, std::log)
NUMBER_FUNCTION(number_log10, std::log10)
NUMBER_FUNCTION(number_sin, std::sin)
NUMBER_FUNCTION(number_sinh, std::sinh)
NUMBER_FUNCTION(number_sqrt, std::sqrt)
NUMBER_FUNCTION(number_tan, std::tan)
NUMBER_FUNCTION(number_tanh, std::tanh)
#undef NUMBER_FUNCTION

// A function of real numbers only; `a` is the argument.
#define REAL_FUNCTION(name, expression)                       \
  void name(Stack& stack) {                                   \
    number_unary(stack, [](double a) { return expression; }); \
  }
// Ties go to the even neighbour, the default rounding mode.
REAL_FUNCTION(number_round, std::nearbyint(a))
REAL_FUNCTION(number_erf, std::erf(a))
REAL_FUNCTION(number_erfc, std::erfc(a))
REAL_FUNCTION(number_expm1, std::expm1(a))
REAL_FUNCTION(number_log1p, std::log1p(a))
REAL_FUNCTION(number_gamma, std::tgamma(a))
REAL_FUNCTION(number_lgamma, std::lgamma(a))
REAL_FUNCTION(number_fabs, std::fabs(a))
REAL_FUNCTION(number_degrees, a * (180.0 / kPi))
REAL_FUNCTION(number_radians, a*(kPi / 180.0))
#undef REAL_FUNCTION

// Tests of floats and complex numbers.
#define NUMBER_TEST(name, function, combine)                                                     \
  void name(Stack& stack) {                                                                      \
    struct Function {                                                                            \
      bool operator()(double a) const { return function(a); }                                    \
      bool operator()(int64_t a) const { return function(static_cast<double>(a)); }              \
      bool operator()(Complex a) const { return function(a.real()) combine function(a.imag()); } \
    };                                                                                           \
    number_unary(stack, Function{});                                                             \
  }
NUMBER_TEST(number_isnan, std::isnan, ||)
NUMBER_TEST(number_isinf, std::isinf, ||)
NUMBER_TEST(number_isfinite, std::isfinite, &&)
#undef NUMBER_TEST

void number_atan2(Stack& stack) {
  number_binary(stack, [](double y, double x) { return std::atan2(y, x); });
}
void number_copysign(Stack& stack) {
  number_binary(stack, [](double a, double b) { return std::copysign(a, b); });
}
void number_polar(Stack& stack) {
  number_binary(stack, [](double radius, double angle) {
    return Complex(radius * std::cos(angle), radius * std::sin(angle));
  });
}
void number_ldexp(Stack& stack) {
  boxed(stack, [](double fraction, int64_t exponent) {
    // Beyond these bounds the result is zero or infinite anyway.
    const int64_t bounded = std::min<int64_t>(std::max<int64_t>(exponent, -10000), 10000);
    return std::ldexp(fraction, static_cast<int>(bounded));
  });
}
void number_frexp(Stack& stack) {
  boxed(stack, [](double a) {
    int exponent = 0;
    const double fraction = std::frexp(a, &exponent);
    return std::make_tuple(fraction, int64_t{exponent});
  });
}
void number_modf(Stack& stack) {
  boxed(stack, [](double a) {
    double whole = 0;
    const double fraction = std::modf(a, &whole);
    return std::make_tuple(fraction, whole);
  });
}

}  // namespace at::native
