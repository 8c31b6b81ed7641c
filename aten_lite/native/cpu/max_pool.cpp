// max_pool1d/2d/3d with and without indices, adaptive_max_pool1d/2d/3d.
#include "ATen/ops/adaptive_max_pool1d.h"
#include "ATen/ops/adaptive_max_pool2d.h"
#include "ATen/ops/adaptive_max_pool3d.h"
#include "ATen/ops/max_pool1d.h"
#include "ATen/ops/max_pool1d_with_indices.h"
#include "ATen/ops/max_pool2d.h"
#include "ATen/ops/max_pool2d_with_indices.h"
#include "ATen/ops/max_pool3d.h"
#include "ATen/ops/max_pool3d_with_indices.h"
#include "aten_lite/core/dispatch.h"
#include "aten_lite/native/internal/dense.h"
#include "aten_lite/native/internal/pooling.h"

namespace at::native {
namespace {

struct MaxPoolResult {
  Tensor values;
  Tensor indices;
};

MaxPoolResult run(const char* op, const Pooling& pooling, bool with_indices) {
  MaxPoolResult result{pooling.result, Tensor()};
  if (with_indices) {
    result.indices = new_tensor(result.values.sizes(), kLong,
                                pooling.geometry.lanes > 1 ? pooling.input.suggest_memory_format()
                                                           : MemoryFormat::Contiguous);
  }
  if (result.values.numel() == 0) {
    return result;
  }
  AT_DISPATCH_ALL_TYPES_AND2(kHalf, kBFloat16, pooling.input.scalar_type(), op, [&] {
    const auto* const from = pooling.input.data_ptr<scalar_t>();
    auto* const to = result.values.data_ptr<scalar_t>();
    with_indices
        ? max_windows<scalar_t>(pooling.geometry, from, to, result.indices.data_ptr<int64_t>())
        : max_windows<scalar_t>(pooling.geometry, from, to);
  });
  return result;
}

MaxPoolResult sliding(const char* op, int64_t dims, const Tensor& self, IntArrayRef kernel,
                      IntArrayRef stride, IntArrayRef padding, IntArrayRef dilation, bool ceil_mode,
                      bool with_indices) {
  const PoolParameters p = pool_parameters(op, dims, kernel, stride, padding, dilation, ceil_mode);
  check_pool_input(op, self, dims);
  return run(
      op,
      prepare_pooling(self, dims, sliding_axes(op, self, p, false), self.suggest_memory_format()),
      with_indices);
}

MaxPoolResult adaptive(const char* op, int64_t dims, const Tensor& self, IntArrayRef output) {
  TORCH_CHECK(static_cast<int64_t>(output.size()) == dims, op,
              ": internal error: output_size.size() must be ", dims, ", but got ", output);
  check_pool_input(op, self, dims);
  TORCH_CHECK_NOT_IMPLEMENTED(isFloatingType(self.scalar_type()), "\"", op,
                              "\" not implemented for '", toString(self.scalar_type()), "'");
  const MemoryFormat format = dims == 3 ? MemoryFormat::Contiguous : self.suggest_memory_format();
  return run(op, prepare_pooling(self, dims, adaptive_axes(op, self, output), format), true);
}

}  // namespace

Tensor max_pool1d(const Tensor& self, IntArrayRef kernel_size, IntArrayRef stride,
                  IntArrayRef padding, IntArrayRef dilation, bool ceil_mode) {
  return sliding("max_pool1d", 1, self, kernel_size, stride, padding, dilation, ceil_mode, false)
      .values;
}

std::tuple<Tensor, Tensor> max_pool1d_with_indices(const Tensor& self, IntArrayRef kernel_size,
                                                   IntArrayRef stride, IntArrayRef padding,
                                                   IntArrayRef dilation, bool ceil_mode) {
  const MaxPoolResult result =
      sliding("max_pool1d", 1, self, kernel_size, stride, padding, dilation, ceil_mode, true);
  return {result.values, result.indices};
}

Tensor max_pool2d(const Tensor& self, IntArrayRef kernel_size, IntArrayRef stride,
                  IntArrayRef padding, IntArrayRef dilation, bool ceil_mode) {
  return sliding("max_pool2d", 2, self, kernel_size, stride, padding, dilation, ceil_mode, false)
      .values;
}

void max_pool2d_with_indices_out(const Tensor& self, IntArrayRef kernel_size, IntArrayRef stride,
                                 IntArrayRef padding, IntArrayRef dilation, bool ceil_mode,
                                 Tensor& out, Tensor& indices) {
  const MaxPoolResult result =
      sliding("max_pool2d", 2, self, kernel_size, stride, padding, dilation, ceil_mode, true);
  finish_output(out, result.values, "max_pool2d");
  finish_output(indices, result.indices, "max_pool2d");
}

Tensor max_pool3d(const Tensor& self, IntArrayRef kernel_size, IntArrayRef stride,
                  IntArrayRef padding, IntArrayRef dilation, bool ceil_mode) {
  return sliding("max_pool3d", 3, self, kernel_size, stride, padding, dilation, ceil_mode, false)
      .values;
}

std::tuple<Tensor, Tensor> max_pool3d_with_indices(const Tensor& self, IntArrayRef kernel_size,
                                                   IntArrayRef stride, IntArrayRef padding,
                                                   IntArrayRef dilation, bool ceil_mode) {
  const MaxPoolResult result =
      sliding("max_pool3d", 3, self, kernel_size, stride, padding, dilation, ceil_mode, true);
  return {result.values, result.indices};
}

std::tuple<Tensor&, Tensor&> max_pool3d_with_indices_out(const Tensor& self,
                                                         IntArrayRef kernel_size,
                                                         IntArrayRef stride, IntArrayRef padding,
                                                         IntArrayRef dilation, bool ceil_mode,
                                                         Tensor& out, Tensor& indices) {
  const MaxPoolResult result =
      sliding("max_pool3d", 3, self, kernel_size, stride, padding, dilation, ceil_mode, true);
  finish_output(out, result.values, "max_pool3d");
  finish_output(indices, result.indices, "max_pool3d");
  return {out, indices};
}

std::tuple<Tensor, Tensor> adaptive_max_pool1d(const Tensor& self, IntArrayRef output_size) {
  const MaxPoolResult result = adaptive("adaptive_max_pool1d", 1, self, output_size);
  return {result.values, result.indices};
}

void adaptive_max_pool2d_out(const Tensor& self, IntArrayRef output_size, Tensor& out,
                             Tensor& indices) {
  const MaxPoolResult result = adaptive("adaptive_max_pool2d", 2, self, output_size);
  finish_output(out, result.values, "adaptive_max_pool2d");
  finish_output(indices, result.indices, "adaptive_max_pool2d");
}

void adaptive_max_pool3d_out(const Tensor& self, IntArrayRef output_size, Tensor& out,
                             Tensor& indices) {
  const MaxPoolResult result = adaptive("adaptive_max_pool3d", 3, self, output_size);
  finish_output(out, result.values, "adaptive_max_pool3d");
  finish_output(indices, result.indices, "adaptive_max_pool3d");
}

}  // namespace at::native
