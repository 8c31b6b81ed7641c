// quantized::conv*: convolutions of quantized tensors, their dynamic forms, and what packs weights.
//
// The packed weights know their number of dimensions and whether they are transposed, so that
// conv2d, conv3d and their transposed forms share kernels. conv1d is conv2d of height 1.
#include <string_view>

#include "ATen/ops/squeeze.h"
#include "ATen/ops/unsqueeze.h"
#include "aten_lite/native/quantized/packed_conv.h"

namespace at::native {
namespace {

using c10::IValue;

constexpr const char* kConv = "quantized convolution";
constexpr const char* kPrepack = "quantized convolution's prepack";
// The height that a one-dimensional convolution gets is this dimension.
constexpr int64_t kHeight = 2;

const ConvPackedParams& params_of(const IValue& packed) {
  const torch::CustomClassHolder& object = packed.toCustomClassRef();
  const std::string_view name = object.qualified_name();
  TORCH_CHECK(
      name == Conv2dPackedParams::kQualifiedName || name == Conv3dPackedParams::kQualifiedName,
      kConv, ": packed weights of a convolution are wanted, but got an object of class ", name);
  return static_cast<const ConvPackedParams&>(object);
}

Tensor with_height(const Tensor& input) {
  TORCH_CHECK(input.dim() == 3, kConv, ": the input must have 3 dimensions, but has shape ",
              input.sizes());
  return input.unsqueeze(kHeight);
}

Tensor run(const Tensor& input, const IValue& packed, double scale, int64_t zero_point, bool relu) {
  return params_of(packed).run(kConv, input, scale, zero_point, relu);
}

IValue prepack(int64_t dims, const Tensor& weight, const std::optional<Tensor>& bias,
               IntArrayRef stride, IntArrayRef padding, IntArrayRef output_padding,
               IntArrayRef dilation, int64_t groups, bool transpose) {
  QuantizedConvArguments a{stride.vec(),   padding.vec(), output_padding.vec(),
                           dilation.vec(), groups,        transpose};
  if (dims == 2) {
    return c10::make_intrusive<Conv2dPackedParams>(kPrepack, weight, bias, std::move(a));
  }
  return c10::make_intrusive<Conv3dPackedParams>(kPrepack, weight, bias, std::move(a));
}

// The arguments of one dimension, with those of the height before them.
IValue prepack_1d(const Tensor& weight, const std::optional<Tensor>& bias, IntArrayRef stride,
                  IntArrayRef padding, IntArrayRef output_padding, IntArrayRef dilation,
                  int64_t groups, bool transpose) {
  TORCH_CHECK(weight.dim() == 3, kPrepack, ": the weight must have 3 dimensions, but has shape ",
              weight.sizes());
  const auto with = [](int64_t height, IntArrayRef list) {
    std::vector<int64_t> result{height};
    result.insert(result.end(), list.begin(), list.end());
    return result;
  };
  return prepack(2, weight.unsqueeze(kHeight), bias, with(1, stride), with(0, padding),
                 with(0, output_padding), with(1, dilation), groups, transpose);
}

}  // namespace

Tensor quantized_conv(const Tensor& qx, const IValue& packed_weight, double output_scale,
                      int64_t output_zero_point) {
  return run(qx, packed_weight, output_scale, output_zero_point, false);
}
Tensor quantized_conv_relu(const Tensor& qx, const IValue& packed_weight, double output_scale,
                           int64_t output_zero_point) {
  return run(qx, packed_weight, output_scale, output_zero_point, true);
}

// Of old models: what the lists say is in the packed weights too.
Tensor quantized_conv(const Tensor& qx, const IValue& weight, IntArrayRef, IntArrayRef, IntArrayRef,
                      int64_t, double output_scale, int64_t output_zero_point) {
  return run(qx, weight, output_scale, output_zero_point, false);
}
Tensor quantized_conv_relu(const Tensor& qx, const IValue& weight, IntArrayRef, IntArrayRef,
                           IntArrayRef, int64_t, double output_scale, int64_t output_zero_point) {
  return run(qx, weight, output_scale, output_zero_point, true);
}

Tensor quantized_conv1d(const Tensor& qx, const IValue& packed_weight, double output_scale,
                        int64_t output_zero_point) {
  return run(with_height(qx), packed_weight, output_scale, output_zero_point, false)
      .squeeze(kHeight);
}
Tensor quantized_conv1d_relu(const Tensor& qx, const IValue& packed_weight, double output_scale,
                             int64_t output_zero_point) {
  return run(with_height(qx), packed_weight, output_scale, output_zero_point, true)
      .squeeze(kHeight);
}

Tensor quantized_conv_dynamic(const Tensor& qx, const IValue& packed_weight, bool) {
  return params_of(packed_weight).run_dynamic(kConv, qx);
}
Tensor quantized_conv1d_dynamic(const Tensor& qx, const IValue& packed_weight, bool) {
  return params_of(packed_weight).run_dynamic(kConv, with_height(qx)).squeeze(kHeight);
}

IValue quantized_conv1d_prepack(const Tensor& weight, const std::optional<Tensor>& bias,
                                IntArrayRef stride, IntArrayRef padding, IntArrayRef dilation,
                                int64_t groups) {
  return prepack_1d(weight, bias, stride, padding, {0}, dilation, groups, false);
}
IValue quantized_conv2d_prepack(const Tensor& weight, const std::optional<Tensor>& bias,
                                IntArrayRef stride, IntArrayRef padding, IntArrayRef dilation,
                                int64_t groups) {
  return prepack(2, weight, bias, stride, padding, {0, 0}, dilation, groups, false);
}
IValue quantized_conv3d_prepack(const Tensor& weight, const std::optional<Tensor>& bias,
                                IntArrayRef stride, IntArrayRef padding, IntArrayRef dilation,
                                int64_t groups) {
  return prepack(3, weight, bias, stride, padding, {0, 0, 0}, dilation, groups, false);
}
IValue quantized_conv_transpose1d_prepack(const Tensor& weight, const std::optional<Tensor>& bias,
                                          IntArrayRef stride, IntArrayRef padding,
                                          IntArrayRef output_padding, IntArrayRef dilation,
                                          int64_t groups) {
  return prepack_1d(weight, bias, stride, padding, output_padding, dilation, groups, true);
}
IValue quantized_conv_transpose2d_prepack(const Tensor& weight, const std::optional<Tensor>& bias,
                                          IntArrayRef stride, IntArrayRef padding,
                                          IntArrayRef output_padding, IntArrayRef dilation,
                                          int64_t groups) {
  return prepack(2, weight, bias, stride, padding, output_padding, dilation, groups, true);
}
IValue quantized_conv_transpose3d_prepack(const Tensor& weight, const std::optional<Tensor>& bias,
                                          IntArrayRef stride, IntArrayRef padding,
                                          IntArrayRef output_padding, IntArrayRef dilation,
                                          int64_t groups) {
  return prepack(3, weight, bias, stride, padding, output_padding, dilation, groups, true);
}

std::tuple<Tensor, std::optional<Tensor>> quantized_conv_unpack(const IValue& packed_weights) {
  const ConvPackedParams& params = params_of(packed_weights);
  return {params.weight(), params.bias()};
}
std::tuple<Tensor, std::optional<Tensor>> quantized_conv1d_unpack(const IValue& packed_weights) {
  const ConvPackedParams& params = params_of(packed_weights);
  return {params.weight().squeeze(kHeight), params.bias()};
}

std::vector<int64_t> quantized_conv_stride(const IValue& packed_weights) {
  return params_of(packed_weights).arguments().stride;
}
std::vector<int64_t> quantized_conv_padding(const IValue& packed_weights) {
  return params_of(packed_weights).arguments().padding;
}
std::vector<int64_t> quantized_conv_output_padding(const IValue& packed_weights) {
  return params_of(packed_weights).arguments().output_padding;
}
std::vector<int64_t> quantized_conv_dilation(const IValue& packed_weights) {
  return params_of(packed_weights).arguments().dilation;
}
int64_t quantized_conv_groups(const IValue& packed_weights) {
  return params_of(packed_weights).arguments().groups;
}
int64_t quantized_conv_transpose(const IValue& packed_weights) {
  return params_of(packed_weights).arguments().transpose ? 1 : 0;
}

}  // namespace at::native
