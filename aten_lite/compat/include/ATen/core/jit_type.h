// <ATen/core/jit_type.h> of PyTorch: forwards to where this project declares the same names.
#pragma once

#include "aten_lite/core/jit_type.h"  // IWYU pragma: export
