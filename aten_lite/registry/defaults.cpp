// Turns the constants of RegisterSchema.cpp into values.
#include "aten_lite/registry/defaults.h"

#include <algorithm>

#include "aten_lite/core/error.h"
#include "aten_lite/core/list.h"

namespace at::registry {

namespace {

using schemas::ArgumentSchema;
using schemas::DefaultKind;
using schemas::DefaultValue;
using schemas::OperatorSchema;

c10::IValue int_list(const DefaultValue& value) {
  return c10::List<int64_t>(c10::IntArrayRef(value.payload.integers, value.size));
}

c10::IValue float_list(const DefaultValue& value) {
  return c10::List<double>(c10::ArrayRef<double>(value.payload.numbers, value.size));
}

c10::IValue bool_list(const DefaultValue& value) {
  c10::List<bool> list;
  for (size_t i = 0; i < value.size; ++i) list.push_back(value.payload.integers[i] != 0);
  return list;
}

// An empty list of anything but numbers.
c10::IValue empty_list(std::string_view type) {
  if (type.substr(0, 7) == "Tensor?") return c10::List<std::optional<at::Tensor>>();
  if (type.substr(0, 6) == "Tensor") return c10::List<at::Tensor>();
  return c10::List<std::string>();
}

}  // namespace

c10::IValue default_value(const OperatorSchema& schema, size_t index) {
  const DefaultValue& value = schema.argument(index).default_value;
  switch (value.kind) {
    case DefaultKind::kNone:
      return c10::IValue();
    case DefaultKind::kBool:
      return value.payload.integer != 0;
    case DefaultKind::kInt:
      return value.payload.integer;
    case DefaultKind::kFloat:
      return value.payload.number;
    case DefaultKind::kString:
      return std::string(value.payload.text);
    case DefaultKind::kIntList:
      return int_list(value);
    case DefaultKind::kFloatList:
      return float_list(value);
    case DefaultKind::kBoolList:
      return bool_list(value);
    case DefaultKind::kEmptyList:
      return empty_list(schema.argument_type(index));
    case DefaultKind::kAbsent:
      break;
  }
  TORCH_CHECK(false, schema.full_name(), ": argument '", schema.argument_name(index),
              "' was not given and has no default. Schema: ", schema.text());
}

bool can_complete(const OperatorSchema& schema, size_t given) {
  const size_t outs = schema.out_count();
  if (given < outs || given > schema.argument_count()) return false;
  for (size_t i = given - outs; i < schema.argument_count() - outs; ++i) {
    if (!schema.has_default(i)) return false;
  }
  return true;
}

void complete_arguments(torch::jit::Stack& stack, const OperatorSchema& schema, size_t given) {
  const size_t count = schema.argument_count();
  if (given == count) return;
  const size_t outs = schema.out_count();
  TORCH_CHECK(given >= outs && given < count && given <= stack.size(), schema.full_name(),
              " takes ", count, " arguments, ", outs, " of them out arguments, but ", given,
              " were given. Schema: ", schema.text());
  const size_t from = given - outs;
  std::vector<c10::IValue> missing;
  missing.reserve(count - given);
  for (size_t i = from; i < count - outs; ++i) missing.push_back(default_value(schema, i));
  stack.insert(stack.end() - static_cast<std::ptrdiff_t>(outs),
               std::make_move_iterator(missing.begin()), std::make_move_iterator(missing.end()));
}

}  // namespace at::registry
