$banner
// The wrappers of the selected operators: each takes its arguments from a stack, calls the kernel
// and leaves the results on the stack.
#pragma once

#include "aten_lite/core/stack.h"

namespace at::unboxing {

$declarations

}  // namespace at::unboxing
