// <c10/util/Half.h> of PyTorch: forwards to where this project declares the same names.
#pragma once

#include "aten_lite/core/half.h"  // IWYU pragma: export
