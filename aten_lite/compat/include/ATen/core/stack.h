// <ATen/core/stack.h> of PyTorch: forwards to where this project declares the same names.
#pragma once

#include "aten_lite/core/stack.h"  // IWYU pragma: export
