// Tests fp32 convolutions, forward and transposed, against a plain loop over all taps.
#include "aten_lite/native/internal/conv.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <vector>

#include "aten_lite/native/internal/conv_transpose.h"
#include "aten_lite/parallel/parallel.h"

namespace {

using namespace at::native::internal;

using Floats = std::vector<float>;

Floats random_values(int64_t count, unsigned seed) {
  std::mt19937 engine(seed);
  std::uniform_real_distribution<float> uniform(-1.0f, 1.0f);
  Floats values(static_cast<size_t>(count));
  for (float& value : values) {
    value = uniform(engine);
  }
  return values;
}

ConvShape make_shape(int64_t batch, int64_t groups, int64_t in, int64_t out, Spatial input,
                     Spatial kernel, Spatial stride, Spatial padding, Spatial dilation) {
  ConvShape s;
  s.batch = batch;
  s.groups = groups;
  s.in_channels = in;
  s.out_channels = out;
  s.input = input;
  s.kernel = kernel;
  s.stride = stride;
  s.padding = padding;
  s.dilation = dilation;
  for (size_t i = 0; i < 3; ++i) {
    s.output[i] = (input[i] + 2 * padding[i] - dilation[i] * (kernel[i] - 1) - 1) / stride[i] + 1;
  }
  return s;
}

// Calls f(output index, input index, weight index) for every product of the convolution; all
// tensors channels first.
template <class F>
void for_each_product(const ConvShape& s, const F& f) {
  const int64_t pixels = product_of(s.input);
  const int64_t positions = product_of(s.output);
  for (int64_t n = 0; n < s.batch; ++n) {
    for (int64_t oc = 0; oc < s.out_channels; ++oc) {
      for (int64_t p = 0; p < positions; ++p) {
        const int64_t ox = p % s.output[2];
        const int64_t oy = p / s.output[2] % s.output[1];
        const int64_t oz = p / (s.output[2] * s.output[1]);
        for (int64_t k = 0; k < s.patch(); ++k) {
          const int64_t kx = k % s.kernel[2];
          const int64_t ky = k / s.kernel[2] % s.kernel[1];
          const int64_t kz = k / (s.kernel[2] * s.kernel[1]) % s.kernel[0];
          const int64_t ic = oc / s.group_outputs() * s.group_inputs() + k / product_of(s.kernel);
          const int64_t x = ox * s.stride[2] - s.padding[2] + kx * s.dilation[2];
          const int64_t y = oy * s.stride[1] - s.padding[1] + ky * s.dilation[1];
          const int64_t z = oz * s.stride[0] - s.padding[0] + kz * s.dilation[0];
          if (x >= 0 && x < s.input[2] && y >= 0 && y < s.input[1] && z >= 0 && z < s.input[0]) {
            f((n * s.out_channels + oc) * positions + p,
              (n * s.in_channels + ic) * pixels + (z * s.input[1] + y) * s.input[2] + x,
              oc * s.patch() + k);
          }
        }
      }
    }
  }
}

// [batch, channels, pixels] to [batch, pixels, channels].
Floats to_channels_last(const Floats& values, int64_t batch, int64_t channels) {
  const int64_t pixels = static_cast<int64_t>(values.size()) / (batch * channels);
  Floats result(values.size());
  for (int64_t i = 0; i < batch * channels * pixels; ++i) {
    const int64_t n = i / (channels * pixels);
    const int64_t c = i / pixels % channels;
    result[static_cast<size_t>((n * pixels + i % pixels) * channels + c)] =
        values[static_cast<size_t>(i)];
  }
  return result;
}

void expect_near(const Floats& actual, const Floats& expected, const char* what) {
  ASSERT_EQ(actual.size(), expected.size());
  for (size_t i = 0; i < actual.size(); ++i) {
    ASSERT_NEAR(actual[i], expected[i], 1e-4) << what << " at " << i;
  }
}

void check_forward(const ConvShape& s) {
  const Floats x = random_values(s.batch * s.in_channels * product_of(s.input), 1);
  const Floats w = random_values(s.out_channels * s.patch(), 2);
  const Floats bias = random_values(s.out_channels, 3);
  ConvEpilogue epilogue;
  epilogue.bias = bias.data();
  epilogue.lower = -0.5f;
  epilogue.upper = 0.75f;

  Floats expected(static_cast<size_t>(s.batch * s.out_channels * product_of(s.output)));
  for (size_t i = 0; i < expected.size(); ++i) {
    const auto channel = static_cast<int64_t>(i) / product_of(s.output) % s.out_channels;
    expected[i] = bias[static_cast<size_t>(channel)];
  }
  for_each_product(s, [&](int64_t to, int64_t from, int64_t weight) {
    expected[static_cast<size_t>(to)] +=
        x[static_cast<size_t>(from)] * w[static_cast<size_t>(weight)];
  });
  const auto cut = [&](Floats values) {
    for (float& value : values) {
      value = std::clamp(value, epilogue.lower, epilogue.upper);
    }
    return values;
  };
  Floats first(expected.size(), -7.0f);
  conv_channels_first(s, x.data(), w.data(), first.data(), epilogue);
  expect_near(first, cut(expected), "channels first");

  const ChannelsLastWeights packed(s, to_channels_last(w, s.out_channels, s.group_inputs()).data());
  const Floats x_last = to_channels_last(x, s.batch, s.in_channels);
  const auto last = [&](const Floats& input, bool channels_first) {
    Floats y(expected.size(), -7.0f);
    conv_channels_last(s, input.data(), packed, y.data(), epilogue, channels_first);
    return y;
  };
  expect_near(last(x_last, false), to_channels_last(cut(expected), s.batch, s.out_channels),
              "channels last");

  Floats sums = to_channels_last(expected, s.batch, s.out_channels);
  const Floats addend = random_values(static_cast<int64_t>(sums.size()), 4);
  for (size_t i = 0; i < sums.size(); ++i) {
    sums[i] += addend[i];
  }
  epilogue.addend = addend.data();
  expect_near(last(x_last, false), cut(sums), "channels last with an addend");
  if (reads_channels_first(s)) {
    EXPECT_EQ(last(x, true), last(x_last, false));
  }
}

const Spatial kOne{1, 1, 1};
const Spatial kNone{0, 0, 0};

TEST(Conv, PointwiseEqualsReference) {
  check_forward(make_shape(1, 1, 20, 13, {1, 7, 9}, kOne, kOne, kNone, kOne));
  check_forward(make_shape(9, 1, 5, 7, {1, 4, 4}, kOne, kOne, kNone, kOne));
  check_forward(make_shape(2, 2, 8, 6, {1, 5, 5}, kOne, {1, 2, 2}, kNone, kOne));
}

TEST(Conv, SpatialKernelsEqualReference) {
  check_forward(make_shape(1, 1, 3, 8, {1, 33, 35}, {1, 3, 3}, {1, 2, 2}, {0, 1, 1}, kOne));
  check_forward(make_shape(2, 1, 6, 10, {1, 9, 8}, {1, 3, 2}, kOne, {0, 2, 1}, {1, 2, 1}));
  check_forward(make_shape(1, 1, 12, 9, {1, 44, 45}, {1, 3, 3}, kOne, {0, 1, 1}, kOne));
  check_forward(make_shape(1, 1, 70, 9, {1, 5, 5}, {1, 5, 5}, kOne, {0, 2, 2}, kOne));
  check_forward(make_shape(1, 1, 2, 3, {1, 1, 50}, {1, 1, 7}, {1, 1, 3}, {0, 0, 3}, {1, 1, 2}));
}

TEST(Conv, GroupsEqualReference) {
  check_forward(make_shape(2, 2, 6, 8, {1, 8, 8}, {1, 3, 3}, kOne, {0, 1, 1}, kOne));
  check_forward(make_shape(1, 5, 10, 15, {1, 6, 7}, {1, 2, 2}, {1, 2, 1}, kNone, kOne));
}

TEST(Conv, DepthwiseEqualsReference) {
  for (const int64_t stride : {1, 2, 3}) {
    for (const int64_t width : {1, 4, 17, 40}) {
      check_forward(make_shape(2, 11, 11, 11, {1, 9, width}, {1, 3, 3}, {1, stride, stride},
                               {0, 1, 1}, kOne));
    }
  }
  check_forward(make_shape(1, 4, 4, 8, {1, 12, 13}, {1, 5, 3}, {1, 2, 1}, {0, 4, 2}, {1, 2, 2}));
}

TEST(Conv, ThreeDimensionsEqualReference) {
  check_forward(make_shape(1, 1, 3, 4, {5, 6, 7}, {2, 3, 3}, {2, 1, 2}, {1, 1, 0}, {1, 2, 1}));
  check_forward(make_shape(1, 4, 4, 4, {4, 5, 6}, {3, 3, 3}, kOne, {1, 1, 1}, kOne));
}

TEST(Conv, PaddingWiderThanTheImageEqualsReference) {
  check_forward(make_shape(1, 1, 2, 2, {1, 2, 2}, {1, 3, 3}, kOne, {0, 4, 4}, kOne));
  check_forward(make_shape(1, 3, 3, 3, {1, 2, 2}, {1, 3, 3}, {1, 2, 2}, {0, 4, 4}, kOne));
}

TEST(Conv, ResultIsTheSameForAnyNumberOfThreads) {
  const ConvShape s = make_shape(1, 1, 12, 20, {1, 40, 40}, {1, 3, 3}, kOne, {0, 1, 1}, kOne);
  const Floats x = random_values(s.in_channels * product_of(s.input), 1);
  const Floats w = random_values(s.out_channels * s.patch(), 2);
  const auto run = [&](int threads) {
    at::set_num_threads(threads);
    Floats y(static_cast<size_t>(s.out_channels * product_of(s.output)));
    conv_channels_first(s, x.data(), w.data(), y.data(), {});
    return y;
  };
  const Floats one = run(1);
  EXPECT_EQ(one, run(2));
  EXPECT_EQ(one, run(3));
}

TEST(ConvTranspose, EqualsReference) {
  for (const ConvShape& s :
       {make_shape(2, 1, 3, 5, {1, 9, 11}, {1, 3, 3}, {1, 2, 2}, {0, 1, 1}, kOne),
        make_shape(1, 2, 4, 6, {1, 8, 7}, {1, 2, 3}, {1, 1, 2}, kNone, {1, 2, 1}),
        make_shape(1, 1, 2, 3, {4, 5, 6}, {2, 2, 2}, {2, 1, 2}, {1, 0, 0}, kOne)}) {
    const Floats x = random_values(s.batch * s.out_channels * product_of(s.output), 1);
    const Floats w = random_values(s.out_channels * s.patch(), 2);
    const Floats bias = random_values(s.in_channels, 3);
    Floats expected(static_cast<size_t>(s.batch * s.in_channels * product_of(s.input)));
    for (size_t i = 0; i < expected.size(); ++i) {
      expected[i] =
          bias[static_cast<size_t>(static_cast<int64_t>(i) / product_of(s.input) % s.in_channels)];
    }
    for_each_product(s, [&](int64_t from, int64_t to, int64_t weight) {
      expected[static_cast<size_t>(to)] +=
          x[static_cast<size_t>(from)] * w[static_cast<size_t>(weight)];
    });
    ConvEpilogue epilogue;
    epilogue.bias = bias.data();
    Floats y(expected.size(), -7.0f);
    conv_transpose(s, x.data(), w.data(), y.data(), epilogue);
    expect_near(y, expected, "transposed");
  }
}

}  // namespace
