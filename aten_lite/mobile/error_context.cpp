#include "aten_lite/mobile/error_context.h"

#include <algorithm>
#include <sstream>

#include "aten_lite/mobile/debug_table.h"
#include "aten_lite/mobile/verifier.h"

namespace torch::jit::mobile {

namespace {

constexpr size_t kMaxText = 40;
constexpr size_t kMaxArguments = 16;
constexpr size_t kMaxElements = 8;

void describe_tensor(std::ostream& out, const at::Tensor& tensor) {
  if (!tensor.defined()) {
    out << "undefined Tensor";
    return;
  }
  out << "Tensor " << c10::toString(tensor.scalar_type()) << '[';
  const char* separator = "";
  for (const int64_t size : tensor.sizes()) {
    out << separator << size;
    separator = ", ";
  }
  out << ']';
}

void describe_value(std::ostream& out, const c10::IValue& value) {
  switch (value.tag()) {
    case c10::IValue::Tag::Tensor:
      describe_tensor(out, value.toTensor());
      break;
    case c10::IValue::Tag::String: {
      const std::string& text = value.toStringRef();
      out << "str '" << text.substr(0, kMaxText) << (text.size() > kMaxText ? "...'" : "'");
      break;
    }
    case c10::IValue::Tag::None:
      out << "None";
      break;
    case c10::IValue::Tag::Int:
    case c10::IValue::Tag::Double:
    case c10::IValue::Tag::Bool:
    case c10::IValue::Tag::ComplexDouble:
    case c10::IValue::Tag::Device:
      out << value.type()->annotation_str() << ' ' << value;
      break;
    case c10::IValue::Tag::GenericList: {
      // Only a first level: what is nested may be large, and may hold itself.
      const c10::ArrayRef<c10::IValue> list = value.toListRef();
      out << value.toList().elementType()->annotation_str() << "[] (";
      for (size_t i = 0; i < std::min(list.size(), kMaxElements); ++i) {
        out << (i == 0 ? "" : ", ");
        if (list[i].isTensor()) {
          describe_tensor(out, list[i].toTensor());
        } else if (list[i].isScalar() || list[i].isNone()) {
          out << list[i];
        } else {
          out << list[i].tagKind();
        }
      }
      out << (list.size() > kMaxElements ? ", ...) of " + std::to_string(list.size()) : ")");
      break;
    }
    case c10::IValue::Tag::Object:
      out << value.toObjectRef().name();
      break;
    case c10::IValue::Tag::Capsule:
      out << value.toCustomClassRef().qualified_name();
      break;
    case c10::IValue::Tag::GenericDict:
      out << "Dict of " << value.toGenericDict().size();
      break;
    case c10::IValue::Tag::Tuple:
      out << "Tuple of " << value.toTupleRef().size();
      break;
    default:
      out << value.tagKind();
  }
}

}  // namespace

std::string describe_instruction(const Code& code, const Instruction& instruction,
                                 const Stack& stack, size_t base) {
  std::ostringstream out;
  const bool is_operator = instruction.op == Op::OP || instruction.op == Op::OPN ||
                           instruction.op == Op::OP_WITH_DEFAULTS;
  size_t count;
  if (is_operator) {
    const OperatorCall& call = code.operators[static_cast<size_t>(instruction.x)];
    out << call.row->schema->full_name();
    count =
        instruction.op == Op::OPN ? size_t{instruction.n} + 1 : call.row->schema->argument_count();
  } else if (instruction.op == Op::PREPARED) {
    const PreparedCall& call = *code.prepared_calls[static_cast<size_t>(instruction.x)];
    const char* separator = "";
    for (const PreparedCall::Step& step : call.steps) {
      out << separator << step.call.row->schema->full_name();
      separator = " + ";
    }
    count = stack_effect(code, instruction).takes;
  } else {
    out << op_name(instruction.op);
    count = stack_effect(code, instruction).takes;
  }
  out << '(';
  const size_t held = stack.size() > base ? stack.size() - base : 0;
  const size_t known = std::min(count, held);
  for (size_t i = 0; i < std::min(known, kMaxArguments); ++i) {
    out << (i == 0 ? "" : ", ");
    describe_value(out, stack[stack.size() - known + i]);
  }
  out << (known > kMaxArguments ? ", ...)" : ")");
  return out.str();
}

std::vector<std::string> describe_place(const Code& code, size_t pc) {
  std::vector<std::string> lines{c10::str("instruction ", pc, " of method ", code.name)};
  if (code.debug_table == nullptr || pc >= code.debug_handles.size()) return lines;
  const int64_t handle = code.debug_handles[pc];
  const std::string root_class = code.name.substr(0, code.name.rfind('.'));
  const std::string module = code.debug_table->module_hierarchy(handle, root_class);
  if (!module.empty()) lines.push_back("in module " + module);
  for (std::string& line : code.debug_table->call_stack(handle)) lines.push_back(std::move(line));
  return lines;
}

}  // namespace torch::jit::mobile
