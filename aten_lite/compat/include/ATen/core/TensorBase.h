// <ATen/core/TensorBase.h> of PyTorch: forwards to where this project declares the same names.
#pragma once

#include "aten_lite/core/tensor_base.h"  // IWYU pragma: export
