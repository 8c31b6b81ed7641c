// <ATen/core/List.h> of PyTorch: forwards to where this project declares the same names.
#pragma once

#include "aten_lite/core/ivalue.h"  // IWYU pragma: export
#include "aten_lite/core/list.h"    // IWYU pragma: export
