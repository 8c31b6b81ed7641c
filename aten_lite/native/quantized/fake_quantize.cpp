// fake_quantize_*: rounding real numbers to what a quantized tensor could hold, as models in
// training do.
#include "ATen/ops/_fake_quantize_learnable_per_channel_affine.h"
#include "ATen/ops/_fake_quantize_learnable_per_tensor_affine.h"
#include "ATen/ops/_fake_quantize_per_tensor_affine_cachemask_tensor_qparams.h"
#include "ATen/ops/clone.h"
#include "ATen/ops/contiguous.h"
#include "ATen/ops/fake_quantize_per_channel_affine.h"
#include "ATen/ops/fake_quantize_per_channel_affine_cachemask.h"
#include "ATen/ops/fake_quantize_per_tensor_affine.h"
#include "ATen/ops/fake_quantize_per_tensor_affine_cachemask.h"
#include "ATen/ops/item.h"
#include "ATen/ops/ones_like.h"
#include "ATen/ops/to.h"
#include "aten_lite/native/internal/factory.h"
#include "aten_lite/native/quantized/affine.h"

namespace at::native {
namespace {

using Result = std::tuple<Tensor, Tensor>;

struct Range {
  int64_t lower;
  int64_t upper;
};

// Values rounded to steps, and which of them were in range. scale(i) and zero_point(i) are those of
// element i of a contiguous tensor. A zero point need not be an integer.
template <typename Scale, typename ZeroPoint>
Result rounded(const char* op, const Tensor& self, Range range, const Scale& scale,
               const ZeroPoint& zero_point) {
  TORCH_CHECK(self.is_floating_point(), op, ": a tensor of real numbers is wanted, but got ",
              c10::dtype_name(self.scalar_type()));
  TORCH_CHECK(range.lower <= range.upper, op, ": quant_min ", range.lower,
              " is greater than quant_max ", range.upper);
  const Tensor values = self.to(kFloat).contiguous();
  Tensor result = make_tensor_like(values, kFloat);
  Tensor mask = make_tensor_like(values, kBool);
  const float* const from = values.const_data_ptr<float>();
  float* const to = result.mutable_data_ptr<float>();
  bool* const inside = mask.mutable_data_ptr<bool>();
  const auto lower = static_cast<float>(range.lower);
  const auto upper = static_cast<float>(range.upper);
  for (int64_t i = 0; i < values.numel(); ++i) {
    const float step = scale(i);
    const float zero = zero_point(i);
    const float q = std::nearbyint(from[i] * (1.0f / step)) + zero;
    inside[i] = q >= lower && q <= upper;
    const float cut = q > lower ? (q < upper ? q : upper) : lower;
    to[i] = (cut - zero) * step;
  }
  return {result.to(self.scalar_type()), mask};
}

Result per_tensor(const char* op, const Tensor& self, double scale, double zero_point,
                  Range range) {
  TORCH_CHECK(zero_point >= static_cast<double>(range.lower) &&
                  zero_point <= static_cast<double>(range.upper),
              op, ": the zero point is ", zero_point, "; it must be between quant_min ",
              range.lower, " and quant_max ", range.upper);
  const auto step = static_cast<float>(scale);
  const auto zero = static_cast<float>(zero_point);
  return rounded(op, self, range, [=](int64_t) { return step; }, [=](int64_t) { return zero; });
}

Result per_channel(const char* op, const Tensor& self, const Tensor& scale,
                   const Tensor& zero_point, int64_t axis, Range range) {
  TORCH_CHECK(axis >= 0 && axis < self.dim(), op, ": axis ", axis,
              " is out of range for a tensor of shape ", self.sizes());
  const int64_t channels = self.size(axis);
  TORCH_CHECK(scale.dim() == 1 && zero_point.dim() == 1 && scale.numel() == channels &&
                  zero_point.numel() == channels,
              op, ": scale and zero_point must have ", channels, " elements, but have shapes ",
              scale.sizes(), " and ", zero_point.sizes());
  int64_t inner = 1;
  for (int64_t d = axis + 1; d < self.dim(); ++d) inner *= self.size(d);
  const Tensor scales = scale.to(kFloat).contiguous();
  const Tensor zeros = zero_point.to(kFloat).contiguous();
  const float* const steps = scales.const_data_ptr<float>();
  const float* const offsets = zeros.const_data_ptr<float>();
  for (int64_t c = 0; c < channels; ++c) {
    TORCH_CHECK(offsets[c] >= static_cast<float>(range.lower) &&
                    offsets[c] <= static_cast<float>(range.upper),
                op, ": a zero point is ", offsets[c], "; it must be between quant_min ",
                range.lower, " and quant_max ", range.upper);
  }
  const auto channel = [=](int64_t i) { return i / inner % channels; };
  return rounded(
      op, self, range, [=](int64_t i) { return steps[channel(i)]; },
      [=](int64_t i) { return offsets[channel(i)]; });
}

double number(const Tensor& tensor) { return tensor.item().toDouble(); }

}  // namespace

Result fake_quantize_per_tensor_affine_cachemask(const Tensor& self, double scale,
                                                 int64_t zero_point, int64_t quant_min,
                                                 int64_t quant_max) {
  return per_tensor("fake_quantize_per_tensor_affine", self, scale, static_cast<double>(zero_point),
                    {quant_min, quant_max});
}

Tensor fake_quantize_per_tensor_affine(const Tensor& self, double scale, int64_t zero_point,
                                       int64_t quant_min, int64_t quant_max) {
  return std::get<0>(native::fake_quantize_per_tensor_affine_cachemask(self, scale, zero_point,
                                                                       quant_min, quant_max));
}

Tensor fake_quantize_per_tensor_affine(const Tensor& self, const Tensor& scale,
                                       const Tensor& zero_point, int64_t quant_min,
                                       int64_t quant_max) {
  return std::get<0>(per_tensor("fake_quantize_per_tensor_affine", self, number(scale),
                                number(zero_point), {quant_min, quant_max}));
}

Result _fake_quantize_per_tensor_affine_cachemask_tensor_qparams(
    const Tensor& self, const Tensor& scale, const Tensor& zero_point,
    const Tensor& fake_quant_enabled, int64_t quant_min, int64_t quant_max) {
  if (number(fake_quant_enabled) == 0) return {self.clone(), at::ones_like(self, kBool)};
  return per_tensor("_fake_quantize_per_tensor_affine_cachemask_tensor_qparams", self,
                    number(scale), number(zero_point), {quant_min, quant_max});
}

Result fake_quantize_per_channel_affine_cachemask(const Tensor& self, const Tensor& scale,
                                                  const Tensor& zero_point, int64_t axis,
                                                  int64_t quant_min, int64_t quant_max) {
  return per_channel("fake_quantize_per_channel_affine", self, scale, zero_point, axis,
                     {quant_min, quant_max});
}

Tensor fake_quantize_per_channel_affine(const Tensor& self, const Tensor& scale,
                                        const Tensor& zero_point, int64_t axis, int64_t quant_min,
                                        int64_t quant_max) {
  return std::get<0>(native::fake_quantize_per_channel_affine_cachemask(
      self, scale, zero_point, axis, quant_min, quant_max));
}

// A learnt zero point is rounded, and cut to the range.
Tensor _fake_quantize_learnable_per_tensor_affine(const Tensor& self, const Tensor& scale,
                                                  const Tensor& zero_point, int64_t quant_min,
                                                  int64_t quant_max, double) {
  const int64_t zero = round_to_range(static_cast<float>(number(zero_point)), quant_min, quant_max);
  return native::fake_quantize_per_tensor_affine(self, number(scale), zero, quant_min, quant_max);
}

Tensor _fake_quantize_learnable_per_channel_affine(const Tensor& self, const Tensor& scale,
                                                   const Tensor& zero_point, int64_t axis,
                                                   int64_t quant_min, int64_t quant_max, double) {
  Tensor zeros = zero_point.to(kFloat).contiguous().clone();
  float* const values = zeros.mutable_data_ptr<float>();
  for (int64_t i = 0; i < zeros.numel(); ++i) {
    values[i] = static_cast<float>(round_to_range(values[i], quant_min, quant_max));
  }
  return native::fake_quantize_per_channel_affine(self, scale, zeros, axis, quant_min, quant_max);
}

}  // namespace at::native
