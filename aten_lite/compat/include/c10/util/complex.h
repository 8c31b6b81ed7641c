// <c10/util/complex.h> of PyTorch: forwards to where this project declares the same names.
#pragma once

#include "aten_lite/core/complex.h"  // IWYU pragma: export
