// Runs the code of a method.
#pragma once

#include <cstdint>

#include "aten_lite/core/stack.h"
#include "aten_lite/mobile/code.h"

namespace torch::jit::mobile {

struct RunOptions {
  // Ends a call, with an error, after about this many instructions (it is looked at when code
  // jumps); 0 is no limit. A model may loop for ever.
  int64_t max_steps = 0;
};

// Methods that call one another may not be nested deeper than this.
constexpr size_t kMaxCallDepth = 256;

// Runs `code`, which verify() has passed, on the values of the stack, all of which are its
// arguments; its result replaces them. An error tells the operator, its arguments, and the methods
// that were running; what is left on the stack is then of no use.
void run_code(const Code& code, Stack& stack, const RunOptions& options);

}  // namespace torch::jit::mobile
