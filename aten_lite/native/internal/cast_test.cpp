// Conversions of element types are PyTorch's, value by value.
#include "aten_lite/native/internal/cast.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

namespace at::native {
namespace {

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
constexpr float kInfinity = std::numeric_limits<float>::infinity();

template <typename To, typename From>
std::vector<To> cast(std::vector<From> values) {
  std::vector<To> result(values.size());
  cast_block(c10::CppTypeToScalarType<To>::value, result.data(),
             c10::CppTypeToScalarType<From>::value, values.data(),
             static_cast<int64_t>(values.size()));
  return result;
}

TEST(CastTest, FloatsOutOfRangeBecomeWhatPyTorchMakesOfThem) {
  const std::vector<float> values = {3e9f,  -3e9f,   1e20f,    kNan,     300.0f,
                                     -1.5f, -129.0f, 70000.0f, kInfinity};
  EXPECT_EQ(cast<uint8_t>(values), (std::vector<uint8_t>{0, 0, 0, 0, 44, 255, 127, 112, 0}));
  EXPECT_EQ(cast<int8_t>(values), (std::vector<int8_t>{0, 0, 0, 0, 44, -1, 127, 112, 0}));
  EXPECT_EQ(cast<int16_t>(values), (std::vector<int16_t>{0, 0, 0, 0, 300, -1, -129, 4464, 0}));
  const int32_t low = std::numeric_limits<int32_t>::lowest();
  EXPECT_EQ(cast<int32_t>(values),
            (std::vector<int32_t>{low, low, low, low, 300, -1, -129, 70000, low}));
  const int64_t lowest = std::numeric_limits<int64_t>::lowest();
  EXPECT_EQ(cast<int64_t>(values), (std::vector<int64_t>{3000000000, -3000000000, lowest, lowest,
                                                         300, -1, -129, 70000, lowest}));
}

TEST(CastTest, IntegersWrapAround) {
  EXPECT_EQ((cast<int8_t, int64_t>({128, -129, 300})), (std::vector<int8_t>{-128, 127, 44}));
  EXPECT_EQ((cast<uint8_t, int32_t>({-1, 256})), (std::vector<uint8_t>{255, 0}));
}

TEST(CastTest, ToBoolIsNotZero) {
  std::vector<float> values = {0.0f, -0.0f, 0.5f, kNan};
  uint8_t result[4];
  cast_block(kBool, result, kFloat, values.data(), 4);
  EXPECT_EQ(std::vector<uint8_t>(result, result + 4), (std::vector<uint8_t>{0, 0, 1, 1}));
}

TEST(CastTest, AnyByteOfABoolIsTrueUnlessZero) {
  const uint8_t stored[] = {0, 1, 2, 255};
  int32_t result[4];
  cast_block(kInt, result, kBool, stored, 4);
  EXPECT_EQ(std::vector<int32_t>(result, result + 4), (std::vector<int32_t>{0, 1, 1, 1}));
}

TEST(CastTest, ComplexNumbersLoseTheirImaginaryPart) {
  EXPECT_EQ((cast<float, c10::complex<float>>({{1.5f, 2.0f}})), std::vector<float>{1.5f});
  EXPECT_EQ((cast<c10::complex<float>, int16_t>({-3})),
            (std::vector<c10::complex<float>>{{-3.0f, 0.0f}}));
}

TEST(CastTest, LongBlocksPassThroughASmallBuffer) {
  std::vector<int16_t> values(1000);
  for (size_t i = 0; i < values.size(); ++i) values[i] = static_cast<int16_t>(i - 500);
  const std::vector<double> result = cast<double>(values);
  for (size_t i = 0; i < values.size(); ++i) EXPECT_EQ(result[i], values[i]);
}

TEST(CastTest, QuantizedTypesAreRefused) {
  float value = 1;
  int8_t stored = 0;
  EXPECT_THROW(cast_block(kQInt8, &stored, kFloat, &value, 1), c10::Error);
}

TEST(CopyStridedTest, StridesMayBeZeroNegativeAndWide) {
  const int32_t source[] = {1, 2, 3, 4};
  int32_t target[4] = {};
  copy_strided(target, 4, source, 0, 4, 4);
  EXPECT_EQ(std::vector<int32_t>(target, target + 4), (std::vector<int32_t>{1, 1, 1, 1}));
  copy_strided(target, 4, source + 3, -4, 4, 4);
  EXPECT_EQ(std::vector<int32_t>(target, target + 4), (std::vector<int32_t>{4, 3, 2, 1}));
  copy_strided(target, 8, source, 8, 4, 2);
  EXPECT_EQ(std::vector<int32_t>(target, target + 4), (std::vector<int32_t>{1, 3, 3, 1}));
}

}  // namespace
}  // namespace at::native
