// <test/cpp/jit/test_utils.h> of PyTorch: forwards to where this project declares the same names.
#pragma once

#include "torch/script.h"  // IWYU pragma: export
