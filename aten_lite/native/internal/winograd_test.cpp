// Tests Winograd convolutions against sums in double, and their rounding against direct
// convolutions.
#include "aten_lite/native/internal/winograd.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <vector>

#include "aten_lite/parallel/parallel.h"

namespace {

using namespace at::native::internal;

using Floats = std::vector<float>;

Floats random_values(int64_t count, unsigned seed) {
  std::mt19937 engine(seed);
  std::normal_distribution<float> normal;
  Floats values(static_cast<size_t>(count));
  std::generate(values.begin(), values.end(), [&] { return normal(engine); });
  return values;
}

ConvShape make_shape(int64_t batch, int64_t in, int64_t out, int64_t height, int64_t width,
                     int64_t padding) {
  ConvShape s;
  s.batch = batch;
  s.in_channels = in;
  s.out_channels = out;
  s.input = {1, height, width};
  s.kernel = {1, 3, 3};
  s.padding = {0, padding, padding};
  s.output = {1, height + 2 * padding - 2, width + 2 * padding - 2};
  return s;
}

// Input, output and addend channels last; weights [out, in, 3, 3].
std::vector<double> reference(const ConvShape& s, const Floats& x, const Floats& w,
                              const ConvEpilogue& epilogue) {
  std::vector<double> result;
  for (int64_t i = 0; i < s.batch * product_of(s.output); ++i) {
    const int64_t x0 = i % s.output[2] - s.padding[2];
    const int64_t y0 = i / s.output[2] % s.output[1] - s.padding[1];
    const int64_t image = i / product_of(s.output);
    for (int64_t out = 0; out < s.out_channels; ++out) {
      double sum = epilogue.bias == nullptr ? 0 : epilogue.bias[out];
      if (epilogue.addend != nullptr) {
        sum += epilogue.addend[i * s.out_channels + out];
      }
      for (int64_t tap = 0; tap < 9; ++tap) {
        const int64_t ix = x0 + tap % 3;
        const int64_t iy = y0 + tap / 3;
        if (ix < 0 || ix >= s.input[2] || iy < 0 || iy >= s.input[1]) {
          continue;
        }
        const int64_t pixel = (image * s.input[1] + iy) * s.input[2] + ix;
        for (int64_t in = 0; in < s.in_channels; ++in) {
          sum += static_cast<double>(x[static_cast<size_t>(pixel * s.in_channels + in)]) *
                 w[static_cast<size_t>((out * s.in_channels + in) * 9 + tap)];
        }
      }
      result.push_back(std::clamp<double>(sum, epilogue.lower, epilogue.upper));
    }
  }
  return result;
}

Floats winograd(const ConvShape& s, const Floats& x, const Floats& w,
                const ConvEpilogue& epilogue = {}) {
  Floats y(static_cast<size_t>(s.batch * product_of(s.output) * s.out_channels), -7.0f);
  const WinogradWeights weights(s.out_channels, s.in_channels, w.data());
  conv_winograd(s, x.data(), weights, y.data(), epilogue);
  return y;
}

double rms_difference(const Floats& actual, const std::vector<double>& expected) {
  double sum = 0;
  for (size_t i = 0; i < actual.size(); ++i) {
    sum += std::pow(actual[i] - expected[i], 2);
  }
  return std::sqrt(sum / static_cast<double>(actual.size()));
}

TEST(Winograd, EqualsReferenceWithBiasAddendAndClamp) {
  for (const ConvShape& s : {make_shape(1, 32, 48, 14, 17, 1), make_shape(2, 48, 32, 9, 12, 0),
                             make_shape(3, 32, 32, 7, 5, 2), make_shape(1, 64, 64, 40, 40, 1)}) {
    ASSERT_TRUE(winograd_suits(s));
    const Floats x = random_values(s.batch * s.in_channels * product_of(s.input), 1);
    const Floats w = random_values(s.out_channels * s.patch(), 2);
    const Floats bias = random_values(s.out_channels, 3);
    const Floats addend = random_values(s.batch * s.out_channels * product_of(s.output), 4);
    ConvEpilogue epilogue;
    epilogue.bias = bias.data();
    epilogue.addend = addend.data();
    epilogue.lower = -9.0f;
    epilogue.upper = 15.0f;
    const Floats y = winograd(s, x, w, epilogue);
    const std::vector<double> expected = reference(s, x, w, epilogue);
    ASSERT_EQ(y.size(), expected.size());
    for (size_t i = 0; i < y.size(); ++i) {
      ASSERT_NEAR(y[i], expected[i], 3e-4) << "at " << i;
    }
  }
}

TEST(Winograd, RoundsAtMostFourTimesAsMuchAsADirectSum) {
  const ConvShape s = make_shape(1, 128, 64, 28, 28, 1);
  const Floats x = random_values(s.in_channels * product_of(s.input), 1);
  const Floats w = random_values(s.out_channels * s.patch(), 2);
  const std::vector<double> expected = reference(s, x, w, {});
  Floats w_last(w.size());
  for (int64_t i = 0; i < static_cast<int64_t>(w.size()); ++i) {
    const int64_t filter = i / 9;
    w_last[static_cast<size_t>((filter / s.in_channels * 9 + i % 9) * s.in_channels +
                               filter % s.in_channels)] = w[static_cast<size_t>(i)];
  }
  Floats direct(expected.size());
  conv_channels_last(s, x.data(), ChannelsLastWeights(s, w_last.data()), direct.data(), {});
  const double error = rms_difference(winograd(s, x, w), expected);
  EXPECT_LT(error, 4 * rms_difference(direct, expected));
  EXPECT_GT(error, 0);
}

TEST(Winograd, KeepsNaNThroughTheClamp) {
  const ConvShape s = make_shape(1, 32, 32, 16, 16, 1);
  Floats x = random_values(s.in_channels * product_of(s.input), 1);
  x[0] = std::numeric_limits<float>::quiet_NaN();
  ConvEpilogue epilogue;
  epilogue.lower = 0;
  epilogue.upper = 6;
  const Floats y = winograd(s, x, random_values(s.out_channels * s.patch(), 2), epilogue);
  EXPECT_TRUE(std::isnan(y[0]));
  EXPECT_FALSE(std::isnan(y.back()));
}

TEST(Winograd, LeavesOtherConvolutionsAlone) {
  ConvShape s = make_shape(1, 64, 64, 56, 56, 1);
  EXPECT_TRUE(winograd_suits(s));
  s.stride = {1, 2, 2};
  EXPECT_FALSE(winograd_suits(s));
  s = make_shape(1, 64, 64, 56, 56, 1);
  s.dilation = {1, 2, 2};
  EXPECT_FALSE(winograd_suits(s));
  EXPECT_FALSE(winograd_suits(make_shape(1, 3, 64, 56, 56, 1)));
  EXPECT_FALSE(winograd_suits(make_shape(1, 512, 512, 7, 7, 1)));
}

TEST(Winograd, ResultIsTheSameForAnyNumberOfThreads) {
  for (const ConvShape& s : {make_shape(1, 32, 32, 60, 60, 1), make_shape(1, 64, 96, 16, 16, 1)}) {
    const Floats x = random_values(s.in_channels * product_of(s.input), 1);
    const Floats w = random_values(s.out_channels * s.patch(), 2);
    at::set_num_threads(1);
    const Floats one = winograd(s, x, w);
    for (const int threads : {2, 3}) {
      at::set_num_threads(threads);
      EXPECT_EQ(one, winograd(s, x, w));
    }
  }
}

}  // namespace
