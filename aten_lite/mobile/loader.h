// From the parts of a model file to a Module: builds code and classes, and makes objects of them.
#pragma once

#include <memory>
#include <string>

#include "aten_lite/mobile/module.h"
#include "aten_lite/mobile/operator_resolver.h"
#include "aten_lite/serialization/model_file.h"
#include "aten_lite/serialization/model_image.h"

namespace torch::jit::mobile {

class Loader {
 public:
  Loader();

  Module load(aten_lite::serialization::ModelFile& file);

  // Turns an image into code that has passed verify(). Public for tests that make images by hand.
  void build(const aten_lite::serialization::ModelImage& image);
  const std::shared_ptr<CompilationUnit>& unit() const { return unit_; }

 private:
  c10::TypePtr resolve_type(const std::string& text);
  c10::IValue make_object(const std::string& class_name, c10::IValue state);
  void build_function(const aten_lite::serialization::FunctionImage& image, Function* function,
                      OperatorResolver* operators);
  void set_schema(const aten_lite::serialization::FunctionImage& image, Function* function);
  void link_method_calls();

  std::shared_ptr<CompilationUnit> unit_;
};

}  // namespace torch::jit::mobile
