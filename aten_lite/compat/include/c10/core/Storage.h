// <c10/core/Storage.h> of PyTorch: forwards to where this project declares the same names.
#pragma once

#include "aten_lite/core/storage.h"  // IWYU pragma: export
