#include "aten_lite/mobile/function.h"

#include "aten_lite/core/error.h"

namespace torch::jit::mobile {

Function::Function(std::string qualified_name) : qualified_name_(std::move(qualified_name)) {
  const size_t dot = qualified_name_.rfind('.');
  name_ = dot == std::string::npos ? qualified_name_ : qualified_name_.substr(dot + 1);
  code_.name = qualified_name_;
}

std::string Function::class_name() const {
  const size_t dot = qualified_name_.rfind('.');
  return dot == std::string::npos ? std::string() : qualified_name_.substr(0, dot);
}

const c10::FunctionSchema& Function::getSchema() const {
  TORCH_CHECK(schema_.has_value(), "method ", qualified_name_,
              " has no schema; models of bytecode version 4 carry none");
  return *schema_;
}

bool Function::run(Stack& stack, const RunOptions& options, const Kwargs& kwargs,
                   const Code* prepared) const {
  if (schema_.has_value()) {
    schema_->check_and_normalize_inputs(stack, kwargs);
  } else {
    TORCH_CHECK(kwargs.empty(), "method ", qualified_name_,
                " has no schema and takes no keyword arguments");
    TORCH_CHECK(code_.arity == kUnknownArity || stack.size() == code_.arity, name_, "() expected ",
                code_.arity, " argument(s) but received ", stack.size(), ", self included");
  }
  run_code(prepared != nullptr ? *prepared : code_, stack, options);
  return true;
}

c10::IValue Function::operator()(Stack& stack) const {
  run(stack);
  return pop(stack);
}

}  // namespace torch::jit::mobile
