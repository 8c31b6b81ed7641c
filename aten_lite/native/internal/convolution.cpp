// Implements convolution.h: checks, output shape, memory format, dtype; the work is done in conv.h
// and conv_transpose.h.
#include "aten_lite/native/internal/convolution.h"

#include <algorithm>
#include <cmath>

#include "ATen/ops/add.h"
#include "ATen/ops/clamp.h"
#include "ATen/ops/contiguous.h"
#include "ATen/ops/copy.h"
#include "ATen/ops/expand.h"
#include "ATen/ops/reshape.h"
#include "ATen/ops/to.h"
#include "ATen/ops/zero.h"
#include "ATen/ops/zeros.h"
#include "aten_lite/core/dispatch.h"
#include "aten_lite/core/irange.h"
#include "aten_lite/native/internal/conv.h"
#include "aten_lite/native/internal/conv_transpose.h"
#include "aten_lite/native/internal/dense.h"
#include "aten_lite/native/internal/matrix_product.h"

namespace at::native {
namespace {

using internal::ConvEpilogue;
using internal::ConvShape;
using internal::product_of;
using internal::Spatial;

// A parameter given for all dimensions at once or for each.
DimVector expand_parameter(IntArrayRef values, int64_t dims, const char* name) {
  if (static_cast<int64_t>(values.size()) == dims) {
    return DimVector(values.begin(), values.end());
  }
  TORCH_CHECK(values.size() == 1, "expected ", name, " to be a single integer value or a list of ",
              dims, " values to match the convolution dimensions, but got ", name, "=", values);
  return DimVector(static_cast<size_t>(dims), values[0]);
}

bool any_below(const DimVector& values, int64_t least) {
  return std::any_of(values.begin(), values.end(), [=](int64_t v) { return v < least; });
}

struct Parameters {
  DimVector stride;
  DimVector padding;
  DimVector dilation;
  DimVector output_padding;
};

Parameters parameters_of(const ConvolutionArguments& arguments, int64_t dims) {
  Parameters p;
  p.stride = expand_parameter(arguments.stride, dims, "stride");
  p.padding = expand_parameter(arguments.padding, dims, "padding");
  p.dilation = expand_parameter(arguments.dilation, dims, "dilation");
  p.output_padding = expand_parameter(arguments.output_padding, dims, "output_padding");
  TORCH_CHECK(!any_below(p.padding, 0),
              "negative padding is not supported, but got padding=", arguments.padding);
  TORCH_CHECK(!any_below(p.output_padding, 0),
              "negative output_padding is not supported, but got output_padding=",
              arguments.output_padding);
  TORCH_CHECK(!any_below(p.stride, 1),
              "non-positive stride is not supported, but got stride=", arguments.stride);
  TORCH_CHECK(!any_below(p.dilation, 1),
              "dilation should be greater than zero, but got dilation=", arguments.dilation);
  // Keeps the arithmetic on them far from overflow.
  constexpr int64_t kLargest = std::numeric_limits<int32_t>::max();
  for (const DimVector* values : {&p.stride, &p.padding, &p.dilation, &p.output_padding}) {
    TORCH_CHECK(
        std::all_of(values->begin(), values->end(), [](int64_t v) { return v <= kLargest; }),
        "convolution parameters must be below ", kLargest, ", but got ", IntArrayRef(*values));
  }
  return p;
}

void check_dtypes(const Tensor& input, const Tensor& weight, const Tensor& bias) {
  TORCH_CHECK(input.scalar_type() == weight.scalar_type(), "Input type (", input.toString(),
              ") and weight type (", weight.toString(), ") should be the same");
  TORCH_CHECK(!bias.defined() || input.scalar_type() == bias.scalar_type(), "Input type (",
              input.toString(), ") and bias type (", bias.defined() ? bias.toString() : "",
              ") should be the same");
}

void check_channels(const Tensor& input, const Tensor& weight, const Tensor& bias, int64_t groups,
                    bool transposed) {
  const int64_t dim = weight.dim();
  TORCH_CHECK(groups > 0, "expected groups to be greater than 0, but got groups=", groups);
  TORCH_CHECK(dim >= 3, "weight should have at least three dimensions, but has shape ",
              weight.sizes());
  TORCH_CHECK(input.dim() == dim, "Expected ", dim, "-dimensional input for ", dim,
              "-dimensional weight ", weight.sizes(), ", but got ", input.dim(),
              "-dimensional input of size ", input.sizes(), " instead");
  TORCH_CHECK(weight.size(0) >= groups, "Given groups=", groups,
              ", expected weight to be at least ", groups,
              " at dimension 0, but got weight of size ", weight.sizes(), " instead");
  TORCH_CHECK(weight.size(0) % groups == 0, "Given groups=", groups,
              ", expected weight to be divisible by ", groups,
              " at dimension 0, but got weight of size ", weight.sizes(), " instead");
  const int64_t expected = transposed ? weight.size(0) : weight.size(1) * groups;
  TORCH_CHECK(input.size(1) == expected, "Given ",
              transposed ? "transposed=1" : "groups=", transposed ? "" : c10::str(groups),
              ", weight of size ", weight.sizes(), ", expected input", input.sizes(), " to have ",
              expected, " channels, but got ", input.size(1), " channels instead");
  const int64_t outputs = transposed ? weight.size(1) * groups : weight.size(0);
  TORCH_CHECK(!bias.defined() || (bias.dim() == 1 && bias.size(0) == outputs), "Given ",
              transposed ? "transposed=1, " : "", "weight of size ", weight.sizes(),
              ", expected bias to be 1-dimensional with ", outputs,
              " elements, but got bias of size ", bias.defined() ? bias.sizes() : IntArrayRef(),
              " instead");
}

DimVector output_sizes(const Tensor& input, const Tensor& weight, const Parameters& p,
                       bool transposed, int64_t groups) {
  DimVector sizes{input.size(0), transposed ? weight.size(1) * groups : weight.size(0)};
  for (const auto i : c10::irange(p.stride.size())) {
    const auto at = static_cast<int64_t>(i) + 2;
    // Expanded tensors may have any size; the arithmetic below must not overflow.
    constexpr int64_t kLargest = std::numeric_limits<int32_t>::max();
    TORCH_CHECK(input.size(at) <= kLargest && weight.size(at) <= kLargest,
                "convolution: sizes must be below ", kLargest, ", but got input ", input.sizes(),
                " and weight ", weight.sizes());
    const int64_t reach = p.dilation[i] * (weight.size(at) - 1) + 1;
    if (transposed) {
      TORCH_CHECK(p.output_padding[i] < p.stride[i] || p.output_padding[i] < p.dilation[i],
                  "output padding must be smaller than either stride or dilation, but got "
                  "output_padding: ",
                  p.output_padding[i], ", stride: ", p.stride[i], ", dilation: ", p.dilation[i]);
      sizes.push_back((input.size(at) - 1) * p.stride[i] - 2 * p.padding[i] + reach +
                      p.output_padding[i]);
      TORCH_CHECK(sizes.back() > 0, "Given input size per channel: ", input.sizes().slice(2),
                  ". Calculated output size per channel in dimension ", i, ": ", sizes.back(),
                  ". Output size is too small");
    } else {
      const int64_t padded = input.size(at) + 2 * p.padding[i];
      TORCH_CHECK(padded >= reach, "Calculated padded input size per channel in dimension ", i,
                  ": ", padded, ". Kernel size: ", reach, " (kernel ", weight.size(at),
                  ", dilation ", p.dilation[i],
                  "). Kernel size can't be greater than actual input size");
      sizes.push_back((padded - reach) / p.stride[i] + 1);
    }
  }
  return sizes;
}

Spatial spatial(IntArrayRef values, int64_t missing) {
  Spatial result{missing, missing, missing};
  std::copy(values.begin(), values.end(), result.end() - static_cast<int64_t>(values.size()));
  return result;
}

// The forward convolution; a transposed one is it read backwards, from the outputs to the inputs.
ConvShape shape_of(const Tensor& input, const Tensor& weight, IntArrayRef sizes,
                   const Parameters& p, const ConvolutionArguments& arguments) {
  ConvShape shape;
  shape.batch = input.size(0);
  shape.groups = arguments.groups;
  shape.in_channels = input.size(1);
  shape.out_channels = sizes[1];
  shape.input = spatial(input.sizes().slice(2), 1);
  shape.output = spatial(sizes.slice(2), 1);
  if (arguments.transposed) {
    std::swap(shape.in_channels, shape.out_channels);
    std::swap(shape.input, shape.output);
  }
  shape.kernel = spatial(weight.sizes().slice(2), 1);
  shape.stride = spatial(p.stride, 1);
  shape.padding = spatial(p.padding, 0);
  shape.dilation = spatial(p.dilation, 1);
  return shape;
}

// Nothing to sum over: the bias and the addend, or zeros.
Tensor convolve_nothing(const Tensor& input, const Tensor& bias,
                        const ConvolutionArguments& arguments, IntArrayRef sizes,
                        MemoryFormat format) {
  Tensor result = at::zeros(sizes, input.options());
  if (bias.defined()) {
    DimVector column(sizes.size(), 1);
    column[1] = bias.size(0);
    result.copy_(bias.reshape(column).expand(sizes));
  }
  if (arguments.addend.defined()) {
    result.add_(arguments.addend);
  }
  if (std::isfinite(arguments.lower) || std::isfinite(arguments.upper)) {
    result.clamp_(arguments.lower, arguments.upper);
  }
  return result.contiguous(format);
}

MemoryFormat format_of(const Tensor& input, const Tensor& weight) {
  const auto last = [](MemoryFormat format) { return format != MemoryFormat::Contiguous; };
  const MemoryFormat of_input = input.suggest_memory_format();
  return last(of_input) ? of_input : weight.suggest_memory_format();
}

template <class T>
void plain_convolution(const ConvShape& shape, bool transposed, const Tensor& input,
                       const Tensor& weight, Tensor& output) {
  const int64_t patch = shape.patch();
  const int64_t positions = product_of(shape.output);
  const int64_t inputs = shape.group_inputs() * product_of(shape.input);
  const int64_t outputs = shape.group_outputs() * positions;
  const ScalarType dtype = input.scalar_type();
  internal::Scratch<T> patches(patch * positions);
  const internal::BatchView columns{patches.data(), 0, positions, 1};
  for (int64_t part = 0; part < shape.batch * shape.groups; ++part) {
    T* const kernel = weight.data_ptr<T>() + part % shape.groups * shape.group_outputs() * patch;
    if (transposed) {
      internal::batched_product(dtype, {1, patch, positions, shape.group_outputs()},
                                {kernel, 0, 1, patch},
                                {input.data_ptr<T>() + part * outputs, 0, positions, 1}, columns,
                                false, 1, nullptr, "convolution");
      for (int64_t k = 0; k < patch; ++k) {
        internal::scatter_patch_row(shape, patches.data() + k * positions, k,
                                    output.data_ptr<T>() + part * inputs);
      }
    } else {
      for (int64_t k = 0; k < patch; ++k) {
        internal::gather_patch_row(shape, input.data_ptr<T>() + part * inputs, k, 0, positions,
                                   patches.data() + k * positions);
      }
      internal::batched_product(dtype, {1, shape.group_outputs(), positions, patch},
                                {kernel, 0, patch, 1}, columns,
                                {output.data_ptr<T>() + part * outputs, 0, positions, 1}, true, 1,
                                nullptr, "convolution");
    }
  }
}

// double, integers, complex: no tuned kernels.
Tensor convolve_plain(const Tensor& input, const Tensor& weight, const Tensor& bias,
                      const ConvShape& shape, bool transposed, IntArrayRef sizes,
                      MemoryFormat format) {
  Tensor result = new_tensor(sizes, input.scalar_type());
  if (bias.defined()) {
    DimVector column(sizes.size(), 1);
    column[1] = bias.size(0);
    result.copy_(bias.reshape(column).expand(sizes));
  } else {
    result.zero_();
  }
  AT_DISPATCH_ALL_TYPES_AND_COMPLEX(input.scalar_type(), "convolution", [&] {
    plain_convolution<scalar_t>(shape, transposed, input.contiguous(), weight.contiguous(), result);
  });
  return result.contiguous(format);
}

// Packs weights [out, in / groups, ...].
internal::ChannelsLastWeights pack_channels_last(const Tensor& weight, int64_t groups) {
  ConvShape shape;
  shape.groups = groups;
  shape.in_channels = weight.size(1) * groups;
  shape.out_channels = weight.size(0);
  shape.kernel = spatial(weight.sizes().slice(2), 1);
  const Tensor last = weight.contiguous(weight.dim() == 5   ? MemoryFormat::ChannelsLast3d
                                        : weight.dim() == 4 ? MemoryFormat::ChannelsLast
                                                            : MemoryFormat::Contiguous);
  return internal::ChannelsLastWeights(shape, last.data_ptr<float>());
}

Tensor convolve_float(const Tensor& input, const Tensor& weight, const Tensor& bias,
                      const ConvShape& shape, const ConvolutionArguments& arguments,
                      IntArrayRef sizes, MemoryFormat format) {
  ConvEpilogue epilogue;
  const Tensor shift = bias.defined() ? bias.contiguous() : bias;
  epilogue.bias = shift.defined() ? shift.data_ptr<float>() : nullptr;
  epilogue.lower = arguments.lower;
  epilogue.upper = arguments.upper;
  if (arguments.transposed) {
    Tensor result = new_tensor(sizes, kFloat);
    internal::conv_transpose(shape, input.contiguous().data_ptr<float>(),
                             weight.contiguous().data_ptr<float>(), result.data_ptr<float>(),
                             epilogue);
    return result.contiguous(format);
  }
  Tensor result = new_tensor(sizes, kFloat, format);
  float* const to = result.data_ptr<float>();
  if (format == MemoryFormat::Contiguous) {
    internal::conv_channels_first(shape, input.contiguous().data_ptr<float>(),
                                  weight.contiguous().data_ptr<float>(), to, epilogue);
    return result;
  }
  const Tensor addend =
      arguments.addend.defined() ? arguments.addend.contiguous(format) : arguments.addend;
  epilogue.addend = addend.defined() ? addend.data_ptr<float>() : nullptr;
  if (arguments.packed != nullptr && internal::winograd_suits(shape)) {
    internal::conv_winograd(shape, input.contiguous(format).data_ptr<float>(),
                            arguments.packed->winograd(), to, epilogue);
    return result;
  }
  const bool as_it_is = input.is_contiguous() && internal::reads_channels_first(shape);
  const Tensor x = as_it_is ? input : input.contiguous(format);
  const auto run = [&](const internal::ChannelsLastWeights& packed) {
    internal::conv_channels_last(shape, x.data_ptr<float>(), packed, to, epilogue, as_it_is);
  };
  arguments.packed != nullptr ? run(arguments.packed->channels_last())
                              : run(pack_channels_last(weight, arguments.groups));
  return result;
}

}  // namespace

PackedConvWeights::PackedConvWeights(Tensor weight, int64_t groups)
    : weight_(weight.contiguous()), groups_(groups) {}

const internal::ChannelsLastWeights& PackedConvWeights::channels_last() const {
  std::call_once(channels_last_once_, [this] {
    channels_last_ =
        std::make_unique<internal::ChannelsLastWeights>(pack_channels_last(weight_, groups_));
  });
  return *channels_last_;
}

const internal::WinogradWeights& PackedConvWeights::winograd() const {
  std::call_once(winograd_once_, [this] {
    winograd_ = std::make_unique<internal::WinogradWeights>(weight_.size(0), weight_.size(1),
                                                            weight_.data_ptr<float>());
  });
  return *winograd_;
}

Tensor convolve(const Tensor& input, const Tensor& weight, const Tensor& bias,
                const ConvolutionArguments& arguments) {
  check_channels(input, weight, bias, arguments.groups, arguments.transposed);
  const Parameters p = parameters_of(arguments, weight.dim() - 2);
  check_dtypes(input, weight, bias);
  TORCH_CHECK(weight.dim() <= 5,
              "convolution: at most three spatial dimensions are supported, but "
              "the weight has shape ",
              weight.sizes());
  const DimVector sizes = output_sizes(input, weight, p, arguments.transposed, arguments.groups);
  const MemoryFormat format = arguments.format.value_or(format_of(input, weight));
  const ScalarType dtype = input.scalar_type();
  TORCH_CHECK(!arguments.addend.defined() || arguments.addend.sizes() == sizes,
              "convolution: the tensor to add has shape ", arguments.addend.sizes(),
              ", but the results have shape ", IntArrayRef(sizes));
  if (c10::checked_numel(sizes) == 0 || input.numel() == 0 || weight.numel() == 0) {
    return convolve_nothing(input, bias, arguments, sizes, format);
  }
  if (dtype == kHalf || dtype == kBFloat16) {
    return convolve(input.to(kFloat), weight.to(kFloat), bias.defined() ? bias.to(kFloat) : bias,
                    arguments)
        .to(dtype);
  }
  const ConvShape shape = shape_of(input, weight, sizes, p, arguments);
  return dtype == kFloat
             ? convolve_float(input, weight, bias, shape, arguments, sizes, format)
             : convolve_plain(input, weight, bias, shape, arguments.transposed, sizes, format);
}

}  // namespace at::native
