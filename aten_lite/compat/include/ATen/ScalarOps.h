// <ATen/ScalarOps.h> of PyTorch: forwards to where this project declares the same names.
#pragma once

#include "aten_lite/native/tensor_factory.h"  // IWYU pragma: export
