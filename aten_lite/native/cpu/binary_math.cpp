// Functions of two numbers: powers, extrema, and what <cmath> has.
#include <cmath>
#include <limits>

#include "ATen/core/TensorBody.h"
#include "ATen/ops/float_power.h"
#include "ATen/ops/maximum.h"
#include "ATen/ops/minimum.h"
#include "ATen/ops/mul.h"
#include "ATen/ops/pow.h"
#include "ATen/ops/xlogy.h"
#include "aten_lite/native/internal/integer_math.h"
#include "aten_lite/native/internal/loops.h"

namespace at::native {
namespace {

template <typename T>
T power(T base, T exponent) {
  if constexpr (std::is_integral_v<T>) {
    return integer_power(base, exponent);
  } else {
    return std::pow(base, exponent);
  }
}

// Powers that are products or roots: quicker, and PyTorch rounds them so.
template <typename F>
bool with_simple_exponent(double exponent, const F& f) {
  const auto one_over = [](auto x) { return decltype(x)(1) / x; };
  if (exponent == 2.0) {
    f([](auto x) { return x * x; });
  } else if (exponent == 3.0) {
    f([](auto x) { return x * x * x; });
  } else if (exponent == 0.5) {
    f([](auto x) { return std::sqrt(x); });
  } else if (exponent == -0.5) {
    f([one_over](auto x) { return one_over(std::sqrt(x)); });
  } else if (exponent == -1.0) {
    f(one_over);
  } else if (exponent == -2.0) {
    f([one_over](auto x) { return one_over(x * x); });
  } else {
    return false;
  }
  return true;
}

template <typename T>
T larger(T a, T b) {
  if (a != a) return a;
  return a > b || b != b ? (b != b ? b : a) : b;
}
template <typename T>
T smaller(T a, T b) {
  if (a != a) return a;
  return a < b || b != b ? (b != b ? b : a) : b;
}

template <typename T>
T log_add_exp(T a, T b) {
  if constexpr (is_complex_v<T>) {
    // The larger one, by real part, in front.
    if (b.real() > a.real()) std::swap(a, b);
    if (std::isinf(a.real()) && a == b) return a;
    return a + std::log(1.0 + std::exp(b - a));
  } else {
    if (std::isinf(a) && a == b) return a;
    const T high = a > b ? a : b;
    return high + std::log1p(std::exp(-std::fabs(a - b)));
  }
}

template <typename T>
T next_after(T from, T to) {
  return std::nextafter(from, to);
}

// The next number of a 16-bit type, whose bits count up with the magnitude.
template <typename T>
T next_after_16(T from_value, T to_value) {
  const float from = from_value;
  const float to = to_value;
  if (from != from) return from_value;
  if (to != to || from == to) return to_value;
  if (from == 0) return T(static_cast<uint16_t>(to > 0 ? 0x0001 : 0x8001), T::from_bits());
  const bool away = (from > 0) == (to > from);
  return T(static_cast<uint16_t>(away ? from_value.x + 1 : from_value.x - 1), T::from_bits());
}

template <typename T>
T x_log_y(T x, T y) {
  if (y != y) return y;
  return x == T(0) ? T(0) : x * std::log(y);
}

}  // namespace

namespace {
// In float: the error of the logarithm grows with the result, and is part of what PyTorch returns.
void complex_float_power(const TensorIterator& iter) {
  using ComplexFloat = c10::complex<float>;
  map<ComplexFloat, ComplexFloat, ComplexFloat>(
      iter, [](ComplexFloat x, ComplexFloat y) { return std::pow(x, y); });
}
}  // namespace

void pow_out(const Tensor& self, const Tensor& exponent, Tensor& out) {
  const TensorIterator iter = binary_iterator("pow", self, exponent, out);
  if (iter.common_dtype() == kComplexFloat) return complex_float_power(iter);
  map_binary<int64_t, float, double, Complex>(iter, [](auto x, auto y) { return power(x, y); });
}

void pow_out(const Tensor& self, const Scalar& exponent, Tensor& out) {
  const bool integral = isIntegralType(self.scalar_type(), true);
  TORCH_CHECK(!(integral && exponent.isIntegral(true) && exponent.toLong() < 0),
              "Integers to negative integer powers are not allowed.");
  const ScalarType common = promoted_type(self, exponent);
  const TensorIterator iter = typed_iterator("pow", self, common, out);
  if (exponent.equal(0) || exponent.equal(1)) {
    const bool zero = exponent.equal(0);
    return map_unary<bool, int64_t, float, double, Complex>(
        iter, [zero](auto x) { return zero ? decltype(x)(1) : x; });
  }
  if ((isFloatingType(common) || isComplexType(common)) && !exponent.isComplex() &&
      with_simple_exponent(exponent.toDouble(),
                           [&](const auto& f) { map_unary<float, double, Complex>(iter, f); })) {
    return;
  }
  for_compute_type<int64_t, float, double, Complex>(common, "pow", [&](auto type) {
    using T = typename decltype(type)::type;
    const T y = number_as<T>(exponent, common);
    map<T, T>(iter, [y](T x) { return power(x, y); });
  });
}
void pow_out(const Scalar& self, const Tensor& exponent, Tensor& out) {
  pow_out(wrapped_scalar(self), exponent, out);
}

namespace {
ScalarType float_power_type(bool complex) { return complex ? kComplexDouble : kDouble; }
bool complex_operand(const Tensor& t) { return t.is_complex(); }
bool complex_operand(const Scalar& s) { return s.isComplex(); }
Tensor as_type(const Tensor& t, ScalarType type) { return t.to(type); }
Scalar as_type(const Scalar& s, ScalarType type) {
  return type == kDouble ? Scalar(s.toDouble()) : Scalar(s.toComplexDouble());
}
template <typename A, typename B>
Tensor float_power_of(const A& a, const B& b) {
  const ScalarType type = float_power_type(complex_operand(a) || complex_operand(b));
  return at::pow(as_type(a, type), as_type(b, type));
}
template <typename A, typename B>
Tensor& float_power_into(const A& a, const B& b, Tensor& out) {
  const ScalarType type = float_power_type(complex_operand(a) || complex_operand(b));
  TORCH_CHECK(out.scalar_type() == type, "the output given to float_power has dtype ",
              out.scalar_type(), " but the operation's result requires dtype ", type);
  return at::pow_out(out, as_type(a, type), as_type(b, type));
}
template <typename B>
Tensor& float_power_in_place(Tensor& self, const B& b) {
  const ScalarType type = float_power_type(complex_operand(self) || complex_operand(b));
  TORCH_CHECK(self.scalar_type() == type, "the base given to float_power_ has dtype ",
              self.scalar_type(), " but the operation's result requires dtype ", type);
  native::pow_out(self, as_type(b, type), self);
  return self;
}
}  // namespace

Tensor float_power(const Tensor& self, const Tensor& exponent) {
  return float_power_of(self, exponent);
}
Tensor float_power(const Scalar& self, const Tensor& exponent) {
  return float_power_of(self, exponent);
}
Tensor float_power(const Tensor& self, const Scalar& exponent) {
  return float_power_of(self, exponent);
}
Tensor& float_power_out(const Tensor& self, const Tensor& exponent, Tensor& out) {
  return float_power_into(self, exponent, out);
}
Tensor& float_power_out(const Scalar& self, const Tensor& exponent, Tensor& out) {
  return float_power_into(self, exponent, out);
}
Tensor& float_power_out(const Tensor& self, const Scalar& exponent, Tensor& out) {
  return float_power_into(self, exponent, out);
}
Tensor& float_power_(Tensor& self, const Tensor& exponent) {
  return float_power_in_place(self, exponent);
}
Tensor& float_power_(Tensor& self, const Scalar& exponent) {
  return float_power_in_place(self, exponent);
}

void maximum_out(const Tensor& self, const Tensor& other, Tensor& out) {
  TORCH_CHECK(!self.is_complex() && !other.is_complex(),
              "maximum not implemented for complex tensors.");
  binary_op<bool, int64_t, float, double>(self, other, out, "maximum",
                                          [](auto x, auto y) { return larger(x, y); });
}
void minimum_out(const Tensor& self, const Tensor& other, Tensor& out) {
  TORCH_CHECK(!self.is_complex() && !other.is_complex(),
              "minimum not implemented for complex tensors.");
  binary_op<bool, int64_t, float, double>(self, other, out, "minimum",
                                          [](auto x, auto y) { return smaller(x, y); });
}
void fmax_out(const Tensor& self, const Tensor& other, Tensor& out) {
  binary_op<bool, int64_t, float, double>(self, other, out, "fmax",
                                          [](auto x, auto y) { return x != x || x < y ? y : x; });
}
void fmin_out(const Tensor& self, const Tensor& other, Tensor& out) {
  binary_op<bool, int64_t, float, double>(self, other, out, "fmin",
                                          [](auto x, auto y) { return x != x || x > y ? y : x; });
}

void atan2_out(const Tensor& self, const Tensor& other, Tensor& out) {
  binary_float_op<float, double>(self, other, out, "atan2",
                                 [](auto x, auto y) { return std::atan2(x, y); });
}
void hypot_out(const Tensor& self, const Tensor& other, Tensor& out) {
  binary_op<float, double>(self, other, out, "hypot",
                           [](auto x, auto y) { return std::hypot(x, y); });
}
void copysign_out(const Tensor& self, const Tensor& other, Tensor& out) {
  binary_float_op<float, double>(self, other, out, "copysign",
                                 [](auto x, auto y) { return std::copysign(x, y); });
}
void copysign_out(const Tensor& self, const Scalar& other, Tensor& out) {
  copysign_out(self, wrapped_scalar(other), out);
}

void xlogy_out(const Tensor& self, const Tensor& other, Tensor& out) {
  binary_float_op<float, double>(self, other, out, "xlogy",
                                 [](auto x, auto y) { return x_log_y(x, y); });
}
void xlogy_out(const Scalar& self, const Tensor& other, Tensor& out) {
  xlogy_out(wrapped_scalar(self), other, out);
}
void xlogy_out(const Tensor& self, const Scalar& other, Tensor& out) {
  xlogy_out(self, wrapped_scalar(other), out);
}

void special_xlog1py_out(const Tensor& self, const Tensor& other, Tensor& out) {
  binary_float_op<float, double>(self, other, out, "special_xlog1py", [](auto x, auto y) {
    using T = decltype(x);
    if (y != y) return y;
    return x == T(0) ? T(0) : x * std::log1p(y);
  });
}
void special_xlog1py_out(const Scalar& self, const Tensor& other, Tensor& out) {
  special_xlog1py_out(wrapped_scalar(self), other, out);
}
void special_xlog1py_out(const Tensor& self, const Scalar& other, Tensor& out) {
  special_xlog1py_out(self, wrapped_scalar(other), out);
}

void logaddexp_out(const Tensor& self, const Tensor& other, Tensor& out) {
  binary_op<float, double, Complex>(self, other, out, "logaddexp",
                                    [](auto x, auto y) { return log_add_exp(x, y); });
}
void logaddexp2_out(const Tensor& self, const Tensor& other, Tensor& out) {
  binary_op<float, double>(self, other, out, "logaddexp2", [](auto x, auto y) {
    using T = decltype(x);
    if (std::isinf(x) && x == y) return x;
    const T log2_of_e = static_cast<T>(1.4426950408889634074);
    return (x > y ? x : y) + std::log1p(std::exp2(-std::fabs(x - y))) * log2_of_e;
  });
}

void nextafter_out(const Tensor& self, const Tensor& other, Tensor& out) {
  const TensorIterator iter = binary_iterator("nextafter", self, other, out);
  switch (iter.common_dtype()) {
    case kHalf:
      return map<Half, Half, Half>(iter, [](Half x, Half y) { return next_after_16(x, y); });
    case kBFloat16:
      return map<BFloat16, BFloat16, BFloat16>(
          iter, [](BFloat16 x, BFloat16 y) { return next_after_16(x, y); });
    default:
      return map_binary<float, double>(iter, [](auto x, auto y) { return next_after(x, y); });
  }
}

void heaviside_out(const Tensor& self, const Tensor& values, Tensor& out) {
  TORCH_CHECK(!self.is_complex() && !values.is_complex(),
              "heaviside is not yet implemented for complex tensors.");
  TORCH_CHECK(self.scalar_type() == values.scalar_type(),
              "heaviside is not yet implemented for tensors with different dtypes.");
  binary_op<bool, int64_t, float, double>(self, values, out, "heaviside", [](auto x, auto value) {
    using T = decltype(x);
    return x == T(0) ? value : static_cast<T>(x > T(0));
  });
}

void gcd_out(const Tensor& self, const Tensor& other, Tensor& out) {
  binary_op<int64_t>(self, other, out, "gcd",
                     [](int64_t x, int64_t y) { return greatest_common_divisor(x, y); });
}
void lcm_out(const Tensor& self, const Tensor& other, Tensor& out) {
  binary_op<int64_t>(self, other, out, "lcm", [](int64_t x, int64_t y) {
    const int64_t divisor = greatest_common_divisor(x, y);
    if (divisor == 0) return int64_t{0};
    const int64_t product = times(divide_trunc(x, divisor), y);
    return product < 0 ? minus(0, product) : product;
  });
}

Tensor ldexp(const Tensor& self, const Tensor& other) {
  return at::mul(self, at::pow(Scalar(2.0), other));
}
Tensor& ldexp_(Tensor& self, const Tensor& other) {
  native::mul_out(self, at::pow(Scalar(2.0), other), self);
  return self;
}
Tensor& ldexp_out(const Tensor& self, const Tensor& other, Tensor& out) {
  return at::mul_out(out, self, at::pow(Scalar(2.0), other));
}

}  // namespace at::native
