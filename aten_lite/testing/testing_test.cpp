// Tests of the test helpers: what they call the same and how they tell a difference.
#include <gtest/gtest.h>

#include <cmath>

#include "aten_lite/testing/tensor_makers.h"
#include "aten_lite/testing/tensor_matchers.h"
#include "aten_lite/testing/tensor_values.h"

namespace aten_lite::testing {
namespace {

using ::testing::Not;

TEST(TensorMatchers, Equal_WhateverTheStrides) {
  const at::Tensor t = counted({2, 3, 4, 5});
  EXPECT_THAT(channels_last(t), TensorEquals(t));
  EXPECT_THAT(spread_out(t), TensorEquals(t));
  EXPECT_THAT(channels_last(t), HasStrides({60, 1, 15, 3}));
  EXPECT_THAT(t, HasSizes({2, 3, 4, 5}));
  EXPECT_THAT(t, HasDtype(at::kFloat));
}

TEST(TensorMatchers, Different_InDtypeShapeOrValue) {
  const at::Tensor t = tensor_of<float>({2, 2}, {1, 2, 3, 4});
  EXPECT_THAT(tensor_of<double>({2, 2}, {1, 2, 3, 4}), Not(TensorEquals(t)));
  EXPECT_THAT(tensor_of<float>({4}, {1, 2, 3, 4}), Not(TensorEquals(t)));
  EXPECT_EQ(describe_difference(tensor_of<float>({2, 2}, {1, 2, 0, 5}), t, {}),
            "differs in 2 of 4 elements, first at [1, 0]: (0,0) instead of (3,0)");
  EXPECT_EQ(
      describe_difference(tensor_of<int64_t>({2}, {1, 2}), tensor_of<int64_t>({2}, {1, 3}), {}),
      "differs in 1 of 2 elements, first at [1]: 2 instead of 3");
}

TEST(TensorMatchers, Close_WithinTheTolerancesOfTheType) {
  const at::Tensor t = tensor_of<float>({2}, {1, 1000});
  EXPECT_THAT(tensor_of<float>({2}, {1.00001f, 1000.001f}), TensorClose(t));
  EXPECT_THAT(tensor_of<float>({2}, {1.001f, 1000}), Not(TensorClose(t)));
  EXPECT_THAT(tensor_of<float>({2}, {1.001f, 1000}), TensorClose(t, 1e-2, 0));
  EXPECT_THAT(tensor_of<int32_t>({1}, {7}), Not(TensorClose(tensor_of<int32_t>({1}, {8}))));
}

TEST(TensorMatchers, NanEqualsNanAndInfinityItself) {
  const float inf = INFINITY;
  const at::Tensor t = tensor_of<float>({3}, {NAN, inf, -inf});
  EXPECT_THAT(tensor_of<float>({3}, {NAN, inf, -inf}), TensorClose(t));
  EXPECT_THAT(tensor_of<float>({3}, {NAN, inf, inf}), Not(TensorClose(t)));
  EXPECT_THAT(tensor_of<float>({3}, {0, inf, -inf}), Not(TensorClose(t)));
}

TEST(TensorMatchers, Integers_AreComparedExactly) {
  const int64_t large = (int64_t{1} << 53) + 1;
  EXPECT_THAT(tensor_of<int64_t>({1}, {large}),
              Not(TensorEquals(tensor_of<int64_t>({1}, {large - 1}))));
}

TEST(TensorMakers, NoElementsAndNoDimensions) {
  EXPECT_EQ(values_of(counted({0, 3})).size(), 0u);
  EXPECT_EQ(values_of(counted({})).size(), 1u);
  EXPECT_THAT(spread_out(counted({2, 0})), TensorEquals(counted({2, 0})));
}

}  // namespace
}  // namespace aten_lite::testing
