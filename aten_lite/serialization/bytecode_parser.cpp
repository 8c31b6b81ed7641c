// bytecode.pkl: (version, (name, ((key, table), ...), ((key, arguments), ...)), ...).
#include "aten_lite/serialization/bytecode_parser.h"

#include <unordered_map>
#include <utility>

#include "aten_lite/core/error.h"
#include "aten_lite/serialization/code_checks.h"

namespace aten_lite::serialization {
namespace {

constexpr int64_t kMaxOperandN = 65535;

using Values = std::vector<c10::IValue>;

// Reads the nested tuples and names the place when they are not as they should be.
class BytecodeParser {
 public:
  BytecodeParser(ModelImage* image, size_t budget)
      : image_(image), where_(image->name + ": bytecode.pkl"), budget_(budget) {}

  void parse(const c10::IValue& bytecode) {
    const Values& elements = tuple(bytecode, "the bytecode");
    for (size_t i = 1; i < elements.size(); ++i) {
      image_->functions.push_back(parse_function(elements[i]));
    }
    check_functions(*image_, where_);
  }

 private:
  template <typename... Args>
  void check(bool condition, const Args&... message) const {
    if (!condition) TORCH_CHECK(false, place(), ": ", message...);
  }

  std::string place() const {
    return function_.empty() ? where_ : where_ + ": method " + function_;
  }

  const Values& tuple(const c10::IValue& value, const char* what) const {
    check(value.isTuple(), what, " is a value of type ", value.tagKind(), " instead of a tuple");
    return value.toTupleRef().elements();
  }

  const Values& table(const c10::IValue& value, const char* what) {
    const Values& elements = tuple(value, what);
    check(elements.size() <= budget_, what,
          " repeats entries far beyond the size of the file, which is refused");
    budget_ -= elements.size();
    return elements;
  }

  const std::string& text(const c10::IValue& value, const char* what) const {
    check(value.isString(), what, " is a value of type ", value.tagKind(), " instead of a string");
    return value.toStringRef();
  }

  int64_t integer(const c10::IValue& value, const char* what) const {
    check(value.isInt(), what, " is a value of type ", value.tagKind(), " instead of an int");
    return value.toInt();
  }

  // The value of the pair at `index`, whose key must be `key`.
  const c10::IValue& field(const Values& pairs, size_t index, const char* key) const {
    check(index < pairs.size(), "there is no table '", key, "'");
    const Values& pair = tuple(pairs[index], key);
    check(pair.size() == 2 && text(pair[0], "a table's name") == key, "table ", index, " is not '",
          key, "', as it should be");
    return pair[1];
  }

  FunctionImage parse_function(const c10::IValue& value) {
    function_.clear();
    const Values& parts = tuple(value, "a method");
    check(parts.size() == 2 || parts.size() == 3, "a method has ", parts.size(),
          " parts instead of name, code and schema");
    FunctionImage function;
    function.name = text(parts[0], "a method's name");
    function_ = function.name;
    const Values& code = tuple(parts[1], "the code");
    for (const c10::IValue& row : table(field(code, 0, "instructions"), "instructions")) {
      function.instructions.push_back(parse_instruction(row, function.instructions.size()));
    }
    for (const c10::IValue& row : table(field(code, 1, "operators"), "operators")) {
      function.operators.push_back(parse_operator(row));
    }
    function.constants = table(field(code, 2, "constants"), "constants");
    for (const c10::IValue& row : table(field(code, 3, "types"), "types")) {
      function.types.push_back(text(row, "a type"));
    }
    function.register_size = integer(field(code, 4, "register_size"), "register_size");
    check_register_size(function.register_size, place());
    if (parts.size() == 3) parse_schema(parts[2], &function);
    return function;
  }

  InstructionImage parse_instruction(const c10::IValue& row, size_t index) const {
    const Values& parts = tuple(row, "an instruction");
    check(parts.size() == 3, "instruction ", index, " has ", parts.size(),
          " parts instead of opcode, X and N");
    const std::string& name = text(parts[0], "an opcode");
    const auto op = torch::jit::parse_opcode(name);
    check(op.has_value(), "instruction ", index, " is ", name,
          ", which is no instruction of PyTorch's interpreter");
    if (!torch::jit::is_mobile_opcode(*op)) refuse_opcode(*op, index, place());
    const int64_t x = integer(parts[1], "operand X");
    const int64_t n = integer(parts[2], "operand N");
    check(x == static_cast<int32_t>(x), "instruction ", index, " (", name, ") has operand X = ", x,
          ", which is out of range");
    check(n >= 0 && n <= kMaxOperandN, "instruction ", index, " (", name, ") has operand N = ", n,
          "; it must be from 0 to ", kMaxOperandN);
    InstructionImage instruction;
    instruction.op = *op;
    instruction.x = static_cast<int32_t>(x);
    instruction.n = static_cast<int32_t>(n);
    return instruction;
  }

  OperatorImage parse_operator(const c10::IValue& row) const {
    const Values& parts = tuple(row, "an operator");
    check(parts.size() == 2 || parts.size() == 3, "an operator has ", parts.size(),
          " parts instead of name, overload and number of arguments");
    OperatorImage op;
    op.name = text(parts[0], "an operator's name");
    op.overload = text(parts[1], "an operator's overload name");
    if (parts.size() == 3) {
      op.num_specified_args = integer(parts[2], "an operator's number of arguments");
      // -1 stands for an operator that takes any number of arguments; whether this is one shows
      // later.
      check(op.num_specified_args >= -1, "operator ", op.name, " is called with ",
            op.num_specified_args, " arguments");
    }
    return op;
  }

  void parse_schema(const c10::IValue& value, FunctionImage* function) {
    const Values& parts = tuple(value, "the schema");
    function->has_schema = true;
    for (const c10::IValue& row : table(field(parts, 0, "arguments"), "arguments")) {
      function->arguments.push_back(parse_argument(row));
    }
    for (const c10::IValue& row : table(field(parts, 1, "returns"), "returns")) {
      function->returns.push_back(parse_argument(row));
    }
  }

  ArgumentImage parse_argument(const c10::IValue& row) const {
    const Values& parts = tuple(row, "an argument");
    ArgumentImage argument;
    argument.name = text(field(parts, 0, "name"), "an argument's name");
    argument.type = text(field(parts, 1, "type"), "an argument's type");
    argument.default_value = field(parts, 2, "default_value");
    return argument;
  }

  ModelImage* image_;
  std::string where_;
  std::string function_;  // the one that is being read
  size_t budget_;
};

}  // namespace

int64_t parse_bytecode_version(const c10::IValue& bytecode, const std::string& model_name) {
  TORCH_CHECK(bytecode.isTuple() && bytecode.toTupleRef().size() > 0, model_name,
              ": bytecode.pkl holds a value of type ", bytecode.tagKind(),
              " instead of a tuple of version and methods");
  const c10::IValue& version = bytecode.toTupleRef().elements()[0];
  TORCH_CHECK(version.isInt(), model_name, ": its bytecode version is a value of type ",
              version.tagKind(), "; this runtime reads bytecode versions ", kMinBytecodeVersion,
              " to ", kMaxBytecodeVersion, ". Export the model again with a newer PyTorch");
  check_bytecode_version(version.toInt(), model_name);
  return version.toInt();
}

void parse_bytecode(const c10::IValue& bytecode, size_t pickle_size, ModelImage* image) {
  image->bytecode_version = parse_bytecode_version(bytecode, image->name);
  // An entry takes more than a byte, however a pickler writes it.
  BytecodeParser(image, pickle_size).parse(bytecode);
}

void parse_debug_handles(const c10::IValue& handles, ModelImage* image) {
  const auto check = [&](bool condition, const char* what) {
    TORCH_CHECK(condition, image->name, ": mobile_debug_handles.pkl: ", what);
  };
  check(handles.isTuple(), "its value is no tuple");
  std::unordered_map<std::string, FunctionImage*> functions;
  for (FunctionImage& function : image->functions) functions.emplace(function.name, &function);
  // (version, (name, (("function_debug_handles", ([handle, ...],)),)), ...)
  const Values& rows = handles.toTupleRef().elements();
  for (size_t i = 1; i < rows.size(); ++i) {
    check(rows[i].isTuple() && rows[i].toTupleRef().size() == 2 &&
              rows[i].toTupleRef().elements()[0].isString() &&
              rows[i].toTupleRef().elements()[1].isTuple(),
          "an entry is no pair of method and table");
    const Values& row = rows[i].toTupleRef().elements();
    const Values& tables = row[1].toTupleRef().elements();
    check(!tables.empty() && tables[0].isTuple() && tables[0].toTupleRef().size() == 2 &&
              tables[0].toTupleRef().elements()[1].isTuple() &&
              tables[0].toTupleRef().elements()[1].toTupleRef().size() == 1 &&
              tables[0].toTupleRef().elements()[1].toTupleRef().elements()[0].isIntList(),
          "a method's table is no list of numbers");
    const c10::IValue& list = tables[0].toTupleRef().elements()[1].toTupleRef().elements()[0];
    const auto function = functions.find(row[0].toStringRef());
    check(function != functions.end(), "it names a method that the model does not have");
    FunctionImage& target = *function->second;
    check(target.debug_handles.empty(), "it names a method twice");
    check(list.toListRef().size() == target.instructions.size(),
          "a method has other than one handle per instruction");
    target.debug_handles = list.toIntVector();
  }
  image->has_debug_handles = true;
}

}  // namespace aten_lite::serialization
