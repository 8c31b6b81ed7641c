// Compiled once per SIMD target; see simd_targets.h.
#include "aten_lite/native/cpu/vector_math.h"

#include <cmath>

#include "aten_lite/native/internal/simd_targets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "aten_lite/native/cpu/vector_math.cpp"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
// The rest of Highway belongs after foreach_target.h.
#include "hwy/highway.h"
// clang-format would sort this one first.
#include "hwy/contrib/math/math-inl.h"

HWY_BEFORE_NAMESPACE();
namespace at::native::vec {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;
using D = hn::ScalableTag<float>;
using V = hn::Vec<D>;

HWY_INLINE V constant(float value) { return hn::Set(D(), value); }

// Calls f for all vectors of an array, the last of which may be padded with zeros.
template <typename F>
HWY_INLINE void for_vectors(const float* in, float* out, int64_t n, const F& f) {
  const D d;
  const int64_t lanes = static_cast<int64_t>(hn::Lanes(d));
  int64_t i = 0;
  for (; i + lanes <= n; i += lanes) hn::StoreU(f(hn::LoadU(d, in + i)), d, out + i);
  if (i < n) {
    const size_t rest = static_cast<size_t>(n - i);
    hn::StoreN(f(hn::LoadN(d, in + i, rest)), d, out + i, rest);
  }
}

HWY_INLINE V keep_nan(V x, V y) { return hn::IfThenElse(hn::IsNaN(x), x, y); }

// Highway's functions leave the ends of the range undefined; these define them.
HWY_INLINE V exp_of(V x) { return keep_nan(x, hn::Exp(D(), hn::Min(x, constant(100.0f)))); }

// log of any base, given Highway's: 0 gives -infinity, negative numbers NaN.
HWY_INLINE V with_log_ends(V x, V y) {
  const V infinity = hn::Inf(D());
  y = hn::IfThenElse(hn::Eq(x, hn::Zero(D())), hn::Neg(infinity), y);
  y = hn::IfThenElse(hn::Eq(x, infinity), infinity, y);
  return hn::IfThenElse(hn::Ge(x, hn::Zero(D())), y, hn::NaN(D()));
}

HWY_INLINE V tanh_of(V x) {
  // Beyond 10 it is 1 in float; Highway's overflows far out.
  const V bounded = hn::Max(hn::Min(x, constant(10.0f)), constant(-10.0f));
  return keep_nan(x, hn::IfThenElse(hn::Eq(x, hn::Zero(D())), x, hn::Tanh(D(), bounded)));
}

HWY_INLINE V sigmoid_of(V x) {
  const V one = constant(1.0f);
  return hn::Div(one, hn::Add(one, exp_of(hn::Neg(x))));
}

// Below 1 a polynomial in x^2 for erf(x) / x; above, one in |x| - 1 for log(erfc(|x|)). Both are
// Chebyshev fits, good to 3 units in the last place.
HWY_INLINE V erf_of(V x) {
  const D d;
  const V a = hn::Min(hn::Abs(x), constant(4.0f));
  const V z = hn::Mul(a, a);
  V small = constant(-9.673592103354167e-06f);
  small = hn::MulAdd(small, z, constant(0.0001126825445680879f));
  small = hn::MulAdd(small, z, constant(-0.0008484396385028958f));
  small = hn::MulAdd(small, z, constant(0.005221053492277861f));
  small = hn::MulAdd(small, z, constant(-0.026865437626838684f));
  small = hn::MulAdd(small, z, constant(0.11283782869577408f));
  small = hn::MulAdd(small, z, constant(-0.37612637877464294f));
  small = hn::MulAdd(small, z, constant(1.128379225730896f));
  small = hn::Mul(small, a);
  const V t = hn::Sub(a, constant(1.0f));
  V large = constant(1.6140616025950294e-06f);
  large = hn::MulAdd(large, t, constant(-3.267813008278608e-05f));
  large = hn::MulAdd(large, t, constant(0.000318828911986202f));
  large = hn::MulAdd(large, t, constant(-0.002050620736554265f));
  large = hn::MulAdd(large, t, constant(0.01007246132940054f));
  large = hn::MulAdd(large, t, constant(-0.041571494191884995f));
  large = hn::MulAdd(large, t, constant(-0.8431063890457153f));
  large = hn::MulAdd(large, t, constant(-2.638967514038086f));
  large = hn::MulAdd(large, t, constant(-1.8496055603027344f));
  large = hn::Sub(constant(1.0f), hn::Exp(d, large));
  const V magnitude = hn::IfThenElse(hn::Lt(a, constant(1.0f)), small, large);
  return keep_nan(x, hn::CopySign(magnitude, x));
}

void Exp(const float* in, float* out, int64_t n) {
  for_vectors(in, out, n, [](V x) HWY_ATTR { return exp_of(x); });
}
void Exp2(const float* in, float* out, int64_t n) {
  for_vectors(in, out, n, [](V x) HWY_ATTR {
    const V bounded = hn::Max(hn::Min(x, constant(140.0f)), constant(-160.0f));
    return keep_nan(x, hn::Exp2(D(), bounded));
  });
}
void Expm1(const float* in, float* out, int64_t n) {
  for_vectors(in, out, n, [](V x) HWY_ATTR {
    const V y = hn::Expm1(D(), hn::Min(x, constant(100.0f)));
    return keep_nan(x, hn::IfThenElse(hn::Eq(x, hn::Zero(D())), x, y));
  });
}
void Log(const float* in, float* out, int64_t n) {
  for_vectors(in, out, n, [](V x) HWY_ATTR { return with_log_ends(x, hn::Log(D(), x)); });
}
void Log2(const float* in, float* out, int64_t n) {
  for_vectors(in, out, n, [](V x) HWY_ATTR { return with_log_ends(x, hn::Log2(D(), x)); });
}
void Log10(const float* in, float* out, int64_t n) {
  for_vectors(in, out, n, [](V x) HWY_ATTR { return with_log_ends(x, hn::Log10(D(), x)); });
}
void Log1p(const float* in, float* out, int64_t n) {
  for_vectors(in, out, n, [](V x) HWY_ATTR {
    const V y = with_log_ends(hn::Add(x, constant(1.0f)), hn::Log1p(D(), x));
    return hn::IfThenElse(hn::Eq(x, hn::Zero(D())), x, y);
  });
}
void Tanh(const float* in, float* out, int64_t n) {
  for_vectors(in, out, n, [](V x) HWY_ATTR { return tanh_of(x); });
}
void Sigmoid(const float* in, float* out, int64_t n) {
  for_vectors(in, out, n, [](V x) HWY_ATTR { return sigmoid_of(x); });
}
void Erf(const float* in, float* out, int64_t n) {
  for_vectors(in, out, n, [](V x) HWY_ATTR { return erf_of(x); });
}
void Silu(const float* in, float* out, int64_t n) {
  for_vectors(in, out, n,
              [](V x) HWY_ATTR { return hn::Div(x, hn::Add(constant(1.0f), exp_of(hn::Neg(x)))); });
}
void Mish(const float* in, float* out, int64_t n) {
  for_vectors(in, out, n, [](V x) HWY_ATTR {
    // tanh(log(1 + e)) = (e^2 + 2e) / (e^2 + 2e + 2), which is 1 long before e^2 overflows.
    const V e = exp_of(hn::Min(x, constant(20.0f)));
    const V p = hn::Mul(e, hn::Add(e, constant(2.0f)));
    return keep_nan(x, hn::Mul(x, hn::Div(p, hn::Add(p, constant(2.0f)))));
  });
}
// log(1 + exp(x)), from the larger of x and 0 on.
void Softplus(const float* in, float* out, int64_t n) {
  for_vectors(in, out, n, [](V x) HWY_ATTR {
    const V e = hn::Exp(D(), hn::Neg(hn::Min(hn::Abs(x), constant(100.0f))));
    const V y = hn::Add(hn::Max(x, hn::Zero(D())), hn::Log1p(D(), e));
    return keep_nan(x, y);
  });
}
void Gelu(const float* in, float* out, int64_t n) {
  for_vectors(in, out, n, [](V x) HWY_ATTR {
    const V half = hn::Mul(x, constant(0.5f));
    const V scaled = hn::Mul(x, constant(0.70710678118654752440f));
    return hn::Mul(half, hn::Add(constant(1.0f), erf_of(scaled)));
  });
}
void GeluTanh(const float* in, float* out, int64_t n) {
  for_vectors(in, out, n, [](V x) HWY_ATTR {
    const V cube = hn::Mul(hn::Mul(x, x), x);
    const V inner =
        hn::Mul(constant(0.79788456080286535588f), hn::Add(x, hn::Mul(constant(0.044715f), cube)));
    const V half = hn::Mul(x, constant(0.5f));
    return hn::Mul(half, hn::Add(constant(1.0f), tanh_of(inner)));
  });
}

// Highway reduces arguments with a few constants, which is exact enough up to some 39000. Vectors
// with larger numbers (or NaN) are rare and go to the C library.
template <typename F, typename Scalar>
HWY_INLINE void trigonometric(const float* in, float* out, int64_t n, const F& f, Scalar scalar) {
  const D d;
  const int64_t lanes = static_cast<int64_t>(hn::Lanes(d));
  for (int64_t i = 0; i < n; i += lanes) {
    const size_t count = static_cast<size_t>(n - i < lanes ? n - i : lanes);
    const V x = hn::LoadN(d, in + i, count);
    if (hn::AllTrue(d, hn::Le(hn::Abs(x), constant(30000.0f)))) {
      hn::StoreN(f(x), d, out + i, count);
    } else {
      for (size_t k = 0; k < count; ++k) out[i + k] = scalar(in[i + k]);
    }
  }
}
void Sin(const float* in, float* out, int64_t n) {
  trigonometric(
      in, out, n,
      [](V x) HWY_ATTR { return hn::IfThenElse(hn::Eq(x, hn::Zero(D())), x, hn::Sin(D(), x)); },
      [](float x) { return std::sin(x); });
}
void Cos(const float* in, float* out, int64_t n) {
  trigonometric(
      in, out, n, [](V x) HWY_ATTR { return hn::Cos(D(), x); },
      [](float x) { return std::cos(x); });
}

}  // namespace HWY_NAMESPACE
}  // namespace at::native::vec
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace at::native::vec {

#define ATEN_LITE_VECTOR_FUNCTION(name, Name) \
  HWY_EXPORT(Name);                           \
  void name(const float* in, float* out, int64_t n) { HWY_DYNAMIC_DISPATCH(Name)(in, out, n); }
ATEN_LITE_VECTOR_FUNCTION(exp, Exp)
ATEN_LITE_VECTOR_FUNCTION(exp2, Exp2)
ATEN_LITE_VECTOR_FUNCTION(expm1, Expm1)
ATEN_LITE_VECTOR_FUNCTION(log, Log)
ATEN_LITE_VECTOR_FUNCTION(log2, Log2)
ATEN_LITE_VECTOR_FUNCTION(log10, Log10)
ATEN_LITE_VECTOR_FUNCTION(log1p, Log1p)
ATEN_LITE_VECTOR_FUNCTION(sin, Sin)
ATEN_LITE_VECTOR_FUNCTION(cos, Cos)
ATEN_LITE_VECTOR_FUNCTION(tanh, Tanh)
ATEN_LITE_VECTOR_FUNCTION(sigmoid, Sigmoid)
ATEN_LITE_VECTOR_FUNCTION(erf, Erf)
ATEN_LITE_VECTOR_FUNCTION(silu, Silu)
ATEN_LITE_VECTOR_FUNCTION(mish, Mish)
ATEN_LITE_VECTOR_FUNCTION(softplus, Softplus)
ATEN_LITE_VECTOR_FUNCTION(gelu, Gelu)
ATEN_LITE_VECTOR_FUNCTION(gelu_tanh, GeluTanh)
#undef ATEN_LITE_VECTOR_FUNCTION

}  // namespace at::native::vec
#endif  // HWY_ONCE
