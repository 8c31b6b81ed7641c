// c10::FunctionSchema: the arguments of a model's method, as its file declares them.
#pragma once

#include <cstddef>
#include <optional>
#include <ostream>
#include <string>
#include <utility>
#include <vector>

#include "aten_lite/core/ivalue.h"
#include "aten_lite/core/stack.h"

namespace c10 {

class Argument {
 public:
  Argument(std::string name, TypePtr type, std::optional<IValue> default_value)
      : name_(std::move(name)), type_(std::move(type)), default_value_(std::move(default_value)) {}

  const std::string& name() const { return name_; }
  const TypePtr& type() const { return type_; }
  const std::optional<IValue>& default_value() const { return default_value_; }

 private:
  std::string name_;
  TypePtr type_;
  std::optional<IValue> default_value_;
};

class FunctionSchema {
 public:
  FunctionSchema(std::string name, std::vector<Argument> arguments, std::vector<Argument> returns)
      : name_(std::move(name)), arguments_(std::move(arguments)), returns_(std::move(returns)) {}

  const std::string& name() const { return name_; }
  const std::vector<Argument>& arguments() const { return arguments_; }
  const std::vector<Argument>& returns() const { return returns_; }

  // Makes the whole stack the arguments of one call: takes what is missing from `kwargs` and from
  // the defaults. Throws, in PyTorch's words, when an argument is missing, unknown, too many or of
  // a wrong type.
  void check_and_normalize_inputs(torch::jit::Stack& stack,
                                  const std::unordered_map<std::string, IValue>& kwargs) const;

 private:
  std::string name_;
  std::vector<Argument> arguments_;
  std::vector<Argument> returns_;
};

// "forward(__torch__.Net self, Tensor x, int? n=None) -> Tensor"
std::ostream& operator<<(std::ostream& out, const FunctionSchema& schema);

}  // namespace c10
