// Prints the first values of a result.
#pragma once

#include <ostream>

#include "aten_lite/core/ivalue.h"

namespace aten_lite::predictor {

// At most `count` values, a line each: numbers with three decimals, strings as they are. Lists,
// tuples and dicts count by what they hold.
void print_first_values(std::ostream& out, const c10::IValue& value, int count);

}  // namespace aten_lite::predictor
