// Text forms of tensors and values: what str() and print() of TorchScript give.
#pragma once

#include <ostream>

#include "aten_lite/core/ivalue.h"

namespace at {

// Elements row by row, then the type and sizes: "[ CPUFloatType{2,3} ]", as PyTorch's C++ prints.
std::ostream& operator<<(std::ostream& out, const Tensor& tensor);
// The same with rows broken after `line_size` characters.
std::ostream& print(std::ostream& out, const Tensor& tensor, int64_t line_size);

}  // namespace at
