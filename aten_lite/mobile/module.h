// torch::jit::mobile::Module: a loaded model.
//
//   torch::jit::mobile::Module module = torch::jit::_load_for_mobile("net.ptl");
//   at::Tensor out = module.forward({at::ones({1, 3, 224, 224})}).toTensor();
//
// A Module is a handle: copies share code and attributes. Code never changes, so several threads
// may each run a copy at the same time, as long as the model does not write its own attributes;
// deepcopy() makes a module that shares no attribute, for models that do.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "aten_lite/core/ivalue.h"
#include "aten_lite/mobile/compilation_unit.h"
#include "aten_lite/mobile/function.h"
#include "aten_lite/mobile/preparation.h"

namespace torch::jit::mobile {

class Method;

class Module {
 public:
  Module() = default;
  Module(c10::intrusive_ptr<c10::ivalue::Object> object, std::shared_ptr<CompilationUnit> unit)
      : object_(std::move(object)), unit_(std::move(unit)) {}

  // --- Methods.
  c10::IValue forward(std::vector<c10::IValue> inputs);
  c10::IValue operator()(std::vector<c10::IValue> inputs) { return forward(std::move(inputs)); }
  template <typename... Args>
  c10::IValue run_method(const std::string& name, Args&&... args);
  // Throws, listing the methods that there are, when there is none of that name.
  Method get_method(const std::string& name) const;
  std::optional<Method> find_method(const std::string& name) const;
  // All methods of the file; those of submodules too where they are called through an interface.
  std::vector<Method> get_methods() const;

  // --- Attributes of the module's object.
  // Throws when there is none of that name.
  c10::IValue attr(const std::string& name) const;
  c10::IValue attr(const std::string& name, c10::IValue or_else) const;
  bool hasattr(const std::string& name) const;
  // Sets an attribute that is there, or adds one.
  void setattr(const std::string& name, c10::IValue value);
  const std::vector<c10::IValue>& slots() const;
  // Every attribute of this object, in the file's order.
  std::vector<std::pair<std::string, c10::IValue>> named_attributes() const;
  // Tensors of this object and of all objects below it: parameters and buffers, which a mobile
  // model does not tell apart. Names are joined by dots.
  std::vector<at::Tensor> parameters() const;
  std::map<std::string, at::Tensor> named_parameters() const;

  // --- Training mode, an attribute that a model may look at.
  void train(bool on = true);
  void eval() { train(false); }
  bool is_training() const;

  // The class's name.
  std::string name() const { return object().name(); }
  const c10::intrusive_ptr<c10::ivalue::Object>& _ivalue() const;
  const CompilationUnit& compilation_unit() const { return *unit_; }

  // Prepares the methods (preparation.h), here and in all copies of this handle. For loaders:
  // nothing but the module may refer to its attributes.
  void prepare();

  // Another module of the same code whose attributes are its own.
  Module deepcopy() const;
  Module clone() const { return deepcopy(); }

  int64_t bytecode_version() const { return bytecode_version_; }
  void set_bytecode_version(int64_t version) { bytecode_version_ = version; }
  // The version of the operators that the model was saved with.
  int64_t operator_version() const { return operator_version_; }
  void set_operator_version(int64_t version) { operator_version_ = version; }
  // What the file says about itself, and extra files that were asked for.
  const std::unordered_map<std::string, std::string>& getMetadata() const { return metadata_; }
  void setMetadata(std::unordered_map<std::string, std::string> metadata) {
    metadata_ = std::move(metadata);
  }

  // Options of calls made through this handle from now on; copies take them along.
  void set_run_options(RunOptions options) { options_ = options; }
  const RunOptions& run_options() const { return options_; }

 private:
  friend class Method;

  c10::ivalue::Object& object() const;
  // Attributes are given out, or written to.
  void expose() const;

  c10::intrusive_ptr<c10::ivalue::Object> object_;
  std::shared_ptr<CompilationUnit> unit_;
  // Null where the module is not prepared.
  std::shared_ptr<Preparation> preparation_;
  RunOptions options_;
  int64_t bytecode_version_ = 0;
  int64_t operator_version_ = 0;
  std::unordered_map<std::string, std::string> metadata_;
};

// One method of a module, which it keeps alive.
class Method {
 public:
  Method(Module owner, const Function* function) : owner_(std::move(owner)), function_(function) {}

  const std::string& name() const { return function_->name(); }
  const Function& function() const { return *function_; }
  const Module& owner() const { return owner_; }

  // Calls the method with these arguments, self left out.
  c10::IValue operator()(std::vector<c10::IValue> inputs, const Kwargs& kwargs = {}) const;
  // The arguments are the whole stack; the result takes their place.
  void run(Stack& stack) const;
  void run(Stack&& stack) const { run(stack); }

 private:
  void run_with(Stack& stack, const Kwargs& kwargs) const;

  Module owner_;
  const Function* function_;
};

template <typename... Args>
c10::IValue Module::run_method(const std::string& name, Args&&... args) {
  return get_method(name)({c10::IValue(std::forward<Args>(args))...});
}

}  // namespace torch::jit::mobile
