// mobile::Module as apps use it: loading from a path and a stream, calling, asking.
#include <gtest/gtest.h>
#include <torch/script.h>

#include <fstream>
#include <sstream>
#include <thread>
#include <utility>
#include <vector>

namespace {

using torch::jit::_load_for_mobile;
using torch::jit::mobile::Module;

const char kModel[] = "ModelWithTensors.ptl";

at::Tensor input() { return at::tensor({1.0, 2.0}, at::kFloat); }

TEST(MobileModule, Load_FromAStream) {
  std::ifstream stream(kModel, std::ios::binary);
  Module module = _load_for_mobile(stream);
  EXPECT_TRUE(module.forward({input()}).toTensor().equal(input() + 1));
}

TEST(MobileModule, Load_TellsWhatIsWrong) {
  EXPECT_THROW(_load_for_mobile("no_such_file.ptl"), c10::Error);
  std::istringstream text("this is no model");
  EXPECT_THROW(_load_for_mobile(text), c10::Error);
  std::istringstream nothing("");
  EXPECT_THROW(_load_for_mobile(nothing), c10::Error);
}

TEST(MobileModule, CallsByEveryName) {
  Module module = _load_for_mobile(kModel);
  const at::Tensor expected = input() + 1;
  EXPECT_TRUE(module({input()}).toTensor().equal(expected));
  EXPECT_TRUE(module.run_method("forward", input()).toTensor().equal(expected));
  EXPECT_TRUE(module.get_method("forward")({input()}).toTensor().equal(expected));
  const auto method = module.find_method("forward");
  ASSERT_TRUE(method.has_value());
  EXPECT_TRUE((*method)({input()}).toTensor().equal(expected));
}

TEST(MobileModule, UnknownMethod) {
  Module module = _load_for_mobile(kModel);
  EXPECT_FALSE(module.find_method("backward").has_value());
  EXPECT_THROW(module.get_method("backward"), c10::Error);
  EXPECT_THROW(module.run_method("backward", input()), c10::Error);
}

TEST(MobileModule, Attributes) {
  Module module = _load_for_mobile("ModelWithArrayOfInt.ptl");
  EXPECT_EQ(module.attr("weight").toTensor().sizes(), c10::IntArrayRef({2, 1, 2, 2}));
  EXPECT_THROW(module.attr("no_such_attribute"), c10::Error);
  EXPECT_EQ(module.attr("no_such_attribute", c10::IValue(7)).toInt(), 7);
}

TEST(MobileModule, EvalAfterExportInEvalIsNoChange) {
  Module module = _load_for_mobile(kModel);
  module.eval();
  EXPECT_FALSE(module.is_training());
}

TEST(MobileModule, WrongNumberOfArguments) {
  Module module = _load_for_mobile(kModel);
  EXPECT_THROW(module.forward({}), c10::Error);
  EXPECT_THROW(module.forward({input(), input()}), c10::Error);
  // A call that failed leaves nothing behind.
  EXPECT_TRUE(module.forward({input()}).toTensor().equal(input() + 1));
}

TEST(MobileModule, SeveralModulesAndMoves) {
  Module first = _load_for_mobile(kModel);
  Module second = _load_for_mobile("ModelWithMultipleOps.ptl");
  Module moved = std::move(first);
  EXPECT_TRUE(moved.forward({input()}).toTensor().equal(input() + 1));
  EXPECT_EQ(second.forward({at::ones({2, 2, 2})}).toTensor().numel(), 8);
}

TEST(MobileModule, CopyPerThread) {
  const Module module = _load_for_mobile("ModelWithArrayOfInt.ptl");
  const at::Tensor image = at::ones({1, 1, 8, 8});
  const at::Tensor expected = Module(module).forward({image}).toTensor();
  std::vector<at::Tensor> results(4);
  std::vector<std::thread> threads;
  for (at::Tensor& result : results) {
    threads.emplace_back([&result, &image, copy = module]() mutable {
      for (int i = 0; i < 20; ++i) result = copy.forward({image}).toTensor();
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (const at::Tensor& result : results) EXPECT_TRUE(result.equal(expected));
}

}  // namespace
