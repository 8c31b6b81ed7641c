// Elementary functions of one argument; integers become floating.
//
// Where there is a SIMD loop for float arrays, the lambda serves double and complex only.
#include <cmath>

#include "ATen/core/TensorBody.h"
#include "aten_lite/native/cpu/vector_math.h"
#include "aten_lite/native/internal/loops.h"

namespace at::native {

void exp_out(const Tensor& self, Tensor& out) {
  unary_float_op<double, Complex>(self, out, "exp", [](auto x) { return std::exp(x); }, vec::exp);
}
void log_out(const Tensor& self, Tensor& out) {
  unary_float_op<double, Complex>(self, out, "log", [](auto x) { return std::log(x); }, vec::log);
}
void log10_out(const Tensor& self, Tensor& out) {
  unary_float_op<double, Complex>(
      self, out, "log10", [](auto x) { return std::log10(x); }, vec::log10);
}
void sin_out(const Tensor& self, Tensor& out) {
  unary_float_op<double, Complex>(self, out, "sin", [](auto x) { return std::sin(x); }, vec::sin);
}
void cos_out(const Tensor& self, Tensor& out) {
  unary_float_op<double, Complex>(self, out, "cos", [](auto x) { return std::cos(x); }, vec::cos);
}
void tanh_out(const Tensor& self, Tensor& out) {
  unary_float_op<double, Complex>(
      self, out, "tanh", [](auto x) { return std::tanh(x); }, vec::tanh);
}
void tan_out(const Tensor& self, Tensor& out) {
  unary_float_op<float, double, Complex>(self, out, "tan", [](auto x) { return std::tan(x); });
}
void asin_out(const Tensor& self, Tensor& out) {
  unary_float_op<float, double, Complex>(self, out, "asin", [](auto x) { return std::asin(x); });
}
void acos_out(const Tensor& self, Tensor& out) {
  unary_float_op<float, double, Complex>(self, out, "acos", [](auto x) { return std::acos(x); });
}
void atan_out(const Tensor& self, Tensor& out) {
  unary_float_op<float, double, Complex>(self, out, "atan", [](auto x) { return std::atan(x); });
}
void sinh_out(const Tensor& self, Tensor& out) {
  unary_float_op<float, double, Complex>(self, out, "sinh", [](auto x) { return std::sinh(x); });
}
void cosh_out(const Tensor& self, Tensor& out) {
  unary_float_op<float, double, Complex>(self, out, "cosh", [](auto x) { return std::cosh(x); });
}
void asinh_out(const Tensor& self, Tensor& out) {
  unary_float_op<float, double, Complex>(self, out, "asinh", [](auto x) { return std::asinh(x); });
}
void acosh_out(const Tensor& self, Tensor& out) {
  unary_float_op<float, double, Complex>(self, out, "acosh", [](auto x) { return std::acosh(x); });
}
void atanh_out(const Tensor& self, Tensor& out) {
  unary_float_op<float, double, Complex>(self, out, "atanh", [](auto x) { return std::atanh(x); });
}
void sqrt_out(const Tensor& self, Tensor& out) {
  unary_float_op<float, double, Complex>(self, out, "sqrt", [](auto x) { return std::sqrt(x); });
}

void reciprocal_out(const Tensor& self, Tensor& out) {
  unary_float_op<float, double, Complex>(self, out, "reciprocal",
                                         [](auto x) { return decltype(x)(1) / x; });
}
void rsqrt_out(const Tensor& self, Tensor& out) {
  unary_float_op<float, double, Complex>(self, out, "rsqrt",
                                         [](auto x) { return decltype(x)(1) / std::sqrt(x); });
}

// std::complex has no functions for the following.
namespace {
double exp2_of(double x) { return std::exp2(x); }
Complex exp2_of(Complex x) { return std::exp(x * std::log(2.0)); }
double expm1_of(double x) { return std::expm1(x); }
Complex expm1_of(Complex z) {
  // exp(z) - 1 without the loss of digits near 0.
  const double half_sine = std::sin(z.imag() / 2);
  return {std::expm1(z.real()) * std::cos(z.imag()) - 2 * half_sine * half_sine,
          std::exp(z.real()) * std::sin(z.imag())};
}
double log2_of(double x) { return std::log2(x); }
Complex log2_of(Complex x) { return std::log(x) / std::log(2.0); }
double log1p_of(double x) { return std::log1p(x); }
Complex log1p_of(Complex z) {
  // |1 + z|^2 - 1 has no cancellation for small z.
  const double r = z.real();
  const double i = z.imag();
  if (std::isinf(r) || std::isinf(i)) return std::log(Complex(1.0) + z);
  return {std::log1p(r * (2 + r) + i * i) / 2, std::atan2(i, 1 + r)};
}
double sigmoid_of(double x) { return 1 / (1 + std::exp(-x)); }
Complex sigmoid_of(Complex x) { return 1.0 / (1.0 + std::exp(-x)); }
template <typename T>
T sinc_of(T x) {
  if (x == T(0)) return T(1);
  const T y = x * T(3.14159265358979323846);
  return std::sin(y) / y;
}
}  // namespace

void exp2_out(const Tensor& self, Tensor& out) {
  unary_float_op<double, Complex>(self, out, "exp2", [](auto x) { return exp2_of(x); }, vec::exp2);
}
void expm1_out(const Tensor& self, Tensor& out) {
  unary_float_op<double, Complex>(
      self, out, "expm1", [](auto x) { return expm1_of(x); }, vec::expm1);
}
void log2_out(const Tensor& self, Tensor& out) {
  unary_float_op<double, Complex>(self, out, "log2", [](auto x) { return log2_of(x); }, vec::log2);
}
void log1p_out(const Tensor& self, Tensor& out) {
  unary_float_op<double, Complex>(
      self, out, "log1p", [](auto x) { return log1p_of(x); }, vec::log1p);
}
void sigmoid_out(const Tensor& self, Tensor& out) {
  unary_float_op<double, Complex>(
      self, out, "sigmoid", [](auto x) { return sigmoid_of(x); }, vec::sigmoid);
}
void sinc_out(const Tensor& self, Tensor& out) {
  const TensorIterator iter = unary_iterator("sinc", self, out, true);
  if (iter.common_dtype() == kComplexFloat) {
    // The product with pi is rounded to float, which large sines make visible.
    using ComplexFloat = c10::complex<float>;
    return map<ComplexFloat, ComplexFloat>(iter, [](ComplexFloat x) { return sinc_of(x); });
  }
  map_unary<float, double, Complex>(iter, [](auto x) { return sinc_of(x); });
}
void square_out(const Tensor& self, Tensor& out) {
  // x^2: a bool counts as an integer.
  const Tensor two = wrapped_scalar(2);
  map_binary<int64_t, float, double, Complex>(binary_iterator("square", self, two, out),
                                              [](auto x, auto) { return x * x; });
}
void deg2rad_out(const Tensor& self, Tensor& out) {
  unary_float_op<float, double>(self, out, "deg2rad", [](auto x) {
    return x * static_cast<decltype(x)>(3.14159265358979323846 / 180.0);
  });
}
void rad2deg_out(const Tensor& self, Tensor& out) {
  unary_float_op<float, double>(self, out, "rad2deg", [](auto x) {
    return x * static_cast<decltype(x)>(180.0 / 3.14159265358979323846);
  });
}

}  // namespace at::native
