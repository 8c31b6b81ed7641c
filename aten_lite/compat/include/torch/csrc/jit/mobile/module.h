// <torch/csrc/jit/mobile/module.h> of PyTorch: forwards to where this project declares the same
// names.
#pragma once

#include "aten_lite/mobile/module.h"  // IWYU pragma: export
