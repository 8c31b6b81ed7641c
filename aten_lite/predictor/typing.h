// Static types for values that come from Python, where lists and dicts have none.
#pragma once

#include "aten_lite/core/ivalue.h"
#include "aten_lite/core/jit_type.h"

namespace aten_lite::predictor {

// The value as an argument of that type takes it: ints become floats or complex numbers, strings
// devices, elements likewise. Lists and dicts are changed in place and get their element types.
// What does not fit is left as it is, for the callee to complain about.
c10::IValue convert_to_type(const c10::IValue& value, const c10::Type& type);

// Gives lists and dicts without an element type that of their elements, when all have the same.
void infer_types(const c10::IValue& value);

}  // namespace aten_lite::predictor
