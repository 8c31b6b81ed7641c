// <c10/util/StringUtil.h> of PyTorch: forwards to where this project declares the same names.
#pragma once

#include "aten_lite/core/error.h"  // IWYU pragma: export
