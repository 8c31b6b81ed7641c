#include "aten_lite/mobile/module.h"

#include <unordered_set>

#include "aten_lite/core/error.h"

namespace torch::jit::mobile {

namespace {

constexpr const char* kTraining = "training";

// Visits every tensor of the object and of the objects below it once, with its dotted name.
class TensorWalk {
 public:
  template <typename Visit>
  void walk(const c10::ivalue::Object& root, const Visit& visit) {
    // A list of what is left to do, not recursion: objects may be nested deeply.
    std::vector<std::pair<const c10::ivalue::Object*, std::string>> pending{{&root, ""}};
    seen_.insert(&root);
    while (!pending.empty()) {
      const auto [object, prefix] = pending.back();
      pending.pop_back();
      std::vector<std::pair<const c10::ivalue::Object*, std::string>> below;
      for (size_t slot = 0; slot < object->slots().size(); ++slot) {
        const c10::IValue& value = object->slots()[slot];
        const std::string name = prefix + attribute_name(*object, slot);
        if (value.isTensor() && value.toTensor().defined()) {
          visit(name, value.toTensor());
        } else if (value.isObject() && seen_.insert(&value.toObjectRef()).second) {
          below.emplace_back(&value.toObjectRef(), name + ".");
        }
      }
      pending.insert(pending.end(), below.rbegin(), below.rend());
    }
  }

  static std::string attribute_name(const c10::ivalue::Object& object, size_t slot) {
    return slot < object.type()->numAttributes() ? object.type()->getAttributeName(slot)
                                                 : std::to_string(slot);
  }

 private:
  std::unordered_set<const c10::ivalue::Object*> seen_;
};

}  // namespace

c10::ivalue::Object& Module::object() const {
  TORCH_CHECK(object_.defined(),
              "the module is empty; load one with torch::jit::_load_for_mobile()");
  return *object_;
}

c10::IValue Module::forward(std::vector<c10::IValue> inputs) {
  return get_method("forward")(std::move(inputs));
}

std::optional<Method> Module::find_method(const std::string& name) const {
  const std::string qualified = object().name() + "." + name;
  if (const Function* function = unit_->find_function(qualified)) return Method(*this, function);
  // A name that only another class has: what the file offers under that name.
  for (const auto& function : unit_->methods()) {
    if (function->name() == name) return Method(*this, function.get());
  }
  return std::nullopt;
}

Method Module::get_method(const std::string& name) const {
  std::optional<Method> method = find_method(name);
  if (!method.has_value()) {
    std::string names;
    for (const auto& function : unit_->methods()) {
      names += (names.empty() ? "" : ", ") + function->name();
    }
    TORCH_CHECK(false, "Method '", name, "' is not defined. The methods of ", object().name(),
                " are: ", names);
  }
  return *std::move(method);
}

std::vector<Method> Module::get_methods() const {
  std::vector<Method> methods;
  object();
  for (const auto& function : unit_->methods()) methods.emplace_back(*this, function.get());
  return methods;
}

void Module::expose() const {
  if (preparation_ != nullptr) preparation_->expose();
}

const c10::intrusive_ptr<c10::ivalue::Object>& Module::_ivalue() const {
  expose();
  return object_;
}

const std::vector<c10::IValue>& Module::slots() const {
  expose();
  return object().slots();
}

c10::IValue Module::attr(const std::string& name) const {
  const c10::IValue& value = object().getAttr(name);
  if (value.reference() != nullptr) expose();
  return value;
}

c10::IValue Module::attr(const std::string& name, c10::IValue or_else) const {
  return hasattr(name) ? attr(name) : std::move(or_else);
}

bool Module::hasattr(const std::string& name) const {
  const auto slot = object().type()->findAttributeSlot(name);
  return slot.has_value() && *slot < object().slots().size();
}

void Module::setattr(const std::string& name, c10::IValue value) {
  object().setAttr(name, std::move(value));
  expose();
}

std::vector<std::pair<std::string, c10::IValue>> Module::named_attributes() const {
  std::vector<std::pair<std::string, c10::IValue>> attributes;
  for (size_t slot = 0; slot < slots().size(); ++slot) {
    attributes.emplace_back(TensorWalk::attribute_name(object(), slot), slots()[slot]);
  }
  return attributes;
}

std::vector<at::Tensor> Module::parameters() const {
  expose();
  std::vector<at::Tensor> tensors;
  TensorWalk().walk(
      object(), [&](const std::string&, const at::Tensor& tensor) { tensors.push_back(tensor); });
  return tensors;
}

std::map<std::string, at::Tensor> Module::named_parameters() const {
  expose();
  std::map<std::string, at::Tensor> tensors;
  TensorWalk().walk(object(), [&](const std::string& name, const at::Tensor& tensor) {
    tensors.emplace(name, tensor);
  });
  return tensors;
}

void Module::train(bool on) {
  // Exporters drop the attribute where the model does not look at it.
  if (hasattr(kTraining)) {
    object().setAttr(kTraining, on);
    expose();
  } else {
    TORCH_CHECK(!on, "the model cannot be put into training mode: it has no attribute '", kTraining,
                "', because it was exported in evaluation mode");
  }
}

bool Module::is_training() const {
  if (!hasattr(kTraining)) return true;
  const c10::IValue& training = object().getAttr(kTraining);
  return training.isBool() && training.toBool();
}

void Module::prepare() {
  object();
  if (preparation_ == nullptr) preparation_ = std::make_shared<Preparation>(unit_, object_);
  preparation_->prepare();
}

Module Module::deepcopy() const {
  Module copy = *this;
  object();
  copy.object_ = c10::IValue(object_).deepcopy().toObject();
  // Prepared when it is first called.
  if (preparation_ != nullptr) {
    copy.preparation_ = std::make_shared<Preparation>(copy.unit_, copy.object_);
  }
  return copy;
}

void Method::run_with(Stack& stack, const Kwargs& kwargs) const {
  // What loads a module writes to it.
  if (function_->name() == "__setstate__") owner_.expose();
  const Preparation::Call call(owner_.preparation_.get());
  stack.insert(stack.begin(), c10::IValue(owner_.object_));
  function_->run(stack, owner_.run_options(), kwargs, call.code(function_));
}

c10::IValue Method::operator()(std::vector<c10::IValue> inputs, const Kwargs& kwargs) const {
  run_with(inputs, kwargs);
  return pop(inputs);
}

void Method::run(Stack& stack) const { run_with(stack, {}); }

}  // namespace torch::jit::mobile
