// The instructions that are more than a line, one function each, called from the interpreter's
// loop.
#pragma once

#include "aten_lite/core/stack.h"
#include "aten_lite/mobile/code.h"

namespace torch::jit::mobile {

// OP_WITH_DEFAULTS: adds the arguments that the model leaves out, and calls the operator.
void call_with_defaults(const OperatorCall& call, Stack& stack);

// LOOP: the stack holds a counter, a limit, a condition and n - 2 carried values. Makes it ready
// for another round and returns true, or leaves the carried values and returns false.
bool loop_continues(Stack& stack, size_t n);

// INTERFACE_CALL: the method that the object's class has. Throws when it has none.
const Function& find_target(const MethodCall& call, const c10::IValue& object);

// Everything that neither jumps nor calls.
void run_simple(const Code& code, const Instruction& instruction, Stack& stack);

}  // namespace torch::jit::mobile
