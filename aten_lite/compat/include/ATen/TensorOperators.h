// <ATen/TensorOperators.h> of PyTorch: forwards to where this project declares the same names.
#pragma once

#include "aten_lite/native/tensor_operators.h"  // IWYU pragma: export
