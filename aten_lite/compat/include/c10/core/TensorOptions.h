// <c10/core/TensorOptions.h> of PyTorch: forwards to where this project declares the same names.
#pragma once

#include "aten_lite/core/tensor_options.h"  // IWYU pragma: export
