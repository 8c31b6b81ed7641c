// The code of one method in the form in which it runs.
//
// Made once, when a model is loaded, from a FunctionImage: operators and types are resolved,
// operands checked (verifier.h), instructions packed. Immutable afterwards, hence shared by all
// threads.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "aten_lite/core/ivalue.h"
#include "aten_lite/core/prepared_operator.h"
#include "aten_lite/core/stack.h"
#include "aten_lite/registry/operator_table.h"
#include "aten_lite/serialization/opcode.h"

namespace torch::jit::mobile {

// The instructions of the file, and those that only the loader makes.
enum class Op : uint8_t {
#define ATEN_LITE_DEFINE_OP(name, mobile) name,
  ATEN_LITE_FORALL_OPCODES(ATEN_LITE_DEFINE_OP)
#undef ATEN_LITE_DEFINE_OP
  // OP whose model pushes fewer arguments than the operator takes: adds the defaults.
  OP_WITH_DEFAULTS,
  // Stands for the instruction Code::depth_checks[x].original, whose stack depth is not known
  // before it runs.
  CHECK_DEPTH,
  // Made by preparation only: Code::prepared_calls[x]; n is made of the bits below.
  PREPARED,
  // Skips the next instruction where the number in register n is less than that in register x.
  IF_LESS,
  // Adds 1 to the number in register x.
  INCREMENT,
  // Register n = what the operator makes of the two registers in x.
  INT_ADD,
  INT_SUB,
  INT_MUL,
  INT_REMAINDER,
  INT_EQ,
  INT_NE,
  INT_LT,
  INT_LE,
  INT_GT,
  INT_GE,
};

// The operands of INT_*: two registers, the higher bits being the first one.
constexpr int kIntOperandBits = 15;
constexpr int32_t kIntOperandMask = (1 << kIntOperandBits) - 1;

// The stack holds what is added, above the input.
constexpr uint16_t kPreparedAdds = 1;
// The PreparedLayout.
constexpr uint16_t kPreparedLayoutShift = 1;

struct Instruction {
  Op op;
  uint16_t n;
  int32_t x;
};
static_assert(sizeof(Instruction) == 8, "an instruction is one word");

inline const char* op_name(Op op) {
  switch (op) {
    case Op::OP_WITH_DEFAULTS:
      return "OP";
    case Op::PREPARED:
      return "PREPARED";
    case Op::IF_LESS:
      return "IF_LESS";
    case Op::INCREMENT:
      return "INCREMENT";
    case Op::INT_ADD:
      return "aten::add.int";
    case Op::INT_SUB:
      return "aten::sub.int";
    case Op::INT_MUL:
      return "aten::mul.int";
    case Op::INT_REMAINDER:
      return "aten::remainder.int";
    case Op::INT_EQ:
      return "aten::eq.int";
    case Op::INT_NE:
      return "aten::ne.int";
    case Op::INT_LT:
      return "aten::lt.int";
    case Op::INT_LE:
      return "aten::le.int";
    case Op::INT_GT:
      return "aten::gt.int";
    case Op::INT_GE:
      return "aten::ge.int";
    default:
      return opcode_name(static_cast<OpCode>(op));
  }
}

// An operator that the code calls.
struct OperatorCall {
  const at::registry::OperatorRow* row = nullptr;
  // Taken from the row, one load less for each call.
  at::registry::Wrapper wrapper = nullptr;
  // The arguments that the code pushes, out arguments last.
  size_t pushed = 0;
  // What is added to them, below the out arguments.
  std::vector<c10::IValue> defaults;
  size_t out_count = 0;
};

// Calls of operators that preparation put together, each with the result of the one before.
struct PreparedCall {
  struct Step {
    OperatorCall call;
    // All of them.
    std::vector<c10::IValue> arguments;
    // In place of this one comes the input, or the result of the step before.
    size_t operand = 0;
    // An addition: in place of its other tensor, of the first two arguments, comes the addend.
    bool adds = false;
  };

  // Does all steps at once.
  c10::intrusive_ptr<aten_lite::PreparedOperator> op;
  // The number of dims that the input must have for it, or -1 for any.
  int64_t dim = -1;
  // What is done for an input that `op` does not take.
  std::vector<Step> steps;
};

class DebugTable;
class Function;

// An INTERFACE_CALL: which function runs depends on the class of the first argument.
struct MethodCall {
  struct Target {
    std::string class_name;
    const Function* function;
  };
  std::string method;
  std::vector<Target> targets;
};

struct DepthCheck {
  Instruction original;
  // How many values the instruction takes.
  size_t needed;
};

// The number of values that a method takes is only known at a call.
constexpr size_t kUnknownArity = static_cast<size_t>(-1);

struct Code {
  std::string name;  // "__torch__.Net.forward"
  std::vector<Instruction> instructions;
  std::vector<OperatorCall> operators;
  std::vector<c10::IValue> constants;
  std::vector<c10::TypePtr> types;
  std::vector<const Function*> functions;
  std::vector<MethodCall> method_calls;
  std::vector<DepthCheck> depth_checks;
  std::vector<std::shared_ptr<const PreparedCall>> prepared_calls;
  size_t register_size = 0;
  // Values on the stack when the method begins.
  size_t arity = 0;
  // The most values that it keeps there; a lower bound when there are depth checks.
  size_t max_stack = 0;
  // One for each instruction, or none.
  std::vector<int64_t> debug_handles;
  // What the handles stand for, where the file says it.
  std::shared_ptr<const DebugTable> debug_table;
};

}  // namespace torch::jit::mobile
