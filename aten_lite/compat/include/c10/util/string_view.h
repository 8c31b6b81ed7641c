// <c10/util/string_view.h> of PyTorch: forwards to where this project declares the same names.
#pragma once

#include "aten_lite/core/string_view.h"  // IWYU pragma: export
