// <c10/core/Allocator.h> of PyTorch: forwards to where this project declares the same names.
#pragma once

#include "aten_lite/core/allocator.h"  // IWYU pragma: export
