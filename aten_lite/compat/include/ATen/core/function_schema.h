// <ATen/core/function_schema.h> of PyTorch: forwards to where this project declares the same names.
#pragma once

#include "aten_lite/mobile/function_schema.h"  // IWYU pragma: export
