#include "aten_lite/mobile/loader.h"

#include "aten_lite/core/custom_class.h"
#include "aten_lite/core/error.h"
#include "aten_lite/core/type_parser.h"
#include "aten_lite/mobile/debug_table.h"
#include "aten_lite/mobile/verifier.h"

namespace torch::jit::mobile {

namespace {

using aten_lite::serialization::ArgumentImage;
using aten_lite::serialization::FunctionImage;
using aten_lite::serialization::ModelImage;

// Classes that are written in C++ live below this name.
constexpr std::string_view kCustomClasses = "__torch__.torch.classes.";

// Loading a model must end, whatever its __setstate__ methods do.
constexpr int64_t kMaxSetStateSteps = 100'000'000;

bool is_custom_class(std::string_view name) {
  return name.substr(0, kCustomClasses.size()) == kCustomClasses;
}

void check_custom_class(const std::string& name) {
  TORCH_CHECK(
      aten_lite::find_custom_class(name) != nullptr, "class ", name,
      " is not registered in this binary: no operator that it holds uses the class. Add the "
      "operators of the model, or the library that defines the class");
}

// A file that gives no schema shows by the code's first instruction how many values it takes.
size_t arity_of(const Code& code) {
  if (code.instructions.empty()) return kUnknownArity;
  const Instruction& first = code.instructions.front();
  if (first.op == Op::STOREN && first.x == 1) return first.n;
  return first.op == Op::STORE && first.x == 1 ? 1 : kUnknownArity;
}

Instruction decoded(const aten_lite::serialization::InstructionImage& image) {
  return {static_cast<Op>(image.op), static_cast<uint16_t>(image.n), image.x};
}

}  // namespace

Loader::Loader() : unit_(std::make_shared<CompilationUnit>()) {}

c10::TypePtr Loader::resolve_type(const std::string& text) {
  return c10::parseType(text, [this](const std::string& name) -> c10::TypePtr {
    if (is_custom_class(name)) check_custom_class(name);
    return unit_->get_class(name);
  });
}

c10::IValue Loader::make_object(const std::string& class_name, c10::IValue state) {
  if (is_custom_class(class_name)) {
    check_custom_class(class_name);
    return c10::IValue(aten_lite::find_custom_class(class_name)->set_state(std::move(state)));
  }
  const c10::ClassTypePtr type = unit_->get_class(class_name);
  auto object = c10::ivalue::Object::create(type);
  if (const Function* set_state = unit_->find_function(class_name + ".__setstate__")) {
    Stack stack{c10::IValue(object), std::move(state)};
    RunOptions options;
    options.max_steps = kMaxSetStateSteps;
    set_state->run(stack, options);
    return c10::IValue(std::move(object));
  }
  TORCH_CHECK(state.isGenericDict(), "the state of an object of class ", class_name,
              " is a value of type ", state.tagKind(),
              " instead of a dict of attributes, and the class has no __setstate__ method");
  // Slots are numbered in the dict's order, and code counts on it.
  size_t slot = 0;
  for (const auto& entry : state.toGenericDict().impl()->entries) {
    TORCH_CHECK(entry.first.isString(), "an attribute of class ", class_name,
                " is named by a value of type ", entry.first.tagKind());
    const size_t known = type->addAttribute(entry.first.toStringRef());
    TORCH_CHECK(known == slot, "two objects of class ", class_name,
                " list their attributes in different orders");
    object->setSlot(slot++, entry.second);
  }
  return c10::IValue(std::move(object));
}

void Loader::set_schema(const FunctionImage& image, Function* function) {
  std::vector<c10::Argument> arguments;
  for (const ArgumentImage& argument : image.arguments) {
    c10::TypePtr type = resolve_type(argument.type);
    // Files write no default as None. Only of an optional argument may that be the default.
    std::optional<c10::IValue> default_value;
    if (!argument.default_value.isNone() || type->kind() == c10::TypeKind::OptionalType) {
      default_value = argument.default_value;
    }
    arguments.emplace_back(argument.name, std::move(type), std::move(default_value));
  }
  std::vector<c10::Argument> returns;
  for (const ArgumentImage& result : image.returns) {
    returns.emplace_back(result.name, resolve_type(result.type), std::nullopt);
  }
  function->set_schema(
      c10::FunctionSchema(function->name(), std::move(arguments), std::move(returns)));
}

void Loader::build_function(const FunctionImage& image, Function* function,
                            OperatorResolver* operators) {
  Code& code = function->mutable_code();
  for (const auto& op : image.operators)
    code.operators.push_back(operators->resolve(op, image.name));
  code.constants = image.constants;
  for (const std::string& type : image.types) code.types.push_back(resolve_type(type));
  code.register_size = static_cast<size_t>(image.register_size);
  code.debug_handles = image.debug_handles;
  for (const auto& instruction : image.instructions) {
    code.instructions.push_back(decoded(instruction));
    Instruction& inst = code.instructions.back();
    if (inst.op != Op::INTERFACE_CALL) continue;
    // Its X names a constant, the method's name.
    const bool named = inst.x >= 0 && static_cast<size_t>(inst.x) < code.constants.size() &&
                       code.constants[static_cast<size_t>(inst.x)].isString();
    TORCH_CHECK(named, "method ", code.name, ": instruction ", code.instructions.size() - 1,
                " (INTERFACE_CALL ", inst.x, " ", inst.n,
                "): operand X is not the number of a constant that names a method");
    code.method_calls.push_back({code.constants[static_cast<size_t>(inst.x)].toStringRef(), {}});
    inst.x = static_cast<int32_t>(code.method_calls.size() - 1);
  }
  if (image.has_schema) {
    set_schema(image, function);
    code.arity = image.arguments.size();
  } else {
    code.arity = arity_of(code);
  }
}

void Loader::link_method_calls() {
  for (const auto& caller : unit_->methods()) {
    for (MethodCall& call : caller->mutable_code().method_calls) {
      for (const auto& callee : unit_->methods()) {
        if (callee->name() == call.method)
          call.targets.push_back({callee->class_name(), callee.get()});
      }
    }
  }
}

void Loader::build(const ModelImage& image) {
  OperatorResolver operators(image.bytecode_version, image.operator_version);
  for (const FunctionImage& function : image.functions) {
    build_function(function, &unit_->add_function(function.name), &operators);
  }
  operators.throw_if_missing(image.name);
  link_method_calls();
  for (const auto& function : unit_->methods()) verify(&function->mutable_code());
}

Module Loader::load(aten_lite::serialization::ModelFile& file) {
  aten_lite::serialization::ObjectResolver resolver;
  resolver.type = [this](const std::string& text) { return resolve_type(text); };
  resolver.object = [this](const std::string& class_name, c10::IValue state) {
    return make_object(class_name, std::move(state));
  };
  const ModelImage image = file.read_code(resolver);
  build(image);
  if (image.has_debug_handles) {
    const auto table = std::make_shared<const DebugTable>(file.read_debug_records(resolver));
    for (const auto& function : unit_->methods()) function->mutable_code().debug_table = table;
  }
  const c10::IValue self = file.read_data(resolver);
  TORCH_CHECK(self.isObject(), file.name(), ": data.pkl holds a value of type ", self.tagKind(),
              " instead of the module's object");
  Module module(self.toObject(), unit_);
  module.set_bytecode_version(image.bytecode_version);
  module.set_operator_version(image.operator_version);
  return module;
}

}  // namespace torch::jit::mobile
