// <c10/core/ScalarType.h> of PyTorch: forwards to where this project declares the same names.
#pragma once

#include "aten_lite/core/scalar_type.h"  // IWYU pragma: export
