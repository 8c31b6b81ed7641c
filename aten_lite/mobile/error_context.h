// What was going on when an operator failed, in words.
#pragma once

#include <string>
#include <vector>

#include "aten_lite/core/stack.h"
#include "aten_lite/mobile/code.h"

namespace torch::jit::mobile {

// "aten::add.Tensor(Tensor float[2, 3], int 1)": the instruction and the values it was given, as
// far as the stack still holds them above `base`.
std::string describe_instruction(const Code& code, const Instruction& instruction,
                                 const Stack& stack, size_t base);

// "instruction 12 of method __torch__.Net.forward", and a line each for the module and the lines of
// Python where the model says them.
std::vector<std::string> describe_place(const Code& code, size_t pc);

}  // namespace torch::jit::mobile
