// From a graph back to code: gives values registers and orders the blocks.
#pragma once

#include "aten_lite/mobile/code.h"
#include "aten_lite/mobile/graph.h"

namespace torch::jit::mobile {

// Code that verify() passes. Values leave their registers when they are read for the last time, so
// that tensors die as early as they can.
Code emit_code(const Graph& graph);

}  // namespace torch::jit::mobile
