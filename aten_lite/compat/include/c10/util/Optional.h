// <c10/util/Optional.h> of PyTorch: forwards to where this project declares the same names.
#pragma once

#include "aten_lite/core/optional.h"  // IWYU pragma: export
