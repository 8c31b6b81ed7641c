// Prepared methods do what the methods of the file do, whatever happens to the attributes.
#include "aten_lite/mobile/preparation.h"

#include <gtest/gtest.h>

#include <string>

#include "aten_lite/core/empty.h"
#include "aten_lite/mobile/module.h"
#include "aten_lite/mobile/test_images.h"

namespace aten_lite::testing {
namespace {

using c10::IValue;
using torch::jit::mobile::Code;
using torch::jit::mobile::Module;
using torch::jit::mobile::prepare_unit;

at::Tensor tensor_of(float value) {
  at::Tensor tensor(at::detail::empty_cpu({1}, at::kFloat));
  tensor.data_ptr<float>()[0] = value;
  return tensor;
}

// forward() = 1 if self.a0 else 2
void add_branch(ImageBuilder* image) {
  image->method("forward")
      .code({{"STORE", 1},
             {"MOVE", 1},
             {"GET_ATTR", 0},
             {"JF", 3},
             {"LOADC", 0},
             {"JMP", 2},
             {"LOADC", 1},
             {"RET"}})
      .registers(1)
      .constants({1, 2});
}

Module prepared(const ImageBuilder& image, std::vector<IValue> attributes) {
  Module module = image.build();
  for (size_t i = 0; i < attributes.size(); ++i) {
    module.setattr("a" + std::to_string(i), attributes[i]);
  }
  attributes.clear();
  module.prepare();
  return module;
}

// The instructions of the prepared forward(), or -1 where it is not prepared.
int count_instructions(const Module& module) {
  const auto unit = prepare_unit(module.compilation_unit(), module._ivalue(), {});
  const Code* code = unit->find(module.compilation_unit().find_function("__torch__.Net.forward"));
  return code == nullptr ? -1 : static_cast<int>(code->instructions.size());
}

TEST(Preparation, DropsBranchesThatAreNeverTaken) {
  ImageBuilder image;
  add_branch(&image);
  const Module module = prepared(image, {true});
  // DROP the module, LOADC, RET.
  EXPECT_EQ(count_instructions(module), 3);
}

TEST(Preparation, SeesAttributesThatTheProgramSets) {
  ImageBuilder image;
  add_branch(&image);
  Module module = prepared(image, {true});
  EXPECT_EQ(module.forward({}).toInt(), 1);
  module.setattr("a0", false);
  EXPECT_EQ(module.forward({}).toInt(), 2);
  module._ivalue()->setAttr("a0", true);
  EXPECT_EQ(module.forward({}).toInt(), 1);
}

TEST(Preparation, SeesTrainingModeThroughEveryHandle) {
  ImageBuilder image;
  add_branch(&image);
  Module module = image.build();
  module.setattr("training", false);
  module.prepare();
  Module other = module;
  const auto method = module.get_method("forward");
  EXPECT_EQ(method({}).toInt(), 2);
  other.train();
  EXPECT_EQ(method({}).toInt(), 1);
  other.eval();
  EXPECT_EQ(method({}).toInt(), 2);
}

TEST(Preparation, SeesAttributesThatAMethodWrites) {
  ImageBuilder image;
  add_branch(&image);
  image.method("set")
      .code({{"STOREN", 1, 2}, {"MOVE", 1}, {"MOVE", 2}, {"SET_ATTR", 0}, {"LOADC", 0}, {"RET"}})
      .registers(2)
      .constants({0});
  Module module = prepared(image, {true});
  EXPECT_EQ(module.forward({}).toInt(), 1);
  module.run_method("set", false);
  EXPECT_EQ(module.forward({}).toInt(), 2);
  EXPECT_GT(count_instructions(module), 3);
}

TEST(Preparation, SeesAttributesThatAMethodOfAnUnknownObjectWrites) {
  ImageBuilder image;
  add_branch(&image);
  image.method_of("__torch__.Other", "set")
      .code({{"STOREN", 1, 2}, {"MOVE", 1}, {"MOVE", 2}, {"SET_ATTR", 0}, {"LOADC", 0}, {"RET"}})
      .registers(2)
      .constants({0});
  Module module = prepared(image, {true});
  EXPECT_EQ(module.forward({}).toInt(), 1);
  module.run_method("set", false);
  EXPECT_EQ(module.forward({}).toInt(), 2);
}

TEST(Preparation, ACopyHasItsOwnAttributes) {
  ImageBuilder image;
  add_branch(&image);
  Module module = prepared(image, {true});
  Module copy = module.deepcopy();
  copy.setattr("a0", false);
  EXPECT_EQ(module.forward({}).toInt(), 1);
  EXPECT_EQ(copy.forward({}).toInt(), 2);
}

TEST(Preparation, RunsTheFilesCodeWhileTheProgramHoldsATensor) {
  ImageBuilder image;
  image.method("forward").code({{"STORE", 1}, {"MOVE", 1}, {"GET_ATTR", 0}, {"RET"}}).registers(1);
  Module module = image.build();
  module.setattr("a0", IValue(tensor_of(1)));
  module.prepare();
  {
    const at::Tensor held = module.attr("a0").toTensor();
    held.data_ptr<float>()[0] = 5;
    EXPECT_EQ(module.forward({}).toTensor().data_ptr<float>()[0], 5);
  }
  EXPECT_EQ(module.forward({}).toTensor().data_ptr<float>()[0], 5);
  module.setattr("a0", IValue(tensor_of(7)));
  EXPECT_EQ(module.forward({}).toTensor().data_ptr<float>()[0], 7);
}

TEST(Preparation, LoopsCountAsBefore) {
  // forward(n): total = 0; for i in range(n): total = total + i; return total
  ImageBuilder image;
  image.method("forward")
      .code({{"STOREN", 1, 2},
             {"LOADC", 0},
             {"MOVE", 2},
             {"LOADC", 1},
             {"LOADC", 0},
             {"LOOP", 7, 3},
             {"STOREN", 3, 2},
             {"LOADC", 1},
             {"MOVE", 4},
             {"MOVE", 3},
             {"OP", 0},
             {"JMP", -6},
             {"RET"}})
      .registers(4)
      .constants({0, true})
      .operators({"test::add"});
  Module module = prepared(image, {});
  ASSERT_GT(count_instructions(module), 0);
  for (const int n : {0, 1, 2, 10, 1000}) {
    EXPECT_EQ(module.forward({n}).toInt(), n * (n - 1) / 2) << n;
    EXPECT_EQ(image.run("forward", {n}).toInt(), n * (n - 1) / 2) << n;
  }
}

TEST(Preparation, LoopsMaySwapWhatTheyCarry) {
  // forward(n): a, b = 0, 1; for i in range(n): a, b = b, a + b; return a
  ImageBuilder image;
  image.method("forward")
      .code({{"STOREN", 1, 2},
             {"LOADC", 0},
             {"MOVE", 2},
             {"LOADC", 1},
             {"LOADC", 0},
             {"LOADC", 2},
             {"LOOP", 9, 4},
             {"STOREN", 3, 3},
             {"LOADC", 1},
             {"LOAD", 5},
             {"LOAD", 4},
             {"LOAD", 5},
             {"OP", 0},
             {"JMP", -7},
             {"RET"},
             {"DROP"},
             {"RET"}})
      .registers(5)
      .constants({0, true, 1})
      .operators({"test::add"});
  Module module = prepared(image, {});
  ASSERT_GT(count_instructions(module), 0);
  EXPECT_EQ(module.forward({10}).toInt(), 55);
}

TEST(Preparation, ErrorsTellTheMethodAndTheOperator) {
  ImageBuilder image;
  image.method("forward")
      .code({{"STOREN", 1, 2}, {"MOVE", 2}, {"LOADC", 0}, {"OP", 0}, {"RET"}})
      .registers(2)
      .constants({1})
      .operators({"test::add"});
  Module module = prepared(image, {});
  try {
    module.forward({IValue("text")});
    FAIL();
  } catch (const c10::Error& error) {
    const std::string text = error.what();
    EXPECT_NE(text.find("test::add"), std::string::npos) << text;
    EXPECT_NE(text.find("method __torch__.Net.forward"), std::string::npos) << text;
  }
}

}  // namespace
}  // namespace aten_lite::testing
