// Reads functions out of their tables.
#include "aten_lite/serialization/flatbuffer_functions.h"

#include <utility>

#include "aten_lite/serialization/code_checks.h"
#include "aten_lite/serialization/flatbuffer_schema.h"

namespace aten_lite::serialization {
namespace {

using torch::jit::OpCode;

// A function, and the values that are still to be made.
struct PendingFunction {
  FunctionImage image;
  std::vector<uint32_t> constants;
  std::vector<uint32_t> defaults;  // of the arguments, then of the returns
};

std::vector<InstructionImage> read_instructions(const FlatTable& table, const std::string& place) {
  const auto rows =
      table.vector<flat::Instruction>(flat::function::kInstructions, "the instructions");
  std::vector<InstructionImage> instructions(rows.size());
  for (size_t i = 0; i < rows.size(); ++i) {
    const flat::Instruction row = rows[i];
    const auto op = torch::jit::opcode_from_number(row.op);
    TORCH_CHECK(op.has_value(), place, ": instruction ", i, " has opcode ",
                static_cast<int>(row.op), ", which is no instruction of PyTorch's interpreter");
    if (!torch::jit::is_mobile_opcode(*op)) refuse_opcode(*op, i, place);
    instructions[i].op = *op;
    instructions[i].x = row.x;
    instructions[i].n = row.n;
  }
  return instructions;
}

std::vector<OperatorImage> read_operators(const FlatTable& table, const std::string& place) {
  std::vector<OperatorImage> operators;
  for (const FlatTable& row : table.tables(flat::function::kOperators, "the operators")) {
    OperatorImage op;
    op.name = row.text(flat::op::kName, "an operator's name");
    op.overload = row.text(flat::op::kOverload, "an operator's overload name");
    op.num_specified_args =
        row.scalar<int32_t>(flat::op::kArgumentCount, "an operator's number of arguments", -1);
    TORCH_CHECK(op.num_specified_args >= -1, place, ": operator ", op.name, " is called with ",
                op.num_specified_args, " arguments");
    operators.push_back(std::move(op));
  }
  return operators;
}

std::vector<ArgumentImage> read_arguments(const FlatTable& schema, size_t field,
                                          std::vector<uint32_t>* defaults) {
  std::vector<ArgumentImage> arguments;
  for (const FlatTable& row : schema.tables(field, "the arguments")) {
    ArgumentImage argument;
    argument.name = row.text(flat::argument::kName, "an argument's name");
    argument.type = row.text(flat::argument::kType, "an argument's type");
    defaults->push_back(row.scalar<uint32_t>(flat::argument::kDefault, "an argument's default"));
    arguments.push_back(std::move(argument));
  }
  return arguments;
}

// Models converted from version 3 of the operators or before by PyTorch 1.11 to 1.13 call upgraders
// instead of operators: CALL with a number in a table of that PyTorch, which is in no file. The
// operators that they replace are still listed, in the order of the calls, and nothing else refers
// to them. So the calls are turned back, and the operator's version makes the loader upgrade it.
void restore_upgraded_calls(FunctionImage* function, const std::string& place) {
  std::vector<bool> called(function->operators.size());
  size_t calls = 0;
  for (const InstructionImage& inst : function->instructions) {
    calls += inst.op == OpCode::CALL;
    if ((inst.op == OpCode::OP || inst.op == OpCode::OPN) && inst.x >= 0 &&
        static_cast<size_t>(inst.x) < called.size()) {
      called[static_cast<size_t>(inst.x)] = true;
    }
  }
  if (calls == 0) return;
  std::vector<int32_t> replaced;
  for (size_t i = 0; i < called.size(); ++i) {
    if (!called[i]) replaced.push_back(static_cast<int32_t>(i));
  }
  TORCH_CHECK(replaced.size() == calls, place, ": it calls ", calls,
              " functions by number (CALL), but has ", replaced.size(),
              " operators that these stand for; export the model again with a newer PyTorch");
  auto next = replaced.begin();
  for (InstructionImage& inst : function->instructions) {
    if (inst.op != OpCode::CALL) continue;
    inst.op = OpCode::OP;
    inst.x = *next++;
    inst.n = 0;
  }
}

PendingFunction read_function(const FlatTable& table, const Flatbuffer& buffer) {
  PendingFunction pending;
  FunctionImage& function = pending.image;
  function.name = table.text(flat::function::kName, "a method's name");
  const std::string place = buffer.name() + ": method " + function.name;
  function.instructions = read_instructions(table, place);
  function.operators = read_operators(table, place);
  const auto constants = table.vector<uint32_t>(flat::function::kConstants, "the constants");
  for (size_t i = 0; i < constants.size(); ++i) pending.constants.push_back(constants[i]);
  function.types = table.texts(flat::function::kTypes, "the types");
  function.register_size = table.scalar<int32_t>(flat::function::kRegisterSize, "register_size");
  check_register_size(function.register_size, place);
  if (const auto schema = table.table(flat::function::kSchema, "the schema")) {
    function.has_schema = true;
    function.arguments = read_arguments(*schema, flat::schema::kArguments, &pending.defaults);
    function.returns = read_arguments(*schema, flat::schema::kReturns, &pending.defaults);
  }
  restore_upgraded_calls(&function, place);
  return pending;
}

}  // namespace

void read_functions(const Flatbuffer& buffer, FlatbufferValues* values,
                    const ObjectResolver& resolver, ModelImage* image) {
  std::vector<PendingFunction> functions;
  std::vector<uint32_t> used;
  for (size_t i = 0; i < values->size(); ++i) {
    if (values->kind(i) != flat::ValueKind::kFunction) continue;
    functions.push_back(read_function(values->table(i), buffer));
    for (const auto* numbers : {&functions.back().constants, &functions.back().defaults}) {
      used.insert(used.end(), numbers->begin(), numbers->end());
    }
  }
  values->make(used, resolver);
  for (PendingFunction& pending : functions) {
    FunctionImage& function = pending.image;
    for (const uint32_t number : pending.constants) {
      function.constants.push_back(values->get(number));
    }
    auto number = pending.defaults.begin();
    for (auto* arguments : {&function.arguments, &function.returns}) {
      for (ArgumentImage& argument : *arguments) argument.default_value = values->get(*number++);
    }
    image->functions.push_back(std::move(function));
  }
  check_functions(*image, buffer.name());
}

}  // namespace aten_lite::serialization
