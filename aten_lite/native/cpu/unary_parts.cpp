// Magnitude, sign and rounding; and what is asked of single numbers (isnan ...). The dtype stays.
#include <cmath>
#include <limits>

#include "ATen/core/TensorBody.h"
#include "aten_lite/native/internal/loops.h"

namespace at::native {
namespace {

// Signed integers wrap, so that abs and neg of the lowest number are that number again.
int64_t negated(int64_t x) { return static_cast<int64_t>(-static_cast<uint64_t>(x)); }
template <typename T>
T negated(T x) {
  return -x;
}
int64_t magnitude(int64_t x) { return x < 0 ? negated(x) : x; }
float magnitude(float x) { return std::fabs(x); }
double magnitude(double x) { return std::fabs(x); }

template <typename T>
T sign_of(T x) {
  return static_cast<T>(static_cast<int>(x > T(0)) - static_cast<int>(x < T(0)));
}

// out = f(self) with complex `self` and real `out`.
template <typename F>
void complex_to_real(const Tensor& self, Tensor& out, const char* op, const F& f) {
  const ScalarType real = toRealValueType(self.scalar_type());
  TORCH_CHECK(!out.is_same(self), "In-place ", op, " is not supported for complex tensors.");
  TORCH_CHECK(!out.defined() || canCast(real, out.scalar_type()), op, "(): result type ", real,
              " can't be cast to the desired output type ", out.scalar_type());
  TensorIteratorConfig config;
  config.name(op).check_all_same_dtype(false).new_output_dtype(real).add_output(out);
  const TensorIterator iter = config.add_input(self).build();
  if (!out.defined()) out = iter.output(0);
  map<double, Complex>(iter, f);
}

// Integers are whole already: the result is the input.
bool copied_integers(const Tensor& self, Tensor& out, const char* op) {
  if (!isIntegralType(self.scalar_type(), false)) return false;
  unary_op<int64_t>(self, out, op, [](int64_t x) { return x; });
  return true;
}

}  // namespace

void abs_out(const Tensor& self, Tensor& out) {
  if (self.is_complex()) {
    return complex_to_real(self, out, "abs", [](Complex z) { return std::abs(z); });
  }
  unary_op<int64_t, float, double>(self, out, "abs", [](auto x) { return magnitude(x); });
}

void angle_out(const Tensor& self, Tensor& out) {
  if (self.is_complex()) {
    return complex_to_real(self, out, "angle", [](Complex z) { return std::arg(z); });
  }
  unary_float_op<float, double>(self, out, "angle", [](auto x) {
    using T = decltype(x);
    return x != x ? x : (x < 0 ? static_cast<T>(3.14159265358979323846) : T(0));
  });
}

void neg_out(const Tensor& self, Tensor& out) {
  TORCH_CHECK(self.scalar_type() != kBool,
              "Negation, the `-` operator, on a bool tensor is not supported. If you are trying to "
              "invert a mask, use the `~` or `logical_not()` operator instead.");
  unary_op<int64_t, float, double, Complex>(self, out, "neg", [](auto x) { return negated(x); });
}

Tensor positive(const Tensor& self) {
  TORCH_CHECK(self.scalar_type() != kBool, "The `+` operator, on a bool tensor is not supported.");
  return self;
}

void sign_out(const Tensor& self, Tensor& out) {
  TORCH_CHECK(!self.is_complex(),
              "Unlike NumPy, torch.sign doesn't return the unit vector of "
              "complex numbers; use torch.sgn.");
  unary_op<bool, int64_t, float, double>(self, out, "sign", [](auto x) { return sign_of(x); });
}

void sgn_out(const Tensor& self, Tensor& out) {
  if (!self.is_complex()) return sign_out(self, out);
  unary_op<Complex>(self, out, "sgn",
                    [](Complex z) { return z == Complex() ? z : z / std::abs(z); });
}

void signbit_out(const Tensor& self, Tensor& out) {
  predicate_op<bool, int64_t, float, double>(self, out, "signbit",
                                             [](auto x) { return std::signbit(x); });
}

void ceil_out(const Tensor& self, Tensor& out) {
  if (copied_integers(self, out, "ceil")) return;
  unary_op<float, double>(self, out, "ceil", [](auto x) { return std::ceil(x); });
}
void floor_out(const Tensor& self, Tensor& out) {
  if (copied_integers(self, out, "floor")) return;
  unary_op<float, double>(self, out, "floor", [](auto x) { return std::floor(x); });
}
void trunc_out(const Tensor& self, Tensor& out) {
  if (copied_integers(self, out, "trunc")) return;
  unary_op<float, double>(self, out, "trunc", [](auto x) { return std::trunc(x); });
}
void round_out(const Tensor& self, Tensor& out) {
  if (copied_integers(self, out, "round")) return;
  // Halves go to the even neighbour.
  unary_op<float, double>(self, out, "round", [](auto x) { return std::nearbyint(x); });
}
void round_out(const Tensor& self, int64_t decimals, Tensor& out) {
  const double power = std::pow(10.0, static_cast<double>(std::llabs(decimals)));
  const bool negative = decimals < 0;
  unary_op<float, double>(self, out, "round", [power, negative](auto x) {
    const auto scale = static_cast<decltype(x)>(power);
    return negative ? std::nearbyint(x / scale) * scale : std::nearbyint(x * scale) / scale;
  });
}
void frac_out(const Tensor& self, Tensor& out) {
  unary_op<float, double>(self, out, "frac", [](auto x) { return x - std::trunc(x); });
}

void isnan_out(const Tensor& self, Tensor& out) {
  predicate_op<bool, int64_t, float, double, Complex>(self, out, "isnan",
                                                      [](auto x) { return !(x == x); });
}

namespace {
template <typename T>
bool is_infinite(T x) {
  if constexpr (is_complex_v<T>) {
    return std::isinf(x.real()) || std::isinf(x.imag());
  } else if constexpr (std::is_integral_v<T>) {
    return false;
  } else {
    return std::fabs(x) == std::numeric_limits<T>::infinity();
  }
}
template <typename T>
bool is_infinity(T x, int sign) {
  if constexpr (std::is_integral_v<T>) {
    return false;
  } else {
    return x == static_cast<T>(sign) * std::numeric_limits<T>::infinity();
  }
}
}  // namespace

void isinf_out(const Tensor& self, Tensor& out) {
  predicate_op<bool, int64_t, float, double, Complex>(self, out, "isinf",
                                                      [](auto x) { return is_infinite(x); });
}
void isposinf_out(const Tensor& self, Tensor& out) {
  predicate_op<bool, int64_t, float, double>(self, out, "isposinf",
                                             [](auto x) { return is_infinity(x, 1); });
}
void isneginf_out(const Tensor& self, Tensor& out) {
  predicate_op<bool, int64_t, float, double>(self, out, "isneginf",
                                             [](auto x) { return is_infinity(x, -1); });
}
Tensor isfinite(const Tensor& self) {
  Tensor out;
  predicate_op<bool, int64_t, float, double, Complex>(
      self, out, "isfinite", [](auto x) { return x == x && !is_infinite(x); });
  return out;
}
Tensor isreal(const Tensor& self) {
  Tensor out;
  predicate_op<bool, int64_t, float, double, Complex>(self, out, "isreal", [](auto x) {
    if constexpr (is_complex_v<decltype(x)>) {
      return x.imag() == 0;
    } else {
      return true;
    }
  });
  return out;
}

void logical_not_out(const Tensor& self, Tensor& out) {
  predicate_op<bool, int64_t, float, double, Complex>(self, out, "logical_not",
                                                      [](auto x) { return x == decltype(x)(0); });
}
void bitwise_not_out(const Tensor& self, Tensor& out) {
  if (self.scalar_type() == kBool) {
    return unary_op<Mask>(self, out, "bitwise_not", [](Mask x) { return Mask(!x); });
  }
  unary_op<int64_t>(self, out, "bitwise_not", [](int64_t x) { return ~x; });
}

void nan_to_num_out(const Tensor& self, std::optional<double> nan, std::optional<double> posinf,
                    std::optional<double> neginf, Tensor& out) {
  const ScalarType type = toRealValueType(self.scalar_type());
  // The largest finite numbers of the stored type replace infinities.
  double largest = static_cast<double>(std::numeric_limits<float>::max());
  if (type == kHalf) largest = static_cast<float>(std::numeric_limits<Half>::max());
  if (type == kBFloat16) largest = static_cast<float>(std::numeric_limits<BFloat16>::max());
  if (type == kDouble) largest = std::numeric_limits<double>::max();
  const double for_nan = nan.value_or(0.0);
  const double for_posinf = posinf.value_or(largest);
  const double for_neginf = neginf.value_or(-largest);
  const auto replace = [=](auto x) {
    using T = decltype(x);
    if (x != x) return static_cast<T>(for_nan);
    if (is_infinity(x, 1)) return static_cast<T>(for_posinf);
    if (is_infinity(x, -1)) return static_cast<T>(for_neginf);
    return x;
  };
  unary_op<bool, int64_t, float, double, Complex>(self, out, "nan_to_num", [&](auto x) {
    if constexpr (is_complex_v<decltype(x)>) {
      return Complex(replace(x.real()), replace(x.imag()));
    } else if constexpr (std::is_integral_v<decltype(x)>) {
      return x;
    } else {
      return replace(x);
    }
  });
}

}  // namespace at::native
