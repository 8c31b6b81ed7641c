#include "aten_lite/mobile/module.h"

#include <gtest/gtest.h>

#include <thread>

#include "aten_lite/core/empty.h"
#include "aten_lite/mobile/test_images.h"

namespace aten_lite::testing {
namespace {

using c10::IValue;
using torch::jit::mobile::Module;

// forward(x) = x + 1, and get_weight() = self.a0
Module make_module() {
  ImageBuilder image;
  image.method("forward")
      .code({{"STOREN", 1, 2}, {"MOVE", 2}, {"LOADC", 0}, {"OP", 0}, {"RET"}})
      .registers(2)
      .constants({1})
      .operators({"test::add"});
  image.method("get_weight")
      .code({{"STORE", 1}, {"MOVE", 1}, {"GET_ATTR", 0}, {"RET"}})
      .registers(1);
  return image.build();
}

at::Tensor tensor_of_size(int64_t size) {
  at::Tensor tensor(at::detail::empty_cpu({size}, at::kFloat));
  std::fill_n(tensor.data_ptr<float>(), size, 0.0f);
  return tensor;
}

TEST(Module, CallsMethodsInEveryWay) {
  Module module = make_module();
  EXPECT_EQ(module.forward({41}).toInt(), 42);
  EXPECT_EQ(module({41}).toInt(), 42);
  EXPECT_EQ(module.run_method("forward", 41).toInt(), 42);
  EXPECT_EQ(module.get_method("forward")({41}).toInt(), 42);
  torch::jit::Stack stack{41};
  module.get_method("forward").run(stack);
  EXPECT_EQ(stack.back().toInt(), 42);
}

TEST(Module, ListsItsMethodsWhenOneIsMissing) {
  const Module module = make_module();
  EXPECT_FALSE(module.find_method("backward").has_value());
  EXPECT_EQ(module.get_methods().size(), 2u);
  try {
    module.get_method("backward");
    FAIL();
  } catch (const c10::Error& error) {
    EXPECT_NE(std::string(error.what()).find("forward, get_weight"), std::string::npos);
  }
}

TEST(Module, AMethodKeepsItsModuleAlive) {
  const auto method = make_module().get_method("forward");
  EXPECT_EQ(method({1}).toInt(), 2);
}

TEST(Module, HasAttributes) {
  Module module = make_module();
  module.setattr("a0", 7);
  EXPECT_EQ(module.attr("a0").toInt(), 7);
  EXPECT_EQ(module.attr("missing", 3).toInt(), 3);
  EXPECT_TRUE(module.hasattr("a0"));
  EXPECT_FALSE(module.hasattr("missing"));
  EXPECT_THROW(module.attr("missing"), c10::Error);
  EXPECT_EQ(module.run_method("get_weight").toInt(), 7);
  ASSERT_EQ(module.named_attributes().size(), 1u);
  EXPECT_EQ(module.named_attributes()[0].first, "a0");
}

TEST(Module, ParametersAreThoseOfSubmodulesToo) {
  Module module = make_module();
  module.setattr("weight", tensor_of_size(1));
  const IValue child = make_object(module, "__torch__.Child", {tensor_of_size(2), 5});
  module.setattr("child", child);
  module.setattr("same_child", child);
  EXPECT_EQ(module.parameters().size(), 2u);
  const auto named = module.named_parameters();
  ASSERT_EQ(named.count("child.a0"), 1u);
  EXPECT_EQ(named.at("child.a0").numel(), 2);
}

TEST(Module, TrainingIsAnAttribute) {
  Module module = make_module();
  EXPECT_TRUE(module.is_training());
  EXPECT_NO_THROW(module.eval());
  EXPECT_THROW(module.train(), c10::Error) << "the model has no such attribute";
  module.setattr("training", true);
  module.eval();
  EXPECT_FALSE(module.is_training());
  module.train();
  EXPECT_TRUE(module.is_training());
}

TEST(Module, CopiesShareAttributesAndDeepCopiesDoNot) {
  Module module = make_module();
  module.setattr("a0", tensor_of_size(1));
  Module shared = module;
  Module own = module.deepcopy();
  module.attr("a0").toTensor().data_ptr<float>()[0] = 5;
  EXPECT_EQ(shared.attr("a0").toTensor().data_ptr<float>()[0], 5);
  EXPECT_EQ(own.attr("a0").toTensor().data_ptr<float>()[0], 0);
  EXPECT_EQ(own.forward({1}).toInt(), 2);
}

TEST(Module, ThreadsRunCopiesAtTheSameTime) {
  const Module module = make_module();
  std::vector<std::thread> threads;
  std::vector<int64_t> sums(4);
  for (size_t t = 0; t < sums.size(); ++t) {
    threads.emplace_back([&sums, t, copy = module]() mutable {
      for (int64_t i = 0; i < 1000; ++i) sums[t] += copy.forward({i}).toInt();
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (const int64_t sum : sums) EXPECT_EQ(sum, 500500);
}

TEST(Module, AnEmptyModuleSaysSo) {
  Module module;
  EXPECT_THROW(module.forward({}), c10::Error);
  EXPECT_THROW(module.attr("x"), c10::Error);
}

}  // namespace
}  // namespace aten_lite::testing
