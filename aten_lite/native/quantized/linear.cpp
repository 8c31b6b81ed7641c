// quantized::linear*: linear layers of quantized tensors, their dynamic forms (int8 and float16
// weights), and what packs weights.
#include "aten_lite/native/quantized/packed_linear.h"

namespace at::native {
namespace {

using c10::IValue;
using Params = c10::intrusive_ptr<LinearPackedParams>;

Params params_of(const IValue& packed) { return packed.toCustomClass<LinearPackedParams>(); }

std::tuple<Tensor, std::optional<Tensor>> unpacked(const IValue& packed) {
  const Params params = params_of(packed);
  return {params->weight(), params->bias()};
}

}  // namespace

Tensor quantized_linear(const Tensor& X, const IValue& W_prepack, double Y_scale_i,
                        int64_t Y_zero_point_i) {
  return params_of(W_prepack)->run("quantized::linear", X, Y_scale_i, Y_zero_point_i, false);
}
Tensor quantized_linear_relu(const Tensor& X, const IValue& W_prepack, double Y_scale_i,
                             int64_t Y_zero_point_i) {
  return params_of(W_prepack)->run("quantized::linear_relu", X, Y_scale_i, Y_zero_point_i, true);
}

Tensor quantized_linear_dynamic(const Tensor& X, const IValue& W_prepack, bool) {
  return params_of(W_prepack)->run_dynamic("quantized::linear_dynamic", X, false);
}
Tensor quantized_linear_relu_dynamic(const Tensor& X, const IValue& W_prepack, bool) {
  return params_of(W_prepack)->run_dynamic("quantized::linear_relu_dynamic", X, true);
}

Tensor quantized_linear_dynamic_fp16(const Tensor& X, const IValue& W_prepack) {
  return params_of(W_prepack)->run_float16("quantized::linear_dynamic_fp16", X, false);
}
Tensor quantized_linear_relu_dynamic_fp16(const Tensor& X, const IValue& W_prepack) {
  return params_of(W_prepack)->run_float16("quantized::linear_relu_dynamic_fp16", X, true);
}
Tensor quantized_linear_dynamic_fp16_unpacked_weight(const Tensor& X, const Tensor& weight,
                                                     const std::optional<Tensor>& bias) {
  const char* const op = "quantized::linear_dynamic_fp16_unpacked_weight";
  return LinearPackedParams(op, weight, bias).run_float16(op, X, false);
}

IValue quantized_linear_prepack(const Tensor& W, const std::optional<Tensor>& B) {
  const char* const op = "quantized::linear_prepack";
  TORCH_CHECK(W.is_quantized(), op, ": the weight must be quantized, but is ",
              c10::dtype_name(W.scalar_type()), "; call linear_prepack_fp16");
  return c10::make_intrusive<LinearPackedParams>(op, W, B);
}
IValue quantized_linear_prepack_fp16(const Tensor& W, const std::optional<Tensor>& B) {
  const char* const op = "quantized::linear_prepack_fp16";
  TORCH_CHECK(!W.is_quantized(), op, ": the weight is quantized; call linear_prepack");
  return c10::make_intrusive<LinearPackedParams>(op, W, B);
}

std::tuple<Tensor, std::optional<Tensor>> quantized_linear_unpack(const IValue& W_prepack) {
  return unpacked(W_prepack);
}
std::tuple<Tensor, std::optional<Tensor>> quantized_linear_unpack_fp16(const IValue& W_prepack) {
  return unpacked(W_prepack);
}

}  // namespace at::native
