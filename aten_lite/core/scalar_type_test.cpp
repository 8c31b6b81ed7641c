// Element types: promotion, casts, half-precision conversions, Scalar's range checks.
#include "aten_lite/core/scalar_type.h"

#include <gtest/gtest.h>

#include <cmath>

#include "aten_lite/core/scalar.h"

namespace {

using c10::ScalarType;

TEST(PromoteTypes, FollowsPyTorchsLattice) {
  const struct {
    ScalarType a, b, result;
  } cases[] = {
      {c10::kByte, c10::kChar, c10::kShort},
      {c10::kBool, c10::kByte, c10::kByte},
      {c10::kLong, c10::kHalf, c10::kHalf},
      {c10::kHalf, c10::kBFloat16, c10::kFloat},
      {c10::kInt, c10::kDouble, c10::kDouble},
      {c10::kComplexFloat, c10::kDouble, c10::kComplexDouble},
      {c10::kComplexHalf, c10::kFloat, c10::kComplexFloat},
      {c10::kComplexHalf, c10::kBFloat16, c10::kComplexFloat},
      {c10::kComplexHalf, c10::kHalf, c10::kComplexHalf},
      {c10::kComplexFloat, c10::kHalf, c10::kComplexFloat},
  };
  for (const auto& c : cases) {
    EXPECT_EQ(c10::promoteTypes(c.a, c.b), c.result) << c.a << " with " << c.b;
    EXPECT_EQ(c10::promoteTypes(c.b, c.a), c.result) << c.b << " with " << c.a;
  }
  EXPECT_THROW(c10::promoteTypes(c10::kQInt8, c10::kFloat), c10::Error);
}

TEST(CanCast, NeverLosesACategory) {
  EXPECT_TRUE(c10::canCast(c10::kLong, c10::kByte));
  EXPECT_FALSE(c10::canCast(c10::kFloat, c10::kLong));
  EXPECT_FALSE(c10::canCast(c10::kInt, c10::kBool));
  EXPECT_FALSE(c10::canCast(c10::kComplexFloat, c10::kDouble));
}

TEST(Half, EveryBitPatternSurvivesFloat) {
  for (uint32_t bits = 0; bits < 0x10000; ++bits) {
    const c10::Half half(static_cast<uint16_t>(bits), c10::Half::from_bits());
    const float value = half;
    if (std::isnan(value)) {
      EXPECT_TRUE(std::isnan(static_cast<float>(c10::Half(value))));
    } else {
      EXPECT_EQ(c10::Half(value).x, bits);
    }
  }
}

TEST(Half, RoundsTiesToEvenAndOverflowsToInfinity) {
  EXPECT_EQ(static_cast<float>(c10::Half(1.f + 1.f / 2048)), 1.f);
  EXPECT_EQ(static_cast<float>(c10::Half(1.f + 3.f / 2048)), 1.f + 4.f / 2048);
  EXPECT_EQ(static_cast<float>(c10::Half(65519.f)), 65504.f);
  EXPECT_TRUE(std::isinf(static_cast<float>(c10::Half(65520.f))));
  EXPECT_EQ(c10::Half(5.9604645e-8f).x, 1u);
}

TEST(BFloat16, RoundsTiesToEven) {
  EXPECT_EQ(c10::BFloat16(1.00390625f).x, 0x3f80);
  EXPECT_EQ(c10::BFloat16(1.01171875f).x, 0x3f82);
}

TEST(Scalar, ConversionChecksTheRange) {
  EXPECT_EQ(c10::Scalar(-1).to<uint8_t>(), 255);
  EXPECT_THROW(c10::Scalar(300).to<uint8_t>(), c10::Error);
  EXPECT_THROW(c10::Scalar(1e300).to<float>(), c10::Error);
  EXPECT_THROW(c10::Scalar(1e30).to<int64_t>(), c10::Error);
  EXPECT_TRUE(std::isinf(c10::Scalar(INFINITY).to<float>()));
  EXPECT_THROW(c10::Scalar(c10::complex<double>(1, 2)).toDouble(), c10::Error);
  EXPECT_EQ(c10::Scalar(2.9).toLong(), 2);
}

}  // namespace
