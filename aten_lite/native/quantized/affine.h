// The one rounding rule of quantized tensors.
//
// An integer q of a tensor with scale s and zero point z stands for the real number (q - z) * s.
//
//   quantize      q = clamp(nearbyint(z + x * (1 / s)))
//   requantize    q = clamp(z + nearbyint(float(sum) * m)),  m = s_input * s_weight * (1 / s)
//   dequantize    x = float(q - z) * s
//
// All in float32, with reciprocals and the multiplier m rounded to float32 once per tensor (or
// channel). nearbyint rounds halves to even, as fbgemm and qnnpack do; which integer that is
// depends on the zero point when a number is quantized (PyTorch adds it before), and does not when
// a sum is requantized (qnnpack adds it after). NaN becomes the lowest value.
//
// Biases of integer sums are integers themselves, quantized with the zero point 0 and the scale
// s_input * s_weight, as in qnnpack. That product alone is one of float64 numbers.
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>

namespace at::native {

// `Q` is qint8, quint8 or qint32; the bounds are inclusive.
template <typename Q>
constexpr int64_t kQuantizedMin = std::numeric_limits<typename Q::underlying>::min();
template <typename Q>
constexpr int64_t kQuantizedMax = std::numeric_limits<typename Q::underlying>::max();

// Rounds to an integer that is at least `lower` and at most `upper`.
inline int64_t round_to_range(float value, int64_t lower, int64_t upper) {
  const double rounded = std::nearbyint(value);
  if (!(rounded > static_cast<double>(lower))) return lower;
  if (rounded >= static_cast<double>(upper)) return upper;
  return static_cast<int64_t>(rounded);
}

template <typename Q>
Q quantize_value(float value, float inverse_scale, int64_t zero_point) {
  const float shifted = static_cast<float>(zero_point) + value * inverse_scale;
  return Q{static_cast<typename Q::underlying>(
      round_to_range(shifted, kQuantizedMin<Q>, kQuantizedMax<Q>))};
}

template <typename Q>
float dequantize_value(Q q, float scale, int64_t zero_point) {
  return static_cast<float>(static_cast<int64_t>(q.val_) - zero_point) * scale;
}

}  // namespace at::native
