// add, sub, rsub, mul and the divisions.
#include <cmath>

#include "ATen/core/TensorBody.h"
#include "ATen/ops/add.h"
#include "ATen/ops/div.h"
#include "ATen/ops/floor_divide.h"
#include "ATen/ops/mul.h"
#include "ATen/ops/remainder.h"
#include "ATen/ops/sub.h"
#include "aten_lite/core/empty.h"
#include "aten_lite/native/internal/integer_math.h"
#include "aten_lite/native/internal/loops.h"

namespace at::native {
namespace {

void check_alpha(ScalarType result, const Scalar& alpha) {
  TORCH_CHECK(!alpha.isBoolean() || result == kBool,
              "Boolean alpha only supported for Boolean results.");
  TORCH_CHECK(isFloatingType(result) || isComplexType(result) || alpha.isIntegral(true),
              "For integral input tensors, argument alpha must not be a floating point number.");
  TORCH_CHECK(isComplexType(result) || !alpha.isComplex(),
              "For non-complex input tensors, argument alpha must not be a complex number.");
}

bool is_bool(const Tensor& tensor) { return tensor.scalar_type() == kBool; }

void check_subtraction(const Tensor& a, const Tensor& b) {
  TORCH_CHECK(!is_bool(a) || !is_bool(b),
              "Subtraction, the `-` operator, with two bool tensors is not supported. Use the `^` "
              "or `logical_xor()` operator instead.");
  TORCH_CHECK(!is_bool(a) && !is_bool(b),
              "Subtraction, the `-` operator, with a bool tensor is not supported. If you are "
              "trying to invert a mask, use the `~` or `logical_not()` operator instead.");
}

// out = a + alpha * b or, `negative`, a - alpha * b.
void add_scaled(const char* op, const Tensor& a, const Tensor& b, const Scalar& alpha,
                bool negative, Tensor& out) {
  const TensorIterator iter = binary_iterator(op, a, b, out);
  check_alpha(iter.common_dtype(), alpha);
  if (alpha.equal(1)) {
    if (negative) {
      return map_binary<bool, int64_t, float, double, Complex>(
          iter, [](auto x, auto y) { return minus(x, y); });
    }
    return map_binary<bool, int64_t, float, double, Complex>(
        iter, [](auto x, auto y) { return plus(x, y); });
  }
  const Scalar factor = negative ? -alpha : alpha;
  for_compute_type<bool, int64_t, float, double, Complex>(iter.common_dtype(), op, [&](auto type) {
    using T = typename decltype(type)::type;
    const T scale = factor.to<T>();
    map<T, T, T>(iter, [scale](T x, T y) { return plus(x, times(scale, y)); });
  });
}

// For tensors of a few elements, what comes before the loop takes longer than the loop: float
// tensors that lie in memory as their result will are added at once.
constexpr int64_t kFewElements = 64;

bool has_few_floats(const Tensor& tensor) {
  return tensor.defined() && tensor.scalar_type() == kFloat && tensor.is_contiguous() &&
         tensor.numel() <= kFewElements && !tensor.unsafeGetTensorImpl()->is_wrapped_number();
}

// Makes `out` of f(element, index), unless it is given.
template <typename F>
bool map_few(const Tensor& a, Tensor& out, const F& f) {
  if (out.defined() || !has_few_floats(a)) return false;
  Tensor result(at::detail::empty_cpu(a.sizes(), kFloat));
  const float* const in = a.const_data_ptr<float>();
  float* const to = result.data_ptr<float>();
  for (int64_t i = 0, n = a.numel(); i < n; ++i) to[i] = f(in[i], i);
  out = std::move(result);
  return true;
}

bool add_few(const Tensor& a, const Scalar& b, const Scalar& alpha, Tensor& out) {
  if (b.isComplex() || !alpha.isIntegral(false) || alpha.toLong() != 1) return false;
  const float number =
      b.isFloatingPoint() ? static_cast<float>(b.toDouble()) : static_cast<float>(b.toLong());
  return map_few(a, out, [number](float x, int64_t) { return x + number; });
}

bool add_few(const Tensor& a, const Tensor& b, const Scalar& alpha, Tensor& out) {
  if (!alpha.isIntegral(false) || alpha.toLong() != 1 || !has_few_floats(b) ||
      !a.sizes().equals(b.sizes())) {
    return false;
  }
  const float* const other = b.const_data_ptr<float>();
  return map_few(a, out, [other](float x, int64_t i) { return x + other[i]; });
}

template <typename T>
T floor_quotient(T a, T b) {
  if constexpr (std::is_integral_v<T>) {
    return divide_floor(a, b);
  } else {
    // As Python divides: the exact remainder first, then what is left is a whole multiple of b up
    // to rounding.
    if (b == 0) return a / b;
    const T rest = std::fmod(a, b);
    T quotient = (a - rest) / b;
    if (rest != 0 && (b < 0) != (rest < 0)) quotient -= T(1);
    if (quotient == 0) return std::copysign(T(0), a / b);
    const T rounded = std::floor(quotient);
    return quotient - rounded > T(0.5) ? rounded + T(1) : rounded;
  }
}

enum class Rounding { kNone, kTrunc, kFloor };

Rounding parse_rounding(const std::optional<c10::string_view>& mode) {
  if (!mode) return Rounding::kNone;
  if (*mode == "trunc") return Rounding::kTrunc;
  TORCH_CHECK(*mode == "floor",
              "div expected rounding_mode to be one of None, 'trunc', or 'floor' but found '",
              *mode, "'");
  return Rounding::kFloor;
}

}  // namespace

void add_out(const Tensor& self, const Tensor& other, const Scalar& alpha, Tensor& out) {
  if (self.defined() && add_few(self, other, alpha, out)) return;
  add_scaled("add", self, other, alpha, false, out);
}
void add_out(const Tensor& self, const Scalar& other, const Scalar& alpha, Tensor& out) {
  if (add_few(self, other, alpha, out)) return;
  add_scaled("add", self, wrapped_scalar(other), alpha, false, out);
}
void sub_out(const Tensor& self, const Tensor& other, const Scalar& alpha, Tensor& out) {
  check_subtraction(self, other);
  add_scaled("sub", self, other, alpha, true, out);
}
void sub_out(const Tensor& self, const Scalar& other, const Scalar& alpha, Tensor& out) {
  sub_out(self, wrapped_scalar(other), alpha, out);
}
void rsub_out(const Tensor& self, const Tensor& other, const Scalar& alpha, Tensor& out) {
  check_subtraction(other, self);
  add_scaled("rsub", other, self, alpha, true, out);
}
void rsub_out(const Tensor& self, const Scalar& other, const Scalar& alpha, Tensor& out) {
  rsub_out(self, wrapped_scalar(other), alpha, out);
}

void mul_out(const Tensor& self, const Tensor& other, Tensor& out) {
  map_binary<bool, int64_t, float, double, Complex>(
      binary_iterator("mul", self, other, out), [](auto x, auto y) { return times(x, y); }, true);
}
void mul_out(const Tensor& self, const Scalar& other, Tensor& out) {
  mul_out(self, wrapped_scalar(other), out);
}

void div_out(const Tensor& self, const Tensor& other, Tensor& out) {
  map_binary<float, double, Complex>(
      binary_iterator("div", self, other, out, true), [](auto x, auto y) { return x / y; }, true);
}
void div_out(const Tensor& self, const Scalar& other, Tensor& out) {
  div_out(self, wrapped_scalar(other), out);
}
void div_out(const Tensor& self, const Tensor& other, std::optional<c10::string_view> mode,
             Tensor& out) {
  switch (parse_rounding(mode)) {
    case Rounding::kNone:
      return div_out(self, other, out);
    case Rounding::kTrunc: {
      const TensorIterator iter = binary_iterator("div_trunc", self, other, out);
      return with_rounding(iter.common_dtype(), [&](auto round) {
        const auto quotient = [round](auto x, auto y) {
          if constexpr (std::is_integral_v<decltype(x)>) {
            return divide_trunc(x, y);
          } else {
            return std::trunc(round(x / y));
          }
        };
        map_binary<int64_t, float, double>(iter, quotient, true);
      });
    }
    case Rounding::kFloor:
      return map_binary<int64_t, float, double>(
          binary_iterator("div_floor", self, other, out),
          [](auto x, auto y) { return floor_quotient(x, y); }, true);
  }
}
void div_out(const Tensor& self, const Scalar& other, std::optional<c10::string_view> mode,
             Tensor& out) {
  div_out(self, wrapped_scalar(other), mode, out);
}

void floor_divide_out(const Tensor& self, const Tensor& other, Tensor& out) {
  div_out(self, other, "floor", out);
}
void floor_divide_out(const Tensor& self, const Scalar& other, Tensor& out) {
  div_out(self, wrapped_scalar(other), "floor", out);
}

void remainder_out(const Tensor& self, const Tensor& other, Tensor& out) {
  binary_op<int64_t, float, double>(self, other, out, "remainder", [](auto x, auto y) {
    using T = decltype(x);
    if constexpr (std::is_integral_v<T>) {
      return remainder_floor(x, y);
    } else {
      const T rest = std::fmod(x, y);
      return rest != 0 && (y < 0) != (rest < 0) ? rest + y : rest;
    }
  });
}
void remainder_out(const Tensor& self, const Scalar& other, Tensor& out) {
  remainder_out(self, wrapped_scalar(other), out);
}
void remainder_out(const Scalar& self, const Tensor& other, Tensor& out) {
  remainder_out(wrapped_scalar(self), other, out);
}

void fmod_out(const Tensor& self, const Tensor& other, Tensor& out) {
  binary_op<int64_t, float, double>(self, other, out, "fmod", [](auto x, auto y) {
    if constexpr (std::is_integral_v<decltype(x)>) {
      return remainder_trunc(x, y);
    } else {
      return std::fmod(x, y);
    }
  });
}
void fmod_out(const Tensor& self, const Scalar& other, Tensor& out) {
  fmod_out(self, wrapped_scalar(other), out);
}

}  // namespace at::native
