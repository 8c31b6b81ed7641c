// <c10/util/intrusive_ptr.h> of PyTorch: forwards to where this project declares the same names.
#pragma once

#include "aten_lite/core/intrusive_ptr.h"  // IWYU pragma: export
