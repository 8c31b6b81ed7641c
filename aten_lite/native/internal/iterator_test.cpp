// Shapes, dtypes and strides of results: what PyTorch's iterator gives for the same operands.
#include "aten_lite/native/internal/iterator.h"

#include <gtest/gtest.h>

#include "aten_lite/core/empty.h"
#include "aten_lite/native/internal/loops.h"

namespace at::native {
namespace {

Tensor empty(IntArrayRef sizes, ScalarType dtype = kFloat) {
  return Tensor(at::detail::empty_cpu(sizes, dtype));
}
Tensor strided(IntArrayRef sizes, IntArrayRef strides, ScalarType dtype = kFloat) {
  return Tensor(at::detail::empty_strided_cpu(sizes, strides, dtype));
}
Tensor filled(IntArrayRef sizes, float first, ScalarType dtype = kFloat) {
  Tensor result = empty(sizes, dtype);
  for (int64_t i = 0; i < result.numel(); ++i) {
    const float value = first + static_cast<float>(i);
    cast_block(dtype, static_cast<char*>(result.data_ptr()) + i * result.element_size(), kFloat,
               &value, 1);
  }
  return result;
}
std::vector<float> values(const Tensor& tensor) {
  std::vector<float> result(static_cast<size_t>(tensor.numel()));
  cast_block(kFloat, result.data(), tensor.scalar_type(), tensor.data_ptr(), tensor.numel());
  return result;
}

Tensor add(const Tensor& a, const Tensor& b, Tensor out = Tensor()) {
  binary_op<bool, int64_t, float, double>(a, b, out, "add", [](auto x, auto y) { return x + y; });
  return out;
}

TEST(IteratorTest, ShapesBroadcast) {
  EXPECT_EQ(add(empty({2, 1, 4}), empty({3, 1})).sizes().vec(), (std::vector<int64_t>{2, 3, 4}));
  EXPECT_EQ(add(empty({0, 3}), empty({1, 3})).sizes().vec(), (std::vector<int64_t>{0, 3}));
  EXPECT_EQ(add(empty({}), empty({})).dim(), 0);
  EXPECT_THROW(add(empty({2, 3}), empty({2, 4})), c10::Error);
}

TEST(IteratorTest, ValuesBroadcast) {
  EXPECT_EQ(values(add(filled({2, 1}, 0), filled({3}, 10))),
            (std::vector<float>{10, 11, 12, 11, 12, 13}));
}

TEST(IteratorTest, DtypesPromoteByClass) {
  const Tensor number = wrapped_scalar(1.5);
  EXPECT_EQ(add(empty({2}, kInt), number).scalar_type(), kFloat);
  EXPECT_EQ(add(empty({2}, kHalf), number).scalar_type(), kHalf);
  EXPECT_EQ(add(empty({2}, kByte), wrapped_scalar(-1)).scalar_type(), kByte);
  EXPECT_EQ(add(empty({2}, kBool), wrapped_scalar(2)).scalar_type(), kLong);
  // A 0-dim tensor counts less than one with dims, unless its category is higher.
  EXPECT_EQ(add(empty({2}, kFloat), empty({}, kDouble)).scalar_type(), kFloat);
  EXPECT_EQ(add(empty({2}, kInt), empty({}, kDouble)).scalar_type(), kDouble);
  EXPECT_EQ(add(empty({2}, kByte), empty({2}, kChar)).scalar_type(), kShort);
  EXPECT_EQ(add(empty({2}, kHalf), empty({2}, kBFloat16)).scalar_type(), kFloat);
}

TEST(IteratorTest, NumbersWrapToTheCommonDtype) {
  EXPECT_EQ(values(add(filled({1}, 1, kByte), wrapped_scalar(300))), std::vector<float>{45});
}

TEST(IteratorTest, ResultsTakeOverTheInputsLayout) {
  const std::vector<int64_t> channels_last = {60, 1, 15, 3};
  const Tensor image = strided({2, 3, 4, 5}, channels_last);
  EXPECT_EQ(add(image, image).strides().vec(), channels_last);
  EXPECT_EQ(add(image, empty({})).strides().vec(), channels_last);
  EXPECT_EQ(add(image, empty({3, 1, 1})).strides().vec(), channels_last);
  // The first operand decides.
  EXPECT_EQ(add(image, empty({2, 3, 4, 5})).strides().vec(), channels_last);
  EXPECT_EQ(add(empty({2, 3, 4, 5}), image).strides().vec(), (std::vector<int64_t>{60, 20, 5, 1}));
  // Gaps are not taken over, the order of dims is.
  EXPECT_EQ(add(strided({3, 4}, {2, 6}), empty({})).strides().vec(), (std::vector<int64_t>{1, 3}));
  // Expanded inputs give dense results.
  EXPECT_EQ(add(strided({3, 4}, {1, 0}), empty({})).strides().vec(), (std::vector<int64_t>{4, 1}));
}

TEST(IteratorTest, InPlaceResultsAreNeverResized) {
  Tensor self = filled({2}, 1);
  EXPECT_TRUE(add(self, filled({1}, 10), self).is_same(self));
  EXPECT_EQ(values(self), (std::vector<float>{11, 12}));
  EXPECT_THROW(add(self, empty({3, 2}), self), c10::Error);
  Tensor integers = empty({2}, kInt);
  EXPECT_THROW(add(integers, empty({2}, kFloat), integers), c10::Error);
}

TEST(IteratorTest, OutputsAreResizedAndCastTo) {
  Tensor out = empty({0}, kDouble);
  add(filled({2}, 1), filled({2}, 1), out);
  EXPECT_EQ(out.sizes().vec(), std::vector<int64_t>{2});
  EXPECT_EQ(values(out), (std::vector<float>{2, 4}));
  Tensor integer = empty({2}, kInt);
  EXPECT_THROW(add(empty({2}), empty({2}), integer), c10::Error);
}

TEST(IteratorTest, AnOutputOfTheRightShapeKeepsItsStrides) {
  Tensor out = strided({2, 3}, {1, 2});
  add(filled({2, 3}, 0), filled({2, 3}, 0), out);
  EXPECT_EQ(out.strides().vec(), (std::vector<int64_t>{1, 2}));
  EXPECT_EQ(values(out), (std::vector<float>{0, 6, 2, 8, 4, 10}));
}

TEST(IteratorTest, OverlappingOutputsAreRefused) {
  Tensor expanded = strided({3, 4}, {1, 0});
  EXPECT_THROW(add(empty({3, 4}), empty({3, 4}), expanded), c10::Error);
  const Tensor base = empty({6});
  Tensor tail(at::detail::view_of_storage(base.storage(), kFloat, {5}, {1}, 1));
  const Tensor head(at::detail::view_of_storage(base.storage(), kFloat, {5}, {1}, 0));
  EXPECT_THROW(add(head, head, tail), c10::Error);
}

TEST(IteratorTest, DimsAreMergedAndSorted) {
  const TensorIterator iter = TensorIteratorConfig()
                                  .add_output(strided({2, 3, 4}, {12, 4, 1}))
                                  .add_input(strided({2, 3, 4}, {24, 4, 1}))
                                  .build();
  EXPECT_EQ(iter.shape().vec(), (std::vector<int64_t>{12, 2}));
  EXPECT_EQ(iter.strides(1).vec(), (std::vector<int64_t>{4, 96}));
}

TEST(IteratorTest, ForEachVisitsEveryElementOnce) {
  const Tensor source = strided({5, 7, 3}, {30, 4, 1});
  const Tensor target = empty({5, 7, 3});
  float* data = static_cast<float*>(source.data_ptr());
  for (int64_t i = 0; i < 5 * 30; ++i) data[i] = 1;
  TensorIterator iter = TensorIteratorConfig().add_output(target).add_input(source).build();
  float* out = static_cast<float*>(target.data_ptr());
  std::fill(out, out + target.numel(), 0.0f);
  iter.serial_for_each(
      [](char** p, const int64_t* strides, int64_t size0, int64_t size1) {
        for (int64_t j = 0; j < size1; ++j) {
          for (int64_t i = 0; i < size0; ++i) {
            *reinterpret_cast<float*>(p[0] + i * strides[0] + j * strides[2]) +=
                *reinterpret_cast<float*>(p[1] + i * strides[1] + j * strides[3]);
          }
        }
      },
      0, iter.numel());
  EXPECT_EQ(values(target), std::vector<float>(105, 1.0f));
}

TEST(BlocksTest, LongStridedOperandsGoThroughBuffers) {
  // More than a buffer's worth, gathered, converted and scattered.
  const Tensor a = strided({40, 100}, {1, 41}, kShort);
  const Tensor b = filled({100}, 0, kFloat);
  for (int64_t i = 0; i < 40; ++i) {
    for (int64_t j = 0; j < 100; ++j) {
      static_cast<int16_t*>(a.data_ptr())[i + 41 * j] = static_cast<int16_t>(100 * i);
    }
  }
  const Tensor sum = add(a, b);
  EXPECT_EQ(sum.strides().vec(), (std::vector<int64_t>{1, 40}));
  for (int64_t i = 0; i < 40; ++i) {
    for (int64_t j = 0; j < 100; ++j) {
      EXPECT_EQ(static_cast<float*>(sum.data_ptr())[i + 40 * j], 100.0f * i + j);
    }
  }
}

TEST(BlocksTest, HalfMultipliesWithUnroundedNumbers) {
  Tensor out;
  const Tensor a = filled({1}, 1.5f, kBFloat16);
  map_binary<float>(
      binary_iterator("mul", a, wrapped_scalar(0.1), out), [](float x, float y) { return x * y; },
      true);
  EXPECT_EQ(values(out), std::vector<float>{0.150390625f});
}

TEST(LoopsTest, MissingTypesAreNamed) {
  Tensor out;
  try {
    unary_op<float, double>(empty({1}, kLong), out, "gelu", [](auto x) { return x; });
    FAIL() << "int64 was accepted";
  } catch (const c10::NotImplementedError& error) {
    EXPECT_STREQ(error.what(), "\"gelu\" not implemented for 'Long'");
  }
}

}  // namespace
}  // namespace at::native
