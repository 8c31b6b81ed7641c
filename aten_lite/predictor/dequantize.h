// The real numbers that a quantized tensor stands for.
#pragma once

#include "aten_lite/core/tensor_base.h"

namespace aten_lite::predictor {

// A contiguous float32 tensor.
at::TensorBase dequantized(const at::TensorBase& tensor);

}  // namespace aten_lite::predictor
