// native_layer_norm_backward: gradients of a layer norm by its input, weight and bias.
//
// With x^ the normalized input, n its elements per norm and g the gradient of the result times
// the weight, the gradient by the input is rstd * (g - mean(g) - x^ * mean(g * x^)).
#include <array>
#include <tuple>

#include "ATen/ops/mean.h"
#include "ATen/ops/native_layer_norm_backward.h"
#include "ATen/ops/reshape.h"
#include "ATen/ops/sum.h"
#include "ATen/ops/zeros_like.h"
#include "aten_lite/core/error.h"
#include "aten_lite/native/tensor_operators.h"

namespace at::native {

std::tuple<Tensor, Tensor, Tensor> native_layer_norm_backward(
    const Tensor& grad_out, const Tensor& input, IntArrayRef normalized_shape, const Tensor& mean,
    const Tensor& rstd, const std::optional<Tensor>& weight, const std::optional<Tensor>& bias,
    std::array<bool, 3> output_mask) {
  const int64_t outer = input.dim() - static_cast<int64_t>(normalized_shape.size());
  TORCH_CHECK(!normalized_shape.empty() && outer >= 0 &&
                  input.sizes().slice(static_cast<size_t>(outer)).equals(normalized_shape),
              "native_layer_norm_backward: normalized_shape ", normalized_shape,
              " is not the end of the input's shape ", input.sizes());
  TORCH_CHECK(grad_out.sizes() == input.sizes(), "native_layer_norm_backward: grad_out has shape ",
              grad_out.sizes(), " but the input ", input.sizes());
  int64_t n = 1;
  for (const int64_t size : normalized_shape) n *= size;
  const int64_t norms = n == 0 ? 0 : input.numel() / n;
  const bool has_weight = weight && weight->defined();
  if (norms == 0) {
    return {output_mask[0] ? at::zeros_like(input) : Tensor(),
            output_mask[1] && has_weight ? at::zeros_like(*weight) : Tensor(),
            output_mask[2] && bias && bias->defined() ? at::zeros_like(*bias) : Tensor()};
  }

  const Tensor scale = at::reshape(rstd, {norms, 1});
  const Tensor x = (at::reshape(input, {norms, n}) - at::reshape(mean, {norms, 1})) * scale;
  const Tensor grad = at::reshape(grad_out, {norms, n});
  std::tuple<Tensor, Tensor, Tensor> result;
  if (output_mask[0]) {
    const Tensor g = has_weight ? grad * at::reshape(*weight, {1, n}) : grad;
    const Tensor average = at::mean(g, {1}, /*keepdim=*/true);
    const Tensor slope = at::mean(g * x, {1}, /*keepdim=*/true);
    std::get<0>(result) = at::reshape((g - average - x * slope) * scale, input.sizes());
  }
  if (output_mask[1] && has_weight) {
    std::get<1>(result) = at::reshape(at::sum(grad * x, {0}), normalized_shape);
  }
  if (output_mask[2] && bias && bias->defined()) {
    std::get<2>(result) = at::reshape(at::sum(grad, {0}), normalized_shape);
  }
  return result;
}

}  // namespace at::native
