// Models made by hand, for tests of the verifier and the interpreter.
//
//   ImageBuilder image;
//   image.method("forward").code({{"STOREN", 1, 2}, {"MOVE", 2}, {"RET"}}).registers(2);
//   EXPECT_EQ(image.run("forward", {7}).toInt(), 7);
//
// Operators "test::..." are linked with it: see test_images.cpp.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "aten_lite/mobile/loader.h"
#include "aten_lite/mobile/module.h"
#include "aten_lite/serialization/model_image.h"

namespace aten_lite::testing {

struct Line {
  const char* op;
  int32_t x = 0;
  int32_t n = 0;
};

class MethodBuilder {
 public:
  explicit MethodBuilder(serialization::FunctionImage* image) : image_(image) {}

  MethodBuilder& code(std::vector<Line> lines);
  MethodBuilder& registers(int64_t count);
  MethodBuilder& constants(std::vector<c10::IValue> values);
  MethodBuilder& types(std::vector<std::string> types);
  // "test::add", or "test::add/3" for a call that pushes 3 arguments.
  MethodBuilder& operators(std::vector<std::string> names);
  // Gives the method a schema: self, and these arguments.
  MethodBuilder& schema(std::vector<serialization::ArgumentImage> arguments);

 private:
  serialization::FunctionImage* image_;
};

class ImageBuilder {
 public:
  ImageBuilder();

  // A method of class "__torch__.Net". Its code begins by storing its arguments, self first.
  MethodBuilder method(const std::string& name);
  // A method of another class.
  MethodBuilder method_of(const std::string& class_name, const std::string& name);

  // Builds the module; its object has no attributes yet.
  torch::jit::mobile::Module build() const;
  c10::IValue run(const std::string& method, std::vector<c10::IValue> inputs) const;
  // What build() throws; empty when it throws nothing.
  std::string build_error() const;
  std::string run_error(const std::string& method, std::vector<c10::IValue> inputs) const;

  serialization::ModelImage& image() { return image_; }

 private:
  serialization::ModelImage image_;
};

// An object of that class in the module, with attributes "a0", "a1", ...
c10::IValue make_object(const torch::jit::mobile::Module& module, const std::string& class_name,
                        std::vector<c10::IValue> attributes);

}  // namespace aten_lite::testing
