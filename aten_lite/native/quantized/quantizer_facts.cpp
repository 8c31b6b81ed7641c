// What a quantized tensor says about itself: q_scale, q_zero_point, qscheme, int_repr and others.
#include "ATen/ops/clone.h"
#include "ATen/ops/int_repr.h"
#include "ATen/ops/q_per_channel_axis.h"
#include "ATen/ops/q_per_channel_scales.h"
#include "ATen/ops/q_per_channel_zero_points.h"
#include "ATen/ops/q_scale.h"
#include "ATen/ops/q_zero_point.h"
#include "ATen/ops/qscheme.h"
#include "aten_lite/native/quantized/qtensor.h"

namespace at::native {
namespace {

const Quantizer& per_channel(const char* op, const Tensor& self) {
  const Quantizer& quantizer = quantizer_of(self);
  TORCH_CHECK(quantizer.is_per_channel(), op,
              ": the tensor has one scale, not one per channel; use q_scale and q_zero_point");
  return quantizer;
}

}  // namespace

double q_scale(const Tensor& self) { return check_per_tensor("q_scale", self).scale; }

int64_t q_zero_point(const Tensor& self) {
  return check_per_tensor("q_zero_point", self).zero_point;
}

Tensor q_per_channel_scales(const Tensor& self) {
  return Tensor(per_channel("q_per_channel_scales", self).scales.getIntrusivePtr());
}

Tensor q_per_channel_zero_points(const Tensor& self) {
  return Tensor(per_channel("q_per_channel_zero_points", self).zero_points.getIntrusivePtr());
}

int64_t q_per_channel_axis(const Tensor& self) {
  return per_channel("q_per_channel_axis", self).axis;
}

c10::QScheme qscheme(const Tensor& self) { return quantizer_of(self).scheme; }

Tensor int_repr(const Tensor& self) {
  quantizer_of(self);
  return integers_of(self).clone();
}

}  // namespace at::native
