// Elementwise operators against results of PyTorch, at the edges: NaN, infinities, signed zeros,
// overflow, division by zero, errors.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "ATen/ops/abs.h"
#include "ATen/ops/add.h"
#include "ATen/ops/bitwise_left_shift.h"
#include "ATen/ops/bitwise_right_shift.h"
#include "ATen/ops/clamp.h"
#include "ATen/ops/clone.h"
#include "ATen/ops/div.h"
#include "ATen/ops/exp.h"
#include "ATen/ops/fmod.h"
#include "ATen/ops/gelu.h"
#include "ATen/ops/hardshrink.h"
#include "ATen/ops/hardswish.h"
#include "ATen/ops/lt.h"
#include "ATen/ops/masked_fill.h"
#include "ATen/ops/maximum.h"
#include "ATen/ops/mul.h"
#include "ATen/ops/neg.h"
#include "ATen/ops/pow.h"
#include "ATen/ops/relu.h"
#include "ATen/ops/remainder.h"
#include "ATen/ops/round.h"
#include "ATen/ops/sign.h"
#include "ATen/ops/sub.h"
#include "ATen/ops/tanh.h"
#include "ATen/ops/where.h"
#include "aten_lite/core/empty.h"
#include "aten_lite/native/internal/cast.h"

namespace at {
namespace {

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
constexpr float kInf = std::numeric_limits<float>::infinity();
using Floats = std::vector<float>;

Tensor tensor_of(std::vector<float> values, ScalarType type = kFloat) {
  Tensor result(at::detail::empty_cpu({static_cast<int64_t>(values.size())}, type));
  native::cast_block(type, result.data_ptr(), kFloat, values.data(), result.numel());
  return result;
}

// Equal, NaN to NaN and zeros by sign.
void expect_values(const Tensor& tensor, const Floats& expected) {
  Floats actual(static_cast<size_t>(tensor.numel()));
  native::cast_block(kFloat, actual.data(), tensor.scalar_type(), tensor.data_ptr(),
                     tensor.numel());
  ASSERT_EQ(actual.size(), expected.size());
  for (size_t i = 0; i < expected.size(); ++i) {
    if (std::isnan(expected[i])) {
      EXPECT_TRUE(std::isnan(actual[i])) << "element " << i << " is " << actual[i];
    } else {
      EXPECT_FLOAT_EQ(actual[i], expected[i]) << "element " << i;
      EXPECT_EQ(std::signbit(actual[i]), std::signbit(expected[i])) << "element " << i;
    }
  }
}

const Tensor& edges() {
  static const Tensor tensor = tensor_of({kNan, kInf, -kInf, -0.0f, 0.0f, 2.5f, -2.5f, -3.7f});
  return tensor;
}

TEST(UnaryTest, EdgesAreThoseOfPyTorch) {
  expect_values(at::relu(edges()), {kNan, kInf, 0, -0.0f, 0, 2.5f, 0, 0});
  expect_values(at::sign(edges()), {0, 1, -1, 0, 0, 1, -1, -1});
  expect_values(at::round(edges()), {kNan, kInf, -kInf, -0.0f, 0, 2, -2, -4});
  expect_values(at::abs(edges()), {kNan, kInf, kInf, 0, 0, 2.5f, 2.5f, 3.7f});
  expect_values(at::tanh(edges()), {kNan, 1, -1, -0.0f, 0, 0.98661429f, -0.98661429f, -0.9987782f});
  expect_values(at::exp(edges()), {kNan, kInf, 0, 1, 1, 12.182494f, 0.082085f, 0.024723526f});
  expect_values(at::hardswish(edges()),
                {kNan, kInf, kNan, -0.0f, 0, 2.2916667f, -0.20833333f, -0.0f});
  expect_values(at::hardshrink(edges()), {kNan, kInf, -kInf, 0, 0, 2.5f, -2.5f, -3.7f});
}

TEST(UnaryTest, GeluHasTwoForms) {
  expect_values(at::gelu(tensor_of({1, -2})), {0.84134475f, -0.045500264f});
  expect_values(at::gelu(tensor_of({1, -2}), "tanh"), {0.84119199f, -0.04540229f});
  EXPECT_THROW(at::gelu(tensor_of({1}), "fast"), c10::Error);
}

TEST(UnaryTest, RoundingToDecimalsWorksOnBothSidesOfThePoint) {
  expect_values(at::round(tensor_of({2.345f, -2.675f}), 2), {2.34f, -2.68f});
  expect_values(at::round(tensor_of({1250, 1350, 15}), -2), {1200, 1400, 0});
}

TEST(UnaryTest, TheLowestIntegerIsItsOwnNegative) {
  expect_values(at::neg(tensor_of({-128, 5}, kChar)), {-128, -5});
  expect_values(at::abs(tensor_of({-128}, kChar)), {-128});
  EXPECT_THROW(at::neg(tensor_of({1}, kBool)), c10::Error);
}

TEST(ClampTest, NumbersTensorsAndNan) {
  expect_values(at::clamp(edges(), -1, 1), {kNan, 1, -1, -0.0f, 0, 1, -1, -1});
  expect_values(at::clamp(tensor_of({0, 2}), 1, -1), {-1, -1});
  expect_values(at::clamp(tensor_of({0, 2}), double{kNan}, 1), {kNan, kNan});
  EXPECT_EQ(at::clamp(tensor_of({1}, kInt), std::nullopt, 1.5).scalar_type(), kFloat);
  EXPECT_THROW(at::clamp(tensor_of({1}), std::optional<Scalar>(), std::optional<Scalar>()),
               c10::Error);
}

TEST(ArithmeticTest, AlphaMustSuitTheDtype) {
  expect_values(at::add(tensor_of({1}), tensor_of({2}), 0.5), {2});
  EXPECT_THROW(at::add(tensor_of({1}, kInt), tensor_of({1}, kInt), 0.5), c10::Error);
  EXPECT_THROW(at::add(tensor_of({1}, kInt), tensor_of({1}, kInt), true), c10::Error);
  EXPECT_THROW(at::sub(tensor_of({1}, kBool), tensor_of({1}, kBool)), c10::Error);
  expect_values(at::add(tensor_of({1, 0}, kBool), tensor_of({1, 0}, kBool)), {1, 0});
}

TEST(ArithmeticTest, DivisionRoundsAsAsked) {
  expect_values(at::div(tensor_of({7, -7}, kInt), 2), {3.5f, -3.5f});
  expect_values(at::div(tensor_of({7, -7}, kInt), 2, "trunc"), {3, -3});
  expect_values(at::div(tensor_of({7, -7}, kInt), 2, "floor"), {3, -4});
  expect_values(at::div(tensor_of({5, -5, 0}), tensor_of({0, 0, 0}), "floor"), {kInf, -kInf, kNan});
  expect_values(at::div(tensor_of({-128}, kChar), tensor_of({-1}, kChar), "trunc"), {-128});
  EXPECT_THROW(at::div(tensor_of({1}, kInt), tensor_of({0}, kInt), "floor"), c10::Error);
  EXPECT_THROW(at::div(tensor_of({1}), tensor_of({1}), "up"), c10::Error);
}

TEST(ArithmeticTest, RemaindersHaveTheSignOfOneOperand) {
  expect_values(at::remainder(tensor_of({-5, 5}), tensor_of({3, -3})), {1, -1});
  expect_values(at::fmod(tensor_of({-5, 5}), tensor_of({3, -3})), {-2, 2});
  expect_values(at::remainder(tensor_of({-5, 5}, kLong), tensor_of({3, -3}, kLong)), {1, -1});
  EXPECT_THROW(at::remainder(tensor_of({1}, kLong), 0), c10::Error);
}

TEST(PowTest, IntegersHaveTheirOwnRules) {
  expect_values(at::pow(tensor_of({2, 1, -1, -1}, kLong), tensor_of({-1, -2, -3, -2}, kLong)),
                {0, 1, -1, 1});
  EXPECT_THROW(at::pow(tensor_of({2}, kLong), -1), c10::Error);
  expect_values(at::pow(tensor_of({4, -4}), 0.5), {2, kNan});
}

TEST(CompareTest, NumbersWrapToTheTensorsDtype) {
  expect_values(at::lt(tensor_of({100}, kByte), 300), {0});
  expect_values(at::maximum(tensor_of({kNan, 1}), tensor_of({1, kNan})), {kNan, kNan});
}

TEST(ShiftTest, ShiftingEverythingOutLeavesTheSign) {
  const Tensor by = tensor_of({64, -1}, kLong);
  expect_values(at::bitwise_left_shift(tensor_of({1, 1}, kLong), by), {0, 0});
  expect_values(at::bitwise_right_shift(tensor_of({-1, 1}, kLong), by), {-1, 0});
  expect_values(at::bitwise_right_shift(tensor_of({200}, kByte), tensor_of({3}, kByte)), {25});
}

TEST(MaskTest, WhereAndMaskedFill) {
  const Tensor mask = tensor_of({1, 0}, kBool);
  expect_values(at::where(mask, tensor_of({1, 2}), tensor_of({3, 4})), {1, 4});
  EXPECT_EQ(at::where(mask, tensor_of({1, 2}, kInt), 2.5).scalar_type(), kFloat);
  expect_values(at::masked_fill(tensor_of({1, 2}, kLong), mask, 1.5), {1, 2});
  EXPECT_THROW(at::masked_fill(tensor_of({1, 2}), tensor_of({1, 0}, kByte), 1), c10::Error);
  EXPECT_THROW(at::masked_fill(tensor_of({1, 2}, kByte), mask, 300), c10::Error);
  EXPECT_EQ(at::masked_fill(tensor_of({1}), mask, 1).numel(), 2);
}

TEST(CopyTest, TransposedCopiesAreExact) {
  Tensor x(at::detail::empty_cpu({37, 53}, kShort));
  for (int64_t i = 0; i < x.numel(); ++i) x.data_ptr<int16_t>()[i] = static_cast<int16_t>(i);
  const Tensor y = x.t().contiguous();
  for (int64_t i = 0; i < 37; ++i) {
    for (int64_t j = 0; j < 53; ++j) EXPECT_EQ(y.data_ptr<int16_t>()[j * 37 + i], i * 53 + j);
  }
}

TEST(CopyTest, FillsCheckTheRange) {
  Tensor bytes = tensor_of({0, 0}, kByte);
  bytes.fill_(-1);
  expect_values(bytes, {255, 255});
  EXPECT_THROW(bytes.fill_(300), c10::Error);
  EXPECT_THROW(tensor_of({0}).fill_(tensor_of({1})), c10::Error);
  EXPECT_THROW(tensor_of({0, 0}).copy_(tensor_of({1, 2, 3})), c10::Error);
}

TEST(CopyTest, ToReturnsTheTensorItselfWhereNothingChanges) {
  const Tensor x = tensor_of({1});
  EXPECT_TRUE(x.to(kFloat).is_same(x));
  EXPECT_FALSE(x.to(kFloat, false, true).is_same(x));
  EXPECT_TRUE(x.contiguous().is_same(x));
  EXPECT_FALSE(at::clone(x).is_same(x));
}

}  // namespace
}  // namespace at
