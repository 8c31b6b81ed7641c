// <torch/utils.h> of PyTorch: forwards to where this project declares the same names.
#pragma once

#include "aten_lite/native/torch_namespace.h"  // IWYU pragma: export
#include "aten_lite/parallel/parallel.h"       // IWYU pragma: export
