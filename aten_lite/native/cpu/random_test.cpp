// Random operators give PyTorch's numbers for a seed.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "ATen/ops/bernoulli.h"
#include "ATen/ops/empty.h"
#include "ATen/ops/exponential.h"
#include "ATen/ops/full.h"
#include "ATen/ops/multinomial.h"
#include "ATen/ops/poisson.h"
#include "ATen/ops/rand.h"
#include "ATen/ops/randint.h"
#include "ATen/ops/randn.h"
#include "ATen/ops/randperm.h"
#include "ATen/ops/t.h"
#include "ATen/ops/uniform.h"
#include "aten_lite/core/generator.h"
#include "aten_lite/testing/tensor_makers.h"
#include "aten_lite/testing/tensor_matchers.h"

namespace at {
namespace {

using aten_lite::testing::tensor_of;
using aten_lite::testing::TensorClose;
using aten_lite::testing::TensorEquals;

class Random : public ::testing::Test {
 protected:
  void SetUp() override { manual_seed(0); }
};

TEST_F(Random, RandDrawsTwentyFourOrFiftyThreeBits) {
  EXPECT_THAT(at::rand({3}),
              TensorEquals(tensor_of<float>(
                  {3}, {0.49625658988952637f, 0.7682217955589294f, 0.08847743272781372f})));
  EXPECT_THAT(at::rand({2}, kDouble),
              TensorClose(tensor_of<double>({2}, {0.0562441839043476, 0.07262971157225484})));
}

TEST_F(Random, RandnOfFewElementsDrawsPairs) {
  EXPECT_THAT(at::randn({4}),
              TensorClose(tensor_of<float>({4}, {1.5409960746765137f, -0.293428897857666f,
                                                 -2.1787893772125244f, 0.5684312582015991f})));
}

TEST_F(Random, RandnOfManyElementsRedrawsTheLastBlock) {
  const Tensor x = at::randn({17});
  const float* data = x.data_ptr<float>();
  EXPECT_NEAR(data[0], -1.1258398294448853f, 1e-6);
  EXPECT_NEAR(data[1], -1.6959311962127686f, 1e-6);
  EXPECT_NEAR(data[15], -0.843676745891571f, 1e-6);
  EXPECT_NEAR(data[16], 0.9318265914916992f, 1e-6);
}

TEST_F(Random, RandintTakesMoreBitsForWideRanges) {
  EXPECT_THAT(at::randint(10, {5}, kLong), TensorEquals(tensor_of<int64_t>({5}, {4, 9, 3, 0, 3})));
  manual_seed(0);
  EXPECT_THAT(at::randint(int64_t{1} << 40, {2}, kLong),
              TensorEquals(tensor_of<int64_t>({2}, {741280623151, 506137267392})));
}

TEST_F(Random, RandpermShuffles) {
  EXPECT_THAT(at::randperm(8, kLong),
              TensorEquals(tensor_of<int64_t>({8}, {4, 0, 7, 3, 2, 5, 1, 6})));
}

TEST_F(Random, BernoulliOfANumberAndOfATensorDiffer) {
  Tensor x = at::empty({8});
  x.bernoulli_(0.5);
  EXPECT_THAT(x, TensorEquals(tensor_of<float>({8}, {0, 0, 1, 0, 0, 0, 1, 1})));
  manual_seed(0);
  EXPECT_THAT(at::bernoulli(at::full({8}, 0.5)),
              TensorEquals(tensor_of<float>({8}, {1, 0, 1, 1, 1, 0, 1, 0})));
}

TEST_F(Random, Distributions) {
  Tensor x = at::empty({2});
  x.exponential_(2);
  EXPECT_THAT(x, TensorClose(tensor_of<float>({2}, {1.754163146018982f, 0.6151923537254333f})));
  const Tensor weights = tensor_of<float>({4}, {.1f, .2f, .3f, .4f});
  manual_seed(0);
  EXPECT_THAT(at::multinomial(weights, 6, true),
              TensorEquals(tensor_of<int64_t>({6}, {3, 3, 2, 3, 3, 3})));
  manual_seed(0);
  EXPECT_THAT(at::multinomial(weights, 3), TensorEquals(tensor_of<int64_t>({3}, {2, 1, 3})));
  manual_seed(0);
  EXPECT_THAT(at::poisson(tensor_of<float>({5}, {1, 3, 20, 0, 5})),
              TensorEquals(tensor_of<float>({5}, {2, 4, 21, 0, 5})));
}

TEST_F(Random, FillsInMemoryOrder) {
  const Tensor base = at::empty({2, 3});
  Tensor x = base.t();
  x.uniform_();
  EXPECT_EQ(base.data_ptr<float>()[1], 0.7682217955589294f);
}

TEST_F(Random, ChecksItsArguments) {
  Tensor x = at::empty({2});
  EXPECT_THROW(x.bernoulli_(1.5), c10::Error);
  EXPECT_THROW(x.uniform_(2, 1), c10::Error);
  EXPECT_THROW(at::multinomial(tensor_of<float>({2}, {1, -1}), 1), c10::Error);
  EXPECT_THROW(at::randint(0, {2}, kLong), c10::Error);
}

}  // namespace
}  // namespace at
