// Bessel functions of real numbers and the Airy function.
//
// Like special_math.h: computed in double, NaN outside of a function's domain.
#pragma once

namespace at::native::special {

// Of the first and second kind, orders 0 and 1.
double bessel_j0(double x);
double bessel_j1(double x);
double bessel_y0(double x);
double bessel_y1(double x);

// Modified ones of the second kind, and scaled with exp(x).
double bessel_k0(double x);
double bessel_k1(double x);
double bessel_k0e(double x);
double bessel_k1e(double x);

// sin(x) / x.
double spherical_bessel_j0(double x);

double airy_ai(double x);

}  // namespace at::native::special
