// Activation functions. The dtype stays; integers are accepted only where PyTorch accepts them.
#include <algorithm>
#include <cmath>

#include "ATen/core/TensorBody.h"
#include "ATen/ops/clamp.h"
#include "ATen/ops/elu.h"
#include "ATen/ops/hardtanh.h"
#include "ATen/ops/log_sigmoid_forward.h"
#include "aten_lite/native/cpu/vector_math.h"
#include "aten_lite/native/internal/loops.h"

namespace at::native {
namespace {

// Like std::min(std::max(x, low), high), but NaN stays NaN.
template <typename T>
T bounded(T x, T low, T high) {
  x = x < low ? low : x;
  return x > high ? high : x;
}

constexpr double kSeluAlpha = 1.6732632423543772848170429916717;
constexpr double kSeluScale = 1.0507009873554804934193349852946;

}  // namespace

void relu_out(const Tensor& self, Tensor& out) {
  TORCH_CHECK(self.scalar_type() != kBool, "Boolean inputs not supported for relu");
  unary_op<int64_t, float, double>(self, out, "relu", [](auto x) {
    using T = decltype(x);
    return x < T(0) ? T(0) : x;
  });
}

void hardtanh_out(const Tensor& self, const Scalar& min_val, const Scalar& max_val, Tensor& out) {
  const ScalarType type = self.scalar_type();
  TORCH_CHECK(type != kBool, "Bool inputs not supported for hardtanh");
  if (isIntegralType(type, false)) {
    const int64_t low = min_val.toLong();
    const int64_t high = max_val.toLong();
    TORCH_CHECK(isSignedType(type) || (low >= 0 && high >= 0),
                "cannot do hardtanh on an unsigned type with negative limits");
    return clamp_out(self, Scalar(low), Scalar(high), out);
  }
  clamp_out(self, min_val, max_val, out);
}

Tensor relu6(const Tensor& self) { return at::hardtanh(self, 0, 6); }
Tensor& relu6_(Tensor& self) { return at::hardtanh_(self, 0, 6); }

void leaky_relu_out(const Tensor& self, const Scalar& negative_slope, Tensor& out) {
  const double slope = negative_slope.toDouble();
  unary_op<float, double>(self, out, "leaky_relu", [slope](auto x) {
    using T = decltype(x);
    return x > T(0) ? x : x * static_cast<T>(slope);
  });
}

namespace {

// out = combine(x, f(prepare(x))) for floats, f being a SIMD loop; in may be out.
template <typename Prepare, typename Combine>
void map_with_function(const TensorIterator& iter, FloatLoop1 f, const Prepare& prepare,
                       const Combine& combine) {
  const BlockType types[] = {{kFloat}, {kFloat}};
  run_blocks(iter, types, [&](char* const* data, int64_t n) {
    constexpr int64_t kChunk = 256;
    float buffer[kChunk];
    float* out = reinterpret_cast<float*>(data[0]);
    const float* in = reinterpret_cast<const float*>(data[1]);
    for (int64_t begin = 0; begin < n; begin += kChunk) {
      const int64_t count = std::min(kChunk, n - begin);
      for (int64_t i = 0; i < count; ++i) buffer[i] = prepare(in[begin + i]);
      f(buffer, buffer, count);
      ATEN_LITE_VECTORIZE
      for (int64_t i = 0; i < count; ++i) out[begin + i] = combine(in[begin + i], buffer[i]);
    }
  });
}

}  // namespace

void elu_out(const Tensor& self, const Scalar& alpha, const Scalar& scale,
             const Scalar& input_scale, Tensor& out) {
  const double negative = alpha.toDouble() * scale.toDouble();
  const double positive = scale.toDouble();
  const double inner = input_scale.toDouble();
  const TensorIterator iter = unary_iterator("elu", self, out);
  for_compute_type<float, double>(iter.common_dtype(), "elu", [&](auto type) {
    using T = typename decltype(type)::type;
    const T below = static_cast<T>(negative);
    const T above = static_cast<T>(positive);
    const T factor = static_cast<T>(inner);
    const auto prepare = [factor](T x) { return x * factor; };
    const auto combine = [below, above](T x, T e) { return x < T(0) ? e * below : x * above; };
    if constexpr (std::is_same_v<T, float>) {
      map_with_function(iter, vec::expm1, prepare, combine);
    } else {
      map<T, T>(iter, [=](T x) { return combine(x, std::expm1(prepare(x))); });
    }
  });
}

void celu_out(const Tensor& self, const Scalar& alpha, Tensor& out) {
  TORCH_CHECK(alpha.toDouble() != 0, "ZeroDivisionError: alpha cannot be 0 for CELU");
  elu_out(self, alpha, Scalar(1.0), Scalar(1.0 / alpha.toDouble()), out);
}
Tensor selu(const Tensor& self) { return at::elu(self, kSeluAlpha, kSeluScale); }
Tensor& selu_(Tensor& self) { return at::elu_(self, kSeluAlpha, kSeluScale); }

void silu_out(const Tensor& self, Tensor& out) {
  unary_op<double, Complex>(
      self, out, "silu", [](auto x) { return x / (1.0 + std::exp(-x)); }, vec::silu);
}
void mish_out(const Tensor& self, Tensor& out) {
  unary_op<double>(
      self, out, "mish", [](double x) { return x * std::tanh(std::log1p(std::exp(x))); },
      vec::mish);
}

void gelu_out(const Tensor& self, c10::string_view approximate, Tensor& out) {
  TORCH_CHECK(approximate == "none" || approximate == "tanh",
              "approximate argument must be either none or tanh.");
  if (approximate == "none") {
    return unary_op<double>(
        self, out, "gelu",
        [](double x) { return x * 0.5 * (1 + std::erf(x * 0.70710678118654752440)); }, vec::gelu);
  }
  unary_op<double>(
      self, out, "gelu",
      [](double x) {
        return 0.5 * x * (1 + std::tanh(0.79788456080286535588 * (x + 0.044715 * x * x * x)));
      },
      vec::gelu_tanh);
}

void hardswish_out(const Tensor& self, Tensor& out) {
  unary_op<float, double>(self, out, "hardswish", [](auto x) {
    using T = decltype(x);
    return x * bounded(x + T(3), T(0), T(6)) / T(6);
  });
}
void hardsigmoid_out(const Tensor& self, Tensor& out) {
  unary_op<float, double>(self, out, "hardsigmoid", [](auto x) {
    using T = decltype(x);
    return bounded(x + T(3), T(0), T(6)) / T(6);
  });
}

void softplus_out(const Tensor& self, const Scalar& beta, const Scalar& threshold, Tensor& out) {
  const double factor = beta.toDouble();
  const double linear_from = threshold.toDouble();
  const TensorIterator iter = unary_iterator("softplus", self, out);
  for_compute_type<float, double>(iter.common_dtype(), "softplus", [&](auto type) {
    using T = typename decltype(type)::type;
    const T b = static_cast<T>(factor);
    const T limit = static_cast<T>(linear_from);
    const auto prepare = [b](T x) { return x * b; };
    const auto combine = [b, limit](T x, T y) { return x * b > limit ? x : y / b; };
    if constexpr (std::is_same_v<T, float>) {
      map_with_function(iter, vec::softplus, prepare, combine);
    } else {
      map<T, T>(iter, [=](T x) { return combine(x, std::log1p(std::exp(prepare(x)))); });
    }
  });
}

void hardshrink_out(const Tensor& self, const Scalar& lambd, Tensor& out) {
  const double limit = lambd.toDouble();
  unary_op<float, double>(self, out, "hardshrink", [limit](auto x) {
    using T = decltype(x);
    return x >= -static_cast<T>(limit) && x <= static_cast<T>(limit) ? T(0) : x;
  });
}

void softshrink_out(const Tensor& self, const Scalar& lambd, Tensor& out) {
  const double limit = lambd.toDouble();
  TORCH_CHECK(limit >= 0, "lambda must be greater or equal to 0, but found to be ", limit, ".");
  unary_op<float, double>(self, out, "softshrink", [limit](auto x) {
    using T = decltype(x);
    const T l = static_cast<T>(limit);
    // The product keeps NaN and the sign of zero.
    return x > l ? x - l : (x < -l ? x + l : x * T(0));
  });
}

void threshold_out(const Tensor& self, const Scalar& threshold, const Scalar& value, Tensor& out) {
  const TensorIterator iter = unary_iterator("threshold", self, out);
  for_compute_type<int64_t, float, double>(iter.common_dtype(), iter.name(), [&](auto type) {
    using T = typename decltype(type)::type;
    const T limit = number_as<T>(threshold, iter.common_dtype());
    const T replacement = number_as<T>(value, iter.common_dtype());
    map<T, T>(iter, [=](T x) { return x <= limit ? replacement : x; });
  });
}

void logit_out(const Tensor& self, std::optional<double> eps, Tensor& out) {
  // A negative eps means none, as NaN does.
  const double margin = eps.value_or(-1.0);
  const TensorIterator iter = unary_iterator("logit", self, out, true);
  with_rounding(iter.common_dtype(), [&](auto round) {
    map_unary<float, double>(iter, [margin, round](auto x) {
      using T = decltype(x);
      const T m = static_cast<T>(margin);
      if (m >= T(0)) x = bounded(x, m, T(1) - m);
      return std::log(round(x / round(T(1) - x)));
    });
  });
}

namespace {
void log_sigmoid_into(const Tensor& self, Tensor& out) {
  unary_op<float, double>(self, out, "log_sigmoid", [](auto x) {
    using T = decltype(x);
    return (x > T(0) ? T(0) : x) - std::log1p(std::exp(-std::fabs(x)));
  });
}
}  // namespace

Tensor log_sigmoid(const Tensor& self) {
  Tensor out;
  log_sigmoid_into(self, out);
  return out;
}
Tensor& log_sigmoid_out(const Tensor& self, Tensor& out) {
  log_sigmoid_into(self, out);
  return out;
}
std::tuple<Tensor&, Tensor&> log_sigmoid_forward_out(const Tensor& self, Tensor& output,
                                                     Tensor& buffer) {
  // The buffer holds what backward needs.
  unary_op<float, double>(self, buffer, "log_sigmoid",
                          [](auto x) { return std::exp(-std::fabs(x)); });
  log_sigmoid_into(self, output);
  return {output, buffer};
}
std::tuple<Tensor, Tensor> log_sigmoid_forward(const Tensor& self) {
  Tensor out;
  Tensor buffer;
  log_sigmoid_forward_out(self, out, buffer);
  return {out, buffer};
}

}  // namespace at::native
