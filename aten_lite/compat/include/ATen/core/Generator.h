// <ATen/core/Generator.h> of PyTorch: forwards to where this project declares the same names.
#pragma once

#include "aten_lite/core/generator.h"  // IWYU pragma: export
