// Special functions of real numbers that the C library has not.
//
// Computed in double with relative errors of some 1e-14 (away from zeros); arguments outside of a
// function's domain give NaN.
#pragma once

namespace at::native::special {

double digamma(double x);
// The n-th derivative of digamma, n >= 1.
double polygamma(int n, double x);
// Hurwitz' zeta function: the sum of (q + k)^-x over k >= 0.
double zeta(double x, double q);
// log|gamma(x)|, unlike std::lgamma free of a global variable.
double log_gamma(double x);

// Inverse of the error function, and of the normal distribution function.
double erfinv(double y);
double ndtri(double p);
// exp(x^2) * erfc(x).
double erfcx(double x);
double log_ndtr(double x);

// Modified Bessel functions of the first kind, of orders 0 and 1, and scaled with exp(-|x|).
double i0(double x);
double i0e(double x);
double i1(double x);
double i1e(double x);

// Regularised incomplete gamma functions, lower and upper.
double igamma(double a, double x);
double igammac(double a, double x);

}  // namespace at::native::special
