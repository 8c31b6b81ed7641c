// Tests the prepacked contexts: the same results, shapes, strides and errors as aten::linear and
// aten::conv2d.
#include <gtest/gtest.h>

#include "ATen/ops/clamp.h"
#include "ATen/ops/contiguous.h"
#include "ATen/ops/conv2d.h"
#include "ATen/ops/conv_transpose2d.h"
#include "ATen/ops/linear.h"
#include "ATen/ops/transpose.h"
#include "aten_lite/core/empty.h"
#include "aten_lite/core/stack.h"
#include "aten_lite/native/internal/prepacked_context.h"

namespace at::native {
void prepacked_linear_clamp_prepack(torch::jit::Stack& stack);
void prepacked_linear_clamp_run(torch::jit::Stack& stack);
}  // namespace at::native

namespace {

using at::Tensor;
using at::native::Conv2dOpContext;
using at::native::LinearOpContext;
using at::native::PrepackedClamp;
using at::native::PrepackedConvParameters;
using at::native::TransposeConv2dOpContext;

Tensor numbers(at::IntArrayRef sizes, int step, at::ScalarType dtype = at::kFloat) {
  Tensor t(at::detail::empty_cpu(sizes, dtype));
  if (dtype == at::kFloat) {
    for (int64_t i = 0; i < t.numel(); ++i) {
      t.data_ptr<float>()[i] = static_cast<float>((i * step) % 23 - 11) / 8.0f;
    }
  }
  return t;
}

void expect_equal(const Tensor& actual, const Tensor& expected) {
  ASSERT_EQ(actual.sizes(), expected.sizes());
  EXPECT_EQ(actual.strides(), expected.strides());
  const Tensor a = actual.contiguous();
  const Tensor e = expected.contiguous();
  for (int64_t i = 0; i < a.numel(); ++i) {
    ASSERT_NEAR(a.data_ptr<float>()[i], e.data_ptr<float>()[i], 1e-5) << i;
  }
}

PrepackedClamp clamp_to(double lower, double upper) {
  return {at::Scalar(lower), at::Scalar(upper)};
}

TEST(PrepackedLinear, EqualsLinearForAnyShape) {
  const Tensor weight = numbers({5, 6}, 7);
  const Tensor bias = numbers({5}, 3);
  const LinearOpContext context(weight, bias, clamp_to(-1.0, 2.0));
  const std::vector<Tensor> inputs = {numbers({6}, 5), numbers({3, 6}, 5), numbers({2, 3, 6}, 5),
                                      numbers({0, 6}, 5), numbers({6, 3}, 5).transpose(0, 1)};
  for (const Tensor& x : inputs) {
    expect_equal(context.run(x), at::clamp(at::linear(x, weight, bias), -1.0, 2.0));
  }
}

TEST(PrepackedLinear, RefusesWhatLinearRefuses) {
  const LinearOpContext context(numbers({4, 6}, 7), Tensor(), {});
  for (const auto& sizes : {at::DimVector{3, 5}, at::DimVector{3, 7}, at::DimVector{}}) {
    EXPECT_THROW(context.run(numbers(sizes, 1)), c10::Error);
  }
  for (const at::ScalarType dtype : {at::kDouble, at::kLong, at::kHalf}) {
    EXPECT_THROW(context.run(numbers({3, 6}, 1, dtype)), c10::Error);
  }
}

TEST(PrepackedLinear, RefusesUnsuitableWeights) {
  EXPECT_THROW(LinearOpContext(numbers({4, 6, 1}, 7), Tensor(), {}), c10::Error);
  EXPECT_THROW(LinearOpContext(numbers({4, 6}, 7, at::kDouble), Tensor(), {}), c10::Error);
  EXPECT_THROW(LinearOpContext(numbers({4, 6}, 7), numbers({3}, 1), {}), c10::Error);
  EXPECT_THROW(LinearOpContext(numbers({4, 6}, 7), Tensor(), clamp_to(1.0, 0.0)), c10::Error);
}

PrepackedConvParameters parameters(int64_t stride, int64_t padding, int64_t groups) {
  PrepackedConvParameters p;
  p.stride = {stride, stride};
  p.padding = {padding, padding};
  p.output_padding = {0, 0};
  p.dilation = {1, 1};
  p.groups = groups;
  return p;
}

TEST(PrepackedConv2d, EqualsConv2dInBothMemoryFormats) {
  const std::vector<int64_t> one{1, 1};
  for (const int64_t groups : {1, 2, 4}) {
    const Tensor weight = numbers({8, 4 / groups, 3, 3}, 7);
    const Tensor bias = numbers({8}, 3);
    const Conv2dOpContext context(weight, bias, parameters(2, 1, groups), {});
    for (const Tensor& x : {numbers({2, 4, 9, 7}, 5),
                            numbers({2, 4, 9, 7}, 5).contiguous(at::MemoryFormat::ChannelsLast),
                            numbers({4, 9, 7}, 5)}) {
      for (int run = 0; run < 2; ++run) {
        expect_equal(context.run(x), at::conv2d(x, weight, bias, {2, 2}, {1, 1}, one, groups));
      }
    }
  }
}

TEST(PrepackedConv2d, RefusesOtherChannelsDtypesAndTooSmallImages) {
  const Conv2dOpContext context(numbers({2, 3, 3, 3}, 7), Tensor(), parameters(2, 0, 1), {});
  EXPECT_THROW(context.run(numbers({1, 1, 8, 8}, 1)), c10::Error);
  EXPECT_THROW(context.run(numbers({1, 5, 8, 8}, 1)), c10::Error);
  EXPECT_THROW(context.run(numbers({1, 3, 1, 1}, 1)), c10::Error);
  EXPECT_THROW(context.run(numbers({1, 3, 8, 8}, 1, at::kDouble)), c10::Error);
  EXPECT_THROW(context.run(numbers({3, 8}, 1)), c10::Error);
}

TEST(PrepackedConvTranspose2d, EqualsConvTranspose2d) {
  const Tensor weight = numbers({4, 3, 3, 3}, 7);
  const Tensor bias = numbers({3}, 5);
  const TransposeConv2dOpContext context(weight, bias, parameters(2, 1, 1), clamp_to(-1.0, 1.0));
  const Tensor x = numbers({1, 4, 5, 6}, 3);
  const std::vector<int64_t> none{0, 0};
  const std::vector<int64_t> one{1, 1};
  expect_equal(
      context.run(x),
      at::clamp(at::conv_transpose2d(x, weight, bias, {2, 2}, {1, 1}, none, 1, one), -1.0, 1.0));
}

TEST(PrepackedOperators, MakeAContextAndRunIt) {
  const Tensor weight = numbers({5, 6}, 7);
  const Tensor x = numbers({3, 6}, 5);
  torch::jit::Stack stack{x, weight, c10::IValue(), 0.0, c10::IValue()};
  at::native::prepacked_linear_clamp_prepack(stack);
  ASSERT_EQ(stack.size(), 2u);
  at::native::prepacked_linear_clamp_run(stack);
  ASSERT_EQ(stack.size(), 1u);
  expect_equal(stack[0].toTensor(), at::clamp(at::linear(x, weight, std::nullopt), 0.0));
}

TEST(PrepackedOperators, RefuseAContextOfAnotherClass) {
  torch::jit::Stack stack{numbers({3, 6}, 5), c10::make_intrusive<Conv2dOpContext>(
                                                  numbers({2, 3, 3, 3}, 7), Tensor(),
                                                  parameters(1, 1, 1), PrepackedClamp())};
  EXPECT_THROW(at::native::prepacked_linear_clamp_run(stack), c10::Error);
}

TEST(PrepackedContexts, StateMakesAnEqualContext) {
  const auto* row = aten_lite::find_custom_class(Conv2dOpContext::kQualifiedName);
  ASSERT_NE(row, nullptr);
  const Conv2dOpContext context(numbers({2, 3, 3, 3}, 7), numbers({2}, 1), parameters(1, 1, 1),
                                clamp_to(0.0, 6.0));
  const auto copy = row->set_state(row->get_state(context));
  const Tensor x = numbers({1, 3, 5, 5}, 3);
  expect_equal(static_cast<const Conv2dOpContext&>(*copy).run(x), context.run(x));
}

TEST(PrepackedContexts, RefuseAStateOfAnotherForm) {
  const auto* row = aten_lite::find_custom_class(LinearOpContext::kQualifiedName);
  ASSERT_NE(row, nullptr);
  EXPECT_THROW(row->set_state(c10::IValue(int64_t{3})), c10::Error);
  EXPECT_THROW(row->set_state(c10::ivalue::Tuple::create(std::vector<c10::IValue>(3))), c10::Error);
  EXPECT_THROW(row->set_state(c10::ivalue::Tuple::create(std::vector<c10::IValue>(4))), c10::Error);
}

}  // namespace
