// torch::jit::mobile::Function: the code of one method, with its schema where the file has one.
//
// Immutable once its model is loaded; any number of threads may run it at the same time.
#pragma once

#include <optional>
#include <string>
#include <unordered_map>

#include "aten_lite/core/stack.h"
#include "aten_lite/mobile/code.h"
#include "aten_lite/mobile/function_schema.h"
#include "aten_lite/mobile/interpreter.h"

namespace torch::jit::mobile {

using Kwargs = std::unordered_map<std::string, c10::IValue>;

class Function {
 public:
  explicit Function(std::string qualified_name);

  // "forward"
  const std::string& name() const { return name_; }
  // "__torch__.Net.forward"
  const std::string& qualname() const { return qualified_name_; }
  // "__torch__.Net"
  std::string class_name() const;

  // The arguments, self included; kUnknownArity where the file does not say.
  size_t num_inputs() const { return code_.arity; }
  bool hasSchema() const { return schema_.has_value(); }
  // Throws when there is none.
  const c10::FunctionSchema& getSchema() const;
  const Code& get_code() const { return code_; }

  // Runs on the whole stack: its values are the arguments, and its result replaces them. Arguments
  // that are missing are taken from `kwargs` and from the schema's defaults. `prepared` is other
  // code that does the same.
  bool run(Stack& stack, const RunOptions& options = {}, const Kwargs& kwargs = {},
           const Code* prepared = nullptr) const;
  c10::IValue operator()(Stack& stack) const;

  // For the loader, before anything runs.
  Code& mutable_code() { return code_; }
  void set_schema(c10::FunctionSchema schema) { schema_ = std::move(schema); }

 private:
  std::string qualified_name_;
  std::string name_;
  Code code_;
  std::optional<c10::FunctionSchema> schema_;
};

}  // namespace torch::jit::mobile
