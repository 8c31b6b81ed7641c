// What wrappers leave on the stack, for every kind of result.
#include <gtest/gtest.h>

#include "aten_lite/core/list.h"
#include "aten_lite/registry/unboxing_test_kernels.h"
#include "aten_lite/registry/unboxing_test_support.h"

namespace {

using c10::IValue;
using test::ints;
using test::row;
using test::run;
using test::seen;
using test::tensor_of;
using torch::jit::Stack;

TEST(Results, ReplaceTheArguments) {
  const at::Tensor a = tensor_of(1);
  const Stack results = run("return_tensor", {a, tensor_of(2)});
  ASSERT_EQ(results.size(), 1u);
  EXPECT_TRUE(results[0].toTensor().is_same(a));
}

TEST(Results, InPlaceOperatorsLeaveTheirSelf) {
  const at::Tensor a = tensor_of(1);
  const Stack results = run("return_self_", {a, 3});
  ASSERT_EQ(results.size(), 1u);
  EXPECT_TRUE(results[0].toTensor().is_same(a));
}

TEST(Results, OutOperatorsLeaveTheirOut) {
  const at::Tensor out = tensor_of(2);
  const Stack results = run("return_out", {tensor_of(1), 3, out}, "out");
  ASSERT_EQ(results.size(), 1u);
  EXPECT_TRUE(results[0].toTensor().is_same(out));
}

TEST(Results, SeveralOutsKeepTheirOrder) {
  const at::Tensor first = tensor_of(1);
  const at::Tensor second = tensor_of(2);
  const Stack results = run("return_outs", {0, first, second}, "out");
  ASSERT_EQ(results.size(), 2u);
  EXPECT_TRUE(results[0].toTensor().is_same(first));
  EXPECT_TRUE(results[1].toTensor().is_same(second));
}

TEST(Results, OfSeveralTypes) {
  const Stack results = run("return_several", {tensor_of(1), 5});
  ASSERT_EQ(results.size(), 3u);
  EXPECT_EQ(results[0].toTensor().numel(), 1);
  ASSERT_TRUE(results[1].isTensorList());
  EXPECT_EQ(results[1].toListRef()[1].toTensor().numel(), 5);
  EXPECT_EQ(results[2], IValue(5));
}

TEST(Results, OfEveryType) {
  EXPECT_TRUE(run("return_nothing", {}).empty());
  EXPECT_EQ(run("return_tensors", {tensor_of(1)})[0].toListRef().size(), 2u);
  EXPECT_EQ(run("return_int", {})[0], IValue(3));
  EXPECT_EQ(run("return_float", {})[0], IValue(0.5));
  EXPECT_EQ(run("return_bool", {})[0], IValue(true));
  EXPECT_EQ(run("return_sym_int", {})[0], IValue(4));
  EXPECT_EQ(run("return_scalar", {})[0], IValue(2.5));
  EXPECT_EQ(run("return_scalar_type", {})[0].toScalarType(), at::kHalf);
  EXPECT_EQ(run("return_qscheme", {})[0], IValue(1));
  EXPECT_EQ(run("return_device", {})[0].toDevice(), at::Device(at::kCPU));
  EXPECT_EQ(run("return_string", {})[0], IValue("text"));
  EXPECT_EQ(run("return_ints", {})[0], ints({1, 2}));
  EXPECT_TRUE(run("return_optional", {false})[0].isNone());
  EXPECT_TRUE(run("return_optional", {true})[0].isTensor());
  EXPECT_EQ(run("return_any", {"x"})[0], IValue("x"));
}

TEST(Results, BoxedKernelsGetTheStack) {
  EXPECT_EQ(run("boxed", {3})[0], IValue(3));
  EXPECT_EQ(seen(), "boxed 3");
}

TEST(Results, ArgumentsAreStillThereWhenTheKernelThrows) {
  const at::Tensor a = tensor_of(1);
  Stack stack = {a, 3};
  EXPECT_THROW(row("throws").wrapper(stack), c10::Error);
  ASSERT_EQ(stack.size(), 2u);
  EXPECT_TRUE(stack[0].toTensor().is_same(a));
  EXPECT_EQ(stack[1], IValue(3));
}

TEST(Results, NothingHoldsAnArgumentAfterwards) {
  const at::Tensor a = tensor_of(1);
  run("tensor", {a});
  run("optional_tensor", {a});
  run("tensor_list", {c10::List<at::Tensor>({a})});
  EXPECT_EQ(a.use_count(), 1u);
}

// --- Structured operators ---------------------------------------------------------------------

TEST(Structured, OneKernelServesThreeVariants) {
  const at::Tensor a = tensor_of(2);
  EXPECT_EQ(run("grow", {a, 3})[0].toTensor().numel(), 5);
  EXPECT_EQ(seen(), "allocates");

  EXPECT_TRUE(run("grow_", {a, 3})[0].toTensor().is_same(a));
  EXPECT_EQ(seen(), "in place");

  const at::Tensor out = tensor_of(5);
  EXPECT_TRUE(run("grow", {a, 3, out}, "out")[0].toTensor().is_same(out));
  EXPECT_EQ(seen(), "given");
}

TEST(Structured, AKernelMayHaveSeveralResults) {
  const Stack results = run("pair", {tensor_of(2)});
  ASSERT_EQ(results.size(), 2u);
  EXPECT_EQ(results[0].toTensor().numel(), 2);
  EXPECT_EQ(results[1].toTensor().numel(), 4);
  const Stack outs = run("pair", {tensor_of(2), tensor_of(1), tensor_of(1)}, "out");
  EXPECT_EQ(outs.size(), 2u);
  EXPECT_EQ(seen(), "given");
}

}  // namespace
