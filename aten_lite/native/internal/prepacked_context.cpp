// Implements prepacked_context.h.
#include "aten_lite/native/internal/prepacked_context.h"

#include <limits>

#include "ATen/ops/contiguous.h"
#include "ATen/ops/reshape.h"
#include "ATen/ops/squeeze.h"
#include "ATen/ops/unsqueeze.h"
#include "aten_lite/native/internal/dense.h"

namespace at::native {
namespace {

float lower_of(const PrepackedClamp& clamp) {
  return clamp.lower.has_value() ? clamp.lower->to<float>()
                                 : -std::numeric_limits<float>::infinity();
}

float upper_of(const PrepackedClamp& clamp) {
  return clamp.upper.has_value() ? clamp.upper->to<float>()
                                 : std::numeric_limits<float>::infinity();
}

void check_clamp(const PrepackedClamp& clamp, const char* op) {
  TORCH_CHECK(lower_of(clamp) <= upper_of(clamp), op, ": output_min ", lower_of(clamp),
              " is larger than output_max ", upper_of(clamp));
}

void check_weight(const Tensor& weight, const Tensor& bias, int64_t dim, const char* op) {
  TORCH_CHECK(weight.defined() && weight.scalar_type() == kFloat && weight.dim() == dim, op,
              ": the weight must be a float32 tensor of ", dim, " dimensions, but it is ",
              weight.defined() ? c10::str(weight.scalar_type(), weight.sizes()) : "undefined");
  TORCH_CHECK(!bias.defined() || (bias.scalar_type() == kFloat && bias.dim() == 1), op,
              ": the bias must be a float32 vector, but it is ",
              bias.defined() ? c10::str(bias.scalar_type(), bias.sizes()) : "undefined");
}

const Tensor& checked_linear_weight(const Tensor& weight, const Tensor& bias,
                                    const PrepackedClamp& clamp) {
  check_weight(weight, bias, 2, "prepacked::linear_clamp_prepack");
  check_clamp(clamp, "prepacked::linear_clamp_prepack");
  TORCH_CHECK(!bias.defined() || bias.size(0) == weight.size(0),
              "prepacked::linear_clamp_prepack: the weight of shape ", weight.sizes(),
              " needs a bias of ", weight.size(0), " elements, but got ", bias.sizes());
  return weight;
}

internal::MatrixView transposed(const Tensor& weight) {
  return {weight.data_ptr<float>(), weight.stride(1), weight.stride(0)};
}

// An optional value as models store it: itself or None.
c10::IValue optional_value(const std::optional<Scalar>& value) {
  return value.has_value() ? c10::IValue(*value) : c10::IValue();
}

c10::IValue optional_value(const Tensor& tensor) {
  return tensor.defined() ? c10::IValue(tensor) : c10::IValue();
}

c10::IValue int_list(const std::vector<int64_t>& values) { return c10::IValue(values); }

}  // namespace

LinearOpContext::LinearOpContext(Tensor weight, Tensor bias, PrepackedClamp clamp)
    : weight_(std::move(weight)),
      bias_(bias.defined() ? bias.contiguous() : bias),
      clamp_(std::move(clamp)),
      packed_(transposed(checked_linear_weight(weight_, bias_, clamp_)), weight_.size(1),
              weight_.size(0)) {}

Tensor LinearOpContext::run(const Tensor& input) const {
  const int64_t k = weight_.size(1);
  const int64_t n = weight_.size(0);
  TORCH_CHECK(input.dim() >= 1, "both arguments to linear need to be at least 1D, but they are ",
              input.dim(), "D and 2D");
  const int64_t features = input.size(-1);
  int64_t rows = 1;
  for (const int64_t size : input.sizes().slice(0, static_cast<size_t>(input.dim() - 1))) {
    rows *= size;
  }
  TORCH_CHECK(features == k, "mat1 and mat2 shapes cannot be multiplied (", rows, "x", features,
              " and ", k, "x", n, ")");
  TORCH_CHECK(input.scalar_type() == kFloat, "mat1 and mat2 must have the same dtype, but got ",
              input.scalar_type(), " and ", kFloat);
  const Tensor x = input.dim() == 2 ? input : input.reshape({rows, k});
  DimVector sizes(input.sizes().begin(), input.sizes().end());
  sizes.back() = n;
  Tensor result = new_tensor(sizes, kFloat);
  internal::GemmOptions options;
  options.epilogue.column_bias = bias_.defined() ? bias_.data_ptr<float>() : nullptr;
  options.epilogue.lower = lower_of(clamp_);
  options.epilogue.upper = upper_of(clamp_);
  internal::gemm(rows, {x.data_ptr<float>(), x.stride(0), x.stride(1)}, packed_,
                 result.data_ptr<float>(), n, options);
  return result;
}

c10::IValue LinearOpContext::state() const {
  return c10::ivalue::Tuple::create(std::vector<c10::IValue>{
      weight_, optional_value(bias_), optional_value(clamp_.lower), optional_value(clamp_.upper)});
}

ConvOpContextBase::ConvOpContextBase(bool transposed, Tensor weight, Tensor bias,
                                     PrepackedConvParameters parameters, PrepackedClamp clamp)
    : weight_(std::move(weight)),
      bias_(std::move(bias)),
      parameters_(std::move(parameters)),
      clamp_(std::move(clamp)),
      transposed_(transposed) {
  const char* const op =
      transposed ? "prepacked::conv2d_transpose_clamp_prepack" : "prepacked::conv2d_clamp_prepack";
  check_weight(weight_, bias_, 4, op);
  check_clamp(clamp_, op);
  TORCH_CHECK(parameters_.groups > 0 && weight_.size(0) % parameters_.groups == 0, op,
              ": groups is ", parameters_.groups, "; it must be positive and divide the weight's ",
              "first dimension (shape ", weight_.sizes(), ")");
  weight_ = weight_.contiguous();
  packed_.emplace(weight_, parameters_.groups);
}

Tensor ConvOpContextBase::run(const Tensor& input) const {
  TORCH_CHECK(
      input.dim() == 3 || input.dim() == 4, "Expected 3D (unbatched) or 4D (batched) input to ",
      transposed_ ? "conv_transpose2d" : "conv2d", ", but got input of size: ", input.sizes());
  if (input.dim() == 3) {
    return run(input.unsqueeze(0)).squeeze(0);
  }
  return run_as(input.suggest_memory_format(), input, {});
}

Tensor ConvOpContextBase::run_channels_last(const Tensor& input, const Tensor& addend) const {
  TORCH_CHECK(!transposed_ && input.dim() == 4,
              "conv2d in channels-last memory: expected a 4D (batched) input to a convolution that "
              "is not transposed, but got input of size: ",
              input.sizes());
  return run_as(MemoryFormat::ChannelsLast, input, addend);
}

bool ConvOpContextBase::prefers_channels_last() const {
  // Vectors run along the output channels of a group, or along the channels of a depthwise one.
  constexpr int64_t kVector = 16;
  const bool depthwise = weight_.size(1) == 1 && weight_.size(0) == parameters_.groups;
  return !transposed_ &&
         (parameters_.groups == 1 || depthwise || weight_.size(0) / parameters_.groups >= kVector);
}

Tensor ConvOpContextBase::run_as(MemoryFormat format, const Tensor& input,
                                 const Tensor& addend) const {
  ConvolutionArguments arguments;
  arguments.stride = parameters_.stride;
  arguments.padding = parameters_.padding;
  arguments.dilation = parameters_.dilation;
  arguments.transposed = transposed_;
  const int64_t zero = 0;
  arguments.output_padding =
      transposed_ ? IntArrayRef(parameters_.output_padding) : IntArrayRef(zero);
  arguments.groups = parameters_.groups;
  arguments.lower = lower_of(clamp_);
  arguments.upper = upper_of(clamp_);
  arguments.format = format;
  arguments.addend = addend;
  if (!transposed_ && format == MemoryFormat::ChannelsLast) {
    arguments.packed = &*packed_;
  }
  TORCH_CHECK(input.scalar_type() == kFloat, "Input type (", input.toString(),
              ") and weight type (", weight_.toString(), ") should be the same");
  return convolve(input, weight_, bias_, arguments);
}

c10::IValue Conv2dOpContext::state() const {
  return c10::ivalue::Tuple::create(std::vector<c10::IValue>{
      weight_, optional_value(bias_), int_list(parameters_.stride), int_list(parameters_.padding),
      int_list(parameters_.dilation), parameters_.groups, optional_value(clamp_.lower),
      optional_value(clamp_.upper)});
}

c10::IValue TransposeConv2dOpContext::state() const {
  return c10::ivalue::Tuple::create(std::vector<c10::IValue>{
      weight_, optional_value(bias_), int_list(parameters_.stride), int_list(parameters_.padding),
      int_list(parameters_.output_padding), int_list(parameters_.dilation), parameters_.groups,
      optional_value(clamp_.lower), optional_value(clamp_.upper)});
}

}  // namespace at::native
