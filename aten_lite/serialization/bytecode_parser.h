// Turns the value of bytecode.pkl into functions.
#pragma once

#include <string>

#include "aten_lite/core/ivalue.h"
#include "aten_lite/serialization/model_image.h"

namespace aten_lite::serialization {

// The bytecode version that the pickle's value begins with. Throws c10::Error, which names the
// version, the range that can be read and the remedy, when it is outside.
int64_t parse_bytecode_version(const c10::IValue& bytecode, const std::string& model_name);

// Fills `image->functions` and its versions. `pickle_size` bounds how much the value may expand
// to: a pickle can refer to the same table any number of times.
void parse_bytecode(const c10::IValue& bytecode, size_t pickle_size, ModelImage* image);

// Adds the handles of mobile_debug_handles.pkl to the functions.
void parse_debug_handles(const c10::IValue& handles, ModelImage* image);

}  // namespace aten_lite::serialization
