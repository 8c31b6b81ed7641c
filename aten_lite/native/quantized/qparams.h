// Choosing a scale and a zero point for real numbers that are about to be quantized.
#pragma once

#include "ATen/core/TensorBody.h"

namespace at::native {

struct QuantizationParameters {
  double scale;
  int64_t zero_point;
};

// The integers lower..upper shall stand for [min, max] and for 0 exactly. Scales below 6.1e-5 are
// raised to that.
QuantizationParameters choose_parameters(float min, float max, int64_t lower, int64_t upper);

// For quint8 (or qint8) values of a float32 tensor; reduce_range leaves one bit unused. NaN is an
// error, an empty tensor counts as one of zeros.
QuantizationParameters choose_parameters(const char* op, const Tensor& self, ScalarType dtype,
                                         bool reduce_range);

}  // namespace at::native
