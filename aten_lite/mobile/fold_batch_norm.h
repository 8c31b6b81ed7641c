// Batch norm with fixed statistics as other weights of the convolution or linear before it.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "aten_lite/core/ivalue.h"

namespace torch::jit::mobile {

// Where `norm` is aten::batch_norm in evaluation mode with constant float parameters that go with
// the weight of `layer` (aten::conv2d, aten::_convolution, aten::linear), replaces weight and bias,
// arguments 1 and 2 of the layer, and returns true. `dim` is then the number of dims that an input
// must have for this to be the same: batch norm's channels are the second dim of any tensor.
bool fold_batch_norm(std::string_view norm, const std::vector<c10::IValue>& norm_arguments,
                     std::string_view layer, std::vector<c10::IValue>* layer_arguments,
                     int64_t* dim);

}  // namespace torch::jit::mobile
