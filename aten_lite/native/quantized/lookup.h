// Functions of one quantized tensor, element by element. With 8 bits an element has 256 values: the
// function is computed for each of them, in float32, and looked up.
#pragma once

#include "aten_lite/native/quantized/qtensor.h"

namespace at::native {

// quantize(f(dequantize(self))) in the given quantizer (by default, that of self); sizes and
// strides of self. `f` gets a float32 tensor of any shape and works element by element.
Tensor elementwise(const char* op, const Tensor& self,
                   const std::function<Tensor(const Tensor&)>& f, QuantizerPtr quantizer = nullptr);

}  // namespace at::native
