// The operators of a model, for --list_ops.
#pragma once

#include <ostream>
#include <string>

namespace aten_lite::predictor {

// A line per operator, sorted: its name, and whether this program has it. Reads the code only, so
// that it works for models that cannot be loaded.
void list_operators(std::ostream& out, const std::string& model_path);

}  // namespace aten_lite::predictor
