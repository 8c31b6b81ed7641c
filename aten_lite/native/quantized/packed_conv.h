// The classes of a quantized convolution's weights: quantized.Conv2dPackedParamsBase (one and two
// spatial dimensions) and quantized.Conv3dPackedParamsBase, transposed convolutions included.
//
// Weights are packed when the object is made; it does not change afterwards, and may be used by
// several threads at once.
#pragma once

#include <array>
#include <vector>

#include "aten_lite/core/custom_class.h"
#include "aten_lite/core/ivalue.h"
#include "aten_lite/native/quantized/packed_weight.h"

namespace at::native {

// Lists have an element for each spatial dimension.
struct QuantizedConvArguments {
  std::vector<int64_t> stride;
  std::vector<int64_t> padding;
  std::vector<int64_t> output_padding;
  std::vector<int64_t> dilation;
  int64_t groups = 1;
  bool transpose = false;
};

class ConvPackedParams : public torch::CustomClassHolder {
 public:
  // `weight` is of qint8, [out, in / groups, ...] or, transposed, [in, out / groups, ...].
  ConvPackedParams(const char* op, int64_t spatial_dims, const Tensor& weight,
                   const std::optional<Tensor>& bias, QuantizedConvArguments arguments);

  int64_t spatial_dims() const { return spatial_dims_; }
  const Tensor& weight() const { return weight_; }
  std::optional<Tensor> bias() const;
  const QuantizedConvArguments& arguments() const { return arguments_; }

  // A quantized input [batch, channels, ...] gives a quantized result, channels last in memory.
  Tensor run(const char* op, const Tensor& input, double scale, int64_t zero_point,
             bool relu) const;
  // A float32 input is quantized by its range, all 256 steps of it as with qnnpack: sums of int32
  // have no need of a reduced one. The result is float32.
  Tensor run_dynamic(const char* op, const Tensor& input) const;

 private:
  struct Plan;
  using Finish =
      std::function<void(int64_t row, int64_t channel, int64_t count, const int32_t* sums)>;

  void pack(const WeightValues& values);
  Plan plan(const char* op, const Tensor& input) const;
  void sums(const Plan& plan, const int16_t* input, const Finish& finish) const;
  void depthwise_sums(const Plan& plan, const int16_t* input, const Finish& finish) const;

  int64_t spatial_dims_;
  Tensor weight_;
  Tensor bias_;
  QuantizedConvArguments arguments_;
  int64_t in_channels_;   // of a group
  int64_t out_channels_;  // of a group
  std::array<int64_t, 3> kernel_;
  std::vector<double> scales_;
  std::vector<PackedIntegers> packed_;  // one for each group; [taps * in, out]
  std::vector<int16_t> depthwise_;      // [taps, channels], where each group has one channel
};

class Conv2dPackedParams final : public ConvPackedParams {
 public:
  static constexpr const char* kQualifiedName =
      "__torch__.torch.classes.quantized.Conv2dPackedParamsBase";

  Conv2dPackedParams(const char* op, const Tensor& weight, const std::optional<Tensor>& bias,
                     QuantizedConvArguments arguments)
      : ConvPackedParams(op, 2, weight, bias, std::move(arguments)) {}
  const char* qualified_name() const override { return kQualifiedName; }
};

class Conv3dPackedParams final : public ConvPackedParams {
 public:
  static constexpr const char* kQualifiedName =
      "__torch__.torch.classes.quantized.Conv3dPackedParamsBase";

  Conv3dPackedParams(const char* op, const Tensor& weight, const std::optional<Tensor>& bias,
                     QuantizedConvArguments arguments)
      : ConvPackedParams(op, 3, weight, bias, std::move(arguments)) {}
  const char* qualified_name() const override { return kQualifiedName; }
};

// What the classes are made from when a model is loaded, and the inverse: conv_state.cpp.
c10::intrusive_ptr<torch::CustomClassHolder> load_conv2d_params(c10::IValue state);
c10::intrusive_ptr<torch::CustomClassHolder> load_conv3d_params(c10::IValue state);
c10::IValue save_conv_params(const torch::CustomClassHolder& object);

}  // namespace at::native
