// <ATen/core/IListRef.h> of PyTorch: forwards to where this project declares the same names.
#pragma once

#include "ATen/core/TensorBody.h"  // IWYU pragma: export
