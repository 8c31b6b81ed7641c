// Keeps images channels last in memory between convolutions, where nobody can tell.
//
// Convolutions of prepared code are fastest on channels-last images. Those whose results reach only
// other convolutions, pointwise operators, pooling and operators that look at no strides (flatten,
// mean) write channels-last results; no image is reordered between them. What a method returns, or
// gives to any other operator, stays contiguous. (One difference to PyTorch: results of a network
// whose input is channels last are contiguous, too.)
#pragma once

#include "aten_lite/mobile/graph.h"

namespace torch::jit::mobile {

// For graphs that fuse_operators() has been through.
void choose_layouts(Graph* graph);

}  // namespace torch::jit::mobile
