// <ATen/core/Scalar.h> of PyTorch: forwards to where this project declares the same names.
#pragma once

#include "aten_lite/core/scalar.h"  // IWYU pragma: export
