// <torch/csrc/api/include/torch/torch.h> of PyTorch: forwards to where this project declares the
// same names.
#pragma once

#include "torch/torch.h"  // IWYU pragma: export
