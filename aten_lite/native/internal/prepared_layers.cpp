#include "aten_lite/native/internal/prepared_layers.h"

#include <cmath>
#include <optional>
#include <utility>

#include "ATen/ops/contiguous.h"
#include "aten_lite/native/internal/prepacked_context.h"

namespace at::native {

namespace {

using aten_lite::PreparedActivation;
using aten_lite::PreparedLayout;
using aten_lite::PreparedOperator;
using aten_lite::PreparedRun;
using c10::IValue;

bool is_float(const Tensor& input) { return input.scalar_type() == kFloat; }

class PreparedLinear final : public PreparedOperator {
 public:
  explicit PreparedLinear(c10::intrusive_ptr<LinearOpContext> context)
      : context_(std::move(context)) {}

  bool is_convolution() const override { return false; }
  bool accepts(const Tensor& input, const PreparedRun& how) const override {
    return is_float(input) && input.dim() > 0 && !how.addend.defined();
  }
  Tensor run(const Tensor& input, const PreparedRun&) const override {
    return context_->run(input);
  }

 private:
  c10::intrusive_ptr<LinearOpContext> context_;
};

class PreparedConv2d final : public PreparedOperator {
 public:
  PreparedConv2d(const Tensor& weight, const Tensor& bias, PrepackedConvParameters parameters,
                 PrepackedClamp clamp)
      : weight_sizes_(weight.sizes()),
        stride_(parameters.stride),
        padding_(parameters.padding),
        dilation_(parameters.dilation),
        context_(c10::make_intrusive<Conv2dOpContext>(weight, bias, std::move(parameters),
                                                      std::move(clamp))) {}

  bool is_convolution() const override { return context_->prefers_channels_last(); }

  bool accepts(const Tensor& input, const PreparedRun& how) const override {
    if (!is_float(input) || input.dim() != 4) return false;
    return !how.addend.defined() || (is_float(how.addend) && has_result_sizes(input, how.addend));
  }

  Tensor run(const Tensor& input, const PreparedRun& how) const override {
    if (how.layout == PreparedLayout::kAsInput && !how.addend.defined()) {
      return context_->run(input);
    }
    Tensor result = context_->run_channels_last(input, how.addend);
    switch (how.layout) {
      case PreparedLayout::kChannelsLast:
        return result;
      case PreparedLayout::kContiguous:
        return result.contiguous();
      default:
        return result.contiguous(input.suggest_memory_format());
    }
  }

 private:
  // An addend of other sizes would be broadcast.
  bool has_result_sizes(const Tensor& input, const Tensor& addend) const {
    if (addend.dim() != 4 || addend.size(0) != input.size(0) ||
        addend.size(1) != weight_sizes_[0]) {
      return false;
    }
    for (size_t i = 0; i < 2; ++i) {
      const int64_t window = dilation_[i] * (weight_sizes_[i + 2] - 1) + 1;
      const int64_t padded = input.sizes()[i + 2] + 2 * padding_[i];
      if (padded < window || addend.sizes()[i + 2] != (padded - window) / stride_[i] + 1) {
        return false;
      }
    }
    return true;
  }

  DimVector weight_sizes_;
  DimVector stride_;
  DimVector padding_;
  DimVector dilation_;
  c10::intrusive_ptr<Conv2dOpContext> context_;
};

PrepackedClamp clamp_of(const PreparedActivation& activation) {
  PrepackedClamp clamp;
  if (!std::isinf(activation.lower)) clamp.lower = Scalar(activation.lower);
  if (!std::isinf(activation.upper)) clamp.upper = Scalar(activation.upper);
  return clamp;
}

// The bias, undefined where there is none; nothing where it is of a kind that only the operator
// itself deals with.
std::optional<Tensor> bias_of(const IValue& value, int64_t channels) {
  if (value.isNone()) return Tensor();
  if (!value.isTensor() || !value.toTensor().defined()) return std::nullopt;
  const Tensor& bias = value.toTensor();
  if (bias.scalar_type() != kFloat || bias.dim() != 1 || bias.size(0) != channels ||
      !bias.is_contiguous()) {
    return std::nullopt;
  }
  return bias;
}

bool is_plain_weight(const IValue& value, int64_t dim) {
  if (!value.isTensor() || !value.toTensor().defined()) return false;
  const Tensor& weight = value.toTensor();
  return weight.scalar_type() == kFloat && weight.dim() == dim && weight.is_contiguous() &&
         weight.numel() > 0;
}

// Two positive numbers, or from zero on.
bool is_pair(const IValue& value, int64_t minimum) {
  if (!value.isIntList()) return false;
  const std::vector<int64_t> numbers = value.toIntVector();
  return numbers.size() == 2 && numbers[0] >= minimum && numbers[1] >= minimum;
}

}  // namespace

c10::intrusive_ptr<PreparedOperator> prepare_conv2d(c10::ArrayRef<IValue> arguments,
                                                    const PreparedActivation& activation) {
  if (arguments.size() != 7 || !is_plain_weight(arguments[1], 4) || !is_pair(arguments[3], 1) ||
      !is_pair(arguments[4], 0) || !is_pair(arguments[5], 1) || !arguments[6].isInt()) {
    return nullptr;
  }
  const Tensor& weight = arguments[1].toTensor();
  PrepackedConvParameters parameters;
  parameters.stride = arguments[3].toIntVector();
  parameters.padding = arguments[4].toIntVector();
  parameters.dilation = arguments[5].toIntVector();
  parameters.groups = arguments[6].toInt();
  if (parameters.groups <= 0 || weight.size(0) % parameters.groups != 0) return nullptr;
  std::optional<Tensor> bias = bias_of(arguments[2], weight.size(0));
  if (!bias.has_value()) return nullptr;
  return c10::make_intrusive<PreparedConv2d>(weight, *bias, std::move(parameters),
                                             clamp_of(activation));
}

c10::intrusive_ptr<PreparedOperator> prepare_convolution(c10::ArrayRef<IValue> arguments,
                                                         const PreparedActivation& activation) {
  if (arguments.size() < 9 || !arguments[6].isBool() || arguments[6].toBool()) return nullptr;
  const IValue conv2d[] = {arguments[0], arguments[1], arguments[2], arguments[3],
                           arguments[4], arguments[5], arguments[8]};
  return prepare_conv2d(conv2d, activation);
}

c10::intrusive_ptr<PreparedOperator> prepare_linear(c10::ArrayRef<IValue> arguments,
                                                    const PreparedActivation& activation) {
  if (arguments.size() != 3 || !is_plain_weight(arguments[1], 2)) return nullptr;
  const Tensor& weight = arguments[1].toTensor();
  std::optional<Tensor> bias = bias_of(arguments[2], weight.size(0));
  if (!bias.has_value()) return nullptr;
  return c10::make_intrusive<PreparedLinear>(
      c10::make_intrusive<LinearOpContext>(weight, *bias, clamp_of(activation)));
}

}  // namespace at::native
