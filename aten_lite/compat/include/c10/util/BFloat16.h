// <c10/util/BFloat16.h> of PyTorch: forwards to where this project declares the same names.
#pragma once

#include "aten_lite/core/half.h"  // IWYU pragma: export
