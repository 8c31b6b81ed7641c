// <torch/all.h> of PyTorch: forwards to where this project declares the same names.
// The standard headers are those that code gets through PyTorch's.
#pragma once

#include <iomanip>   // IWYU pragma: export
#include <iostream>  // IWYU pragma: export
#include <sstream>   // IWYU pragma: export

#include "ATen/ATen.h"                         // IWYU pragma: export
#include "aten_lite/native/torch_namespace.h"  // IWYU pragma: export
