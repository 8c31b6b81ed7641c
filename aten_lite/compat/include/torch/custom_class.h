// <torch/custom_class.h> of PyTorch: forwards to where this project declares the same names.
#pragma once

#include "aten_lite/core/custom_class.h"  // IWYU pragma: export
