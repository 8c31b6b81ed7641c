// batch_norm in evaluation and training form, instance_norm on top of it.
#include "ATen/ops/batch_norm.h"

#include "ATen/ops/_batch_norm_impl_index.h"
#include "ATen/ops/_native_batch_norm_legit.h"
#include "ATen/ops/_native_batch_norm_legit_no_training.h"
#include "ATen/ops/contiguous.h"
#include "ATen/ops/copy.h"
#include "ATen/ops/instance_norm.h"
#include "ATen/ops/mean.h"
#include "ATen/ops/native_batch_norm.h"
#include "ATen/ops/repeat.h"
#include "ATen/ops/reshape.h"
#include "ATen/ops/view.h"
#include "aten_lite/native/internal/dense.h"
#include "aten_lite/native/internal/float_params.h"
#include "aten_lite/parallel/parallel.h"

namespace at::native {
namespace {

struct BatchNormResult {
  Tensor output;
  Tensor mean;
  Tensor inverse_std;
};

// The input as [batch, channels, pixels] (channels first) or [batch, pixels, channels] (last).
struct Layout {
  int64_t batch;
  int64_t channels;
  int64_t pixels;
  bool channels_last;
};

Layout layout_of(const Tensor& input, MemoryFormat format) {
  Layout layout;
  layout.batch = input.size(0);
  layout.channels = input.size(1);
  layout.pixels = input.numel() / std::max<int64_t>(1, layout.batch * layout.channels);
  layout.channels_last = format != MemoryFormat::Contiguous || layout.pixels == 1;
  return layout;
}

// y = x * scale[c] + shift[c].
template <class T, class Acc>
void transform(const Layout& l, const T* input, const Acc* scale, const Acc* shift, T* output) {
  if (l.channels_last) {
    const int64_t grain = std::max<int64_t>(1, at::internal::GRAIN_SIZE / l.channels);
    parallel_for(0, l.batch * l.pixels, grain, [&](int64_t begin, int64_t end) {
      for (int64_t i = begin; i < end; ++i) {
        for (int64_t c = 0; c < l.channels; ++c) {
          const int64_t at = i * l.channels + c;
          output[at] = static_cast<T>(static_cast<Acc>(input[at]) * scale[c] + shift[c]);
        }
      }
    });
    return;
  }
  const int64_t grain = std::max<int64_t>(1, at::internal::GRAIN_SIZE / l.pixels);
  parallel_for(0, l.batch * l.channels, grain, [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i) {
      const Acc factor = scale[i % l.channels];
      const Acc offset = shift[i % l.channels];
      const T* const from = input + i * l.pixels;
      T* const to = output + i * l.pixels;
      for (int64_t p = 0; p < l.pixels; ++p) {
        to[p] = static_cast<T>(static_cast<Acc>(from[p]) * factor + offset);
      }
    }
  });
}

// Runs f(element) over channel c.
template <class T, class F>
void for_channel(const Layout& l, const T* input, int64_t c, const F& f) {
  for (int64_t b = 0; b < l.batch; ++b) {
    const T* const from = input + b * l.channels * l.pixels + (l.channels_last ? c : c * l.pixels);
    const int64_t stride = l.channels_last ? l.channels : 1;
    for (int64_t p = 0; p < l.pixels; ++p) {
      f(static_cast<double>(from[p * stride]));
    }
  }
}

// Mean and biased variance of every channel, summed in double.
template <class T>
void statistics(const Layout& l, const T* input, double* mean, double* variance) {
  const auto count = static_cast<double>(l.batch * l.pixels);
  const int64_t grain =
      std::max<int64_t>(1, at::internal::GRAIN_SIZE / std::max<int64_t>(1, l.batch * l.pixels));
  parallel_for(0, l.channels, grain, [&](int64_t begin, int64_t end) {
    for (int64_t c = begin; c < end; ++c) {
      double sum = 0;
      for_channel(l, input, c, [&](double x) { sum += x; });
      mean[c] = sum / count;
      double squares = 0;
      for_channel(l, input, c, [&](double x) { squares += (x - mean[c]) * (x - mean[c]); });
      variance[c] = squares / count;
    }
  });
}

// running = (1 - momentum) * running + momentum * value, in place.
void update_running(const Tensor& running, const double* values, int64_t channels, double momentum,
                    double factor) {
  AT_DISPATCH_FLOATING_TYPES_AND2(kHalf, kBFloat16, running.scalar_type(), "batch_norm", [&] {
    scalar_t* const to = running.data_ptr<scalar_t>();
    const int64_t stride = running.stride(0);
    for (int64_t c = 0; c < channels; ++c) {
      const auto old = static_cast<double>(to[c * stride]);
      to[c * stride] = static_cast<scalar_t>(momentum * factor * values[c] + (1 - momentum) * old);
    }
  });
}

// Statistics are returned in the parameters' dtype: float32 for reduced inputs with float32
// parameters.
ScalarType statistics_dtype(const Tensor& input, const Tensor& parameter) {
  return parameter.defined() ? parameter.scalar_type() : input.scalar_type();
}

Tensor to_tensor(const double* values, int64_t count, ScalarType dtype) {
  Tensor result = new_tensor({count}, dtype);
  AT_DISPATCH_FLOATING_TYPES_AND2(kHalf, kBFloat16, dtype, "batch_norm", [&] {
    std::transform(values, values + count, result.data_ptr<scalar_t>(),
                   [](double value) { return static_cast<scalar_t>(value); });
  });
  return result;
}

void check_parameter(const Tensor& parameter, const char* name, int64_t channels) {
  TORCH_CHECK(!parameter.defined() || parameter.numel() == channels, name, " should contain ",
              channels, " elements not ", parameter.defined() ? parameter.numel() : 0);
  TORCH_CHECK(!parameter.defined() || parameter.dim() == 1, "batch_norm: ", name,
              " must be a vector, but it has shape ",
              parameter.defined() ? parameter.sizes() : IntArrayRef());
}

BatchNormResult normalize(const Tensor& input, const Tensor& weight, const Tensor& bias,
                          const Tensor& running_mean, const Tensor& running_var, bool training,
                          double momentum, double eps) {
  if (input.dim() < 2 && input.numel() == 0) {
    const Tensor nothing = new_tensor({0}, input.scalar_type());
    return {new_tensor(input.sizes(), input.scalar_type()), nothing, nothing};
  }
  TORCH_CHECK(input.dim() >= 2,
              "batch_norm: expected an input of at least 2 dimensions "
              "[batch, channels, ...], but got shape ",
              input.sizes());
  const int64_t channels = input.size(1);
  TORCH_CHECK(training || running_mean.defined(),
              "running_mean must be defined in evaluation mode");
  TORCH_CHECK(training || running_var.defined(), "running_var must be defined in evaluation mode");
  check_parameter(running_mean, "running_mean", channels);
  check_parameter(running_var, "running_var", channels);
  check_parameter(weight, "weight", channels);
  check_parameter(bias, "bias", channels);

  const MemoryFormat format = input.suggest_memory_format();
  const Tensor x = input.contiguous(format);
  BatchNormResult result;
  result.output = new_tensor(input.sizes(), input.scalar_type(), format);
  const ScalarType dtype = statistics_dtype(input, weight.defined() ? weight : running_mean);
  const Layout layout = layout_of(input, format);
  internal::Scratch<double> mean(channels);
  internal::Scratch<double> inverse(channels);
  if (training) {
    const auto count = static_cast<double>(layout.batch * layout.pixels);
    internal::Scratch<double> variance(channels);
    AT_DISPATCH_FLOATING_TYPES_AND2(kHalf, kBFloat16, input.scalar_type(), "batch_norm", [&] {
      statistics(layout, x.data_ptr<scalar_t>(), mean.data(), variance.data());
    });
    if (running_mean.defined()) {
      update_running(running_mean, mean.data(), channels, momentum, 1.0);
    }
    if (running_var.defined()) {
      update_running(running_var, variance.data(), channels, momentum, count / (count - 1));
    }
    for (int64_t c = 0; c < channels; ++c) {
      inverse[c] = 1.0 / std::sqrt(variance[c] + eps);
    }
    result.mean = to_tensor(mean.data(), channels, dtype);
    result.inverse_std = to_tensor(inverse.data(), channels, dtype);
  } else {
    const auto means = load_parameters<double>(running_mean, channels, 0.0);
    const auto variances = load_parameters<double>(running_var, channels, 1.0);
    for (int64_t c = 0; c < channels; ++c) {
      mean[c] = means[c];
      inverse[c] = 1.0 / std::sqrt(variances[c] + eps);
    }
    result.mean = new_tensor({0}, dtype);
    result.inverse_std = new_tensor({0}, dtype);
  }
  if (input.numel() == 0) {
    return result;
  }
  AT_DISPATCH_FLOATING_TYPES_AND2(kHalf, kBFloat16, input.scalar_type(), "batch_norm", [&] {
    using Acc = arithmetic_t<scalar_t>;
    auto scale = load_parameters<Acc>(weight, channels, Acc(1));
    auto shift = load_parameters<Acc>(bias, channels, Acc(0));
    for (int64_t c = 0; c < channels; ++c) {
      scale[c] *= static_cast<Acc>(inverse[c]);
      shift[c] -= static_cast<Acc>(mean[c]) * scale[c];
    }
    transform(layout, x.data_ptr<scalar_t>(), scale.data(), shift.data(),
              result.output.data_ptr<scalar_t>());
  });
  return result;
}

}  // namespace

Tensor batch_norm(const Tensor& input, const std::optional<Tensor>& weight,
                  const std::optional<Tensor>& bias, const std::optional<Tensor>& running_mean,
                  const std::optional<Tensor>& running_var, bool training, double momentum,
                  double eps, bool /*cudnn_enabled*/) {
  return normalize(input, tensor_or_undefined(weight), tensor_or_undefined(bias),
                   tensor_or_undefined(running_mean), tensor_or_undefined(running_var), training,
                   momentum, eps)
      .output;
}

std::tuple<Tensor, Tensor, Tensor> native_batch_norm(const Tensor& input,
                                                     const std::optional<Tensor>& weight,
                                                     const std::optional<Tensor>& bias,
                                                     const std::optional<Tensor>& running_mean,
                                                     const std::optional<Tensor>& running_var,
                                                     bool training, double momentum, double eps) {
  const BatchNormResult r = normalize(input, tensor_or_undefined(weight), tensor_or_undefined(bias),
                                      tensor_or_undefined(running_mean),
                                      tensor_or_undefined(running_var), training, momentum, eps);
  return {r.output, r.mean, r.inverse_std};
}

std::tuple<Tensor&, Tensor&, Tensor&> native_batch_norm_out(
    const Tensor& input, const std::optional<Tensor>& weight, const std::optional<Tensor>& bias,
    const std::optional<Tensor>& running_mean, const std::optional<Tensor>& running_var,
    bool training, double momentum, double eps, Tensor& out, Tensor& save_mean,
    Tensor& save_invstd) {
  const BatchNormResult r = normalize(input, tensor_or_undefined(weight), tensor_or_undefined(bias),
                                      tensor_or_undefined(running_mean),
                                      tensor_or_undefined(running_var), training, momentum, eps);
  finish_output(out, r.output, "native_batch_norm");
  finish_output(save_mean, r.mean, "native_batch_norm");
  finish_output(save_invstd, r.inverse_std, "native_batch_norm");
  return {out, save_mean, save_invstd};
}

std::tuple<Tensor, Tensor, Tensor> _native_batch_norm_legit(
    const Tensor& input, const std::optional<Tensor>& weight, const std::optional<Tensor>& bias,
    Tensor& running_mean, Tensor& running_var, bool training, double momentum, double eps) {
  return native::native_batch_norm(input, weight, bias, running_mean, running_var, training,
                                   momentum, eps);
}

std::tuple<Tensor&, Tensor&, Tensor&> _native_batch_norm_legit_out(
    const Tensor& input, const std::optional<Tensor>& weight, const std::optional<Tensor>& bias,
    Tensor& running_mean, Tensor& running_var, bool training, double momentum, double eps,
    Tensor& out, Tensor& save_mean, Tensor& save_invstd) {
  return native::native_batch_norm_out(input, weight, bias, running_mean, running_var, training,
                                       momentum, eps, out, save_mean, save_invstd);
}

std::tuple<Tensor, Tensor, Tensor> _native_batch_norm_legit(const Tensor& input,
                                                            const std::optional<Tensor>& weight,
                                                            const std::optional<Tensor>& bias,
                                                            bool training, double momentum,
                                                            double eps) {
  return native::native_batch_norm(input, weight, bias, Tensor(), Tensor(), training, momentum,
                                   eps);
}

std::tuple<Tensor&, Tensor&, Tensor&> _native_batch_norm_legit_out(
    const Tensor& input, const std::optional<Tensor>& weight, const std::optional<Tensor>& bias,
    bool training, double momentum, double eps, Tensor& out, Tensor& save_mean,
    Tensor& save_invstd) {
  return native::native_batch_norm_out(input, weight, bias, Tensor(), Tensor(), training, momentum,
                                       eps, out, save_mean, save_invstd);
}

std::tuple<Tensor, Tensor, Tensor> _native_batch_norm_legit_no_training(
    const Tensor& input, const std::optional<Tensor>& weight, const std::optional<Tensor>& bias,
    const Tensor& running_mean, const Tensor& running_var, double momentum, double eps) {
  return native::native_batch_norm(input, weight, bias, running_mean, running_var, false, momentum,
                                   eps);
}

// The last two results (a reserve for the backward pass, the backend's number) mean nothing here.
std::tuple<Tensor, Tensor, Tensor, Tensor, int64_t> _batch_norm_impl_index(
    const Tensor& input, const std::optional<Tensor>& weight, const std::optional<Tensor>& bias,
    const std::optional<Tensor>& running_mean, const std::optional<Tensor>& running_var,
    bool training, double momentum, double eps, bool /*cudnn_enabled*/) {
  auto [output, mean, inverse] = native::native_batch_norm(input, weight, bias, running_mean,
                                                           running_var, training, momentum, eps);
  return {output, mean, inverse, new_tensor({0}, kByte), 0};
}

// Every image's channels become channels of one image.
Tensor instance_norm(const Tensor& input, const std::optional<Tensor>& weight_opt,
                     const std::optional<Tensor>& bias_opt,
                     const std::optional<Tensor>& running_mean_opt,
                     const std::optional<Tensor>& running_var_opt, bool use_input_stats,
                     double momentum, double eps, bool cudnn_enabled) {
  const Tensor running_mean = tensor_or_undefined(running_mean_opt);
  const Tensor running_var = tensor_or_undefined(running_var_opt);
  TORCH_CHECK(use_input_stats || (running_mean.defined() && running_var.defined()),
              "Expected running_mean and running_var to be defined when use_input_stats is false");
  TORCH_CHECK(input.dim() >= 2,
              "instance_norm: expected an input of at least 2 dimensions "
              "[batch, channels, ...], but got shape ",
              input.sizes());
  const int64_t batch = input.size(0);
  const int64_t channels = input.size(1);
  const auto repeated = [&](const Tensor& t) { return t.defined() ? t.repeat({batch}) : t; };
  const Tensor mean = repeated(running_mean);
  const Tensor variance = repeated(running_var);
  DimVector sizes(input.sizes().begin(), input.sizes().end());
  sizes[0] = 1;
  sizes[1] = batch * channels;
  const Tensor output =
      native::batch_norm(input.contiguous().view(sizes), repeated(tensor_or_undefined(weight_opt)),
                         repeated(tensor_or_undefined(bias_opt)), mean, variance, use_input_stats,
                         momentum, eps, cudnn_enabled);
  // Statistics that were updated per image are averaged over the images.
  const auto write_back = [&](const Tensor& running, const Tensor& updated) {
    if (running.defined() && use_input_stats) {
      Tensor to = running;
      to.copy_(updated.view({batch, channels}).mean(0));
    }
  };
  write_back(running_mean, mean);
  write_back(running_var, variance);
  return output.view(input.sizes());
}

}  // namespace at::native
