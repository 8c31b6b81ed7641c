// Formatting shared by the operator aten::format and the interpreter's instruction FORMAT.
#pragma once

#include <string>

#include "aten_lite/core/stack.h"

namespace at::native {

// `format` with every "{}" replaced by the next value. Throws when there are too few; more are not
// looked at.
std::string format_values(const std::string& format, c10::ArrayRef<c10::IValue> values);

}  // namespace at::native
