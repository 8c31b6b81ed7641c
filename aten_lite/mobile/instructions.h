// The instructions that are more than a line, one function each, called from the interpreter's
// loop.
#pragma once

#include "aten_lite/core/stack.h"
#include "aten_lite/mobile/code.h"

namespace torch::jit::mobile {

// OP_WITH_DEFAULTS: adds the arguments that the model leaves out, and calls the operator.
void call_with_defaults(const OperatorCall& call, Stack& stack);

// PREPARED: replaces the input, and the addend where there is one, by the result.
void run_prepared(const PreparedCall& call, uint16_t bits, Stack& stack);

// LOOP: the stack holds a counter, a limit, a condition and n - 2 carried values. Makes it ready
// for another round and returns true, or leaves the carried values and returns false.
inline bool loop_continues(Stack& stack, size_t n) {
  c10::IValue* values = stack.data() + (stack.size() - (n + 1));
  const int64_t done = values[0].toInt();
  if (done < values[1].toInt() && values[2].toBool()) {
    values[2] = c10::IValue(done);
    values[0] = c10::IValue(done + 1);
    return true;
  }
  for (size_t i = 0; i < n - 2; ++i) values[i] = std::move(values[i + 3]);
  drop(stack, 3);
  return false;
}

// INTERFACE_CALL: the method that the object's class has. Throws when it has none.
const Function& find_target(const MethodCall& call, const c10::IValue& object);

// Everything that neither jumps nor calls.
void run_simple(const Code& code, const Instruction& instruction, Stack& stack);

}  // namespace torch::jit::mobile
