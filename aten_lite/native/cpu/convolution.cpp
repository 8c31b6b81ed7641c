// aten::conv1d/2d/3d, conv_transpose1d/2d/3d, convolution and the forms that older models hold
// (_convolution).
#include "ATen/ops/convolution.h"

#include "ATen/ops/_convolution.h"
#include "ATen/ops/_convolution_mode.h"
#include "ATen/ops/constant_pad_nd.h"
#include "ATen/ops/conv1d.h"
#include "ATen/ops/conv2d.h"
#include "ATen/ops/conv3d.h"
#include "ATen/ops/conv_transpose1d.h"
#include "ATen/ops/conv_transpose2d.h"
#include "ATen/ops/conv_transpose3d.h"
#include "ATen/ops/squeeze.h"
#include "ATen/ops/unsqueeze.h"
#include "aten_lite/core/irange.h"
#include "aten_lite/native/internal/convolution.h"
#include "aten_lite/native/internal/dense.h"
#include "aten_lite/native/internal/prepared_layers.h"

namespace at::native {
namespace {

// Runs f(batched input); an input without a batch dimension gets one for the time being.
template <class F>
Tensor with_batch(const Tensor& input, int64_t dims, const char* op, const F& f) {
  const bool batched = input.dim() == dims + 2;
  TORCH_CHECK(batched || input.dim() == dims + 1, "Expected ", dims + 1, "D (unbatched) or ",
              dims + 2, "D (batched) input to ", op, ", but got input of size: ", input.sizes());
  return batched ? f(input) : f(input.unsqueeze(0)).squeeze(0);
}

Tensor forward(const Tensor& input, int64_t dims, const char* op, const Tensor& weight,
               const std::optional<Tensor>& bias, IntArrayRef stride, IntArrayRef padding,
               IntArrayRef dilation, int64_t groups) {
  ConvolutionArguments arguments;
  arguments.stride = stride;
  arguments.padding = padding;
  arguments.dilation = dilation;
  const int64_t zero = 0;
  arguments.output_padding = zero;
  arguments.groups = groups;
  return with_batch(input, dims, op, [&](const Tensor& x) {
    return convolve(x, weight, tensor_or_undefined(bias), arguments);
  });
}

Tensor transposed(const Tensor& input, int64_t dims, const char* op, const Tensor& weight,
                  const std::optional<Tensor>& bias, IntArrayRef stride, IntArrayRef padding,
                  IntArrayRef output_padding, int64_t groups, IntArrayRef dilation) {
  ConvolutionArguments arguments;
  arguments.stride = stride;
  arguments.padding = padding;
  arguments.dilation = dilation;
  arguments.transposed = true;
  arguments.output_padding = output_padding;
  arguments.groups = groups;
  return with_batch(input, dims, op, [&](const Tensor& x) {
    return convolve(x, weight, tensor_or_undefined(bias), arguments);
  });
}

int64_t at_or_only(IntArrayRef values, int64_t index) {
  return values.size() == 1 ? values[0] : values[static_cast<size_t>(index)];
}

// padding="same": as much as keeps the size; an odd total is one more at the end, which only a
// padded copy can give.
Tensor same_convolution(const Tensor& input, const Tensor& weight,
                        const std::optional<Tensor>& bias, IntArrayRef stride, IntArrayRef dilation,
                        int64_t groups) {
  const int64_t dims = weight.dim() - 2;
  TORCH_CHECK(dims > 0, "weight should have at least three dimensions, but has shape ",
              weight.sizes());
  TORCH_CHECK(static_cast<int64_t>(stride.size()) == dims || stride.size() == 1,
              "stride cannot broadcast to ", dims, " dimensions");
  TORCH_CHECK(static_cast<int64_t>(dilation.size()) == dims || dilation.size() == 1,
              "dilation cannot broadcast to ", dims, " dimensions");
  TORCH_CHECK(input.dim() == weight.dim(), "Expected ", weight.dim(), "-dimensional input for ",
              weight.dim(), "-dimensional weight ", weight.sizes(), ", but got ", input.dim(),
              "-dimensional input of size ", input.sizes(), " instead");
  for (const int64_t s : stride) {
    TORCH_CHECK(s == 1, "padding='same' is not supported for strided convolutions");
  }
  DimVector padding;
  DimVector extra(static_cast<size_t>(2 * dims), 0);
  bool symmetric = true;
  for (const auto i : c10::irange(dims)) {
    const int64_t reach = at_or_only(dilation, i);
    TORCH_CHECK(reach > 0 && reach <= (int64_t{1} << 31),
                "dilation should be greater than zero, but got dilation=", dilation);
    const int64_t total = reach * (weight.size(i + 2) - 1);
    padding.push_back(total / 2);
    if (total % 2 != 0) {
      symmetric = false;
      extra[static_cast<size_t>(2 * (dims - 1 - i) + 1)] = 1;
    }
  }
  const Tensor x = symmetric ? input : at::constant_pad_nd(input, extra, 0);
  return forward(x, dims, "convolution", weight, bias, stride, padding, dilation, groups);
}

Tensor convolution_by_mode(const Tensor& input, const Tensor& weight,
                           const std::optional<Tensor>& bias, IntArrayRef stride,
                           c10::string_view padding, IntArrayRef dilation, int64_t groups) {
  if (padding == "same") {
    return same_convolution(input, weight, bias, stride, dilation, groups);
  }
  TORCH_CHECK(padding == "valid", "Invalid padding string: '", padding,
              "'; it must be 'same' or 'valid'");
  const int64_t zero = 0;
  return forward(input, weight.dim() - 2, "convolution", weight, bias, stride, zero, dilation,
                 groups);
}

Tensor with_batch_by_mode(const Tensor& input, int64_t dims, const char* op, const Tensor& weight,
                          const std::optional<Tensor>& bias, IntArrayRef stride,
                          c10::string_view padding, IntArrayRef dilation, int64_t groups) {
  return with_batch(input, dims, op, [&](const Tensor& x) {
    return convolution_by_mode(x, weight, bias, stride, padding, dilation, groups);
  });
}

}  // namespace

Tensor conv1d(const Tensor& input, const Tensor& weight, const std::optional<Tensor>& bias,
              IntArrayRef stride, IntArrayRef padding, IntArrayRef dilation, int64_t groups) {
  return forward(input, 1, "conv1d", weight, bias, stride, padding, dilation, groups);
}

Tensor conv2d(const Tensor& input, const Tensor& weight, const std::optional<Tensor>& bias,
              IntArrayRef stride, IntArrayRef padding, IntArrayRef dilation, int64_t groups) {
  return forward(input, 2, "conv2d", weight, bias, stride, padding, dilation, groups);
}

Tensor conv3d(const Tensor& input, const Tensor& weight, const std::optional<Tensor>& bias,
              IntArrayRef stride, IntArrayRef padding, IntArrayRef dilation, int64_t groups) {
  return forward(input, 3, "conv3d", weight, bias, stride, padding, dilation, groups);
}

Tensor conv1d(const Tensor& input, const Tensor& weight, const std::optional<Tensor>& bias,
              IntArrayRef stride, c10::string_view padding, IntArrayRef dilation, int64_t groups) {
  return with_batch_by_mode(input, 1, "conv1d", weight, bias, stride, padding, dilation, groups);
}

Tensor conv2d(const Tensor& input, const Tensor& weight, const std::optional<Tensor>& bias,
              IntArrayRef stride, c10::string_view padding, IntArrayRef dilation, int64_t groups) {
  return with_batch_by_mode(input, 2, "conv2d", weight, bias, stride, padding, dilation, groups);
}

Tensor conv3d(const Tensor& input, const Tensor& weight, const std::optional<Tensor>& bias,
              IntArrayRef stride, c10::string_view padding, IntArrayRef dilation, int64_t groups) {
  return with_batch_by_mode(input, 3, "conv3d", weight, bias, stride, padding, dilation, groups);
}

Tensor conv_transpose1d(const Tensor& input, const Tensor& weight,
                        const std::optional<Tensor>& bias, IntArrayRef stride, IntArrayRef padding,
                        IntArrayRef output_padding, int64_t groups, IntArrayRef dilation) {
  return transposed(input, 1, "conv_transpose1d", weight, bias, stride, padding, output_padding,
                    groups, dilation);
}

Tensor conv_transpose2d(const Tensor& input, const Tensor& weight,
                        const std::optional<Tensor>& bias, IntArrayRef stride, IntArrayRef padding,
                        IntArrayRef output_padding, int64_t groups, IntArrayRef dilation) {
  return transposed(input, 2, "conv_transpose2d", weight, bias, stride, padding, output_padding,
                    groups, dilation);
}

Tensor conv_transpose3d(const Tensor& input, const Tensor& weight,
                        const std::optional<Tensor>& bias, IntArrayRef stride, IntArrayRef padding,
                        IntArrayRef output_padding, int64_t groups, IntArrayRef dilation) {
  return transposed(input, 3, "conv_transpose3d", weight, bias, stride, padding, output_padding,
                    groups, dilation);
}

Tensor convolution(const Tensor& input, const Tensor& weight, const std::optional<Tensor>& bias,
                   IntArrayRef stride, IntArrayRef padding, IntArrayRef dilation, bool transposed,
                   IntArrayRef output_padding, int64_t groups) {
  ConvolutionArguments arguments;
  arguments.stride = stride;
  arguments.padding = padding;
  arguments.dilation = dilation;
  arguments.transposed = transposed;
  arguments.output_padding = output_padding;
  arguments.groups = groups;
  return convolve(input, weight, tensor_or_undefined(bias), arguments);
}

// The flags choose between backends that PyTorch has and give the same result.
Tensor _convolution(const Tensor& input, const Tensor& weight, const std::optional<Tensor>& bias,
                    IntArrayRef stride, IntArrayRef padding, IntArrayRef dilation, bool transposed,
                    IntArrayRef output_padding, int64_t groups, bool /*benchmark*/,
                    bool /*deterministic*/, bool /*cudnn_enabled*/, bool /*allow_tf32*/) {
  return native::convolution(input, weight, bias, stride, padding, dilation, transposed,
                             output_padding, groups);
}

Tensor _convolution(const Tensor& input, const Tensor& weight, const std::optional<Tensor>& bias,
                    IntArrayRef stride, IntArrayRef padding, IntArrayRef dilation, bool transposed,
                    IntArrayRef output_padding, int64_t groups, bool /*benchmark*/,
                    bool /*deterministic*/, bool /*cudnn_enabled*/) {
  return native::convolution(input, weight, bias, stride, padding, dilation, transposed,
                             output_padding, groups);
}

Tensor _convolution_mode(const Tensor& input, const Tensor& weight,
                         const std::optional<Tensor>& bias, IntArrayRef stride,
                         c10::string_view padding, IntArrayRef dilation, int64_t groups) {
  return convolution_by_mode(input, weight, bias, stride, padding, dilation, groups);
}

ATEN_LITE_PREPARER(conv2d, "aten::conv2d", "", prepare_conv2d)
ATEN_LITE_PREPARER(convolution, "aten::_convolution", "", prepare_convolution)
ATEN_LITE_PREPARER(convolution_deprecated, "aten::_convolution", "deprecated", prepare_convolution)

}  // namespace at::native
