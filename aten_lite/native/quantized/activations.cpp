// Activations of quantized tensors: aten:: operators on them, and those of quantized::.
#include <cmath>

#include "ATen/ops/celu.h"
#include "ATen/ops/clamp.h"
#include "ATen/ops/elu.h"
#include "ATen/ops/gelu.h"
#include "ATen/ops/hardsigmoid.h"
#include "ATen/ops/hardswish.h"
#include "ATen/ops/hardtanh.h"
#include "ATen/ops/leaky_relu.h"
#include "ATen/ops/prelu.h"
#include "ATen/ops/relu.h"
#include "ATen/ops/relu6.h"
#include "ATen/ops/sigmoid.h"
#include "ATen/ops/softmax.h"
#include "ATen/ops/tanh.h"
#include "ATen/ops/threshold.h"
#include "aten_lite/native/quantized/lookup.h"

namespace at::native {
namespace {

// A result within [lower, lower + 1] or [-1, 1] has a quantizer of its own: the finest one.
QuantizerPtr unit_quantizer(const char* op, const Tensor& self) {
  switch (self.scalar_type()) {
    case kQInt8:
      return per_tensor_quantizer(op, 1.0 / 256, -128, kQInt8);
    case kQInt32:
      return per_tensor_quantizer(op, std::ldexp(1.0, -32), quantized_range(op, kQInt32).lower,
                                  kQInt32);
    default:
      return per_tensor_quantizer(op, 1.0 / 256, 0, kQUInt8);
  }
}

QuantizerPtr symmetric_unit_quantizer(const char* op, const Tensor& self) {
  switch (self.scalar_type()) {
    case kQInt8:
      return per_tensor_quantizer(op, 2.0 / 256, 0, kQInt8);
    case kQInt32:
      return per_tensor_quantizer(op, std::ldexp(1.0, -31), 0, kQInt32);
    default:
      return per_tensor_quantizer(op, 2.0 / 256, 128, kQUInt8);
  }
}

Tensor clamped(const char* op, const Tensor& self, const std::optional<Scalar>& min,
               const std::optional<Scalar>& max) {
  return elementwise(op, self, [&](const Tensor& x) { return at::clamp(x, min, max); });
}

Tensor rectified(const Tensor& self) {
  return elementwise("relu", self, [](const Tensor& x) { return at::relu(x); });
}

Tensor rectified6(const Tensor& self) {
  return elementwise("relu6", self, [](const Tensor& x) { return at::hardtanh(x, 0, 6); });
}

}  // namespace

// aten::, with the quantizer of the input or one of their own.

void relu_quantized_out(const Tensor& self, Tensor& out) {
  write_quantized("relu", out, rectified(self));
}

Tensor relu6_quantized(const Tensor& self) { return rectified6(self); }

Tensor& relu6_quantized_(Tensor& self) {
  write_quantized("relu6_", self, rectified6(self));
  return self;
}

void sigmoid_quantized_out(const Tensor& self, Tensor& out) {
  write_quantized("sigmoid", out,
                  elementwise(
                      "sigmoid", self, [](const Tensor& x) { return at::sigmoid(x); },
                      unit_quantizer("sigmoid", self)));
}

void tanh_quantized_out(const Tensor& self, Tensor& out) {
  write_quantized("tanh", out,
                  elementwise(
                      "tanh", self, [](const Tensor& x) { return at::tanh(x); },
                      symmetric_unit_quantizer("tanh", self)));
}

void hardsigmoid_quantized_out(const Tensor& self, Tensor& out) {
  write_quantized("hardsigmoid", out,
                  elementwise(
                      "hardsigmoid", self, [](const Tensor& x) { return at::hardsigmoid(x); },
                      unit_quantizer("hardsigmoid", self)));
}

void hardtanh_quantized_out(const Tensor& self, const Scalar& min_val, const Scalar& max_val,
                            Tensor& out) {
  write_quantized("hardtanh", out, clamped("hardtanh", self, min_val, max_val));
}

void clamp_quantized_out(const Tensor& self, const std::optional<Scalar>& min,
                         const std::optional<Scalar>& max, Tensor& out) {
  write_quantized("clamp", out, clamped("clamp", self, min, max));
}

void leaky_relu_quantized_out(const Tensor& self, const Scalar& negative_slope, Tensor& out) {
  // A multiple of a number in steps is that multiple of the number: PyTorch rounds steps here.
  write_quantized("leaky_relu", out, through_steps("leaky_relu", self, [&](const Tensor& x) {
                    return at::leaky_relu(x, negative_slope);
                  }));
}

void gelu_quantized_out(const Tensor& self, c10::string_view approximate, Tensor& out) {
  write_quantized("gelu", out, elementwise("gelu", self, [&](const Tensor& x) {
                    return at::gelu(x, approximate);
                  }));
}

void threshold_quantized_out(const Tensor& self, const Scalar& threshold, const Scalar& value,
                             Tensor& out) {
  write_quantized("threshold", out, elementwise("threshold", self, [&](const Tensor& x) {
                    return at::threshold(x, threshold, value);
                  }));
}

Tensor prelu_quantized(const Tensor& self, const Tensor& weight) {
  return through_floats("prelu", self, [&](const Tensor& x) { return at::prelu(x, weight); });
}

// quantized::, with a scale and zero point for the result.

Tensor quantized_relu6(const Tensor& qx, bool inplace) {
  Tensor result = rectified6(qx);
  if (!inplace) return result;
  Tensor self = qx;
  write_quantized("quantized::relu6", self, result);
  return self;
}

Tensor quantized_clamp(const Tensor& qx, const std::optional<Scalar>& min,
                       const std::optional<Scalar>& max) {
  return clamped("quantized::clamp", qx, min, max);
}

Tensor quantized_threshold(const Tensor& qx, const Scalar& threshold, const Scalar& value) {
  return elementwise("quantized::threshold", qx,
                     [&](const Tensor& x) { return at::threshold(x, threshold, value); });
}

Tensor quantized_sigmoid(const Tensor& qx, double output_scale, int64_t output_zero_point) {
  const char* const op = "quantized::sigmoid";
  return elementwise(
      op, qx, [](const Tensor& x) { return at::sigmoid(x); },
      per_tensor_quantizer(op, output_scale, output_zero_point, qx.scalar_type()));
}

Tensor quantized_hardswish(const Tensor& input, double output_scale, int64_t output_zero_point) {
  const char* const op = "quantized::hardswish";
  return elementwise(
      op, input, [](const Tensor& x) { return at::hardswish(x); },
      per_tensor_quantizer(op, output_scale, output_zero_point, input.scalar_type()));
}

Tensor quantized_leaky_relu(const Tensor& qx, const Scalar& negative_slope, bool inplace,
                            double output_scale, int64_t output_zero_point) {
  const char* const op = "quantized::leaky_relu";
  const auto f = [&](const Tensor& x) { return at::leaky_relu(x, negative_slope); };
  if (inplace) {
    Tensor self = qx;
    write_quantized(op, self, elementwise(op, qx, f));
    return self;
  }
  return elementwise(op, qx, f,
                     per_tensor_quantizer(op, output_scale, output_zero_point, qx.scalar_type()));
}

Tensor quantized_elu(const Tensor& self, double output_scale, int64_t output_zero_point,
                     const Scalar& alpha, const Scalar& scale, const Scalar& input_scale) {
  const char* const op = "quantized::elu";
  return elementwise(
      op, self, [&](const Tensor& x) { return at::elu(x, alpha, scale, input_scale); },
      per_tensor_quantizer(op, output_scale, output_zero_point, self.scalar_type()));
}

Tensor quantized_celu(const Tensor& self, double output_scale, int64_t output_zero_point,
                      const Scalar& alpha) {
  const char* const op = "quantized::celu";
  return elementwise(
      op, self, [&](const Tensor& x) { return at::celu(x, alpha); },
      per_tensor_quantizer(op, output_scale, output_zero_point, self.scalar_type()));
}

Tensor quantized_prelu(const Tensor& qx, const Tensor& weight, double output_scale,
                       int64_t output_zero_point) {
  const char* const op = "quantized::prelu";
  return through_floats(
      op, qx, [&](const Tensor& x) { return at::prelu(x, weight); },
      per_tensor_quantizer(op, output_scale, output_zero_point, qx.scalar_type()));
}

Tensor quantized_softmax(const Tensor& qx, int64_t dim, double output_scale,
                         int64_t output_zero_point) {
  const char* const op = "quantized::softmax";
  return through_floats(
      op, qx, [&](const Tensor& x) { return at::softmax(x, dim); },
      per_tensor_quantizer(op, output_scale, output_zero_point, qx.scalar_type()));
}

Tensor quantized_dropout(const Tensor& self, double, int64_t, const Scalar&, bool training) {
  TORCH_CHECK(!training,
              "quantized::dropout: quantized tensors are for inference; call eval() on "
              "the model before it is saved");
  return self;
}

}  // namespace at::native
