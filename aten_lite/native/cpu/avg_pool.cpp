// avg_pool1d/2d/3d and adaptive_avg_pool1d/2d/3d.
#include "ATen/ops/_adaptive_avg_pool2d.h"
#include "ATen/ops/_adaptive_avg_pool3d.h"
#include "ATen/ops/adaptive_avg_pool1d.h"
#include "ATen/ops/adaptive_avg_pool2d.h"
#include "ATen/ops/adaptive_avg_pool3d.h"
#include "ATen/ops/avg_pool1d.h"
#include "ATen/ops/avg_pool2d.h"
#include "ATen/ops/avg_pool3d.h"
#include "aten_lite/core/dispatch.h"
#include "aten_lite/native/internal/dense.h"
#include "aten_lite/native/internal/pooling.h"

namespace at::native {
namespace {

Tensor run(const char* op, const Pooling& pooling, int64_t divisor) {
  if (pooling.result.numel() == 0) {
    return pooling.result;
  }
  const auto average = [&](auto zero, auto sum) {
    using T = decltype(zero);
    average_windows<T, decltype(sum)>(pooling.geometry, pooling.input.data_ptr<T>(),
                                      pooling.result.data_ptr<T>(), divisor);
  };
  switch (pooling.input.scalar_type()) {
    case kFloat:
      average(float{}, float{});
      break;
    case kDouble:
      average(double{}, double{});
      break;
    case kHalf:
      average(c10::Half(), float{});
      break;
    case kBFloat16:
      average(c10::BFloat16(), float{});
      break;
    case kLong:
      average(int64_t{}, uint64_t{});
      break;
    default:
      TORCH_CHECK_NOT_IMPLEMENTED(false, "\"", op, "\" not implemented for '",
                                  toString(pooling.input.scalar_type()), "'");
  }
  return pooling.result;
}

Tensor sliding(const char* op, int64_t dims, const Tensor& self, IntArrayRef kernel,
               IntArrayRef stride, IntArrayRef padding, bool ceil_mode, bool count_include_pad,
               std::optional<int64_t> divisor_override) {
  const int64_t one = 1;
  const PoolParameters p = pool_parameters(op, dims, kernel, stride, padding, one, ceil_mode);
  TORCH_CHECK(!divisor_override.has_value() || *divisor_override != 0, "divisor must be not zero");
  check_pool_input(op, self, dims);
  const MemoryFormat format = dims == 3 ? MemoryFormat::Contiguous : self.suggest_memory_format();
  return run(op, prepare_pooling(self, dims, sliding_axes(op, self, p, count_include_pad), format),
             divisor_override.value_or(0));
}

Tensor adaptive(const char* op, int64_t dims, const Tensor& self, IntArrayRef output) {
  TORCH_CHECK(static_cast<int64_t>(output.size()) == dims, op, ": output_size must have ", dims,
              " values, but got ", output);
  const int64_t dim = self.dim();
  TORCH_CHECK(dim == dims + 1 || dim == dims + 2, op, "(): Expected ", dims + 1, "D or ", dims + 2,
              "D tensor, but got ", self.sizes());
  for (int64_t i = 1; i <= dims; ++i) {
    TORCH_CHECK(self.size(-i) < (int64_t{1} << 31), op,
                "(): the input is too large: ", self.sizes());
    TORCH_CHECK(self.size(-i) > 0, op,
                "(): Expected input to have non-zero size for non-batch dimensions, but input has "
                "sizes ",
                self.sizes(), " with dimension ", dim - i, " being empty");
  }
  // In three dimensions only the global average keeps channels last.
  const bool global = std::all_of(output.begin(), output.end(), [](int64_t n) { return n == 1; });
  const MemoryFormat format =
      dims == 3 && !global ? MemoryFormat::Contiguous : self.suggest_memory_format();
  return run(op, prepare_pooling(self, dims, adaptive_axes(op, self, output), format), 0);
}

}  // namespace

Tensor avg_pool1d(const Tensor& self, IntArrayRef kernel_size, IntArrayRef stride,
                  IntArrayRef padding, bool ceil_mode, bool count_include_pad) {
  return sliding("avg_pool1d", 1, self, kernel_size, stride, padding, ceil_mode, count_include_pad,
                 std::nullopt);
}

void avg_pool2d_out(const Tensor& self, IntArrayRef kernel_size, IntArrayRef stride,
                    IntArrayRef padding, bool ceil_mode, bool count_include_pad,
                    std::optional<int64_t> divisor_override, Tensor& out) {
  finish_output(out,
                sliding("avg_pool2d", 2, self, kernel_size, stride, padding, ceil_mode,
                        count_include_pad, divisor_override),
                "avg_pool2d");
}

void avg_pool3d_out(const Tensor& self, IntArrayRef kernel_size, IntArrayRef stride,
                    IntArrayRef padding, bool ceil_mode, bool count_include_pad,
                    std::optional<int64_t> divisor_override, Tensor& out) {
  finish_output(out,
                sliding("avg_pool3d", 3, self, kernel_size, stride, padding, ceil_mode,
                        count_include_pad, divisor_override),
                "avg_pool3d");
}

Tensor adaptive_avg_pool1d(const Tensor& self, IntArrayRef output_size) {
  return adaptive("adaptive_avg_pool1d", 1, self, output_size);
}

Tensor adaptive_avg_pool2d(const Tensor& self, IntArrayRef output_size) {
  return adaptive("adaptive_avg_pool2d", 2, self, output_size);
}

Tensor& adaptive_avg_pool2d_out(const Tensor& self, IntArrayRef output_size, Tensor& out) {
  finish_output(out, adaptive("adaptive_avg_pool2d", 2, self, output_size), "adaptive_avg_pool2d");
  return out;
}

Tensor _adaptive_avg_pool2d(const Tensor& self, IntArrayRef output_size) {
  return adaptive("adaptive_avg_pool2d", 2, self, output_size);
}

Tensor adaptive_avg_pool3d(const Tensor& self, IntArrayRef output_size) {
  return adaptive("adaptive_avg_pool3d", 3, self, output_size);
}

Tensor& adaptive_avg_pool3d_out(const Tensor& self, IntArrayRef output_size, Tensor& out) {
  finish_output(out, adaptive("adaptive_avg_pool3d", 3, self, output_size), "adaptive_avg_pool3d");
  return out;
}

Tensor _adaptive_avg_pool3d(const Tensor& self, IntArrayRef output_size) {
  return adaptive("adaptive_avg_pool3d", 3, self, output_size);
}

}  // namespace at::native
