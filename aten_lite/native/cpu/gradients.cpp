// Gradients that models call by name: of softmax, activations, dropout and max pooling.
#include "ATen/core/TensorBody.h"
#include "ATen/ops/_log_softmax_backward_data.h"
#include "ATen/ops/_softmax_backward_data.h"
#include "ATen/ops/contiguous.h"
#include "ATen/ops/exp.h"
#include "ATen/ops/max_pool2d_with_indices_backward.h"
#include "ATen/ops/mul.h"
#include "ATen/ops/native_dropout_backward.h"
#include "ATen/ops/sub.h"
#include "ATen/ops/sum.h"
#include "ATen/ops/to.h"
#include "ATen/ops/zeros_like.h"
#include "aten_lite/core/dispatch.h"
#include "aten_lite/native/internal/loops.h"
#include "aten_lite/native/internal/output.h"

namespace at::native {
namespace {

// Gradients are computed in single precision at least, and rounded once.
Tensor wide(const Tensor& t) {
  const ScalarType type = t.scalar_type();
  return type == kHalf || type == kBFloat16 ? t.to(kFloat) : t;
}

}  // namespace

void _softmax_backward_data_out(const Tensor& grad_output, const Tensor& output, int64_t dim,
                                ScalarType input_dtype, Tensor& grad_input) {
  const Tensor grad = wide(grad_output);
  const Tensor y = wide(output);
  const Tensor product = at::mul(grad, y);
  const Tensor result = at::sub(product, at::mul(y, at::sum(product, {dim}, true)));
  write_output(grad_input, result.to(input_dtype), "_softmax_backward_data");
}

void _log_softmax_backward_data_out(const Tensor& grad_output, const Tensor& output, int64_t dim,
                                    ScalarType input_dtype, Tensor& out) {
  const Tensor grad = wide(grad_output);
  const Tensor result = at::sub(grad, at::mul(at::exp(wide(output)), at::sum(grad, {dim}, true)));
  write_output(out, result.to(input_dtype), "_log_softmax_backward_data");
}

void sigmoid_backward_out(const Tensor& grad_output, const Tensor& output, Tensor& grad_input) {
  binary_op<float, double, Complex>(grad_output, output, grad_input, "sigmoid_backward",
                                    [](auto grad, auto y) {
                                      using T = decltype(y);
                                      if constexpr (is_complex_v<T>) {
                                        return grad * std::conj((T(1) - y) * y);
                                      } else {
                                        return grad * (T(1) - y) * y;
                                      }
                                    });
}

void tanh_backward_out(const Tensor& grad_output, const Tensor& output, Tensor& grad_input) {
  binary_op<float, double, Complex>(grad_output, output, grad_input, "tanh_backward",
                                    [](auto grad, auto y) {
                                      using T = decltype(y);
                                      if constexpr (is_complex_v<T>) {
                                        return grad * std::conj(T(1) - y * y);
                                      } else {
                                        return grad * (T(1) - y * y);
                                      }
                                    });
}

void threshold_backward_out(const Tensor& grad_output, const Tensor& self, const Scalar& threshold,
                            Tensor& grad_input) {
  const double limit = threshold.toDouble();
  binary_op<int64_t, float, double>(grad_output, self, grad_input, "threshold_backward",
                                    [limit](auto grad, auto x) {
                                      using T = decltype(x);
                                      return static_cast<double>(x) <= limit ? T(0) : T(grad);
                                    });
}

Tensor native_dropout_backward(const Tensor& grad_output, const Tensor& mask, double scale) {
  TORCH_CHECK(mask.scalar_type() == kBool, "native_dropout_backward: Mask should be Bool Scalar ",
              "Type, but got ", toString(mask.scalar_type()));
  return at::mul(at::mul(grad_output, mask), scale);
}

void max_pool2d_with_indices_backward_out(const Tensor& grad_output, const Tensor& self,
                                          IntArrayRef /*kernel_size*/, IntArrayRef /*stride*/,
                                          IntArrayRef /*padding*/, IntArrayRef /*dilation*/,
                                          bool /*ceil_mode*/, const Tensor& indices,
                                          Tensor& grad_input) {
  const char* op = "max_pool2d_with_indices_backward";
  TORCH_CHECK(self.dim() == 3 || self.dim() == 4, op, ": expected an input of 3 or 4 dims, but ",
              "got ", self.sizes());
  TORCH_CHECK(grad_output.sizes() == indices.sizes() && grad_output.dim() == self.dim() &&
                  grad_output.scalar_type() == self.scalar_type() && indices.scalar_type() == kLong,
              op, ": gradients of shape ", grad_output.sizes(), " and indices of shape ",
              indices.sizes(), " do not belong to an input of shape ", self.sizes());
  const size_t planes_dims = static_cast<size_t>(self.dim() - 2);
  TORCH_CHECK(grad_output.sizes().slice(0, planes_dims) == self.sizes().slice(0, planes_dims), op,
              ": gradients of shape ", grad_output.sizes(), " for an input of shape ",
              self.sizes());
  const Tensor grad = grad_output.contiguous();
  const Tensor places = indices.contiguous();
  const MemoryFormat format = self.suggest_memory_format();
  Tensor result = at::zeros_like(self, self.scalar_type(), std::nullopt, std::nullopt, std::nullopt,
                                 MemoryFormat::Contiguous);
  const int64_t inputs = self.size(-1) * self.size(-2);
  const int64_t outputs = grad.size(-1) * grad.size(-2);
  AT_DISPATCH_FLOATING_TYPES_AND2(kHalf, kBFloat16, self.scalar_type(), op, [&] {
    const scalar_t* from = grad.const_data_ptr<scalar_t>();
    const int64_t* place = places.const_data_ptr<int64_t>();
    scalar_t* to = result.mutable_data_ptr<scalar_t>();
    for (int64_t i = 0; i < grad.numel(); ++i) {
      TORCH_CHECK(place[i] >= 0 && place[i] < inputs, op, ": found an invalid max index ", place[i],
                  " (output volumes are of size ", self.size(-2), "x", self.size(-1), ")");
      scalar_t& sum = to[i / outputs * inputs + place[i]];
      sum = sum + from[i];
    }
  });
  write_output(grad_input, result.contiguous(format), op);
}

}  // namespace at::native
