// <torch/csrc/jit/mobile/import.h> of PyTorch: forwards to where this project declares the same
// names.
#pragma once

#include "aten_lite/mobile/import.h"           // IWYU pragma: export
#include "aten_lite/mobile/module.h"           // IWYU pragma: export
#include "aten_lite/native/torch_namespace.h"  // IWYU pragma: export
