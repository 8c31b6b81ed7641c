// Indexing, gather and scatter, joining, sorting: results and errors.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

#include "ATen/ops/cat.h"
#include "ATen/ops/embedding.h"
#include "ATen/ops/gather.h"
#include "ATen/ops/index.h"
#include "ATen/ops/index_add.h"
#include "ATen/ops/index_put.h"
#include "ATen/ops/index_select.h"
#include "ATen/ops/masked_select.h"
#include "ATen/ops/nonzero.h"
#include "ATen/ops/scatter.h"
#include "ATen/ops/scatter_reduce.h"
#include "ATen/ops/sort.h"
#include "ATen/ops/stack.h"
#include "ATen/ops/topk.h"
#include "ATen/ops/transpose.h"
#include "aten_lite/core/list.h"
#include "aten_lite/testing/tensor_makers.h"
#include "aten_lite/testing/tensor_matchers.h"

namespace at {
namespace {

using aten_lite::testing::counted;
using aten_lite::testing::HasSizes;
using aten_lite::testing::HasStrides;
using aten_lite::testing::tensor_of;
using aten_lite::testing::TensorEquals;

c10::List<std::optional<Tensor>> indices(std::vector<std::optional<Tensor>> list) {
  c10::List<std::optional<Tensor>> result;
  for (auto& index : list) result.push_back(index);
  return result;
}
Tensor longs(std::vector<int64_t> values) {
  const int64_t count = static_cast<int64_t>(values.size());
  return tensor_of<int64_t>({count}, std::move(values));
}

TEST(Index, TakesNegativeNumbersAndMasks) {
  const Tensor x = counted({2, 3});
  EXPECT_THAT(at::index(x, indices({longs({-1, 0})})),
              TensorEquals(tensor_of<float>({2, 3}, {3, 4, 5, 0, 1, 2})));
  EXPECT_THAT(at::index(x, indices({std::nullopt, longs({2})})),
              TensorEquals(tensor_of<float>({2, 1}, {2, 5})));
  const Tensor mask = tensor_of<bool>({2, 3}, {true, false, false, false, true, true});
  EXPECT_THAT(at::index(x, indices({mask})), TensorEquals(tensor_of<float>({3}, {0, 4, 5})));
}

TEST(Index, PutsSeparatedIndicesInFront) {
  const Tensor x = counted({2, 3, 4});
  EXPECT_THAT(at::index(x, indices({longs({0, 1}), std::nullopt, longs({1, 2})})),
              HasSizes({2, 3}));
}

TEST(Index, ReportsWhatIsOutOfRange) {
  const Tensor x = counted({2, 3});
  EXPECT_THROW(at::index(x, indices({longs({2})})), c10::IndexError);
  EXPECT_THROW(at::index(x, indices({longs({0}), longs({0}), longs({0})})), c10::IndexError);
  EXPECT_THROW(at::index(x, indices({tensor_of<bool>({3}, {true, true, true})})), c10::IndexError);
  EXPECT_THROW(at::index(x, indices({tensor_of<float>({1}, {0})})), c10::IndexError);
}

TEST(IndexPut, AccumulatesWhereAsked) {
  Tensor x = counted({3});
  x.index_put_(indices({longs({0, 0, 2})}), tensor_of<float>({3}, {1, 2, 3}), true);
  EXPECT_THAT(x, TensorEquals(tensor_of<float>({3}, {3, 1, 5})));
  EXPECT_THROW(x.index_put_(indices({longs({0})}), longs({1, 2})), c10::Error);
}

TEST(Gather, AndScatterAreInverse) {
  const Tensor x = counted({2, 3});
  const Tensor index = tensor_of<int64_t>({2, 3}, {2, 0, 1, 1, 2, 0});
  const Tensor y = at::gather(x, 1, index);
  EXPECT_THAT(y, TensorEquals(tensor_of<float>({2, 3}, {2, 0, 1, 4, 5, 3})));
  EXPECT_THAT(at::scatter(x, 1, index, y), TensorEquals(x));
  EXPECT_THROW(at::gather(x, 1, tensor_of<int64_t>({1, 1}, {3})), c10::IndexError);
  EXPECT_THROW(at::gather(x, 1, tensor_of<int64_t>({1, 1}, {-1})), c10::IndexError);
  EXPECT_THROW(at::gather(x, 0, tensor_of<int64_t>({1, 4}, {0, 0, 0, 0})), c10::Error);
}

TEST(ScatterReduce, LeavesSelfOutWhereAsked) {
  const Tensor x = tensor_of<float>({2}, {10, 20});
  const Tensor src = tensor_of<float>({3}, {1, 2, 4});
  EXPECT_THAT(at::scatter_reduce(x, 0, longs({0, 0, 0}), src, "mean", false),
              TensorEquals(tensor_of<float>({2}, {7.0f / 3, 20})));
  EXPECT_THAT(at::scatter_reduce(x, 0, longs({1, 0, 0}), src, "amax"),
              TensorEquals(tensor_of<float>({2}, {10, 20})));
}

TEST(IndexAdd, WorksOnScalars) {
  EXPECT_THAT(at::index_add(counted({}), 0, tensor_of<int64_t>({}, {0}), tensor_of<float>({}, {4})),
              TensorEquals(tensor_of<float>({}, {4})));
  EXPECT_THROW(at::index_add(counted({3}), 0, longs({-1}), tensor_of<float>({1}, {1})),
               c10::IndexError);
}

TEST(Nonzero, IsColumnMajor) {
  EXPECT_THAT(at::nonzero(counted({2, 2})), HasStrides({1, 3}));
  EXPECT_THAT(at::nonzero(counted({})), HasSizes({0, 0}));
}

TEST(Embedding, ChecksItsIndices) {
  const Tensor weight = counted({3, 2});
  EXPECT_THAT(at::embedding(weight, tensor_of<int64_t>({1, 2}, {2, 0})),
              TensorEquals(tensor_of<float>({1, 2, 2}, {4, 5, 0, 1})));
  EXPECT_THROW(at::embedding(weight, longs({3})), c10::IndexError);
}

TEST(Cat, PromotesAndSkipsOldEmptyTensors) {
  const Tensor joined = at::cat({counted({0}), counted({1, 2}), counted({1, 2}, kInt)});
  EXPECT_THAT(joined, TensorEquals(tensor_of<float>({2, 2}, {0, 1, 0, 1})));
  EXPECT_THROW(at::cat({counted({2, 2}), counted({2, 3})}), c10::Error);
  EXPECT_THROW(at::cat({counted({})}), c10::Error);
}

TEST(Stack, OfChannelsLastKeepsTheOrderOfMemory) {
  const Tensor x = aten_lite::testing::channels_last(counted({2, 3, 4, 5}));
  EXPECT_THAT(at::stack({x, x}, 1), HasStrides({120, 3, 1, 30, 6}));
}

TEST(Sort, IsStableAndPutsNanLast) {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  const Tensor x = tensor_of<float>({4}, {1, nan, 0, 1});
  EXPECT_THAT(std::get<1>(at::sort(x)), TensorEquals(longs({2, 0, 3, 1})));
  EXPECT_THAT(std::get<1>(at::sort(x, 0, true)), TensorEquals(longs({1, 0, 3, 2})));
  // Of equal elements topk() takes the one that PyTorch's partial sort leaves in front.
  EXPECT_THAT(std::get<1>(at::topk(x, 2)), TensorEquals(longs({1, 3})));
  EXPECT_THROW(at::topk(x, 5), c10::Error);
}

}  // namespace
}  // namespace at
