// <ATen/Dispatch.h> of PyTorch: forwards to where this project declares the same names.
#pragma once

#include "aten_lite/core/dispatch.h"  // IWYU pragma: export
