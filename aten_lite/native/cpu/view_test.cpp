// Views: geometry, aliasing, and the errors of what can't be a view.
#include "ATen/ops/view.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "ATen/ops/as_strided.h"
#include "ATen/ops/diagonal.h"
#include "ATen/ops/expand.h"
#include "ATen/ops/fill.h"
#include "ATen/ops/meshgrid.h"
#include "ATen/ops/movedim.h"
#include "ATen/ops/narrow.h"
#include "ATen/ops/permute.h"
#include "ATen/ops/reshape.h"
#include "ATen/ops/select.h"
#include "ATen/ops/slice.h"
#include "ATen/ops/split.h"
#include "ATen/ops/squeeze.h"
#include "ATen/ops/tensor_split.h"
#include "ATen/ops/transpose.h"
#include "ATen/ops/unfold.h"
#include "ATen/ops/unsqueeze.h"
#include "ATen/ops/view_as_complex.h"
#include "ATen/ops/view_as_real.h"
#include "aten_lite/testing/tensor_makers.h"
#include "aten_lite/testing/tensor_matchers.h"

namespace at {
namespace {

using aten_lite::testing::counted;
using aten_lite::testing::HasSizes;
using aten_lite::testing::HasStrides;
using aten_lite::testing::tensor_of;
using aten_lite::testing::TensorEquals;

TEST(View, SharesMemoryAndInfersOneDim) {
  const Tensor x = counted({2, 6});
  const Tensor y = x.view({3, -1});
  EXPECT_THAT(y, HasSizes({3, 4}));
  EXPECT_TRUE(y.is_alias_of(x));
  y.select(0, 0).fill_(7);
  EXPECT_EQ(x.data_ptr<float>()[3], 7);
}

TEST(View, OfNonContiguousTensorWorksWhereDimsContinueOneAnother) {
  const Tensor x = counted({2, 3, 4}).transpose(0, 1);
  EXPECT_THAT(x.view({3, 2, 2, 2}), HasStrides({4, 12, 2, 1}));
  EXPECT_THROW(x.view({6, 4}), c10::Error);
  EXPECT_FALSE(x.reshape({6, 4}).is_alias_of(x));
}

TEST(View, RefusesAmbiguousAndWrongSizes) {
  EXPECT_THROW(counted({0, 3}).view({-1, 0}), c10::Error);
  EXPECT_THROW(counted({4}).view({-1, -1}), c10::Error);
  EXPECT_THROW(counted({4}).view({3}), c10::Error);
  EXPECT_THAT(counted({0, 3}).view({3, 0}), HasSizes({3, 0}));
}

TEST(View, AsAnotherDtypeChangesTheLastDim) {
  const Tensor x = counted({2, 4});
  EXPECT_THAT(x.view(kByte), HasSizes({2, 16}));
  EXPECT_THAT(x.view(kDouble), HasSizes({2, 2}));
  EXPECT_THROW(counted({2, 3}).view(kDouble), c10::Error);
}

TEST(Slice, ClampsBoundsAndKeepsTheOffset) {
  const Tensor x = counted({10});
  EXPECT_THAT(x.slice(0, 2, 100, 3), TensorEquals(tensor_of<float>({3}, {2, 5, 8})));
  EXPECT_THAT(x.slice(0, -3), TensorEquals(tensor_of<float>({3}, {7, 8, 9})));
  EXPECT_THAT(x.slice(0, 8, 2), HasSizes({0}));
  EXPECT_EQ(x.slice(0, 4).storage_offset(), 4);
  EXPECT_THROW(x.slice(0, 0, 5, 0), c10::Error);
  EXPECT_THAT(x.slice(0, 1, INT64_MAX, INT64_MAX), HasSizes({1}));
}

TEST(Select, ChecksTheIndex) {
  const Tensor x = counted({2, 3});
  EXPECT_THAT(x.select(-1, -1), TensorEquals(tensor_of<float>({2}, {2, 5})));
  EXPECT_THROW(x.select(0, 2), c10::IndexError);
  EXPECT_THROW(x.select(2, 0), c10::IndexError);
  EXPECT_THROW(counted({}).select(0, 0), c10::IndexError);
}

TEST(Expand, GivesNewDimsStrideZero) {
  EXPECT_THAT(counted({3, 1}).expand({2, 3, 4}), HasStrides({0, 1, 0}));
  EXPECT_THAT(counted({}).expand({2, 1}), HasStrides({0, 0}));
  EXPECT_THROW(counted({3}).expand({4}), c10::Error);
  EXPECT_THROW(counted({3}).expand({-1, 3}), c10::Error);
}

TEST(Permute, NeedsEveryDimOnce) {
  EXPECT_THAT(counted({2, 3, 4}).permute({2, 0, -2}), HasStrides({1, 12, 4}));
  EXPECT_THROW(counted({2, 3}).permute({0, 0}), c10::Error);
  EXPECT_THROW(counted({2, 3}).permute({0}), c10::Error);
  EXPECT_THAT(counted({2, 3, 4}).movedim({0}, {-1}), HasSizes({3, 4, 2}));
}

TEST(Squeeze, RemovesOnlySizeOne) {
  const Tensor x = counted({1, 2, 1});
  EXPECT_THAT(x.squeeze(), HasSizes({2}));
  EXPECT_THAT(x.squeeze(1), HasSizes({1, 2, 1}));
  EXPECT_THAT(x.squeeze(IntArrayRef({0, 2})), HasSizes({2}));
  EXPECT_THAT(x.unsqueeze(-1), HasSizes({1, 2, 1, 1}));
  Tensor y = counted({1, 2});
  y.squeeze_();
  EXPECT_THAT(y, HasSizes({2}));
}

TEST(Split, SharesOutWhatThereIs) {
  const Tensor x = counted({5});
  EXPECT_THAT(x.split(2).back(), HasSizes({1}));
  EXPECT_EQ(x.tensor_split(3)[0].numel(), 2);
  EXPECT_EQ(x.tensor_split({1, 3}).size(), 3u);
  EXPECT_THROW(x.split(IntArrayRef({2, 2})), c10::Error);
}

TEST(Diagonal, AndUnfoldAreViews) {
  const Tensor x = counted({3, 4});
  EXPECT_THAT(x.diagonal(1), TensorEquals(tensor_of<float>({3}, {1, 6, 11})));
  EXPECT_THAT(x.diagonal(-5), HasSizes({0}));
  EXPECT_THAT(x.unfold(1, 2, 2), HasSizes({3, 2, 2}));
  EXPECT_TRUE(x.unfold(1, 2, 2).is_alias_of(x));
}

TEST(AsStrided, StaysWithinTheStorage) {
  const Tensor x = counted({6});
  EXPECT_THAT(x.as_strided({2, 2}, {3, 1}, 1),
              TensorEquals(tensor_of<float>({2, 2}, {1, 2, 4, 5})));
  EXPECT_THROW(x.as_strided({2, 2}, {4, 1}, 1), c10::Error);
  EXPECT_THROW(x.as_strided({2}, {-1}), c10::Error);
  EXPECT_THROW(x.as_strided({INT64_MAX, INT64_MAX}, {INT64_MAX, 1}), c10::Error);
}

TEST(ComplexViews, GoBothWays) {
  const Tensor pairs = counted({3, 2});
  const Tensor z = at::view_as_complex(pairs);
  EXPECT_THAT(z, HasSizes({3}));
  EXPECT_THAT(at::view_as_real(z), TensorEquals(pairs));
  EXPECT_THROW(at::view_as_complex(counted({2, 3})), c10::Error);
}

TEST(Meshgrid, OfCartesianIndexingSwapsTheFirstTwo) {
  const std::vector<Tensor> grids = at::meshgrid({counted({3}), counted({2})}, "xy");
  EXPECT_THAT(grids[0], TensorEquals(tensor_of<float>({2, 3}, {0, 1, 2, 0, 1, 2})));
  EXPECT_THAT(grids[1], TensorEquals(tensor_of<float>({2, 3}, {0, 0, 0, 1, 1, 1})));
}

}  // namespace
}  // namespace at
