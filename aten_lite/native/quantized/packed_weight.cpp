// Implements packed_weight.h.
#include "aten_lite/native/quantized/packed_weight.h"

#include <cmath>

#include "ATen/ops/contiguous.h"
#include "ATen/ops/to.h"
#include "aten_lite/native/quantized/affine.h"
#include "aten_lite/parallel/parallel.h"

namespace at::native {

int16_t& PackedIntegers::at(int64_t row, int64_t column) {
  constexpr int64_t kColumns = internal::kIntegerColumns;
  const int64_t panel = column / kColumns;
  const int64_t index = ((panel * pairs_ + row / 2) * kColumns + column % kColumns) * 2 + row % 2;
  return values_[static_cast<size_t>(index)];
}

WeightValues::WeightValues(const char* op, const Tensor& weight, int64_t channel_axis) {
  TORCH_CHECK(weight.scalar_type() == kQInt8 || weight.scalar_type() == kQUInt8, op,
              ": the weight must be of qint8, but is ", c10::dtype_name(weight.scalar_type()));
  const Quantizer& q = quantizer_of(weight);
  const Tensor dense = weight.contiguous();
  const int64_t channels = dense.size(channel_axis);
  std::vector<int64_t> zero_points(static_cast<size_t>(channels), q.zero_point);
  scales.assign(static_cast<size_t>(channels), q.scale);
  if (q.is_per_channel()) {
    TORCH_CHECK(q.scheme != QScheme::PER_CHANNEL_AFFINE_FLOAT_QPARAMS && q.axis == channel_axis, op,
                ": the weight's scales must be those of its output channels, dimension ",
                channel_axis, ", but are those of dimension ", q.axis);
    const Tensor real = Tensor(q.scales.getIntrusivePtr()).to(kDouble).contiguous();
    const Tensor zeros = Tensor(q.zero_points.getIntrusivePtr()).to(kLong).contiguous();
    TORCH_CHECK(real.numel() == channels && zeros.numel() == channels, op, ": the weight has ",
                channels, " output channels, but ", real.numel(), " scales and ", zeros.numel(),
                " zero points");
    scales.assign(real.const_data_ptr<double>(), real.const_data_ptr<double>() + channels);
    zero_points.assign(zeros.const_data_ptr<int64_t>(), zeros.const_data_ptr<int64_t>() + channels);
  }
  for (int64_t& zero_point : zero_points) {
    TORCH_CHECK(zero_point >= -128 && zero_point <= 255, op, ": a zero point of the weight is ",
                zero_point);
  }
  int64_t inner = 1;
  for (int64_t d = channel_axis + 1; d < dense.dim(); ++d) inner *= dense.size(d);
  values.resize(static_cast<size_t>(dense.numel()));
  const bool is_signed = dense.scalar_type() == kQInt8;
  const auto* const bytes = static_cast<const uint8_t*>(dense.const_data_ptr());
  for (int64_t i = 0; i < dense.numel(); ++i) {
    const int64_t value = is_signed ? static_cast<int8_t>(bytes[i]) : int64_t{bytes[i]};
    values[static_cast<size_t>(i)] =
        static_cast<int16_t>(value - zero_points[static_cast<size_t>(i / inner % channels)]);
  }
}

ChannelRequantization::ChannelRequantization(const std::vector<double>& weight_scales,
                                             const Tensor& bias, double input_scale,
                                             const Quantizer& output, ScalarType dtype, bool relu)
    : bias_(weight_scales.size()), multipliers_(weight_scales.size()) {
  const QuantizedRange range = quantized_range("requantize", dtype);
  const auto scale_in = static_cast<float>(input_scale);
  const float inverse_out = 1.0f / static_cast<float>(output.scale);
  for (size_t i = 0; i < weight_scales.size(); ++i) {
    multipliers_[i] = scale_in * static_cast<float>(weight_scales[i]) * inverse_out;
    if (bias.defined()) {
      // Of the scales before they are rounded to float32: quantize_per_tensor of the bias.
      const float inverse_bias = 1.0f / static_cast<float>(input_scale * weight_scales[i]);
      constexpr auto kHuge = int64_t{std::numeric_limits<int32_t>::max()};
      bias_[i] = static_cast<int32_t>(
          round_to_range(bias.const_data_ptr<float>()[i] * inverse_bias, -kHuge, kHuge));
    }
  }
  const auto zero_point = static_cast<int32_t>(output.zero_point);
  how_.zero_point = zero_point;
  how_.lower = relu ? zero_point : static_cast<int32_t>(range.lower);
  how_.upper = static_cast<int32_t>(range.upper);
  how_.is_signed = dtype == kQInt8;
}

internal::Requantization ChannelRequantization::from(int64_t first) const {
  internal::Requantization how = how_;
  how.bias = bias_.data() + first;
  how.multipliers = multipliers_.data() + first;
  return how;
}

Tensor check_bias(const char* op, const std::optional<Tensor>& bias, int64_t channels) {
  if (!bias || !bias->defined()) return {};
  TORCH_CHECK(bias->dim() == 1 && bias->numel() == channels && bias->is_floating_point(), op,
              ": the bias must be a float vector of ", channels, " elements, but is ",
              c10::dtype_name(bias->scalar_type()), " of shape ", bias->sizes());
  return bias->to(kFloat).contiguous();
}

void widen_input(const char* op, const Tensor& input, int16_t* to) {
  const Quantizer& q = check_per_tensor(op, input);
  TORCH_CHECK(input.scalar_type() != kQInt32, op, ": the input must be of quint8 or qint8");
  const auto* const bytes = static_cast<const uint8_t*>(input.const_data_ptr());
  const bool is_signed = input.scalar_type() == kQInt8;
  parallel_for(0, input.numel(), 65536, [&](int64_t begin, int64_t end) {
    internal::integer_kernels().widen(end - begin, bytes + begin,
                                      static_cast<int16_t>(q.zero_point), is_signed, to + begin);
  });
}

}  // namespace at::native
