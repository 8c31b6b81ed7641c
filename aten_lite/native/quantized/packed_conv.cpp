// Implements packed_conv.h: patches of the input, gathered row by row, times the packed weights.
#include "aten_lite/native/quantized/packed_conv.h"

#include <algorithm>

#include "ATen/ops/contiguous.h"
#include "ATen/ops/to.h"
#include "aten_lite/core/irange.h"
#include "aten_lite/core/tensor_impl.h"
#include "aten_lite/native/internal/factory.h"
#include "aten_lite/native/internal/scratch.h"
#include "aten_lite/native/quantized/qparams.h"
#include "aten_lite/parallel/parallel.h"

namespace at::native {
namespace {

// Larger ones would overflow products of them.
constexpr int64_t kLargest = int64_t{1} << 30;

MemoryFormat channels_last(int64_t spatial_dims) {
  return spatial_dims == 2 ? MemoryFormat::ChannelsLast : MemoryFormat::ChannelsLast3d;
}

void check_list(const char* op, const char* name, const std::vector<int64_t>& values, int64_t dims,
                int64_t least) {
  TORCH_CHECK(static_cast<int64_t>(values.size()) == dims, op, ": ", name, " must have ", dims,
              " elements, but has ", values.size());
  for (const int64_t value : values) {
    TORCH_CHECK(value >= least && value <= kLargest, op, ": ", name, " is ",
                c10::IntArrayRef(values), "; elements must be at least ", least);
  }
}

}  // namespace

// The geometry of one call, with three spatial dimensions; those that are not there have size 1.
struct ConvPackedParams::Plan {
  int64_t batch;
  std::array<int64_t, 3> in;
  std::array<int64_t, 3> out;
  DimVector sizes;  // of the result
  // Where along an axis an output position's tap reads: [out][kernel], -1 for padding.
  std::array<std::vector<int64_t>, 3> source;

  int64_t pixels() const { return out[0] * out[1] * out[2]; }

  // Calls f(tap, offset in pixels or -1) for the taps of an output pixel.
  template <class F>
  void for_each_tap(int64_t pixel, const std::array<int64_t, 3>& kernel, const F& f) const {
    const int64_t x = pixel % out[2];
    const int64_t y = pixel / out[2] % out[1];
    const int64_t z = pixel / (out[2] * out[1]);
    int64_t tap = 0;
    for (int64_t i = 0; i < kernel[0]; ++i) {
      const int64_t from_z = source[0][static_cast<size_t>(z * kernel[0] + i)];
      for (int64_t j = 0; j < kernel[1]; ++j) {
        const int64_t from_y = source[1][static_cast<size_t>(y * kernel[1] + j)];
        for (int64_t k = 0; k < kernel[2]; ++k, ++tap) {
          const int64_t from_x = source[2][static_cast<size_t>(x * kernel[2] + k)];
          const bool inside = from_z >= 0 && from_y >= 0 && from_x >= 0;
          f(tap, inside ? (from_z * in[1] + from_y) * in[2] + from_x : -1);
        }
      }
    }
  }
};

ConvPackedParams::ConvPackedParams(const char* op, int64_t spatial_dims, const Tensor& weight,
                                   const std::optional<Tensor>& bias,
                                   QuantizedConvArguments arguments)
    : spatial_dims_(spatial_dims), weight_(weight), arguments_(std::move(arguments)) {
  TORCH_CHECK(weight.is_quantized() && weight.dim() == spatial_dims + 2, op,
              ": the weight must be a quantized tensor of ", spatial_dims + 2,
              " dimensions, but is ", c10::dtype_name(weight.scalar_type()), " of shape ",
              weight.sizes());
  TORCH_CHECK(weight.numel() > 0, op, ": the weight is empty: ", weight.sizes());
  QuantizedConvArguments& a = arguments_;
  if (a.output_padding.empty()) a.output_padding.assign(static_cast<size_t>(spatial_dims), 0);
  check_list(op, "stride", a.stride, spatial_dims, 1);
  check_list(op, "padding", a.padding, spatial_dims, 0);
  check_list(op, "output_padding", a.output_padding, spatial_dims, 0);
  check_list(op, "dilation", a.dilation, spatial_dims, 1);
  const int64_t channels = weight.size(0);
  TORCH_CHECK(a.groups >= 1 && channels % a.groups == 0, op, ": ", channels,
              " channels cannot be divided into ", a.groups, " groups");
  in_channels_ = a.transpose ? channels / a.groups : weight.size(1);
  out_channels_ = a.transpose ? weight.size(1) : channels / a.groups;
  bias_ = check_bias(op, bias, out_channels_ * a.groups);
  for (int64_t i = 0; i < 3; ++i) {
    const int64_t d = i - (3 - spatial_dims);
    kernel_[static_cast<size_t>(i)] = d < 0 ? 1 : weight.size(2 + d);
    TORCH_CHECK(kernel_[static_cast<size_t>(i)] <= kLargest, op, ": the weight has shape ",
                weight.sizes());
  }
  pack(WeightValues(op, weight, a.transpose ? 1 : 0));
}

std::optional<Tensor> ConvPackedParams::bias() const {
  return bias_.defined() ? std::optional<Tensor>(bias_) : std::nullopt;
}

void ConvPackedParams::pack(const WeightValues& values) {
  const int64_t groups = arguments_.groups;
  const int64_t taps = kernel_[0] * kernel_[1] * kernel_[2];
  // A transposed convolution's scales are those of a group's channels: each group has the same.
  if (arguments_.transpose) {
    for (int64_t g = 0; g < groups; ++g) {
      scales_.insert(scales_.end(), values.scales.begin(), values.scales.end());
    }
  } else {
    scales_ = values.scales;
  }
  const auto value = [&](int64_t group, int64_t in, int64_t out, int64_t tap) {
    const int64_t row =
        arguments_.transpose ? group * in_channels_ + in : group * out_channels_ + out;
    const int64_t column = arguments_.transpose ? out : in;
    const int64_t columns = arguments_.transpose ? out_channels_ : in_channels_;
    return values.values[static_cast<size_t>((row * columns + column) * taps + tap)];
  };
  if (in_channels_ == 1 && out_channels_ == 1 && groups > 1) {
    for (int64_t tap = 0; tap < taps; ++tap) {
      for (int64_t g = 0; g < groups; ++g) depthwise_.push_back(value(g, 0, 0, tap));
    }
    return;
  }
  for (int64_t g = 0; g < groups; ++g) {
    PackedIntegers& packed = packed_.emplace_back(taps * in_channels_, out_channels_);
    for (int64_t tap = 0; tap < taps; ++tap) {
      for (int64_t in = 0; in < in_channels_; ++in) {
        for (int64_t out = 0; out < out_channels_; ++out) {
          packed.at(tap * in_channels_ + in, out) = value(g, in, out, tap);
        }
      }
    }
  }
}

ConvPackedParams::Plan ConvPackedParams::plan(const char* op, const Tensor& input) const {
  const QuantizedConvArguments& a = arguments_;
  const int64_t channels = in_channels_ * a.groups;
  TORCH_CHECK(input.dim() == spatial_dims_ + 2 && input.size(1) == channels, op,
              ": the input must have ", spatial_dims_ + 2, " dimensions and ", channels,
              " channels, but has shape ", input.sizes());
  Plan plan{input.size(0), {1, 1, 1}, {1, 1, 1}, {input.size(0), out_channels_ * a.groups}, {}};
  for (int64_t i = 0; i < 3; ++i) {
    const auto axis = static_cast<size_t>(i);
    const int64_t d = i - (3 - spatial_dims_);
    const auto s = static_cast<size_t>(d);
    const int64_t kernel = kernel_[axis];
    const int64_t in = d < 0 ? 1 : input.size(2 + d);
    const int64_t stride = d < 0 ? 1 : a.stride[s];
    const int64_t padding = d < 0 ? 0 : a.padding[s];
    const int64_t dilation = d < 0 ? 1 : a.dilation[s];
    TORCH_CHECK(in <= kLargest, op, ": the input has shape ", input.sizes());
    const int64_t reach = dilation * (kernel - 1) + 1;
    const int64_t out =
        a.transpose ? (in - 1) * stride - 2 * padding + reach + (d < 0 ? 0 : a.output_padding[s])
        : in + 2 * padding < reach ? 0
                                   : (in + 2 * padding - reach) / stride + 1;
    TORCH_CHECK(out > 0 && out <= kLargest, op, ": the kernel does not fit the input: size ", in,
                ", padding ", padding, ", kernel ", kernel, ", dilation ", dilation,
                " give an output of size ", out);
    plan.in[axis] = in;
    plan.out[axis] = out;
    if (d >= 0) plan.sizes.push_back(out);
    c10::checked_numel({out, kernel});
    std::vector<int64_t>& source = plan.source[axis];
    source.reserve(static_cast<size_t>(out * kernel));
    for (int64_t o = 0; o < out; ++o) {
      for (int64_t k = 0; k < kernel; ++k) {
        int64_t from =
            a.transpose ? o + padding - k * dilation : o * stride - padding + k * dilation;
        if (a.transpose) from = from >= 0 && from % stride == 0 ? from / stride : -1;
        source.push_back(from >= 0 && from < in ? from : -1);
      }
    }
  }
  c10::checked_numel(plan.sizes);
  return plan;
}

void ConvPackedParams::depthwise_sums(const Plan& plan, const int16_t* input,
                                      const Finish& finish) const {
  const int64_t channels = arguments_.groups;
  const int64_t pixels_in = plan.in[0] * plan.in[1] * plan.in[2];
  const internal::IntegerKernels& kernels = internal::integer_kernels();
  parallel_for(0, plan.batch * plan.pixels(), std::max<int64_t>(1, 4096 / channels),
               [&](int64_t begin, int64_t end) {
                 internal::Scratch<int32_t> sums(channels);
                 for (int64_t row = begin; row < end; ++row) {
                   const int16_t* const image = input + row / plan.pixels() * pixels_in * channels;
                   std::fill_n(sums.data(), channels, 0);
                   plan.for_each_tap(row % plan.pixels(), kernel_, [&](int64_t tap, int64_t at) {
                     if (at < 0) return;
                     kernels.multiply_add(channels, image + at * channels,
                                          depthwise_.data() + tap * channels, sums.data());
                   });
                   finish(row, 0, channels, sums.data());
                 }
               });
}

void ConvPackedParams::sums(const Plan& plan, const int16_t* input, const Finish& finish) const {
  if (!depthwise_.empty()) return depthwise_sums(plan, input, finish);
  constexpr int64_t kRows = 32;
  const int64_t channels = in_channels_ * arguments_.groups;
  const int64_t pixels_in = plan.in[0] * plan.in[1] * plan.in[2];
  const int64_t rows = plan.batch * plan.pixels();
  const int64_t padded = packed_[0].padded_k();
  parallel_for(0, (rows + kRows - 1) / kRows, 1, [&](int64_t begin, int64_t end) {
    internal::Scratch<int16_t> patches(kRows * padded);
    internal::Scratch<int32_t> sums(kRows * out_channels_);
    std::fill_n(patches.data(), kRows * padded, int16_t{0});
    for (int64_t block = begin; block < end; ++block) {
      const int64_t first = block * kRows;
      const int64_t count = std::min(kRows, rows - first);
      for (int64_t g = 0; g < arguments_.groups; ++g) {
        for (int64_t r = 0; r < count; ++r) {
          const int64_t row = first + r;
          const int16_t* const image =
              input + row / plan.pixels() * pixels_in * channels + g * in_channels_;
          int16_t* const patch = patches.data() + r * padded;
          plan.for_each_tap(row % plan.pixels(), kernel_, [&](int64_t tap, int64_t at) {
            int16_t* const to = patch + tap * in_channels_;
            if (at < 0) {
              std::fill_n(to, in_channels_, int16_t{0});
            } else {
              std::copy_n(image + at * channels, in_channels_, to);
            }
          });
        }
        packed_[static_cast<size_t>(g)].multiply(count, patches.data(), padded, sums.data(),
                                                 out_channels_);
        for (int64_t r = 0; r < count; ++r) {
          finish(first + r, g * out_channels_, out_channels_, sums.data() + r * out_channels_);
        }
      }
    }
  });
}

Tensor ConvPackedParams::run(const char* op, const Tensor& input, double scale, int64_t zero_point,
                             bool relu) const {
  const Quantizer& q = check_per_tensor(op, input);
  const Plan geometry = plan(op, input);
  const QuantizerPtr quantizer = per_tensor_quantizer(op, scale, zero_point, input.scalar_type());
  const Tensor image = input.contiguous(channels_last(spatial_dims_));
  internal::Scratch<int16_t> widened(image.numel());
  widen_input(op, image, widened.data());
  Tensor result =
      make_quantized(geometry.sizes, input.scalar_type(), quantizer, channels_last(spatial_dims_));
  const ChannelRequantization how(scales_, bias_, q.scale,
                                  static_cast<const Quantizer&>(*quantizer), input.scalar_type(),
                                  relu);
  auto* const to = static_cast<uint8_t*>(result.mutable_data_ptr());
  const int64_t channels = result.size(1);
  sums(geometry, widened.data(),
       [&](int64_t row, int64_t channel, int64_t count, const int32_t* values) {
         internal::integer_kernels().requantize(count, values, how.from(channel),
                                                to + row * channels + channel);
       });
  return result;
}

Tensor ConvPackedParams::run_dynamic(const char* op, const Tensor& input) const {
  const QuantizationParameters p = choose_parameters(op, input, kQUInt8, false);
  const Tensor image = quantize_tensor(op, input.contiguous(channels_last(spatial_dims_)), kQUInt8,
                                       per_tensor_quantizer(op, p.scale, p.zero_point, kQUInt8));
  const Plan geometry = plan(op, input);
  internal::Scratch<int16_t> widened(image.numel());
  widen_input(op, image, widened.data());
  Tensor result = make_tensor(geometry.sizes, kFloat, channels_last(spatial_dims_));
  auto* const to = result.mutable_data_ptr<float>();
  const float* const bias = bias_.defined() ? bias_.const_data_ptr<float>() : nullptr;
  const auto input_scale = static_cast<float>(p.scale);
  const int64_t channels = result.size(1);
  sums(geometry, widened.data(),
       [&](int64_t row, int64_t channel, int64_t count, const int32_t* values) {
         for (int64_t i = 0; i < count; ++i) {
           const int64_t c = channel + i;
           to[row * channels + c] =
               static_cast<float>(values[i]) *
                   (input_scale * static_cast<float>(scales_[static_cast<size_t>(c)])) +
               (bias == nullptr ? 0.0f : bias[c]);
         }
       });
  return result;
}

ATEN_LITE_CUSTOM_CLASS(quantized_conv2d_params, Conv2dPackedParams::kQualifiedName,
                       load_conv2d_params, save_conv_params)
ATEN_LITE_CUSTOM_CLASS(quantized_conv3d_params, Conv3dPackedParams::kQualifiedName,
                       load_conv3d_params, save_conv_params)

}  // namespace at::native
