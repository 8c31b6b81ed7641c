// Activations with parameters per channel or halves: prelu, glu, rrelu.
#include <cmath>

#include "ATen/core/TensorBody.h"
#include "ATen/ops/_prelu_kernel.h"
#include "ATen/ops/empty_like.h"
#include "ATen/ops/leaky_relu.h"
#include "ATen/ops/prelu.h"
#include "aten_lite/native/internal/loops.h"
#include "aten_lite/native/internal/wrap_dim.h"

namespace at::native {

Tensor _prelu_kernel(const Tensor& self, const Tensor& weight) {
  Tensor out;
  binary_op<float, double>(self, weight, out, "prelu", [](auto x, auto w) {
    using T = decltype(x);
    return x > T(0) ? x : w * x;
  });
  return out;
}

Tensor prelu(const Tensor& self, const Tensor& weight) {
  TORCH_CHECK(self.scalar_type() == weight.scalar_type(),
              "prelu: Type promoting not supported. Got ", toString(self.scalar_type()), " and ",
              toString(weight.scalar_type()));
  TORCH_CHECK(weight.dim() <= 1,
              "prelu: Expected `weight` to be a scalar or 1D tensor, but got: "
              "ndim = ",
              weight.dim());
  if (weight.numel() == 1) return at::_prelu_kernel(self, weight.reshape(IntArrayRef()));
  TORCH_CHECK(self.dim() > 0, "Not allow zero-dim input tensor.");
  const int64_t channels = self.dim() < 2 ? 1 : self.sizes()[1];
  TORCH_CHECK(channels == weight.numel(),
              "Mismatch of parameter numbers and input channel size. Found parameter numbers = ",
              weight.numel(), " and channel size = ", channels, ".");
  DimVector shape(static_cast<size_t>(self.dim()), 1);
  shape[1] = channels;
  return at::_prelu_kernel(self, weight.reshape(shape));
}

void glu_out(const Tensor& self, int64_t dim, Tensor& out) {
  TORCH_CHECK(self.dim() > 0, "glu does not support scalars because halving size must be even");
  dim = maybe_wrap_dim(dim, self.dim());
  const int64_t size = self.sizes()[dim];
  TORCH_CHECK(size % 2 == 0, "Halving dimension must be even, but dimension ", dim, " is size ",
              size);
  const Tensor values = self.narrow(dim, 0, size / 2);
  const Tensor gates = self.narrow(dim, size / 2, size / 2);
  binary_op<float, double>(values, gates, out, "glu", [](auto x, auto gate) {
    using T = decltype(x);
    return x * (T(1) / (T(1) + std::exp(-gate)));
  });
}

namespace {

// A slope for each negative element, drawn from [lower, upper] when training.
Tensor rrelu_of(const Tensor& self, const Scalar& lower, const Scalar& upper, bool training,
                const std::optional<Generator>& generator) {
  const double low = lower.toDouble();
  const double high = upper.toDouble();
  TORCH_CHECK(low <= high, "rrelu: Lower bound should be less than or equal to the upper bound");
  if (!training) return at::leaky_relu(self, (low + high) / 2);
  Tensor slopes = at::empty_like(self);
  slopes.uniform_(low, high, generator);
  Tensor out;
  binary_op<float, double>(self, slopes, out, "rrelu",
                           [](auto x, auto slope) { return x <= decltype(x)(0) ? x * slope : x; });
  return out;
}

}  // namespace

Tensor rrelu(const Tensor& self, const Scalar& lower, const Scalar& upper, bool training,
             std::optional<Generator> generator) {
  return rrelu_of(self, lower, upper, training, generator);
}
Tensor& rrelu_(Tensor& self, const Scalar& lower, const Scalar& upper, bool training,
               std::optional<Generator> generator) {
  return self.copy_(rrelu_of(self, lower, upper, training, generator));
}

}  // namespace at::native
