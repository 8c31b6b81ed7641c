// <torch/library.h> of PyTorch: forwards to where this project declares the same names.
#pragma once

#include "aten_lite/registry/library.h"  // IWYU pragma: export
