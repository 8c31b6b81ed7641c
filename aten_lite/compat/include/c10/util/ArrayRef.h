// <c10/util/ArrayRef.h> of PyTorch: forwards to where this project declares the same names.
#pragma once

#include "aten_lite/core/array_ref.h"  // IWYU pragma: export
