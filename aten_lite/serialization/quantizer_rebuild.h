// Scales and zero points as pickles describe them: an argument of torch._utils._rebuild_qtensor.
#pragma once

#include <string>

#include "aten_lite/core/tensor_base.h"
#include "aten_lite/serialization/pickle_cell.h"

namespace aten_lite::serialization {

// Makes `tensor`, whose dtype is a quantized one, quantized by `parameters`: (scheme, scale, zero
// point) or (scheme, scales, zero points, axis). Throws, beginning with `where`, unless they fit
// the tensor.
void set_quantizer(const at::TensorBase& tensor, const PickleCell& parameters,
                   const std::string& where);

}  // namespace aten_lite::serialization
