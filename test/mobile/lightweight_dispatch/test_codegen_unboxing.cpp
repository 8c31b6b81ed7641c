// Calls that generated unboxing wrappers must carry from a model's stack to a kernel and back,
// one test for the argument types of each model. Only PyTorch's public API is used here.
#include <ATen/core/ivalue.h>
#include <gtest/gtest.h>
#include <torch/csrc/jit/mobile/import.h>
#include <torch/csrc/jit/mobile/module.h>
#include <torch/torch.h>

#include <string>
#include <vector>

namespace {

using torch::jit::_load_for_mobile;
using torch::jit::mobile::Module;

const c10::TensorOptions kFloatOptions(c10::ScalarType::Float);
const c10::TensorOptions kLongOptions(c10::ScalarType::Long);

c10::IValue run(const std::string& model, std::vector<c10::IValue> inputs) {
  Module module = _load_for_mobile(model + ".ptl");
  return module.forward(std::move(inputs));
}

testing::AssertionResult same(const at::Tensor& actual, const at::Tensor& expected) {
  if (actual.scalar_type() != expected.scalar_type()) {
    return testing::AssertionFailure() << "dtype " << c10::toString(actual.scalar_type())
                                       << " instead of " << c10::toString(expected.scalar_type());
  }
  if (actual.sizes() != expected.sizes()) {
    return testing::AssertionFailure()
           << "sizes " << actual.sizes() << " instead of " << expected.sizes();
  }
  if (!actual.equal(expected)) return testing::AssertionFailure() << "other values";
  return testing::AssertionSuccess();
}

TEST(Unboxing, IntList_ScalarType_Layout_Device_Bool) {
  const at::Tensor result = run("ModelWithDTypeDeviceLayoutPinMemory", {c10::IValue(4)}).toTensor();
  EXPECT_TRUE(same(result, at::ones({3, 4}, kLongOptions)));
}

TEST(Unboxing, IndexByATensor) {
  at::Tensor expected = at::empty({2, 2}, kFloatOptions);
  expected[0][0] = 2;
  expected[0][1] = 3;
  expected[1][0] = 0;
  expected[1][1] = 1;
  const at::Tensor index = at::tensor({1, 0}, kLongOptions);
  EXPECT_TRUE(same(run("ModelWithTensorOptional", {index}).toTensor(), expected));
}

TEST(Unboxing, IndexOfOneElementKeepsADimension) {
  const int64_t zero = 0;
  at::Tensor expected = at::empty({1, 2}, kFloatOptions);
  expected[0][0] = 0;
  expected[0][1] = 1;
  EXPECT_TRUE(same(run("ModelWithTensorOptional", {at::tensor(zero)}).toTensor(), expected));
}

TEST(Unboxing, ScalarAndScalarList) {
  Module module = _load_for_mobile("ModelWithScalarList.ptl");
  const auto spacing_two = module.forward({0}).toList();
  EXPECT_TRUE(
      same(spacing_two.get(0).toTensor(), at::tensor({-1.5, -0.75, 3.75, 7.5}, kFloatOptions)));
  const auto spacing_one = module.forward({1}).toList();
  EXPECT_TRUE(
      same(spacing_one.get(0).toTensor(), at::tensor({-3.0, -1.5, 7.5, 15.0}, kFloatOptions)));
  EXPECT_TRUE(module.forward({2}).isNone());
}

TEST(Unboxing, OptionalIntListAndFloatList) {
  const at::Tensor input = at::tensor({0.0, 1.0}, kFloatOptions).view({1, 1, 2});
  const at::Tensor expected = at::tensor({0.0, 0.25, 0.75, 1.0}, kFloatOptions).view({1, 1, 4});
  EXPECT_TRUE(same(run("ModelWithFloatList", {input}).toTensor(), expected));
}

TEST(Unboxing, ListOfOptionalTensors) {
  const at::Tensor index = at::tensor({3, 0}, kLongOptions);
  EXPECT_TRUE(same(run("ModelWithListOfOptionalTensors", {index}).toTensor(),
                   at::tensor({16.0, 4.0}, kFloatOptions)));
}

TEST(Unboxing, ArrayOfTwoInts) {
  const at::Tensor result = run("ModelWithArrayOfInt", {at::zeros({1, 1, 3, 4})}).toTensor();
  EXPECT_EQ(result.sizes(), c10::IntArrayRef({1, 2, 4, 5}));
  // Of zeros only the bias remains.
  EXPECT_TRUE(result.select(1, 0).equal(at::full({1, 4, 5}, result[0][0][0][0].item())));
}

TEST(Unboxing, TensorsAndOptionalMemoryFormat) {
  const at::Tensor input = at::tensor({1, 2, 3}, kLongOptions);
  EXPECT_TRUE(
      same(run("ModelWithTensors", {input}).toTensor(), at::tensor({2, 3, 4}, kLongOptions)));
}

TEST(Unboxing, OptionalStringAndOutArgument) {
  const auto result = run("ModelWithStringOptional", {at::tensor({-13}, kLongOptions)}).toList();
  EXPECT_TRUE(same(result.get(0).toTensor(), at::tensor({-4}, kLongOptions)));
  const at::Tensor quotient = result.get(1).toTensor();
  EXPECT_TRUE(at::allclose(quotient, at::tensor({-13.0 / 3.0}, kFloatOptions)));
}

TEST(Unboxing, SeveralOperatorsAndAnInputThatChanges) {
  const at::Tensor input = at::ones({2, 2, 2});
  const at::Tensor expected = torch::tensor({{1, 1, 1, 1}, {0, 0, 0, 0}}, kFloatOptions);
  EXPECT_TRUE(same(run("ModelWithMultipleOps", {input}).toTensor(), expected));
  EXPECT_EQ(input[1][1][1].item<float>(), -2.0f);
}

TEST(Unboxing, DeviceAndScalarType) {
  const auto result =
      run("ModelWithDevice", {at::tensor({1.5, -2.5}, kFloatOptions)}).toTuple()->elements();
  EXPECT_TRUE(same(result.at(0).toTensor(), at::tensor({1.5, -2.5})));
  EXPECT_TRUE(same(result.at(1).toTensor(), at::tensor({1, -2})));
}

TEST(Unboxing, OptionalScalars) {
  const auto result =
      run("ModelWithScalarOptional", {at::tensor({-2, 0, 3}, kLongOptions)}).toTuple()->elements();
  EXPECT_TRUE(same(result.at(0).toTensor(), at::tensor({-1, 0, 3}, kLongOptions)));
  EXPECT_TRUE(same(result.at(2).toTensor(), at::tensor({0, 0, 2}, kLongOptions)));
}

TEST(Unboxing, ListOfTensorsThatTheOperatorChanges) {
  const at::Tensor x = at::zeros({2, 1});
  const at::Tensor y = at::ones({2, 1});
  const auto result = run("ModelWithTensorListOutput", {x, y}).toTuple()->elements();
  EXPECT_TRUE(same(result.at(0).toTensor(), torch::tensor({{2, 3}, {2, 3}}, kFloatOptions)));
  EXPECT_TRUE(same(y, at::full({2, 1}, 3.0)));
  EXPECT_TRUE(result.at(1).toTensorList().get(0).is_same(x));
}

TEST(Unboxing, OptionalIntsAndSlices) {
  const at::Tensor input = torch::tensor({{1, 5, 2}, {7, 3, 4}}, kLongOptions);
  const auto result = run("ModelWithIntOptional", {input}).toTuple()->elements();
  EXPECT_EQ(result.at(0).toTensor().item<int64_t>(), 3);
  EXPECT_TRUE(same(result.at(1).toTensor(), torch::tensor({{1}, {0}}, kLongOptions)));
  EXPECT_TRUE(same(result.at(3).toTensor(), torch::tensor({{1, 2}, {7, 4}}, kLongOptions)));
}

TEST(Unboxing, ArgumentOfAnotherTypeIsAnErrorThatNamesBoth) {
  try {
    run("ModelWithTensors", {c10::IValue("text")});
    FAIL() << "a string was added to a tensor";
  } catch (const c10::Error& error) {
    const std::string text = error.what();
    EXPECT_NE(text.find("'Tensor' for argument 'a'"), std::string::npos) << text;
    EXPECT_NE(text.find("'str'"), std::string::npos) << text;
  }
}

}  // namespace
