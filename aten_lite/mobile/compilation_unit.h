// The methods of a loaded model and the classes that they belong to.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "aten_lite/core/jit_type.h"
#include "aten_lite/mobile/function.h"

namespace torch::jit::mobile {

class CompilationUnit {
 public:
  // Takes a function whose code is not made yet; its address stays the same.
  Function& add_function(std::string qualified_name);
  const std::vector<std::unique_ptr<Function>>& methods() const { return functions_; }
  // By qualified name, "__torch__.Net.forward"; null when there is none.
  const Function* find_function(std::string_view qualified_name) const;

  // The class of that name, made when it is not known yet.
  c10::ClassTypePtr get_class(const std::string& qualified_name);

 private:
  std::vector<std::unique_ptr<Function>> functions_;
  std::map<std::string, c10::ClassTypePtr, std::less<>> classes_;
};

}  // namespace torch::jit::mobile
