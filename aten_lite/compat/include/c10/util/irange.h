// <c10/util/irange.h> of PyTorch: forwards to where this project declares the same names.
#pragma once

#include "aten_lite/core/irange.h"  // IWYU pragma: export
