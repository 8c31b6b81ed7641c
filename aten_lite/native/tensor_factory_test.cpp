// Tensors made from C++ values and memory.
#include "aten_lite/native/tensor_factory.h"

#include <gtest/gtest.h>

#include <limits>
#include <vector>

#include "aten_lite/testing/tensor_makers.h"
#include "aten_lite/testing/tensor_matchers.h"

namespace {

using aten_lite::testing::HasSizes;
using aten_lite::testing::tensor_of;
using aten_lite::testing::TensorEquals;

TEST(AtTensor, KeepsTheTypeOfItsValues) {
  EXPECT_THAT(at::tensor({1, 2}), TensorEquals(tensor_of<int32_t>({2}, {1, 2})));
  EXPECT_THAT(at::tensor({1.5, 2.0}), TensorEquals(tensor_of<double>({2}, {1.5, 2})));
  EXPECT_THAT(at::tensor({true, false}), TensorEquals(tensor_of<bool>({2}, {true, false})));
  EXPECT_THAT(at::tensor(std::vector<float>{3}), TensorEquals(tensor_of<float>({1}, {3})));
  const int64_t number = 7;
  EXPECT_THAT(at::tensor(number), TensorEquals(tensor_of<int64_t>({1}, {7})));
}

TEST(AtTensor, ConvertsToTheTypeThatOptionsName) {
  EXPECT_THAT(at::tensor({1.9, -1.9}, at::kInt), TensorEquals(tensor_of<int32_t>({2}, {1, -1})));
  EXPECT_THAT(at::tensor({1, 0}, at::kBool), TensorEquals(tensor_of<bool>({2}, {true, false})));
  EXPECT_THAT(at::tensor({3}, at::kHalf), TensorEquals(tensor_of<c10::Half>({1}, {c10::Half(3)})));
  EXPECT_EQ(at::tensor({1, 2}, at::kComplexFloat).scalar_type(), at::kComplexFloat);
}

TEST(TorchTensor, NestsAndPicksPythonsTypes) {
  EXPECT_THAT(torch::tensor({{1, 2}, {3, 4}, {5, 6}}),
              TensorEquals(tensor_of<int64_t>({3, 2}, {1, 2, 3, 4, 5, 6})));
  EXPECT_THAT(torch::tensor({{{0.5}}}), TensorEquals(tensor_of<float>({1, 1, 1}, {0.5f})));
  EXPECT_THAT(torch::tensor(3), TensorEquals(tensor_of<int64_t>({}, {3})));
  EXPECT_THAT(torch::tensor(true), TensorEquals(tensor_of<bool>({}, {true})));
  EXPECT_THAT(torch::tensor({1, 2}, at::kDouble), TensorEquals(tensor_of<double>({2}, {1, 2})));
  EXPECT_THAT(torch::tensor(std::vector<int>{1, 2}), TensorEquals(tensor_of<int64_t>({2}, {1, 2})));
}

TEST(TorchTensor, OfNothing) {
  EXPECT_THAT(torch::tensor({}), HasSizes({0}));
  EXPECT_THAT(torch::tensor({{}, {}}), HasSizes({2, 0}));
}

TEST(TorchTensor, RefusesListsThatDoNotFit) {
  EXPECT_THROW(torch::tensor({{1, 2}, {3}}), c10::Error);
  EXPECT_THROW(torch::tensor({{1}, {2.5}}), c10::Error);
  EXPECT_THROW(torch::tensor(300, at::kByte), c10::Error);
}

TEST(FromBlob, SharesMemoryAndCallsTheDeleterOnce) {
  float data[6] = {0, 1, 2, 3, 4, 5};
  int deleted = 0;
  {
    at::Tensor t = at::from_blob(data, {2, 3}, [&](void* p) { deleted += p == data; });
    at::Tensor same = t;
    t.mutable_data_ptr<float>()[5] = 50;
    EXPECT_THAT(same, TensorEquals(tensor_of<float>({2, 3}, {0, 1, 2, 3, 4, 50})));
    EXPECT_EQ(deleted, 0);
  }
  EXPECT_EQ(deleted, 1);
  EXPECT_EQ(data[5], 50);
}

TEST(FromBlob, Strides) {
  int64_t data[6] = {0, 1, 2, 3, 4, 5};
  const at::Tensor t = at::from_blob(data, {3, 2}, {1, 3}, at::kLong);
  EXPECT_THAT(t, TensorEquals(tensor_of<int64_t>({3, 2}, {0, 3, 1, 4, 2, 5})));
  EXPECT_THROW(at::from_blob(data, {3, 2}, {1}, at::kLong), c10::Error);
  EXPECT_THROW(at::from_blob(nullptr, {3}, at::kLong), c10::Error);
  EXPECT_THROW(at::from_blob(data, {int64_t{1} << 40, int64_t{1} << 40}, at::kLong), c10::Error);
}

}  // namespace
