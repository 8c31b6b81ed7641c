// Python exceptions raised by a model, shared by the operator and the interpreter's instruction.
#pragma once

#include <string>

#include "aten_lite/core/ivalue.h"

namespace at::native {

// Throws c10::Error with "class: message"; `class_name` is a string or None.
[[noreturn]] void raise_exception(const std::string& message, const c10::IValue& class_name);

}  // namespace at::native
