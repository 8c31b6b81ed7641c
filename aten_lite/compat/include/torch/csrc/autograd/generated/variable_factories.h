// <torch/csrc/autograd/generated/variable_factories.h> of PyTorch: forwards to where this project
// declares the same names.
#pragma once

#include "aten_lite/native/torch_namespace.h"  // IWYU pragma: export
