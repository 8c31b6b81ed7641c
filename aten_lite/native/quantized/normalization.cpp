// Normalisation of quantized tensors, computed in float32 and quantized once at the end.
#include "ATen/ops/batch_norm.h"
#include "ATen/ops/group_norm.h"
#include "ATen/ops/instance_norm.h"
#include "ATen/ops/layer_norm.h"
#include "ATen/ops/relu.h"
#include "aten_lite/native/quantized/qtensor.h"

namespace at::native {
namespace {

Tensor normalized(const char* op, const Tensor& input, double scale, int64_t zero_point,
                  const std::function<Tensor(const Tensor&)>& compute) {
  check_per_tensor(op, input);
  return through_floats(op, input, compute,
                        per_tensor_quantizer(op, scale, zero_point, input.scalar_type()));
}

}  // namespace

Tensor quantized_batch_norm(const Tensor& input, const std::optional<Tensor>& weight,
                            const std::optional<Tensor>& bias, const Tensor& mean,
                            const Tensor& var, double eps, double output_scale,
                            int64_t output_zero_point) {
  return normalized("quantized batch_norm", input, output_scale, output_zero_point,
                    [&](const Tensor& x) {
                      return at::batch_norm(x, weight, bias, mean, var, false, 0, eps, false);
                    });
}

Tensor quantized_batch_norm_relu(const Tensor& qx, const std::optional<Tensor>& weight,
                                 const std::optional<Tensor>& bias, const Tensor& mean,
                                 const Tensor& var, double eps, double output_scale,
                                 int64_t output_zero_point) {
  return normalized(
      "quantized batch_norm_relu", qx, output_scale, output_zero_point, [&](const Tensor& x) {
        return at::relu(at::batch_norm(x, weight, bias, mean, var, false, 0, eps, false));
      });
}

Tensor quantized_layer_norm(const Tensor& input, IntArrayRef normalized_shape,
                            const std::optional<Tensor>& weight, const std::optional<Tensor>& bias,
                            double eps, double output_scale, int64_t output_zero_point) {
  return normalized(
      "quantized::layer_norm", input, output_scale, output_zero_point,
      [&](const Tensor& x) { return at::layer_norm(x, normalized_shape, weight, bias, eps); });
}

Tensor quantized_group_norm(const Tensor& input, int64_t num_groups,
                            const std::optional<Tensor>& weight, const std::optional<Tensor>& bias,
                            double eps, double output_scale, int64_t output_zero_point) {
  return normalized(
      "quantized::group_norm", input, output_scale, output_zero_point,
      [&](const Tensor& x) { return at::group_norm(x, num_groups, weight, bias, eps); });
}

Tensor quantized_instance_norm(const Tensor& input, const std::optional<Tensor>& weight,
                               const std::optional<Tensor>& bias, double eps, double output_scale,
                               int64_t output_zero_point) {
  return normalized(
      "quantized::instance_norm", input, output_scale, output_zero_point, [&](const Tensor& x) {
        return at::instance_norm(x, weight, bias, std::nullopt, std::nullopt, true, 0, eps, false);
      });
}

}  // namespace at::native
