#include "aten_lite/native/internal/special_math.h"

#include <cmath>
#include <limits>

namespace at::native::special {
namespace {

constexpr double kPi = 3.14159265358979323846;
constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kEpsilon = std::numeric_limits<double>::epsilon();

// B_2k / (2k)!, of the Euler-Maclaurin formula.
constexpr double kBernoulli[] = {
    1.0 / 12,          -1.0 / 720,
    1.0 / 30240,       -1.0 / 1209600,
    1.0 / 47900160,    -691.0 / 1307674368000,
    1.0 / 74724249600, -3617.0 / 10670622842880000.0,
};

}  // namespace

double log_gamma(double x) {
#if defined(__GLIBC__) || defined(__APPLE__)
  int sign = 0;
  return ::lgamma_r(x, &sign);
#else
  return std::lgamma(x);
#endif
}

double digamma(double x) {
  if (x == 0) return std::copysign(kInfinity, -x);
  double result = 0;
  if (x < 0) {
    if (x == std::floor(x)) return kNan;
    // Reflection; the argument of tan is reduced first, for accuracy.
    const double fraction = x - std::trunc(x);
    return digamma(1 - x) - kPi / std::tan(kPi * fraction);
  }
  // Recurrence up to where the asymptotic series converges.
  for (; x < 10; x += 1) result -= 1 / x;
  if (std::isinf(x)) return x;
  const double y = 1 / (x * x);
  const double series =
      y * (1.0 / 12 - y * (1.0 / 120 -
                           y * (1.0 / 252 -
                                y * (1.0 / 240 - y * (1.0 / 132 - y * (691.0 / 32760 - y / 12))))));
  return result + std::log(x) - 0.5 / x - series;
}

double zeta(double x, double q) {
  if (x == 1) return kInfinity;
  if (!(x > 1)) return kNan;
  if (q <= 0) {
    if (q == std::floor(q)) return kInfinity;
    // A negative base has real powers for whole exponents only.
    if (x != std::floor(x)) return kNan;
  }
  double sum = 0;
  double a = q;
  for (int i = 0; i < 10 || a <= 9; ++i) {
    const double term = std::pow(a, -x);
    sum += term;
    a += 1;
    if (std::fabs(term) <= std::fabs(sum) * kEpsilon && a > 1) return sum;
  }
  // Euler-Maclaurin for the rest.
  const double power = std::pow(a, -x);
  sum += power * a / (x - 1) + power / 2;
  double factor = x;
  double scale = power / a;
  for (int k = 0; k < 8; ++k) {
    const double term = kBernoulli[k] * factor * scale;
    sum += term;
    if (std::fabs(term) <= std::fabs(sum) * kEpsilon) break;
    factor *= (x + 2 * k + 1) * (x + 2 * k + 2);
    scale /= a * a;
  }
  return sum;
}

double polygamma(int n, double x) {
  const double sign = n % 2 == 0 ? -1 : 1;
  return sign * std::exp(log_gamma(n + 1.0)) * zeta(n + 1, x);
}

double erfinv(double y) {
  if (!(std::fabs(y) <= 1)) return kNan;
  if (std::fabs(y) == 1) return std::copysign(kInfinity, y);
  if (y == 0) return y;
  // Winitzki's approximation, then Halley's method, which triples the digits.
  const double a = 0.147;
  const double l = std::log1p(-y * y);
  const double t = 2 / (kPi * a) + l / 2;
  double x = std::copysign(std::sqrt(std::sqrt(t * t - l / a) - t), y);
  for (int i = 0; i < 3; ++i) {
    // Far out the complement keeps the digits.
    const double error = std::fabs(y) > 0.5 ? std::copysign(1 - std::fabs(y), y) -
                                                  std::copysign(std::erfc(std::fabs(x)), y)
                                            : y - std::erf(x);
    const double sign = std::fabs(y) > 0.5 ? -1 : 1;
    const double step = sign * error / (2 / std::sqrt(kPi) * std::exp(-x * x));
    x += step / (1 + x * step);
  }
  return x;
}

double ndtri(double p) {
  if (p == 0) return -kInfinity;
  if (p == 1) return kInfinity;
  if (!(p > 0 && p < 1)) return kNan;
  if (p > 0.02) return -std::sqrt(2.0) * erfinv(1 - 2 * p);
  // Small p: Newton's method on log(ndtr(x)) from the asymptote.
  const double l = std::log(p);
  double x = -std::sqrt(-2 * l - std::log(-4 * kPi * l));
  for (int i = 0; i < 8; ++i) {
    const double log_cdf = log_ndtr(x);
    const double log_density = -x * x / 2 - std::log(2 * kPi) / 2;
    const double step = (log_cdf - l) / std::exp(log_density - log_cdf);
    x -= step;
    if (std::fabs(step) <= 4 * kEpsilon * std::fabs(x)) break;
  }
  return x;
}

double erfcx(double x) {
  if (x < 25) return std::exp(x * x) * std::erfc(x);
  const double y = 1 / (2 * x * x);
  return (1 - y * (1 - 3 * y * (1 - 5 * y))) / (x * std::sqrt(kPi));
}

double log_ndtr(double x) {
  const double t = x * std::sqrt(0.5);
  if (x < -1) return std::log(erfcx(-t) / 2) - t * t;
  return std::log1p(-std::erfc(t) / 2);
}

namespace {

// exp(-|x|) * I_order(|x|) by the power series, or by the asymptotic one far out.
double scaled_bessel(int order, double x) {
  x = std::fabs(x);
  if (x < 30) {
    const double quarter = x * x / 4;
    double term = order == 0 ? 1 : x / 2;
    double sum = term;
    for (int k = 1; k < 200 && term > sum * kEpsilon * 0.1; ++k) {
      term *= quarter / (static_cast<double>(k) * (k + order));
      sum += term;
    }
    return sum * std::exp(-x);
  }
  const double mu = 4.0 * order * order;
  double term = 1;
  double sum = 1;
  for (int k = 1; k < 30; ++k) {
    const double odd = 2 * k - 1;
    const double next = -term * (mu - odd * odd) / (k * 8 * x);
    if (std::fabs(next) >= std::fabs(term) || std::fabs(next) < kEpsilon * 0.1) break;
    term = next;
    sum += term;
  }
  return sum / std::sqrt(2 * kPi * x);
}

}  // namespace

double i0e(double x) { return x != x ? x : scaled_bessel(0, x); }
double i0(double x) { return i0e(x) * std::exp(std::fabs(x)); }
double i1e(double x) { return x != x ? x : std::copysign(1.0, x) * scaled_bessel(1, x); }
double i1(double x) { return i1e(x) * std::exp(std::fabs(x)); }

namespace {

constexpr int kMaxTerms = 20000;

// x^a * exp(-x) / gamma(a)
double gamma_prefactor(double a, double x) { return std::exp(a * std::log(x) - x - log_gamma(a)); }

double lower_series(double a, double x) {
  double term = 1 / a;
  double sum = term;
  for (int k = 1; k < kMaxTerms && term > sum * kEpsilon; ++k) {
    term *= x / (a + k);
    sum += term;
  }
  return sum * gamma_prefactor(a, x);
}

// Lentz' evaluation of the continued fraction.
double upper_fraction(double a, double x) {
  constexpr double kTiny = 1e-300;
  double b = x + 1 - a;
  double c = 1 / kTiny;
  double d = 1 / (b == 0 ? kTiny : b);
  double h = d;
  for (int i = 1; i < kMaxTerms; ++i) {
    const double an = -i * (i - a);
    b += 2;
    d = an * d + b;
    d = 1 / (std::fabs(d) < kTiny ? kTiny : d);
    c = b + an / c;
    if (std::fabs(c) < kTiny) c = kTiny;
    h *= d * c;
    if (std::fabs(d * c - 1) < kEpsilon) break;
  }
  return h * gamma_prefactor(a, x);
}

bool outside(double a, double x) { return !(a >= 0 && x >= 0) || (a == 0 && x == 0); }

}  // namespace

double igamma(double a, double x) {
  if (outside(a, x)) return kNan;
  if (a == 0) return 1;
  if (x == 0) return 0;
  if (std::isinf(a)) return std::isinf(x) ? kNan : 0;
  if (std::isinf(x)) return 1;
  return x < a + 1 ? lower_series(a, x) : 1 - upper_fraction(a, x);
}
double igammac(double a, double x) {
  if (outside(a, x)) return kNan;
  if (a == 0) return 0;
  if (x == 0) return 1;
  if (std::isinf(a)) return std::isinf(x) ? kNan : 1;
  if (std::isinf(x)) return 0;
  return x < a + 1 ? 1 - lower_series(a, x) : upper_fraction(a, x);
}

}  // namespace at::native::special
