// <ATen/core/function_schema.h> of PyTorch: forwards to where this project declares the same names.
#pragma once

#include "aten_lite/registry/operator_schema.h"  // IWYU pragma: export
