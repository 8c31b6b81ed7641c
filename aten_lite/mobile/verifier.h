// Checks the code of a method before any of it runs.
//
// After it, the interpreter needs no checks of its own: every operand is in range, every jump lands
// on an instruction, the code ends in RET, and no instruction takes more values than the stack
// holds, which is proven by following the stack's depth along all paths. Where a path's depth
// cannot be known (after an operator with a variable number of results), the instruction is
// replaced by a CHECK_DEPTH.
#pragma once

#include "aten_lite/mobile/code.h"

namespace torch::jit::mobile {

// The stack of one method never holds more values than this.
constexpr size_t kMaxStackDepth = 1 << 16;

// Throws c10::Error that names method, instruction and operand. Sets max_stack and depth_checks,
// and makes calls that leave out arguments OP_WITH_DEFAULTS.
void verify(Code* code);

// Results of one instruction, as far as the stack is concerned.
struct StackEffect {
  size_t takes = 0;
  size_t leaves = 0;
  bool leaves_unknown = false;  // `leaves` and more
};
StackEffect stack_effect(const Code& code, const Instruction& instruction);

}  // namespace torch::jit::mobile
