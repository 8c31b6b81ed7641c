// <c10/core/TensorImpl.h> of PyTorch: forwards to where this project declares the same names.
#pragma once

#include "aten_lite/core/tensor_impl.h"  // IWYU pragma: export
