// <ATen/ATen.h> of PyTorch: forwards to where this project declares the same names.
#pragma once

#include "ATen/Functions.h"                     // IWYU pragma: export
#include "ATen/core/TensorBody.h"               // IWYU pragma: export
#include "aten_lite/core/dispatch.h"            // IWYU pragma: export
#include "aten_lite/core/generator.h"           // IWYU pragma: export
#include "aten_lite/core/grad_mode.h"           // IWYU pragma: export
#include "aten_lite/core/ivalue.h"              // IWYU pragma: export
#include "aten_lite/core/print.h"               // IWYU pragma: export
#include "aten_lite/core/scalar.h"              // IWYU pragma: export
#include "aten_lite/core/tensor_accessor.h"     // IWYU pragma: export
#include "aten_lite/native/tensor_factory.h"    // IWYU pragma: export
#include "aten_lite/native/tensor_indexing.h"   // IWYU pragma: export
#include "aten_lite/native/tensor_operators.h"  // IWYU pragma: export
#include "aten_lite/parallel/parallel.h"        // IWYU pragma: export
