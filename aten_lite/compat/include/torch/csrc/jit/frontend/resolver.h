// <torch/csrc/jit/frontend/resolver.h> of PyTorch: forwards to where this project declares the same
// names.
#pragma once

#include "aten_lite/core/jit_type.h"  // IWYU pragma: export
#include "aten_lite/mobile/module.h"  // IWYU pragma: export
