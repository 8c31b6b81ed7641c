// <c10/core/Layout.h> of PyTorch: forwards to where this project declares the same names.
#pragma once

#include "aten_lite/core/device.h"  // IWYU pragma: export
