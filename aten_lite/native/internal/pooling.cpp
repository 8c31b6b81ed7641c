// Implements pooling.h: checks, output sizes and windows.
#include "aten_lite/native/internal/pooling.h"

#include "ATen/ops/contiguous.h"
#include "aten_lite/core/irange.h"
#include "aten_lite/native/internal/dense.h"

namespace at::native {
namespace {

DimVector expand_values(const char* op, const char* name, IntArrayRef values, int64_t dims) {
  TORCH_CHECK(values.size() == 1 || static_cast<int64_t>(values.size()) == dims, op, ": ", name,
              " must either be a single int, or a tuple of ", dims, " ints, but got ", values);
  return values.size() == 1 ? DimVector(static_cast<size_t>(dims), values[0])
                            : DimVector(values.begin(), values.end());
}

int64_t sliding_outputs(int64_t input, int64_t reach, int64_t stride, int64_t padding,
                        bool ceil_mode) {
  const int64_t room = input + 2 * padding - reach + (ceil_mode ? stride - 1 : 0);
  // Rounds down, for negative room too.
  int64_t outputs = room / stride - (room % stride < 0 ? 1 : 0) + 1;
  // A window must not begin in the padding at the end.
  if (ceil_mode && (outputs - 1) * stride >= input + padding) {
    --outputs;
  }
  return outputs;
}

PoolAxis identity_axis() {
  PoolAxis axis;
  axis.windows.push_back({0, 1, 1});
  return axis;
}

}  // namespace

PoolParameters pool_parameters(const char* op, int64_t dims, IntArrayRef kernel, IntArrayRef stride,
                               IntArrayRef padding, IntArrayRef dilation, bool ceil_mode) {
  PoolParameters p;
  p.kernel = expand_values(op, "kernel_size", kernel, dims);
  p.stride = stride.empty() ? p.kernel : expand_values(op, "stride", stride, dims);
  p.padding = expand_values(op, "padding", padding, dims);
  p.dilation = expand_values(op, "dilation", dilation, dims);
  p.ceil_mode = ceil_mode;
  constexpr int64_t kLargest = std::numeric_limits<int32_t>::max();
  for (const auto i : c10::irange(p.kernel.size())) {
    TORCH_CHECK(p.kernel[i] > 0 && p.kernel[i] < kLargest, op,
                ": kernel size should be greater than zero, but got ", kernel);
    TORCH_CHECK(p.stride[i] > 0 && p.stride[i] < kLargest, op,
                ": stride should be greater than zero, but got ", stride);
    TORCH_CHECK(p.dilation[i] > 0 && p.dilation[i] < kLargest, op,
                ": dilation should be greater than zero, but got ", dilation);
    TORCH_CHECK(p.padding[i] >= 0, op, ": pad must be non-negative, but got pad: ", padding);
    TORCH_CHECK(p.padding[i] <= ((p.kernel[i] - 1) * p.dilation[i] + 1) / 2, op,
                ": pad should be at most half of effective kernel size, but got pad=", p.padding[i],
                ", kernel_size=", p.kernel[i], " and dilation=", p.dilation[i]);
  }
  return p;
}

void check_pool_input(const char* op, const Tensor& input, int64_t dims) {
  const int64_t dim = input.dim();
  bool fits = dim == dims + 1 || dim == dims + 2;
  // The batch may be empty, nothing else.
  for (int64_t i = dim == dims + 2 ? 1 : 0; fits && i < dim; ++i) {
    fits = input.size(i) > 0 && input.size(i) < (int64_t{1} << 31);
  }
  TORCH_CHECK(
      fits, op, ": Expected ", dims + 1, "D or ", dims + 2,
      "D (batch mode) tensor with optional 0 dim batch size for input, but got: ", input.sizes());
}

std::array<PoolAxis, 3> sliding_axes(const char* op, const Tensor& input, const PoolParameters& p,
                                     bool include_padding) {
  std::array<PoolAxis, 3> axes{identity_axis(), identity_axis(), identity_axis()};
  const auto dims = static_cast<int64_t>(p.kernel.size());
  for (const auto i : c10::irange(dims)) {
    const auto at = static_cast<size_t>(i);
    PoolAxis& axis = axes[static_cast<size_t>(3 - dims + i)];
    axis.windows.clear();
    axis.input = input.size(i - dims);
    axis.step = p.dilation[at];
    const int64_t reach = p.dilation[at] * (p.kernel[at] - 1) + 1;
    const int64_t outputs =
        sliding_outputs(axis.input, reach, p.stride[at], p.padding[at], p.ceil_mode);
    TORCH_CHECK(outputs > 0, op, ": Given input size: ", input.sizes(),
                ". Calculated output size in dimension ", i, ": ", outputs,
                ". Output size is too small");
    for (const auto o : c10::irange(outputs)) {
      PoolWindow window;
      const int64_t first = o * p.stride[at] - p.padding[at];
      const int64_t padded = std::min(first + reach, axis.input + p.padding[at]);
      window.first = first;
      if (first < 0) {
        window.first += (-first + axis.step - 1) / axis.step * axis.step;
      }
      window.last = std::min(first + reach, axis.input);
      window.count = include_padding ? padded - first : window.last - window.first;
      axis.windows.push_back(window);
    }
  }
  return axes;
}

std::array<PoolAxis, 3> adaptive_axes(const char* op, const Tensor& input, IntArrayRef output) {
  std::array<PoolAxis, 3> axes{identity_axis(), identity_axis(), identity_axis()};
  const auto dims = static_cast<int64_t>(output.size());
  for (const auto i : c10::irange(dims)) {
    const int64_t outputs = output[static_cast<size_t>(i)];
    TORCH_CHECK(outputs >= 0 && outputs < (int64_t{1} << 31), op,
                ": elements of output_size must be greater than or equal to 0 "
                "but received ",
                output);
    PoolAxis& axis = axes[static_cast<size_t>(3 - dims + i)];
    axis.windows.clear();
    axis.input = input.size(i - dims);
    for (const auto o : c10::irange(outputs)) {
      PoolWindow window;
      window.first = o / outputs * axis.input + o % outputs * axis.input / outputs;
      window.last = 1 + ((o + 1) * axis.input - 1) / outputs;
      window.count = window.last - window.first;
      axis.windows.push_back(window);
    }
  }
  return axes;
}

Pooling prepare_pooling(const Tensor& input, int64_t dims, std::array<PoolAxis, 3> axes,
                        MemoryFormat format) {
  Pooling pooling;
  const bool last = format != MemoryFormat::Contiguous;
  pooling.input = input.contiguous(format);
  const bool batched = input.dim() == dims + 2;
  const int64_t batch = batched ? input.size(0) : 1;
  const int64_t channels = input.size(batched ? 1 : 0);
  DimVector sizes(input.sizes().begin(), input.sizes().end());
  for (int64_t i = 0; i < dims; ++i) {
    sizes[sizes.size() - static_cast<size_t>(dims - i)] =
        axes[static_cast<size_t>(3 - dims + i)].output();
  }
  pooling.result = new_tensor(sizes, input.scalar_type(), format);
  pooling.geometry.outer = last ? batch : batch * channels;
  pooling.geometry.lanes = last ? channels : 1;
  pooling.geometry.axes = std::move(axes);
  return pooling;
}

}  // namespace at::native
