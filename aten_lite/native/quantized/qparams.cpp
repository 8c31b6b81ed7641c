// Implements qparams.h, and the operator that calls it.
#include "aten_lite/native/quantized/qparams.h"

#include <algorithm>
#include <cmath>

#include "ATen/ops/_choose_qparams_per_tensor.h"
#include "ATen/ops/contiguous.h"
#include "ATen/ops/to.h"
#include "aten_lite/native/quantized/qtensor.h"

namespace at::native {

QuantizationParameters choose_parameters(float min, float max, int64_t lower, int64_t upper) {
  // Below this, rounding the reciprocal of a scale would lose too much.
  constexpr float kSmallestScale = 6.1e-5f;
  const auto steps = static_cast<double>(upper - lower);
  // The interval contains 0, so that padding with zeros is exact.
  min = std::min(min, 0.0f);
  max = std::max(max, 0.0f);
  double scale = (static_cast<double>(max) - min) / steps;
  const auto narrow = static_cast<float>(scale);
  if (narrow == 0.0f || std::isinf(1.0f / narrow)) scale = 0.1;
  if (scale < kSmallestScale) {
    const float factor = kSmallestScale / static_cast<float>(scale);
    if (min == 0.0f) {
      max = kSmallestScale * static_cast<float>(steps);
    } else if (max == 0.0f) {
      min = -kSmallestScale * static_cast<float>(steps);
    } else {
      min *= factor;
      max *= factor;
    }
    scale = kSmallestScale;
  }
  // Either end of the interval gives a zero point; the one with the smaller rounding error is it.
  const auto low = static_cast<double>(lower);
  const auto high = static_cast<double>(upper);
  const double from_min = low - min / scale;
  const double from_max = high - max / scale;
  const double min_error = std::abs(low) - std::abs(min / scale);
  const double max_error = std::abs(high) - std::abs(max / scale);
  const double real = min_error < max_error ? from_min : from_max;
  const double rounded = std::nearbyint(std::clamp(real, low, high));
  return {scale, static_cast<int64_t>(rounded)};
}

QuantizationParameters choose_parameters(const char* op, const Tensor& self, ScalarType dtype,
                                         bool reduce_range) {
  QuantizedRange range = quantized_range(op, dtype);
  if (reduce_range) range = {range.lower / 2, range.upper / 2};
  const Tensor values = self.to(kFloat).contiguous();
  const float* const data = values.const_data_ptr<float>();
  float min = 0;
  float max = 0;
  for (int64_t i = 0; i < values.numel(); ++i) {
    TORCH_CHECK(!std::isnan(data[i]), op, ": the tensor to quantize has a NaN, at element ", i);
    min = i == 0 ? data[i] : std::min(min, data[i]);
    max = i == 0 ? data[i] : std::max(max, data[i]);
  }
  TORCH_CHECK(std::isfinite(min) && std::isfinite(max), op,
              ": the tensor to quantize has infinite elements");
  return choose_parameters(min, max, range.lower, range.upper);
}

std::tuple<double, int64_t> _choose_qparams_per_tensor(const Tensor& self, bool reduce_range) {
  const QuantizationParameters p =
      choose_parameters("_choose_qparams_per_tensor", self, kQUInt8, reduce_range);
  return {p.scale, p.zero_point};
}

}  // namespace at::native
