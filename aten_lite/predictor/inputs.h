// Makes the arguments of a call from the command line.
#pragma once

#include <vector>

#include "aten_lite/core/ivalue.h"
#include "aten_lite/core/jit_type.h"
#include "aten_lite/predictor/options.h"

namespace aten_lite::predictor {

// A tensor of ones.
at::TensorBase make_ones(const GeneratedInput& input);

// What --input_dims or --inputs asks for; ones of 1x3x224x224 where neither is given. A file with
// a list or tuple holds all arguments, any other value is one argument.
std::vector<c10::IValue> make_inputs(const Options& options);

// Gives the values of a file the types that a method expects, as PyTorch does when Python calls a
// model: an int becomes a float where the method takes one, lists and dicts get their element
// type. `types` has a type per argument, or fewer where they are not known: then lists of like
// elements get their type. Lists and dicts are changed in place, so that aliases stay aliases.
void adapt_inputs(std::vector<c10::IValue>* inputs, const std::vector<c10::TypePtr>& types);

}  // namespace aten_lite::predictor
