#include "aten_lite/mobile/fold_batch_norm.h"

#include <cmath>

#include "aten_lite/core/empty.h"

namespace torch::jit::mobile {

namespace {

using at::Tensor;
using c10::IValue;

bool is_float_vector(const IValue& value, int64_t size) {
  if (!value.isTensor() || !value.toTensor().defined()) return false;
  const Tensor& tensor = value.toTensor();
  return tensor.scalar_type() == c10::kFloat && tensor.dim() == 1 && tensor.size(0) == size &&
         tensor.is_contiguous();
}

bool is_optional_vector(const IValue& value, int64_t size) {
  return value.isNone() || is_float_vector(value, size);
}

double element(const IValue& vector, int64_t i, double otherwise) {
  return vector.isNone() ? otherwise : vector.toTensor().data_ptr<float>()[i];
}

}  // namespace

bool fold_batch_norm(std::string_view norm, const std::vector<IValue>& norm_arguments,
                     std::string_view layer, std::vector<IValue>* layer_arguments, int64_t* dim) {
  if (norm != "aten::batch_norm" || norm_arguments.size() != 9) return false;
  if (!norm_arguments[5].isBool() || norm_arguments[5].toBool()) return false;
  if (!norm_arguments[7].isDouble()) return false;
  std::vector<IValue>& arguments = *layer_arguments;
  const bool is_linear = layer == "aten::linear";
  if (arguments.size() < 3 || !arguments[1].isTensor()) return false;
  if (layer == "aten::_convolution" && (!arguments[6].isBool() || arguments[6].toBool())) {
    return false;  // The first dim of a transposed weight is that of the inputs.
  }
  const Tensor& weight = arguments[1].toTensor();
  const int64_t weight_dim = is_linear ? 2 : 4;
  if (!weight.defined() || weight.scalar_type() != c10::kFloat || weight.dim() != weight_dim ||
      !weight.is_contiguous()) {
    return false;
  }
  const int64_t channels = weight.size(0);
  const IValue& gamma = norm_arguments[1];
  const IValue& beta = norm_arguments[2];
  const IValue& mean = norm_arguments[3];
  const IValue& variance = norm_arguments[4];
  if (!is_optional_vector(gamma, channels) || !is_optional_vector(beta, channels) ||
      !is_float_vector(mean, channels) || !is_float_vector(variance, channels) ||
      !is_optional_vector(arguments[2], channels)) {
    return false;
  }
  const double epsilon = norm_arguments[7].toDouble();
  const int64_t row = channels == 0 ? 0 : weight.numel() / channels;
  const Tensor new_weight(at::detail::empty_cpu(weight.sizes(), c10::kFloat));
  const Tensor new_bias(at::detail::empty_cpu({channels}, c10::kFloat));
  const float* const from = weight.data_ptr<float>();
  float* const to = new_weight.data_ptr<float>();
  for (int64_t c = 0; c < channels; ++c) {
    const double scale = element(gamma, c, 1) / std::sqrt(element(variance, c, 1) + epsilon);
    const double shift =
        element(beta, c, 0) + (element(arguments[2], c, 0) - element(mean, c, 0)) * scale;
    // Numbers that a float cannot hold must come out as without this.
    if (!std::isfinite(static_cast<float>(scale)) || !std::isfinite(static_cast<float>(shift))) {
      return false;
    }
    new_bias.data_ptr<float>()[c] = static_cast<float>(shift);
    for (int64_t i = 0; i < row; ++i) {
      to[c * row + i] = static_cast<float>(from[c * row + i] * scale);
    }
  }
  arguments[1] = IValue(new_weight);
  arguments[2] = IValue(new_bias);
  *dim = weight_dim;
  return true;
}

}  // namespace torch::jit::mobile
