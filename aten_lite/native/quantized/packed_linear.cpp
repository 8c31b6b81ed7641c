// Implements packed_linear.h, and how it is saved: (weight, bias or None).
#include "aten_lite/native/quantized/packed_linear.h"

#include <algorithm>

#include "ATen/ops/clamp.h"
#include "ATen/ops/contiguous.h"
#include "ATen/ops/to.h"
#include "aten_lite/native/internal/factory.h"
#include "aten_lite/native/internal/scratch.h"
#include "aten_lite/native/quantized/qparams.h"
#include "aten_lite/parallel/parallel.h"

namespace at::native {
namespace {

// The nearest numbers that float16 holds; what is out of its range becomes its largest.
Tensor rounded_to_half(const Tensor& weight) {
  constexpr double kLargestHalf = 65504;
  return at::clamp(weight.to(kFloat), Scalar(-kLargestHalf), Scalar(kLargestHalf))
      .to(kHalf)
      .to(kFloat)
      .contiguous();
}

}  // namespace

LinearPackedParams::LinearPackedParams(const char* op, const Tensor& weight,
                                       const std::optional<Tensor>& bias)
    : weight_(weight) {
  TORCH_CHECK(weight.dim() == 2, op, ": the weight must have 2 dimensions, but has shape ",
              weight.sizes());
  const int64_t outputs = weight.size(0);
  const int64_t inputs = weight.size(1);
  bias_ = check_bias(op, bias, outputs);
  if (!weight.is_quantized()) {
    TORCH_CHECK(weight.is_floating_point(), op,
                ": the weight must be of qint8, or real numbers, "
                "but is ",
                c10::dtype_name(weight.scalar_type()));
    weight_ = rounded_to_half(weight);
    half_.emplace(internal::MatrixView{weight_.const_data_ptr<float>(), 1, inputs}, inputs,
                  outputs);
    return;
  }
  const WeightValues values(op, weight, 0);
  scales_ = values.scales;
  packed_.emplace(inputs, outputs);
  for (int64_t o = 0; o < outputs; ++o) {
    for (int64_t i = 0; i < inputs; ++i) {
      packed_->at(i, o) = values.values[static_cast<size_t>(o * inputs + i)];
    }
  }
}

std::optional<Tensor> LinearPackedParams::bias() const {
  return bias_.defined() ? std::optional<Tensor>(bias_) : std::nullopt;
}

const PackedIntegers& LinearPackedParams::packed(const char* op) const {
  TORCH_CHECK(packed_.has_value(), op, ": the weight is of float16; call linear_dynamic_fp16");
  return *packed_;
}

DimVector LinearPackedParams::output_sizes(const char* op, const Tensor& input) const {
  TORCH_CHECK(input.dim() >= 1 && input.size(input.dim() - 1) == weight_.size(1), op,
              ": the input's last dimension must be ", weight_.size(1), ", but it has shape ",
              input.sizes());
  DimVector sizes(input.sizes());
  sizes.back() = weight_.size(0);
  return sizes;
}

void LinearPackedParams::sums(
    const char* op, const Tensor& input,
    const std::function<void(int64_t row, const int32_t* sums)>& f) const {
  constexpr int64_t kRows = 32;
  const PackedIntegers& weight = packed(op);
  const int64_t inputs = weight_.size(1);
  const int64_t rows = inputs == 0 ? 0 : input.numel() / inputs;
  internal::Scratch<int16_t> widened(input.numel());
  widen_input(op, input, widened.data());
  const int64_t padded = weight.padded_k();
  parallel_for(0, (rows + kRows - 1) / kRows, 1, [&](int64_t begin, int64_t end) {
    internal::Scratch<int16_t> block(kRows * padded);
    internal::Scratch<int32_t> sums(kRows * weight.n());
    std::fill_n(block.data(), kRows * padded, int16_t{0});
    for (int64_t first = begin * kRows; first < std::min(end * kRows, rows); first += kRows) {
      const int64_t count = std::min(kRows, rows - first);
      for (int64_t r = 0; r < count; ++r) {
        std::copy_n(widened.data() + (first + r) * inputs, inputs, block.data() + r * padded);
      }
      weight.multiply(count, block.data(), padded, sums.data(), weight.n());
      for (int64_t r = 0; r < count; ++r) f(first + r, sums.data() + r * weight.n());
    }
  });
}

Tensor LinearPackedParams::run(const char* op, const Tensor& input, double scale,
                               int64_t zero_point, bool relu) const {
  const Quantizer& q = check_per_tensor(op, input);
  const QuantizerPtr quantizer = per_tensor_quantizer(op, scale, zero_point, input.scalar_type());
  Tensor result = make_quantized(output_sizes(op, input), input.scalar_type(), quantizer);
  const ChannelRequantization how(scales_, bias_, q.scale,
                                  static_cast<const Quantizer&>(*quantizer), input.scalar_type(),
                                  relu);
  const int64_t outputs = weight_.size(0);
  auto* const to = static_cast<uint8_t*>(result.mutable_data_ptr());
  sums(op, input.contiguous(), [&](int64_t row, const int32_t* values) {
    internal::integer_kernels().requantize(outputs, values, how.from(0), to + row * outputs);
  });
  return result;
}

Tensor LinearPackedParams::run_dynamic(const char* op, const Tensor& input, bool relu) const {
  packed(op);
  Tensor result = make_tensor(output_sizes(op, input), kFloat);
  if (result.numel() == 0) return result;
  const QuantizationParameters p = choose_parameters(op, input, kQUInt8, false);
  const Tensor bytes = quantize_tensor(op, input.contiguous(), kQUInt8,
                                       per_tensor_quantizer(op, p.scale, p.zero_point, kQUInt8));
  const int64_t outputs = weight_.size(0);
  auto* const to = result.mutable_data_ptr<float>();
  const float* const bias = bias_.defined() ? bias_.const_data_ptr<float>() : nullptr;
  const auto input_scale = static_cast<float>(p.scale);
  sums(op, bytes, [&](int64_t row, const int32_t* values) {
    for (int64_t i = 0; i < outputs; ++i) {
      const float product = static_cast<float>(values[i]) *
                            (input_scale * static_cast<float>(scales_[static_cast<size_t>(i)]));
      const float sum = bias == nullptr ? product : product + bias[i];
      to[row * outputs + i] = relu ? std::max(sum, 0.0f) : sum;
    }
  });
  return result;
}

Tensor LinearPackedParams::run_float16(const char* op, const Tensor& input, bool relu) const {
  TORCH_CHECK(half_.has_value(), op, ": the weight is of qint8; call linear_dynamic");
  TORCH_CHECK(input.scalar_type() == kFloat, op, ": the input must be of float32, but is ",
              c10::dtype_name(input.scalar_type()));
  Tensor result = make_tensor(output_sizes(op, input), kFloat);
  const Tensor dense = input.contiguous();
  const int64_t inputs = weight_.size(1);
  const int64_t outputs = weight_.size(0);
  if (result.numel() == 0) return result;
  internal::GemmOptions options;
  options.epilogue.column_bias = bias_.defined() ? bias_.const_data_ptr<float>() : nullptr;
  if (relu) options.epilogue.lower = 0;
  internal::gemm(result.numel() / outputs, {dense.const_data_ptr<float>(), inputs, 1}, *half_,
                 result.mutable_data_ptr<float>(), outputs, options);
  return result;
}

namespace {

using c10::IValue;

c10::intrusive_ptr<torch::CustomClassHolder> load(IValue state) {
  constexpr const char* kOp = "packed linear parameters";
  TORCH_CHECK(state.isTuple() && state.toTupleRef().size() == 2, kOp,
              ": the model holds no tuple of a weight and a bias");
  const auto& v = state.toTupleRef().elements();
  return c10::make_intrusive<LinearPackedParams>(
      kOp, v[0].toTensor(), v[1].isNone() ? std::nullopt : std::optional<Tensor>(v[1].toTensor()));
}

IValue save(const torch::CustomClassHolder& object) {
  const auto& params = static_cast<const LinearPackedParams&>(object);
  return c10::ivalue::Tuple::create({IValue(params.weight()), IValue(params.bias())});
}

}  // namespace

ATEN_LITE_CUSTOM_CLASS(quantized_linear_params, LinearPackedParams::kQualifiedName, load, save)

}  // namespace at::native
