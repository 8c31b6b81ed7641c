// <c10/macros/Macros.h> of PyTorch: forwards to where this project declares the same names.
#pragma once

#include "aten_lite/core/macros.h"  // IWYU pragma: export
