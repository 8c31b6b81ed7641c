#include "aten_lite/mobile/compilation_unit.h"

namespace torch::jit::mobile {

Function& CompilationUnit::add_function(std::string qualified_name) {
  functions_.push_back(std::make_unique<Function>(std::move(qualified_name)));
  return *functions_.back();
}

const Function* CompilationUnit::find_function(std::string_view qualified_name) const {
  for (const auto& function : functions_) {
    if (function->qualname() == qualified_name) return function.get();
  }
  return nullptr;
}

c10::ClassTypePtr CompilationUnit::get_class(const std::string& qualified_name) {
  c10::ClassTypePtr& type = classes_[qualified_name];
  if (type == nullptr) type = std::make_shared<c10::ClassType>(qualified_name);
  return type;
}

}  // namespace torch::jit::mobile
