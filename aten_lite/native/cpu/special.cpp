// Operators of special functions: gamma, error, Bessel and zeta functions. Integers become
// floating.
#include <cmath>

#include "ATen/core/TensorBody.h"
#include "aten_lite/native/cpu/vector_math.h"
#include "aten_lite/native/internal/loops.h"
#include "aten_lite/native/internal/output.h"
#include "aten_lite/native/internal/special_math.h"

namespace at::native {
namespace {

constexpr double kPi = 3.14159265358979323846;

template <typename T>
T trigamma(T x) {
  T sign = 1;
  T result = 0;
  if (x < T(0.5)) {
    sign = -1;
    const T sine = std::sin(static_cast<T>(kPi) * x);
    result -= static_cast<T>(kPi * kPi) / (sine * sine);
    x = 1 - x;
  }
  for (int i = 0; i < 6; ++i) {
    result += 1 / (x * x);
    x += 1;
  }
  const T y = 1 / (x * x);
  result += (1 + 1 / (2 * x) + y * (T(1) / 6 - y * (T(1) / 30 - y * (T(1) / 42)))) / x;
  return sign * result;
}

// An operator of one or two doubles.
template <double (*F)(double)>
void special_unary(const char* op, const Tensor& self, Tensor& out) {
  unary_float_op<double>(self, out, op, [](double x) { return F(x); });
}
template <double (*F)(double, double)>
void special_binary(const char* op, const Tensor& self, const Tensor& other, Tensor& out) {
  binary_float_op<double>(self, other, out, op, [](double x, double y) { return F(x, y); });
}

}  // namespace

void erf_out(const Tensor& self, Tensor& out) {
  unary_float_op<double>(self, out, "erf", [](double x) { return std::erf(x); }, vec::erf);
}
void erfc_out(const Tensor& self, Tensor& out) {
  unary_float_op<float, double>(self, out, "erfc", [](auto x) { return std::erfc(x); });
}
void erfinv_out(const Tensor& self, Tensor& out) {
  special_unary<special::erfinv>("erfinv", self, out);
}
void lgamma_out(const Tensor& self, Tensor& out) {
  special_unary<special::log_gamma>("lgamma", self, out);
}
void digamma_out(const Tensor& self, Tensor& out) {
  special_unary<special::digamma>("digamma", self, out);
}
void i0_out(const Tensor& self, Tensor& out) { special_unary<special::i0>("i0", self, out); }
void special_i0e_out(const Tensor& self, Tensor& out) {
  special_unary<special::i0e>("special_i0e", self, out);
}
void special_i1_out(const Tensor& self, Tensor& out) {
  special_unary<special::i1>("special_i1", self, out);
}
void special_i1e_out(const Tensor& self, Tensor& out) {
  special_unary<special::i1e>("special_i1e", self, out);
}
void special_erfcx_out(const Tensor& self, Tensor& out) {
  special_unary<special::erfcx>("special_erfcx", self, out);
}
void special_ndtri_out(const Tensor& self, Tensor& out) {
  special_unary<special::ndtri>("special_ndtri", self, out);
}
void special_log_ndtr_out(const Tensor& self, Tensor& out) {
  special_unary<special::log_ndtr>("special_log_ndtr", self, out);
}
void special_ndtr_out(const Tensor& self, Tensor& out) {
  unary_float_op<double>(self, out, "special_ndtr",
                         [](double x) { return std::erfc(-x * std::sqrt(0.5)) / 2; });
}
void special_entr_out(const Tensor& self, Tensor& out) {
  unary_float_op<float, double>(self, out, "special_entr", [](auto x) {
    using T = decltype(x);
    if (x != x) return x;
    if (x > T(0)) return -x * std::log(x);
    return x == T(0) ? T(0) : static_cast<T>(-INFINITY);
  });
}

void polygamma_out(int64_t n, const Tensor& self, Tensor& out) {
  TORCH_CHECK(n >= 0 && n <= 1000,
              "polygamma(n, x) does not support negative n, nor n above 1000; "
              "got ",
              n);
  if (n == 0) return digamma_out(self, out);
  if (n == 1) {
    return unary_float_op<float, double>(self, out, "polygamma",
                                         [](auto x) { return trigamma(x); });
  }
  const int order = static_cast<int>(n);
  unary_float_op<double>(self, out, "polygamma",
                         [order](double x) { return special::polygamma(order, x); });
}
Tensor& polygamma_(Tensor& self, int64_t n) {
  polygamma_out(n, self, self);
  return self;
}

void igamma_out(const Tensor& self, const Tensor& other, Tensor& out) {
  special_binary<special::igamma>("igamma", self, other, out);
}
void igammac_out(const Tensor& self, const Tensor& other, Tensor& out) {
  special_binary<special::igammac>("igammac", self, other, out);
}
void special_zeta_out(const Tensor& self, const Tensor& other, Tensor& out) {
  special_binary<special::zeta>("special_zeta", self, other, out);
}
void special_zeta_out(const Scalar& self, const Tensor& other, Tensor& out) {
  special_zeta_out(wrapped_scalar(self), other, out);
}
void special_zeta_out(const Tensor& self, const Scalar& other, Tensor& out) {
  special_zeta_out(self, wrapped_scalar(other), out);
}

Tensor mvlgamma(const Tensor& self, int64_t p) {
  TORCH_CHECK(p >= 1, "p has to be greater than or equal to 1");
  TORCH_CHECK(self.scalar_type() != kBool, "The input tensor may not be a boolean tensor.");
  Tensor result;
  unary_float_op<double>(self, result, "mvlgamma", [p](double x) {
    double sum = 0.25 * static_cast<double>(p * (p - 1)) * std::log(kPi);
    for (int64_t j = 0; j < p; ++j) sum += special::log_gamma(x - 0.5 * static_cast<double>(j));
    return sum;
  });
  return result;
}
Tensor& mvlgamma_(Tensor& self, int64_t p) {
  check_out_castable(float_result_type(self.scalar_type()), self.scalar_type(), "mvlgamma");
  return self.copy_(native::mvlgamma(self, p));
}
Tensor special_multigammaln(const Tensor& self, int64_t p) { return native::mvlgamma(self, p); }

}  // namespace at::native
