// layer_norm, group_norm and rms_norm.
#include "ATen/ops/layer_norm.h"

#include "ATen/ops/contiguous.h"
#include "ATen/ops/group_norm.h"
#include "ATen/ops/native_group_norm.h"
#include "ATen/ops/native_layer_norm.h"
#include "ATen/ops/rms_norm.h"
#include "aten_lite/native/internal/dense.h"
#include "aten_lite/native/internal/float_params.h"
#include "aten_lite/native/internal/row_kernel.h"
#include "aten_lite/parallel/parallel.h"

namespace at::native {
namespace {

// Mean and 1 / sqrt(variance + eps) of `count` elements.
template <class T>
internal::RowMoments moments(const T* row, int64_t count) {
  if constexpr (std::is_same_v<T, float>) {
    return internal::row_kernels().moments(row, count);
  } else {
    double sum = 0;
    for (int64_t i = 0; i < count; ++i) {
      sum += static_cast<double>(row[i]);
    }
    const double mean = sum / static_cast<double>(count);
    double squares = 0;
    for (int64_t i = 0; i < count; ++i) {
      const double centered = static_cast<double>(row[i]) - mean;
      squares += centered * centered;
    }
    return {mean, squares / static_cast<double>(count)};
  }
}

template <class T, class Acc>
void normalize_row(const T* row, int64_t count, Acc center, Acc factor, const Acc* scale,
                   const Acc* shift, T* to) {
  if constexpr (std::is_same_v<T, float>) {
    internal::row_kernels().normalize(row, count, center, factor, scale, shift, to);
  } else {
    for (int64_t i = 0; i < count; ++i) {
      to[i] = static_cast<T>((static_cast<Acc>(row[i]) - center) * factor * scale[i] + shift[i]);
    }
  }
}

// The number of elements of the normalised dimensions, which must be the input's last ones.
int64_t check_normalized_shape(const Tensor& input, IntArrayRef normalized_shape,
                               const Tensor& weight, const Tensor& bias) {
  const auto count = static_cast<int64_t>(normalized_shape.size());
  TORCH_CHECK(count >= 1,
              "Expected normalized_shape to be at least 1-dimensional, i.e., containing "
              "at least one element, but got normalized_shape = ",
              normalized_shape);
  TORCH_CHECK(!weight.defined() || weight.sizes() == normalized_shape,
              "Expected weight to be of same shape as normalized_shape, but got weight of shape ",
              weight.defined() ? weight.sizes() : IntArrayRef(),
              " and normalized_shape = ", normalized_shape);
  TORCH_CHECK(!bias.defined() || bias.sizes() == normalized_shape,
              "Expected bias to be of same shape as normalized_shape, but got bias of shape ",
              bias.defined() ? bias.sizes() : IntArrayRef(),
              " and normalized_shape = ", normalized_shape);
  TORCH_CHECK(input.dim() >= count &&
                  input.sizes().slice(static_cast<size_t>(input.dim() - count)) == normalized_shape,
              "Given normalized_shape=", normalized_shape, ", expected input with shape [*, ",
              normalized_shape, "], but got input of size ", input.sizes());
  return c10::checked_numel(normalized_shape);
}

// The dtype of returned statistics: float32 for reduced inputs whose parameters are float32.
ScalarType statistics_dtype(const Tensor& input, const Tensor& weight) {
  return weight.defined() ? weight.scalar_type() : input.scalar_type();
}

std::tuple<Tensor, Tensor, Tensor> layer_norm_with_statistics(const Tensor& input,
                                                              IntArrayRef normalized_shape,
                                                              const Tensor& weight,
                                                              const Tensor& bias, double eps) {
  const int64_t columns = check_normalized_shape(input, normalized_shape, weight, bias);
  const Tensor x = input.contiguous();
  Tensor output = new_tensor(input.sizes(), input.scalar_type());
  DimVector sizes(input.sizes().begin(), input.sizes().end());
  std::fill(sizes.end() - static_cast<int64_t>(normalized_shape.size()), sizes.end(), 1);
  Tensor mean = new_tensor(sizes, statistics_dtype(input, weight));
  Tensor rstd = new_tensor(sizes, statistics_dtype(input, weight));
  const int64_t rows = mean.numel();
  if (input.numel() == 0) {
    return {output, mean, rstd};
  }
  internal::Scratch<double> means(rows);
  internal::Scratch<double> inverses(rows);
  AT_DISPATCH_FLOATING_TYPES_AND2(
      kHalf, kBFloat16, input.scalar_type(), "LayerNormKernelImpl", [&] {
        using Acc = arithmetic_t<scalar_t>;
        const auto scale = load_parameters<Acc>(weight, columns, Acc(1));
        const auto shift = load_parameters<Acc>(bias, columns, Acc(0));
        const int64_t grain = std::max<int64_t>(1, at::internal::GRAIN_SIZE / (4 * columns));
        parallel_for(0, rows, grain, [&](int64_t begin, int64_t end) {
          for (int64_t i = begin; i < end; ++i) {
            const scalar_t* const from = x.data_ptr<scalar_t>() + i * columns;
            scalar_t* const to = output.data_ptr<scalar_t>() + i * columns;
            const internal::RowMoments m = moments(from, columns);
            means[i] = m.mean;
            inverses[i] = 1.0 / std::sqrt(std::max(m.variance, 0.0) + eps);
            normalize_row(from, columns, static_cast<Acc>(m.mean), static_cast<Acc>(inverses[i]),
                          scale.data(), shift.data(), to);
          }
        });
      });
  AT_DISPATCH_FLOATING_TYPES_AND2(kHalf, kBFloat16, mean.scalar_type(), "LayerNormKernelImpl", [&] {
    for (int64_t i = 0; i < rows; ++i) {
      mean.data_ptr<scalar_t>()[i] = static_cast<scalar_t>(means[i]);
      rstd.data_ptr<scalar_t>()[i] = static_cast<scalar_t>(inverses[i]);
    }
  });
  return {output, mean, rstd};
}

// Runs f(channel, offset in the image) for one image's group, channels adjacent (last) or pixels
// adjacent (first).
template <class F>
void for_group(bool last, int64_t channels, int64_t group_channels, int64_t pixels, int64_t group,
               const F& f) {
  for (int64_t c = 0; c < group_channels; ++c) {
    const int64_t channel = group * group_channels + c;
    const int64_t first = last ? channel : channel * pixels;
    const int64_t stride = last ? channels : 1;
    for (int64_t p = 0; p < pixels; ++p) {
      f(channel, first + p * stride);
    }
  }
}

std::tuple<Tensor, Tensor, Tensor> group_norm_with_statistics(const Tensor& input,
                                                              const Tensor& weight,
                                                              const Tensor& bias, int64_t batch,
                                                              int64_t channels, int64_t pixels,
                                                              int64_t groups, double eps) {
  TORCH_CHECK(groups > 0, "Expected num groups to be greater than 0, got ", groups);
  TORCH_CHECK(channels % groups == 0,
              "Expected number of channels in input to be divisible by "
              "num_groups, but got input of shape ",
              input.sizes(), " and num_groups=", groups);
  TORCH_CHECK(
      !weight.defined() || (weight.dim() == 1 && weight.numel() == channels),
      "Expected weight to be a vector of size equal to the number of channels in input, but "
      "got weight of shape ",
      weight.defined() ? weight.sizes() : IntArrayRef(), " and input of shape ", input.sizes());
  TORCH_CHECK(!bias.defined() || (bias.dim() == 1 && bias.numel() == channels),
              "Expected bias to be a vector of size equal to the number of channels in input, but "
              "got bias of shape ",
              bias.defined() ? bias.sizes() : IntArrayRef(), " and input of shape ", input.sizes());
  TORCH_CHECK(input.numel() == c10::checked_numel({batch, channels, pixels}),
              "native_group_norm: the input of shape ", input.sizes(),
              " does not have N * C * HxW = ", batch, " * ", channels, " * ", pixels, " elements");
  const MemoryFormat format = input.suggest_memory_format();
  const bool last = format != MemoryFormat::Contiguous;
  const Tensor x = input.contiguous(format);
  Tensor output = new_tensor(input.sizes(), input.scalar_type(), format);
  Tensor mean = new_tensor({batch, groups}, statistics_dtype(input, weight));
  Tensor rstd = new_tensor({batch, groups}, statistics_dtype(input, weight));
  const int64_t group_channels = channels / groups;
  const int64_t count = group_channels * pixels;
  internal::Scratch<double> means(batch * groups);
  internal::Scratch<double> inverses(batch * groups);
  AT_DISPATCH_FLOATING_TYPES_AND2(
      kHalf, kBFloat16, input.scalar_type(), "GroupNormKernelImpl", [&] {
        using Acc = arithmetic_t<scalar_t>;
        const auto scale = load_parameters<Acc>(weight, channels, Acc(1));
        const auto shift = load_parameters<Acc>(bias, channels, Acc(0));
        const int64_t grain =
            std::max<int64_t>(1, at::internal::GRAIN_SIZE / (4 * std::max<int64_t>(1, count)));
        parallel_for(0, batch * groups, grain, [&](int64_t begin, int64_t end) {
          for (int64_t i = begin; i < end; ++i) {
            const int64_t group = i % groups;
            const scalar_t* const from = x.data_ptr<scalar_t>() + i / groups * channels * pixels;
            scalar_t* const to = output.data_ptr<scalar_t>() + i / groups * channels * pixels;
            internal::RowMoments m{};
            if (!last) {
              m = moments(from + group * count, count);
            } else {
              double sum = 0;
              for_group(last, channels, group_channels, pixels, group,
                        [&](int64_t, int64_t at) { sum += static_cast<double>(from[at]); });
              m.mean = sum / static_cast<double>(count);
              double squares = 0;
              for_group(last, channels, group_channels, pixels, group, [&](int64_t, int64_t at) {
                const double centered = static_cast<double>(from[at]) - m.mean;
                squares += centered * centered;
              });
              m.variance = squares / static_cast<double>(count);
            }
            means[i] = m.mean;
            inverses[i] = 1.0 / std::sqrt(std::max(m.variance, 0.0) + eps);
            const auto factor = static_cast<Acc>(inverses[i]);
            const auto center = static_cast<Acc>(m.mean);
            for_group(last, channels, group_channels, pixels, group,
                      [&](int64_t channel, int64_t at) {
                        const Acc gain = factor * scale[channel];
                        to[at] = static_cast<scalar_t>(static_cast<Acc>(from[at]) * gain +
                                                       (shift[channel] - center * gain));
                      });
          }
        });
      });
  AT_DISPATCH_FLOATING_TYPES_AND2(kHalf, kBFloat16, mean.scalar_type(), "GroupNormKernelImpl", [&] {
    for (int64_t i = 0; i < batch * groups; ++i) {
      mean.data_ptr<scalar_t>()[i] = static_cast<scalar_t>(means[i]);
      rstd.data_ptr<scalar_t>()[i] = static_cast<scalar_t>(inverses[i]);
    }
  });
  return {output, mean, rstd};
}

}  // namespace

Tensor layer_norm(const Tensor& input, IntArrayRef normalized_shape,
                  const std::optional<Tensor>& weight, const std::optional<Tensor>& bias,
                  double eps, bool /*cudnn_enable*/) {
  return std::get<0>(layer_norm_with_statistics(
      input, normalized_shape, tensor_or_undefined(weight), tensor_or_undefined(bias), eps));
}

std::tuple<Tensor, Tensor, Tensor> native_layer_norm(const Tensor& input,
                                                     IntArrayRef normalized_shape,
                                                     const std::optional<Tensor>& weight,
                                                     const std::optional<Tensor>& bias,
                                                     double eps) {
  return layer_norm_with_statistics(input, normalized_shape, tensor_or_undefined(weight),
                                    tensor_or_undefined(bias), eps);
}

Tensor group_norm(const Tensor& input, int64_t num_groups, const std::optional<Tensor>& weight,
                  const std::optional<Tensor>& bias, double eps, bool /*cudnn_enabled*/) {
  TORCH_CHECK(input.dim() >= 2, "Expected at least 2 dimensions for input tensor but received ",
              input.dim());
  const int64_t batch = input.size(0);
  const int64_t channels = input.size(1);
  const int64_t pixels = input.numel() / std::max<int64_t>(1, batch * channels);
  return std::get<0>(group_norm_with_statistics(input, tensor_or_undefined(weight),
                                                tensor_or_undefined(bias), batch, channels, pixels,
                                                num_groups, eps));
}

std::tuple<Tensor, Tensor, Tensor> native_group_norm(const Tensor& input,
                                                     const std::optional<Tensor>& weight,
                                                     const std::optional<Tensor>& bias, int64_t N,
                                                     int64_t C, int64_t HxW, int64_t group,
                                                     double eps) {
  TORCH_CHECK(N >= 0 && C >= 0 && HxW >= 0 && input.dim() >= 2 && input.size(1) == C,
              "native_group_norm: sizes N=", N, ", C=", C, ", HxW=", HxW,
              " do not describe the input of shape ", input.sizes());
  return group_norm_with_statistics(input, tensor_or_undefined(weight), tensor_or_undefined(bias),
                                    N, C, HxW, group, eps);
}

Tensor rms_norm(const Tensor& input, IntArrayRef normalized_shape,
                const std::optional<Tensor>& weight_opt, std::optional<double> eps) {
  const Tensor weight = tensor_or_undefined(weight_opt);
  const int64_t columns = check_normalized_shape(input, normalized_shape, weight, Tensor());
  const Tensor x = input.contiguous();
  Tensor output = new_tensor(input.sizes(), input.scalar_type());
  if (input.numel() == 0) {
    return output;
  }
  AT_DISPATCH_FLOATING_TYPES_AND2(kHalf, kBFloat16, input.scalar_type(), "rms_norm", [&] {
    using Acc = arithmetic_t<scalar_t>;
    const auto scale = load_parameters<Acc>(weight, columns, Acc(1));
    const double epsilon = eps.value_or(static_cast<double>(std::numeric_limits<Acc>::epsilon()));
    const int64_t grain = std::max<int64_t>(1, at::internal::GRAIN_SIZE / (4 * columns));
    parallel_for(0, input.numel() / columns, grain, [&](int64_t begin, int64_t end) {
      for (int64_t i = begin; i < end; ++i) {
        const scalar_t* const from = x.data_ptr<scalar_t>() + i * columns;
        scalar_t* const to = output.data_ptr<scalar_t>() + i * columns;
        double squares = 0;
        for (int64_t j = 0; j < columns; ++j) {
          squares += static_cast<double>(from[j]) * static_cast<double>(from[j]);
        }
        const auto factor =
            static_cast<Acc>(1.0 / std::sqrt(squares / static_cast<double>(columns) + epsilon));
        for (int64_t j = 0; j < columns; ++j) {
          to[j] = static_cast<scalar_t>(static_cast<Acc>(from[j]) * factor * scale[j]);
        }
      }
    });
  });
  return output;
}

}  // namespace at::native
