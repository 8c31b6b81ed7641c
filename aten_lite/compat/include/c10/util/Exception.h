// <c10/util/Exception.h> of PyTorch: forwards to where this project declares the same names.
#pragma once

#include "aten_lite/core/error.h"  // IWYU pragma: export
