// Orthogonal polynomials: special_chebyshev_polynomial_t and its relatives.
//
// Each is a recurrence in the degree. For high degrees inside of (-1, 1) PyTorch takes Chebyshev's
// from their angle, and so does this.
#include <cmath>
#include <limits>

#include "ATen/core/TensorBody.h"
#include "ATen/ops/special_chebyshev_polynomial_t.h"
#include "ATen/ops/special_chebyshev_polynomial_u.h"
#include "ATen/ops/special_chebyshev_polynomial_v.h"
#include "ATen/ops/special_chebyshev_polynomial_w.h"
#include "ATen/ops/special_hermite_polynomial_h.h"
#include "ATen/ops/special_hermite_polynomial_he.h"
#include "ATen/ops/special_laguerre_polynomial_l.h"
#include "ATen/ops/special_legendre_polynomial_p.h"
#include "ATen/ops/special_shifted_chebyshev_polynomial_t.h"
#include "ATen/ops/special_shifted_chebyshev_polynomial_u.h"
#include "ATen/ops/special_shifted_chebyshev_polynomial_v.h"
#include "ATen/ops/special_shifted_chebyshev_polynomial_w.h"
#include "aten_lite/native/internal/loops.h"

namespace at::native {
namespace {

template <typename T>
T alternating(T even, int64_t n) {
  return n % 2 == 0 ? even : -even;
}

// p(0) = 1, p(1) = first, p(k+1) = 2 x p(k) - p(k-1).
template <typename T>
T chebyshev(T x, T first, int64_t n) {
  if (n == 0) return T(1);
  T before = T(1);
  T value = first;
  for (int64_t k = 2; k <= n; ++k) {
    const T next = (x + x) * value - before;
    before = value;
    value = next;
  }
  return value;
}

// The four kinds. `edge` is the degree above which angles are used.
struct ChebyshevT {
  template <typename T>
  static T at(T x, int64_t n, int64_t edge) {
    if (std::fabs(x) == T(1)) return x > 0 ? T(1) : alternating(T(1), n);
    if (n > edge && std::fabs(x) < T(1)) return std::cos(static_cast<T>(n) * std::acos(x));
    return chebyshev(x, x, n);
  }
};
struct ChebyshevU {
  template <typename T>
  static T at(T x, int64_t n, int64_t edge) {
    const T more = static_cast<T>(n + 1);
    if (std::fabs(x) == T(1)) return x > 0 ? more : alternating(more, n);
    if (n > edge && std::fabs(x) < T(1)) {
      const T angle = std::acos(x);
      if (std::sin(angle) != T(0)) return std::sin(more * angle) / std::sin(angle);
      return more * std::cos(more * angle) / x;
    }
    return chebyshev(x, x + x, n);
  }
};
struct ChebyshevV {
  template <typename T>
  static T at(T x, int64_t n, int64_t edge) {
    const T odd = static_cast<T>(n + n + 1);
    if (std::fabs(x) == T(1)) return x > 0 ? T(1) : alternating(odd, n);
    if (n > edge && std::fabs(x) < T(1)) {
      const T angle = std::acos(x);
      if (std::sin(angle / T(2)) != T(1)) {
        return std::cos((static_cast<T>(n) + T(0.5)) * angle) / std::cos(angle / T(2));
      }
      return alternating(odd, n);
    }
    return chebyshev(x, x + x - T(1), n);
  }
};
struct ChebyshevW {
  template <typename T>
  static T at(T x, int64_t n, int64_t edge) {
    const T odd = static_cast<T>(n + n + 1);
    if (std::fabs(x) == T(1)) return x > 0 ? odd : alternating(T(1), n);
    if (n > edge && std::fabs(x) < T(1)) {
      const T angle = std::acos(x);
      if (std::cos(angle / T(2)) != T(1)) {
        return std::sin((static_cast<T>(n) + T(0.5)) * angle) / std::sin(angle / T(2));
      }
      return x > 0 ? odd : alternating(T(1), n);
    }
    return chebyshev(x, x + x + T(1), n);
  }
};

// Hermite polynomials of higher degrees are not finite in the type, nor worth their time.
template <typename T>
constexpr int64_t kMostHermite = std::is_same_v<T, float> ? 128 : 512;

struct HermiteH {
  template <typename T>
  static T at(T x, int64_t n, int64_t) {
    if (n == 0) return T(1);
    if (n > kMostHermite<T>) return std::numeric_limits<T>::quiet_NaN();
    T before = T(1);
    T value = x + x;
    for (int64_t k = 2; k < n + n; k += 2) {
      const T next = (x + x) * value - static_cast<T>(k) * before;
      before = value;
      value = next;
    }
    return value;
  }
};
struct HermiteHe {
  template <typename T>
  static T at(T x, int64_t n, int64_t) {
    if (n == 0) return T(1);
    if (n > kMostHermite<T>) return std::numeric_limits<T>::quiet_NaN();
    T before = T(1);
    T value = x;
    for (int64_t k = 1; k < n; ++k) {
      const T next = x * value - static_cast<T>(k) * before;
      before = value;
      value = next;
    }
    return value;
  }
};
struct Laguerre {
  template <typename T>
  static T at(T x, int64_t n, int64_t) {
    if (n == 0 || x == T(0)) return T(1);
    T before = T(1);
    T value = T(1) - x;
    for (int64_t k = 1; k < n; ++k) {
      const T degree = static_cast<T>(k);
      const T next =
          ((degree + degree + (T(1) - x)) * value - degree * before) / static_cast<T>(k + 1);
      before = value;
      value = next;
    }
    return value;
  }
};
struct Legendre {
  template <typename T>
  static T at(T x, int64_t n, int64_t) {
    if (std::fabs(x) == T(1)) return x > 0 ? T(1) : alternating(T(1), n);
    if (n == 0) return T(1);
    T before = T(1);
    T value = x;
    for (int64_t k = 1; k < n; ++k) {
      const T next = (static_cast<T>(k + k + 1) * x * value - static_cast<T>(k) * before) /
                     static_cast<T>(k + 1);
      before = value;
      value = next;
    }
    return value;
  }
};

// Loops over degrees end: PyTorch's do, too, but may take hours.
constexpr double kMostDegrees = 1e8;

template <typename Polynomial>
void polynomial_out(const char* op, const Tensor& x, const Tensor& n, Tensor& out, int64_t edge,
                    bool shifted = false) {
  binary_float_op<float, double>(x, n, out, op, [edge, shifted](auto value, auto degree) {
    using T = decltype(value);
    // Degrees are whole numbers; of negative ones nothing is left.
    if (!(degree > T(-1)) || !(static_cast<double>(degree) < kMostDegrees)) {
      return degree < 0 ? T(0) : std::numeric_limits<T>::quiet_NaN();
    }
    const int64_t whole = static_cast<int64_t>(degree);
    return Polynomial::template at<T>(shifted ? value + value - T(1) : value, whole, edge);
  });
}

}  // namespace

// The kernels of one polynomial: either argument may be a number.
#define ATEN_LITE_POLYNOMIAL(name, kind, edge, shifted)            \
  void name##_out(const Tensor& x, const Tensor& n, Tensor& out) { \
    polynomial_out<kind>(#name, x, n, out, edge, shifted);         \
  }                                                                \
  void name##_out(const Scalar& x, const Tensor& n, Tensor& out) { \
    name##_out(wrapped_scalar(x), n, out);                         \
  }                                                                \
  void name##_out(const Tensor& x, const Scalar& n, Tensor& out) { \
    name##_out(x, wrapped_scalar(n), out);                         \
  }
ATEN_LITE_POLYNOMIAL(special_chebyshev_polynomial_t, ChebyshevT, 6, false)
ATEN_LITE_POLYNOMIAL(special_chebyshev_polynomial_u, ChebyshevU, 8, false)
ATEN_LITE_POLYNOMIAL(special_chebyshev_polynomial_v, ChebyshevV, 8, false)
ATEN_LITE_POLYNOMIAL(special_chebyshev_polynomial_w, ChebyshevW, 8, false)
ATEN_LITE_POLYNOMIAL(special_hermite_polynomial_h, HermiteH, 0, false)
ATEN_LITE_POLYNOMIAL(special_hermite_polynomial_he, HermiteHe, 0, false)
ATEN_LITE_POLYNOMIAL(special_laguerre_polynomial_l, Laguerre, 0, false)
ATEN_LITE_POLYNOMIAL(special_legendre_polynomial_p, Legendre, 0, false)
ATEN_LITE_POLYNOMIAL(special_shifted_chebyshev_polynomial_t, ChebyshevT, 6, true)
ATEN_LITE_POLYNOMIAL(special_shifted_chebyshev_polynomial_u, ChebyshevU, 6, true)
ATEN_LITE_POLYNOMIAL(special_shifted_chebyshev_polynomial_v, ChebyshevV, 6, true)
ATEN_LITE_POLYNOMIAL(special_shifted_chebyshev_polynomial_w, ChebyshevW, 4, true)
#undef ATEN_LITE_POLYNOMIAL

}  // namespace at::native
