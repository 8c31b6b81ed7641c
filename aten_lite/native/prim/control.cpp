// Operators that steer a program or only concern its types: exceptions, casts, identity, tuples,
// settings that a mobile model cannot change.
#include <functional>
#include <string>

#include "aten_lite/native/prim/boxed.h"
#include "aten_lite/native/prim/exception.h"

namespace at::native {

namespace {

// Tuples nested deeper than this are refused: a hostile model could exhaust the C++ stack.
constexpr int kMaxHashDepth = 64;

int64_t hash_of(const IValue& value, int depth = 0) {
  switch (value.tag()) {
    case IValue::Tag::Int:
      return value.toInt();
    case IValue::Tag::Bool:
      return int64_t{value.toBool()};
    case IValue::Tag::Double:
      return static_cast<int64_t>(std::hash<double>()(value.toDouble()));
    case IValue::Tag::String:
      return static_cast<int64_t>(std::hash<std::string>()(value.toStringRef()));
    case IValue::Tag::Tensor:
      return static_cast<int64_t>(reinterpret_cast<intptr_t>(value.reference()));
    case IValue::Tag::None:
      return 0;
    case IValue::Tag::Tuple: {
      TORCH_CHECK(depth < kMaxHashDepth, "hash() of tuples nested more than ", kMaxHashDepth,
                  " deep");
      uint64_t hash = 0;
      for (const IValue& element : value.toTupleRef().elements()) {
        hash ^= static_cast<uint64_t>(hash_of(element, depth + 1)) + 0x9e3779b97f4a7c15u +
                (hash << 6) + (hash >> 2);
      }
      return static_cast<int64_t>(hash);
    }
    default:
      AT_ERROR("unhashable type: '", value.type()->annotation_str(), "'");
  }
}

}  // namespace

void raise_exception(const std::string& message, const IValue& class_name) {
  if (class_name.isString()) AT_ERROR(class_name.toStringRef(), ": ", message);
  AT_ERROR(message);
}

void control_raise(Stack& stack) {
  boxed(stack, [](const std::string& message, const IValue& class_name) {
    raise_exception(message, class_name);
  });
}

// unchecked_cast, unchecked_unwrap_optional: the compiler knew better, the value stays.
void control_keep(Stack& stack) { prim::arguments(stack, 1); }

void control_unwrap_optional(Stack& stack) {
  TORCH_CHECK(!prim::arguments(stack, 1)->isNone(), "Unwrapping null optional");
}

// A value that a branch which raises would have given.
void control_uninitialized(Stack& stack) { stack.emplace_back(); }

void control_is(Stack& stack) {
  boxed(stack, [](const IValue& a, const IValue& b) { return a.is(b); });
}
void control_isnot(Stack& stack) {
  boxed(stack, [](const IValue& a, const IValue& b) { return !a.is(b); });
}
void control_if_then_else(Stack& stack) {
  boxed(stack, [](bool condition, const IValue& a, const IValue& b) { return condition ? a : b; });
}

void tuple_unpack(Stack& stack) {
  prim::arguments(stack, 1);
  const IValue tuple = torch::jit::pop(stack);
  const std::vector<IValue>& elements = tuple.toTupleRef().elements();
  stack.insert(stack.end(), elements.begin(), elements.end());
}
void tuple_index(Stack& stack) {
  boxed(stack, [](const IValue& tuple, int64_t index) {
    const std::vector<IValue>& elements = tuple.toTupleRef().elements();
    const int64_t size = static_cast<int64_t>(elements.size());
    TORCH_CHECK_INDEX(index >= -size && index < size, "Tuple list index out of range: ", index,
                      " of ", size);
    return elements[static_cast<size_t>(index < 0 ? index + size : index)];
  });
}

// prim::ModuleContainerIndex: a submodule of a ModuleList ("0", "1", ...) or of a ModuleDict.
void module_list_index(Stack& stack) {
  boxed(stack, [](const IValue& modules, int64_t index) {
    const c10::ivalue::Object& object = modules.toObjectRef();
    if (index < 0) index += static_cast<int64_t>(object.slots().size());
    return object.getAttr(std::to_string(index));
  });
}
void module_dict_index(Stack& stack) {
  boxed(stack, [](const IValue& modules, const std::string& name) {
    return modules.toObjectRef().getAttr(name);
  });
}

void value_hash(Stack& stack) {
  boxed(stack, [](const IValue& value) { return hash_of(value); });
}
// id(object); 0 of None
void object_id(Stack& stack) {
  boxed(stack, [](const IValue& value) {
    return value.isNone() ? int64_t{0}
                          : static_cast<int64_t>(reinterpret_cast<intptr_t>(value.reference()));
  });
}

// --- Settings. A scripted model runs without gradients, tracing or autocast.

void setting_true(Stack& stack) { stack.emplace_back(true); }
void setting_false(Stack& stack) { stack.emplace_back(false); }
void setting_set_grad(Stack& stack) {
  boxed(stack, [](bool) {});
}
// torch.overrides.has_torch_function(...)
void setting_no_torch_function(Stack& stack) {
  prim::replace(stack, variadic_count(stack) + 1, IValue(false));
}
void setting_cpu_capability(Stack& stack) { stack.emplace_back("DEFAULT"); }

}  // namespace at::native
