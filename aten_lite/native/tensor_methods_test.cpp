// Brackets, indices and operators on tensors.
#include <gtest/gtest.h>

#include "aten_lite/native/tensor_factory.h"
#include "aten_lite/native/tensor_indexing.h"
#include "aten_lite/native/tensor_operators.h"
#include "aten_lite/testing/tensor_makers.h"
#include "aten_lite/testing/tensor_matchers.h"

namespace {

using at::indexing::Ellipsis;
using at::indexing::None;
using at::indexing::Slice;
using aten_lite::testing::counted;
using aten_lite::testing::HasSizes;
using aten_lite::testing::tensor_of;
using aten_lite::testing::TensorEquals;

TEST(Brackets, WriteIntoTheTensor) {
  at::Tensor t = counted({2, 2});
  t[0][1] = 10;
  t[1] = tensor_of<float>({2}, {7, 8});
  EXPECT_THAT(t, TensorEquals(tensor_of<float>({2, 2}, {0, 10, 7, 8})));
  EXPECT_EQ(t[-1][0].item<float>(), 7);
  EXPECT_THROW(t[2], c10::IndexError);
}

TEST(Index, ViewsAsInPython) {
  const at::Tensor t = counted({2, 3, 4});
  EXPECT_THAT(t.index({1, Slice(None, None, 2), -1}),
              TensorEquals(tensor_of<float>({2}, {15, 23})));
  EXPECT_THAT(t.index({Ellipsis, 0}), HasSizes({2, 3}));
  EXPECT_THAT(t.index({"...", None, Slice(1, 3)}), HasSizes({2, 3, 1, 2}));
  EXPECT_TRUE(t.index({0}).is_alias_of(t));
  EXPECT_THROW(t.index({0, 0, 0, 0}), c10::IndexError);
}

TEST(Index, ByTensorsAndMasks) {
  const at::Tensor t = counted({2, 3, 4});
  EXPECT_THAT(t.index({at::tensor({1, 0}, at::kLong), 2, 3}),
              TensorEquals(tensor_of<float>({2}, {23, 11})));
  const at::Tensor mask = torch::tensor({{true, false, true}, {false, false, true}});
  EXPECT_THAT(t.index({mask, 0}), TensorEquals(tensor_of<float>({3}, {0, 8, 20})));
  EXPECT_THAT(t.index({mask, Slice(1, 3)}), HasSizes({3, 2}));
  EXPECT_THAT(t.index({true}), HasSizes({1, 2, 3, 4}));
  EXPECT_THAT(t.index({false}), HasSizes({0, 2, 3, 4}));
}

TEST(IndexPut, WritesThroughViewsAndTensors) {
  at::Tensor t = counted({3, 2});
  t.index_put_({Slice(), 1}, -1);
  t.index_put_({at::tensor({2}, at::kLong)}, tensor_of<float>({2}, {5, 6}));
  EXPECT_THAT(t, TensorEquals(tensor_of<float>({3, 2}, {0, -1, 2, -1, 5, 6})));
}

TEST(Operators, NumbersOnEitherSide) {
  const at::Tensor t = tensor_of<float>({3}, {1, 2, 4});
  EXPECT_THAT(t + 1, TensorEquals(tensor_of<float>({3}, {2, 3, 5})));
  EXPECT_THAT(1 - t, TensorEquals(tensor_of<float>({3}, {0, -1, -3})));
  EXPECT_THAT(8 / t, TensorEquals(tensor_of<float>({3}, {8, 4, 2})));
  EXPECT_THAT(t * t - t, TensorEquals(tensor_of<float>({3}, {0, 2, 12})));
  EXPECT_THAT(-t, TensorEquals(tensor_of<float>({3}, {-1, -2, -4})));
  EXPECT_THAT(2 < t, TensorEquals(tensor_of<bool>({3}, {false, false, true})));
  EXPECT_THAT(t == 2, TensorEquals(tensor_of<bool>({3}, {false, true, false})));
  EXPECT_THAT((t > 1) & (t < 4), TensorEquals(tensor_of<bool>({3}, {false, true, false})));
  EXPECT_THAT(~(t > 1), TensorEquals(tensor_of<bool>({3}, {true, false, false})));
}

TEST(Operators, InPlace) {
  at::Tensor t = tensor_of<float>({2}, {1, 2});
  const at::Tensor same = t;
  t += 1;
  t *= t;
  EXPECT_THAT(same, TensorEquals(tensor_of<float>({2}, {4, 9})));
}

}  // namespace
