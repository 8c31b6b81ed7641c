// Tests quantization and packed weights against what PyTorch 2.13 computes with its qnnpack engine.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "ATen/ops/dequantize.h"
#include "ATen/ops/int_repr.h"
#include "ATen/ops/quantize_per_channel.h"
#include "ATen/ops/quantize_per_tensor.h"
#include "ATen/ops/view.h"
#include "aten_lite/core/empty.h"
#include "aten_lite/native/quantized/integer_kernel.h"
#include "aten_lite/native/quantized/packed_conv.h"
#include "aten_lite/native/quantized/packed_linear.h"
#include "aten_lite/native/quantized/qparams.h"

namespace {

using at::Tensor;
using at::native::choose_parameters;
using at::native::Conv2dPackedParams;
using at::native::LinearPackedParams;

template <typename T>
Tensor tensor_of(const std::vector<T>& values, at::IntArrayRef sizes) {
  Tensor t(at::detail::empty_cpu(sizes, c10::CppTypeToScalarType<T>::value));
  std::copy(values.begin(), values.end(), t.data_ptr<T>());
  return t;
}

Tensor ramp(at::IntArrayRef sizes, float step, float first) {
  Tensor t(at::detail::empty_cpu(sizes, at::kFloat));
  for (int64_t i = 0; i < t.numel(); ++i) {
    t.data_ptr<float>()[i] = static_cast<float>(i) * step + first;
  }
  return t;
}

std::vector<int> integers(const Tensor& quantized) {
  const Tensor ints = at::int_repr(quantized).contiguous();
  std::vector<int> result;
  for (int64_t i = 0; i < ints.numel(); ++i) {
    result.push_back(ints.scalar_type() == at::kByte ? ints.data_ptr<uint8_t>()[i]
                                                     : ints.data_ptr<int8_t>()[i]);
  }
  return result;
}

Tensor weight() {
  return at::quantize_per_channel(ramp({2, 4}, 0.07f, -0.2f), tensor_of<double>({0.01, 0.02}, {2}),
                                  tensor_of<int64_t>({0, 0}, {2}), 0, at::kQInt8);
}

Tensor input() { return at::quantize_per_tensor(ramp({3, 4}, 0.31f, -1.7f), 0.1, 20, at::kQUInt8); }

TEST(Quantize, RoundsHalvesToEvenAfterAddingTheZeroPoint) {
  const Tensor x = tensor_of<float>({0.5f, 1.5f, 2.5f, -0.5f, -1.5f, 400.0f, -400.0f}, {7});
  EXPECT_EQ(integers(at::quantize_per_tensor(x, 1, 3, at::kQUInt8)),
            (std::vector<int>{4, 4, 6, 2, 2, 255, 0}));
  EXPECT_EQ(integers(at::quantize_per_tensor(x, 1, 3, at::kQInt8)),
            (std::vector<int>{4, 4, 6, 2, 2, 127, -128}));
}

TEST(Quantize, RefusesScalesAndZeroPointsThatAreNone) {
  const Tensor x = ramp({2}, 1, 0);
  EXPECT_THROW(at::quantize_per_tensor(x, 0, 3, at::kQUInt8), c10::Error);
  EXPECT_THROW(at::quantize_per_tensor(x, std::nan(""), 3, at::kQUInt8), c10::Error);
  EXPECT_THROW(at::quantize_per_tensor(x, 1, 256, at::kQUInt8), c10::Error);
  EXPECT_THROW(at::quantize_per_tensor(x, 1, 0, at::kFloat), c10::Error);
  EXPECT_THROW(at::quantize_per_channel(x, x, tensor_of<int64_t>({0}, {1}), 0, at::kQInt8),
               c10::Error);
}

TEST(Quantize, ClonesAndCopiesKeepTheQuantizer) {
  const Tensor q = input();
  const Tensor transposed = q.t().contiguous();
  EXPECT_EQ(at::quantizer_of(transposed).zero_point, 20);
  EXPECT_EQ(integers(transposed), integers(q.t()));
}

TEST(ChooseParameters, AreThoseOfPyTorch) {
  const auto expect = [](float min, float max, double scale, int64_t zero_point) {
    const auto p = choose_parameters(min, max, 0, 255);
    EXPECT_DOUBLE_EQ(p.scale, scale) << min << " " << max;
    EXPECT_EQ(p.zero_point, zero_point) << min << " " << max;
  };
  expect(-1, 2, 0.011764705882352941, 85);
  expect(0, 5, 0.0196078431372549, 0);
  expect(-3, 0, 0.011764705882352941, 255);
  expect(0, 0, 0.1, 0);
  expect(-1e-6f, 2e-6f, 6.0999998822808266e-05, 85);
  expect(-0.5f, 1.7f, 0.008627451167387121, 58);
}

TEST(Linear, GivesTheIntegersOfPyTorch) {
  const LinearPackedParams packed("test", weight(), tensor_of<float>({0.25f, -0.5f}, {2}));
  EXPECT_EQ(integers(packed.run("test", input(), 0.05, 64, false)),
            (std::vector<int>{81, 38, 71, 57, 62, 75}));
  EXPECT_EQ(integers(packed.run("test", input(), 0.05, 64, true)),
            (std::vector<int>{81, 64, 71, 64, 64, 75}));
}

TEST(Linear, QuantizesRealInputsByTheirRange) {
  const LinearPackedParams packed("test", weight(), tensor_of<float>({0.25f, -0.5f}, {2}));
  const Tensor y = packed.run_dynamic("test", ramp({3, 4}, 0.31f, -1.7f), false);
  const std::vector<float> expected{0.82769412f,  -1.30155063f, 0.35510823f,
                                    -0.38125175f, -0.1148031f,  0.53797734f};
  for (int64_t i = 0; i < y.numel(); ++i) {
    EXPECT_NEAR(y.data_ptr<float>()[i], expected[static_cast<size_t>(i)], 1e-5);
  }
}

TEST(Linear, NamesWhatDoesNotFit) {
  const LinearPackedParams packed("test", weight(), std::nullopt);
  EXPECT_THROW(packed.run("test", at::quantize_per_tensor(ramp({3, 5}, 1, 0), 1, 0, at::kQUInt8), 1,
                          0, false),
               c10::Error);
  EXPECT_THROW(packed.run("test", ramp({3, 4}, 1, 0), 1, 0, false), c10::Error);
  EXPECT_THROW(packed.run_float16("test", ramp({3, 4}, 1, 0), false), c10::Error);
  EXPECT_THROW(LinearPackedParams("test", weight(), ramp({3}, 1, 0)), c10::Error);
}

TEST(IntegerKernels, MultiplyAsPlainLoopsDo) {
  for (const int64_t k : {1, 2, 7, 33}) {
    for (const int64_t n : {1, 5, 16, 19}) {
      const int64_t m = 6;
      at::native::PackedIntegers b(k, n);
      std::vector<int16_t> a(static_cast<size_t>(m * b.padded_k()));
      const auto value_a = [](int64_t i, int64_t p) { return (i * 37 + p * 91) % 511 - 255; };
      const auto value_b = [](int64_t p, int64_t j) { return (p * 53 + j * 17) % 511 - 255; };
      for (int64_t i = 0; i < m; ++i) {
        for (int64_t p = 0; p < k; ++p) {
          a[static_cast<size_t>(i * b.padded_k() + p)] = static_cast<int16_t>(value_a(i, p));
        }
      }
      for (int64_t p = 0; p < k; ++p) {
        for (int64_t j = 0; j < n; ++j) b.at(p, j) = static_cast<int16_t>(value_b(p, j));
      }
      std::vector<int32_t> c(static_cast<size_t>(m * n));
      b.multiply(m, a.data(), b.padded_k(), c.data(), n);
      for (int64_t i = 0; i < m; ++i) {
        for (int64_t j = 0; j < n; ++j) {
          int64_t sum = 0;
          for (int64_t p = 0; p < k; ++p) sum += value_a(i, p) * value_b(p, j);
          ASSERT_EQ(c[static_cast<size_t>(i * n + j)], sum) << k << " " << n;
        }
      }
    }
  }
}

TEST(Convolution, RefusesGeometryThatCannotBe) {
  const Tensor w = at::quantize_per_tensor(ramp({4, 2, 3, 3}, 0.01f, 0), 0.02, 0, at::kQInt8);
  const auto make = [&](std::vector<int64_t> stride, std::vector<int64_t> padding, int64_t groups) {
    return Conv2dPackedParams("test", w, std::nullopt,
                              {std::move(stride), std::move(padding), {}, {1, 1}, groups, false});
  };
  EXPECT_THROW(make({0, 1}, {0, 0}, 1), c10::Error);
  EXPECT_THROW(make({1}, {0, 0}, 1), c10::Error);
  EXPECT_THROW(make({1, 1}, {-1, 0}, 1), c10::Error);
  EXPECT_THROW(make({1, 1}, {std::numeric_limits<int64_t>::max(), 0}, 1), c10::Error);
  EXPECT_THROW(make({1, 1}, {0, 0}, 3), c10::Error);
  const Tensor small = at::quantize_per_tensor(ramp({1, 2, 2, 2}, 0.1f, 0), 0.1, 0, at::kQUInt8);
  EXPECT_THROW(make({1, 1}, {0, 0}, 1).run("test", small, 1, 0, false), c10::Error);
}

}  // namespace
