// Tests the SIMD row kernels (softmax, moments, normalisation) and recurrent cells against plain
// loops in double.
#include "aten_lite/native/internal/row_kernel.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "aten_lite/native/internal/rnn_kernel.h"

namespace {

using at::native::internal::rnn_kernels;
using at::native::internal::row_kernels;
using at::native::internal::RowMoments;

using Floats = std::vector<float>;

constexpr float kInfinity = std::numeric_limits<float>::infinity();
constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();

Floats values(size_t count, float scale) {
  Floats result(count);
  for (size_t i = 0; i < count; ++i) {
    result[i] = scale * static_cast<float>(static_cast<int>(i * 7919 % 201) - 100) / 100.0f;
  }
  return result;
}

std::vector<double> reference_softmax(const Floats& x, bool log) {
  const double largest = *std::max_element(x.begin(), x.end());
  double sum = 0;
  for (const float value : x) {
    sum += std::exp(value - largest);
  }
  std::vector<double> result;
  for (const float value : x) {
    result.push_back(log ? value - largest - std::log(sum) : std::exp(value - largest) / sum);
  }
  return result;
}

TEST(RowKernels, SoftmaxEqualsReferenceForAnyLength) {
  for (size_t count = 1; count < 70; ++count) {
    const Floats x = values(count, 8.0f);
    for (const bool log : {false, true}) {
      Floats y(count);
      (log ? row_kernels().log_softmax : row_kernels().softmax)(
          x.data(), static_cast<int64_t>(count), y.data());
      const std::vector<double> expected = reference_softmax(x, log);
      for (size_t i = 0; i < count; ++i) {
        ASSERT_NEAR(y[i], expected[i], 2e-6 * (1 + std::abs(expected[i]))) << count << " " << log;
      }
    }
  }
}

TEST(RowKernels, SoftmaxDownColumnsEqualsSoftmaxOfRows) {
  for (const size_t columns : {1, 3, 8, 19, 40}) {
    constexpr size_t kRows = 7;
    const Floats x = values(kRows * columns, 5.0f);
    for (const bool log : {false, true}) {
      Floats y(x.size());
      (log ? row_kernels().log_softmax_columns : row_kernels().softmax_columns)(
          x.data(), kRows, static_cast<int64_t>(columns), static_cast<int64_t>(columns), y.data());
      for (size_t c = 0; c < columns; ++c) {
        Floats column;
        for (size_t r = 0; r < kRows; ++r) {
          column.push_back(x[r * columns + c]);
        }
        const std::vector<double> expected = reference_softmax(column, log);
        for (size_t r = 0; r < kRows; ++r) {
          ASSERT_NEAR(y[r * columns + c], expected[r], 2e-6 * (1 + std::abs(expected[r])));
        }
      }
    }
  }
}

TEST(RowKernels, SoftmaxTreatsInfinityAndNaNAsTheFormulaDoes) {
  const auto softmax = [](Floats x) {
    row_kernels().softmax(x.data(), static_cast<int64_t>(x.size()), x.data());
    return x;
  };
  EXPECT_EQ(softmax({-kInfinity, 0.0f, -kInfinity}), (Floats{0.0f, 1.0f, 0.0f}));
  for (const Floats& x : {Floats{1.0f, kNaN, 2.0f}, Floats(9, -kInfinity), Floats{kInfinity, 1}}) {
    EXPECT_TRUE(std::isnan(softmax(x)[0]));
  }
}

TEST(RowKernels, MomentsAreExactFarFromZero) {
  for (const size_t count : {1, 5, 64, 1000, 5003}) {
    Floats x = values(count, 1.0f);
    for (float& value : x) {
      value += 100.0f;
    }
    double mean = 0;
    for (const float value : x) {
      mean += value;
    }
    mean /= static_cast<double>(count);
    double variance = 0;
    for (const float value : x) {
      variance += (value - mean) * (value - mean);
    }
    variance /= static_cast<double>(count);
    const RowMoments m = row_kernels().moments(x.data(), static_cast<int64_t>(count));
    EXPECT_NEAR(m.mean, mean, 1e-4);
    EXPECT_NEAR(m.variance, variance, 1e-4);
  }
}

TEST(RowKernels, NormalizeCentersScalesAndShifts) {
  const Floats x = values(21, 3.0f);
  const Floats scale = values(21, 2.0f);
  const Floats shift = values(21, 1.0f);
  Floats y(21);
  row_kernels().normalize(x.data(), 21, 0.5f, 2.0f, scale.data(), shift.data(), y.data());
  for (size_t i = 0; i < 21; ++i) {
    EXPECT_NEAR(y[i], (x[i] - 0.5f) * 2.0f * scale[i] + shift[i], 1e-5);
  }
}

double sigmoid(double x) { return 1.0 / (1.0 + std::exp(-x)); }

TEST(RnnKernels, LstmEqualsReference) {
  for (const size_t units : {1, 7, 8, 20}) {
    const Floats x = values(4 * units, 4.0f);
    const Floats y = values(4 * units, -1.5f);
    const Floats before = values(units, 1.0f);
    Floats c = before;
    Floats h(units);
    rnn_kernels().lstm(x.data(), y.data(), static_cast<int64_t>(units), c.data(), h.data());
    for (size_t i = 0; i < units; ++i) {
      const auto gate = [&](size_t g) { return double{x[g * units + i]} + y[g * units + i]; };
      const double state = sigmoid(gate(1)) * before[i] + sigmoid(gate(0)) * std::tanh(gate(2));
      ASSERT_NEAR(c[i], state, 1e-6);
      ASSERT_NEAR(h[i], sigmoid(gate(3)) * std::tanh(state), 1e-6);
    }
  }
}

TEST(RnnKernels, GruEqualsReference) {
  for (const size_t units : {1, 7, 8, 20}) {
    const Floats x = values(3 * units, 4.0f);
    const Floats y = values(3 * units, -1.5f);
    const Floats before = values(units, 1.0f);
    Floats h = before;
    rnn_kernels().gru(x.data(), y.data(), static_cast<int64_t>(units), h.data());
    for (size_t i = 0; i < units; ++i) {
      const double reset = sigmoid(double{x[i]} + y[i]);
      const double update = sigmoid(double{x[units + i]} + y[units + i]);
      const double candidate = std::tanh(x[2 * units + i] + reset * y[2 * units + i]);
      ASSERT_NEAR(h[i], (before[i] - candidate) * update + candidate, 1e-6);
    }
  }
}

TEST(RnnKernels, NaNStaysNaN) {
  const Floats x(32, kNaN);
  const Floats y(32, 0.0f);
  Floats c(8, 0.0f);
  Floats h(8, 0.0f);
  rnn_kernels().lstm(x.data(), y.data(), 8, c.data(), h.data());
  EXPECT_TRUE(std::isnan(h[0]));
  rnn_kernels().relu(x.data(), y.data(), 8, h.data());
  EXPECT_TRUE(std::isnan(h[7]));
}

}  // namespace
