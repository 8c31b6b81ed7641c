// <c10/util/SmallVector.h> of PyTorch: forwards to where this project declares the same names.
#pragma once

#include "aten_lite/core/small_vector.h"  // IWYU pragma: export
