// Bessel functions: the C library's where it has them, integrals and series for the others.
#include "aten_lite/native/internal/bessel_math.h"

#include <cmath>
#include <limits>

namespace at::native::special {
namespace {

constexpr double kPi = 3.14159265358979323846;
constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

// exp(x) K_order(x) for x > 0: the integral of exp(x - x cosh t) cosh(order t) over t >= 0. The
// integrand falls so fast that the trapezoidal rule is exact to the last digits.
double scaled_k(double order, double x) {
  const double step = std::fmin(0.125, 0.5 / std::sqrt(x));
  double sum = 0.5;
  for (int i = 1;; ++i) {
    const double t = step * i;
    const double half = std::sinh(t / 2);
    const double term = std::exp(-2 * x * half * half) * std::cosh(order * t);
    sum += term;
    if (!(term > sum * 1e-18)) return sum * step;
  }
}

// The C library knows limits where PyTorch has NaN.
double finite_or_nan(double x, double (*function)(double)) {
  return std::isfinite(x) ? function(x) : kNaN;
}
// Of the second kind: real from 0 on.
double second_kind(double x, double (*function)(double)) {
  if (x == 0) return -kInfinity;
  return x > 0 && std::isfinite(x) ? function(x) : kNaN;
}
double modified(double x, double order, bool scaled) {
  if (x == 0) return kInfinity;
  if (!(x > 0)) return kNaN;
  if (std::isinf(x)) return 0;
  const double value = scaled_k(order, x);
  return scaled ? value : value * std::exp(-x);
}

// Ai's power series: c1 f(x) - c2 g(x).
double airy_series(double x) {
  constexpr double kAt0 = 0.355028053887817239260;
  constexpr double kSlopeAt0 = 0.258819403792806798405;
  const double cube = x * x * x;
  double f = 1;
  double g = x;
  double sum_f = f;
  double sum_g = g;
  for (int k = 1; k < 200; ++k) {
    f *= cube / ((3.0 * k - 1) * (3.0 * k));
    g *= cube / ((3.0 * k) * (3.0 * k + 1));
    sum_f += f;
    sum_g += g;
    if (std::fabs(f) + std::fabs(g) < 1e-20) break;
  }
  return kAt0 * sum_f - kSlopeAt0 * sum_g;
}

// Far on the negative side: waves, with an asymptotic expansion of amplitude and phase.
double airy_waves(double x) {
  const double zeta = 2.0 / 3 * x * std::sqrt(x);
  double even = 1;
  double odd = 0;
  double term = 1;
  double smallest = 1;
  for (int k = 1; k < 60; ++k) {
    term *= (6.0 * k - 5) * (6.0 * k - 3) * (6.0 * k - 1) / (216.0 * k * (2.0 * k - 1) * zeta);
    if (std::fabs(term) > smallest) break;
    smallest = std::fabs(term);
    // The signs go + + - - over the orders.
    const double sign = k / 2 % 2 == 0 ? 1 : -1;
    (k % 2 == 0 ? even : odd) += sign * term;
    if (smallest < 1e-18) break;
  }
  const double phase = zeta + kPi / 4;
  return (std::sin(phase) * even - std::cos(phase) * odd) /
         (std::sqrt(kPi) * std::sqrt(std::sqrt(x)));
}

}  // namespace

double bessel_j0(double x) { return finite_or_nan(x, ::j0); }
double bessel_j1(double x) { return finite_or_nan(x, ::j1); }
double bessel_y0(double x) { return second_kind(x, ::y0); }
double bessel_y1(double x) { return second_kind(x, ::y1); }

double bessel_k0(double x) { return modified(x, 0, false); }
double bessel_k1(double x) { return modified(x, 1, false); }
double bessel_k0e(double x) { return modified(x, 0, true); }
double bessel_k1e(double x) { return modified(x, 1, true); }

double spherical_bessel_j0(double x) {
  if (std::isinf(x)) return 0;
  if (std::fabs(x) < 1e-4) return 1 - x * x / 6;
  return std::sin(x) / x;
}

double airy_ai(double x) {
  if (!std::isfinite(x)) return kNaN;
  if (x < -8) return airy_waves(-x);
  if (x < 1.5) return airy_series(x);
  const double zeta = 2.0 / 3 * x * std::sqrt(x);
  return std::sqrt(x / 3) / kPi * scaled_k(1.0 / 3, zeta) * std::exp(-zeta);
}

}  // namespace at::native::special
