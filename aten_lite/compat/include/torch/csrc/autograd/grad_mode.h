// <torch/csrc/autograd/grad_mode.h> of PyTorch: forwards to where this project declares the same
// names.
#pragma once

#include "aten_lite/core/grad_mode.h"  // IWYU pragma: export
