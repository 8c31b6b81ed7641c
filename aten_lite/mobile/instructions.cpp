#include "aten_lite/mobile/instructions.h"

#include <algorithm>
#include <memory>

#include "aten_lite/core/error.h"
#include "aten_lite/mobile/function.h"
#include "aten_lite/native/prim/exception.h"
#include "aten_lite/native/prim/format.h"
#include "aten_lite/native/prim/tensor_list.h"

namespace torch::jit::mobile {

namespace {

using c10::IValue;

void replace(Stack& stack, size_t n, IValue result) {
  drop(stack, n);
  stack.push_back(std::move(result));
}

void list_construct(Stack& stack, const c10::Type& type, size_t n) {
  auto list = c10::make_intrusive<c10::detail::ListImpl>(pop(stack, n), type.getElementType());
  stack.emplace_back(std::move(list));
}

void dict_construct(Stack& stack, const c10::Type& type, size_t n) {
  auto dict = c10::make_intrusive<c10::detail::DictImpl>(type.getKeyType(), type.getValueType());
  for (size_t i = 0; i < n; i += 2) {
    dict->insert_or_assign(peek(stack, i, n), peek(stack, i + 1, n));
  }
  replace(stack, n, IValue(std::move(dict)));
}

void dict_index(Stack& stack) {
  const IValue& key = peek(stack, 1, 2);
  const auto dict = peek(stack, 0, 2).toGenericDict().impl();
  const size_t position = dict->find(key);
  TORCH_CHECK_INDEX(position != c10::detail::DictImpl::npos, "KeyError: ", key);
  replace(stack, 2, dict->entries[position].second);
}

void list_unpack(Stack& stack, size_t n) {
  const IValue list = stack.back();
  const c10::ArrayRef<IValue> elements = list.toListRef();
  TORCH_CHECK(elements.size() == n, "Expected ", n, " elements in a list but found ",
              elements.size());
  stack.pop_back();
  stack.insert(stack.end(), elements.begin(), elements.end());
}

void tuple_slice(Stack& stack, size_t begin, size_t count) {
  const std::vector<IValue>& elements = stack.back().toTupleRef().elements();
  TORCH_CHECK(begin <= elements.size() && count <= elements.size() - begin, "a slice of elements ",
              begin, " to ", begin + count, " was asked of a tuple of ", elements.size());
  const auto first = elements.begin() + static_cast<std::ptrdiff_t>(begin);
  IValue slice(c10::ivalue::Tuple::create(
      std::vector<IValue>(first, first + static_cast<std::ptrdiff_t>(count))));
  stack.back() = std::move(slice);
}

void tuple_index(Stack& stack) {
  const int64_t index = peek(stack, 1, 2).toInt();
  const std::vector<IValue>& elements = peek(stack, 0, 2).toTupleRef().elements();
  const int64_t size = static_cast<int64_t>(elements.size());
  TORCH_CHECK_INDEX(index >= -size && index < size, "Tuple list index out of range: ", index,
                    " of ", size);
  replace(stack, 2, IValue(elements[static_cast<size_t>(index < 0 ? index + size : index)]));
}

void create_object(Stack& stack, const c10::TypePtr& type) {
  // Classes get attributes while their objects do, so a program holds them as mutable.
  auto shared = std::const_pointer_cast<c10::Type>(type);
  stack.emplace_back(
      c10::ivalue::Object::create(std::static_pointer_cast<c10::ClassType>(std::move(shared))));
}

bool is_instance(const IValue& value, const c10::TypePtr* types, size_t count) {
  return std::any_of(types, types + count,
                     [&](const c10::TypePtr& type) { return value.is_instance_of(*type); });
}

// Newer models push the name of the exception's class above the message.
void raise(const Stack& stack) {
  const IValue& top = stack.back();
  if (stack.size() >= 2 && (top.isNone() || top.isString()) && peek(stack, 0, 2).isString()) {
    at::native::raise_exception(peek(stack, 0, 2).toStringRef(), top);
  }
  at::native::raise_exception(top.toStringRef(), IValue());
}

}  // namespace

void call_with_defaults(const OperatorCall& call, Stack& stack) {
  stack.insert(stack.end() - static_cast<std::ptrdiff_t>(call.out_count), call.defaults.begin(),
               call.defaults.end());
  call.wrapper(stack);
}

void run_prepared(const PreparedCall& call, uint16_t bits, Stack& stack) {
  using aten_lite::PreparedLayout;
  const bool adds = (bits & kPreparedAdds) != 0;
  IValue& input = stack[stack.size() - (adds ? 2 : 1)];
  static const at::Tensor kNone;
  const auto is_tensor = [](const IValue& v) { return v.isTensor() && v.toTensor().defined(); };
  if (is_tensor(input) && (!adds || is_tensor(stack.back())) &&
      (call.dim < 0 || input.toTensor().dim() == call.dim)) {
    const aten_lite::PreparedRun how{adds ? stack.back().toTensor() : kNone,
                                     static_cast<PreparedLayout>(bits >> kPreparedLayoutShift)};
    if (call.op->accepts(input.toTensor(), how)) {
      input = IValue(call.op->run(input.toTensor(), how));
      if (adds) stack.pop_back();
      return;
    }
  }
  const IValue addend = adds ? pop(stack) : IValue();
  for (const PreparedCall::Step& step : call.steps) {
    IValue operand = pop(stack);
    const size_t first = stack.size();
    stack.insert(stack.end(), step.arguments.begin(), step.arguments.end());
    if (step.adds) stack[first + (1 - step.operand)] = addend;
    stack[first + step.operand] = std::move(operand);
    step.call.wrapper(stack);
  }
}

const Function& find_target(const MethodCall& call, const IValue& object) {
  const std::string class_name =
      object.isCapsule() ? object.toCustomClassRef().qualified_name() : object.toObjectRef().name();
  for (const MethodCall::Target& target : call.targets) {
    if (target.class_name == class_name) return *target.function;
  }
  AT_ERROR("class ", class_name, " has no method '", call.method,
           object.isCapsule() ? "' that this runtime can call" : "' in this model");
}

void run_simple(const Code& code, const Instruction& inst, Stack& stack) {
  const size_t x = static_cast<size_t>(inst.x);
  const auto top = [&]() -> IValue& { return stack.back(); };
  switch (inst.op) {
    case Op::SET_ATTR:
      peek(stack, 0, 2).toObjectRef().setSlot(x, std::move(top()));
      drop(stack, 2);
      break;
    case Op::LIST_UNPACK:
      list_unpack(stack, x);
      break;
    case Op::TUPLE_CONSTRUCT:
      stack.emplace_back(c10::ivalue::Tuple::create(pop(stack, x)));
      break;
    case Op::NAMED_TUPLE_CONSTRUCT:
      stack.emplace_back(c10::ivalue::Tuple::createNamed(pop(stack, inst.n), code.types[x]));
      break;
    case Op::LIST_CONSTRUCT:
      list_construct(stack, *code.types[x], inst.n);
      break;
    case Op::DICT_CONSTRUCT:
      dict_construct(stack, *code.types[x], inst.n);
      break;
    case Op::CREATE_OBJECT:
      create_object(stack, code.types[x]);
      break;
    case Op::ISINSTANCE:
      top() = IValue(is_instance(top(), code.types.data() + x, inst.n));
      break;
    case Op::TUPLE_SLICE:
      tuple_slice(stack, x, inst.n);
      break;
    case Op::TUPLE_INDEX:
      tuple_index(stack);
      break;
    case Op::RAISE_EXCEPTION:
      raise(stack);
      break;
    case Op::DICT_INDEX:
      dict_index(stack);
      break;
    case Op::UNCHECKED_CAST:
      break;
    case Op::__IS__:
      replace(stack, 2, IValue(peek(stack, 0, 2).is(top())));
      break;
    case Op::__ISNOT__:
      replace(stack, 2, IValue(!peek(stack, 0, 2).is(top())));
      break;
    case Op::__NOT__:
      top() = IValue(!top().toBool());
      break;
    case Op::UN_INITIALIZED:
      stack.emplace_back();
      break;
    case Op::FORMAT:
      replace(
          stack, x,
          IValue(at::native::format_values(peek(stack, 0, x).toStringRef(), last(stack, x - 1))));
      break;
    case Op::DEVICE:
      top() = IValue(top().toTensor().device());
      break;
    case Op::DTYPE:
      top() = IValue(top().toTensor().scalar_type());
      break;
    case Op::DIM:
      top() = IValue(top().toTensor().dim());
      break;
    case Op::IS_CUDA:
      top() = IValue(top().toTensor().is_cuda());
      break;
    case Op::TO_LIST:
      replace(stack, 3,
              at::native::tensor_to_list(peek(stack, 0, 3).toTensor(), peek(stack, 2, 3).toInt(),
                                         peek(stack, 1, 3).toInt()));
      break;
    case Op::NUM_TO_TENSOR:
      top() = IValue(at::native::tensor_from_number(top()));
      break;
    case Op::WARN:
      TORCH_WARN(peek(stack, 0, 2).toStringRef());
      drop(stack, 2);
      break;
    default:
      TORCH_INTERNAL_ASSERT(false, "instruction ", op_name(inst.op));
  }
}

}  // namespace torch::jit::mobile
