#include "aten_lite/mobile/function_schema.h"

#include <unordered_map>

#include "aten_lite/core/error.h"

namespace c10 {

namespace {

void print_arguments(std::ostream& out, const std::vector<Argument>& arguments) {
  const char* separator = "";
  for (const Argument& argument : arguments) {
    out << separator << *argument.type();
    if (!argument.name().empty()) out << ' ' << argument.name();
    if (argument.default_value().has_value()) out << '=' << *argument.default_value();
    separator = ", ";
  }
}

// A list or dict that nobody gave an element type (one that was made as List<IValue>) goes by its
// elements.
bool matches(const IValue& value, const Type& type) {
  if (value.is_instance_of(type)) return true;
  if (type.kind() == TypeKind::OptionalType) return matches(value, *type.getElementType());
  if (type.kind() == TypeKind::ListType && value.isList()) {
    const impl::GenericList list = value.toList();
    if (list.elementType()->kind() != TypeKind::AnyType && !list.empty()) return false;
    for (const IValue& element : value.toListRef()) {
      if (!matches(element, *type.getElementType())) return false;
    }
    return true;
  }
  if (type.kind() == TypeKind::DictType && value.isGenericDict()) {
    for (const auto& entry : value.toGenericDict().impl()->entries) {
      if (!matches(entry.first, *type.getKeyType())) return false;
      if (!matches(entry.second, *type.getValueType())) return false;
    }
    return true;
  }
  if (type.kind() == TypeKind::TupleType && value.isTuple()) {
    const std::vector<IValue>& elements = value.toTupleRef().elements();
    if (elements.size() != type.elements().size()) return false;
    for (size_t i = 0; i < elements.size(); ++i) {
      if (!matches(elements[i], *type.elements()[i])) return false;
    }
    return true;
  }
  return false;
}

}  // namespace

std::ostream& operator<<(std::ostream& out, const FunctionSchema& schema) {
  out << schema.name() << '(';
  print_arguments(out, schema.arguments());
  out << ") -> ";
  if (schema.returns().size() != 1) out << '(';
  print_arguments(out, schema.returns());
  if (schema.returns().size() != 1) out << ')';
  return out;
}

void FunctionSchema::check_and_normalize_inputs(
    torch::jit::Stack& stack, const std::unordered_map<std::string, IValue>& kwargs) const {
  TORCH_CHECK(stack.size() <= arguments_.size(), name_, "() expected at most ", arguments_.size(),
              " argument(s) but received ", stack.size(), " argument(s). Declaration: ", *this);
  const size_t positional = stack.size();
  size_t used = 0;
  for (size_t i = positional; i < arguments_.size(); ++i) {
    const auto given = kwargs.find(arguments_[i].name());
    if (given != kwargs.end()) {
      stack.push_back(given->second);
      ++used;
      continue;
    }
    TORCH_CHECK(arguments_[i].default_value().has_value(), name_,
                "() is missing value for argument '", arguments_[i].name(),
                "'. Declaration: ", *this);
    stack.push_back(*arguments_[i].default_value());
  }
  if (used != kwargs.size()) {
    for (const auto& entry : kwargs) {
      size_t i = 0;
      while (i < arguments_.size() && arguments_[i].name() != entry.first) ++i;
      TORCH_CHECK(i >= positional, name_, "() received argument '", entry.first, "' twice");
      TORCH_CHECK(i < arguments_.size(), "Unknown keyword argument '", entry.first,
                  "' for operator '", name_, "'. Schema: ", *this);
    }
  }
  for (size_t i = 0; i < arguments_.size(); ++i) {
    const Argument& argument = arguments_[i];
    TORCH_CHECK(matches(stack[i], *argument.type()), name_, "() Expected a value of type '",
                *argument.type(), "' for argument '", argument.name(), "' but instead found type '",
                *stack[i].type(), "'.\nPosition: ", i, "\nDeclaration: ", *this);
  }
}

}  // namespace c10
