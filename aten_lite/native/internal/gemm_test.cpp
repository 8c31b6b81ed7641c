// Tests fp32 gemm against a plain triple loop in double, over sizes around every block boundary.
#include "aten_lite/native/internal/gemm.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>
#include <tuple>
#include <vector>

#include "aten_lite/parallel/parallel.h"

namespace {

using at::native::internal::gemm;
using at::native::internal::GemmOptions;
using at::native::internal::MatrixView;
using at::native::internal::PackedMatrix;

std::vector<float> random_values(int64_t count, unsigned seed) {
  std::mt19937 engine(seed);
  std::uniform_real_distribution<float> uniform(-1.0f, 1.0f);
  std::vector<float> values(static_cast<size_t>(count));
  for (float& value : values) {
    value = uniform(engine);
  }
  return values;
}

struct Product {
  int64_t m, n, k;
  bool transpose_a, transpose_b;
  GemmOptions options;

  MatrixView a(const std::vector<float>& data) const {
    return transpose_a ? MatrixView{data.data(), 1, m} : MatrixView{data.data(), k, 1};
  }
  MatrixView b(const std::vector<float>& data) const {
    return transpose_b ? MatrixView{data.data(), 1, k} : MatrixView{data.data(), n, 1};
  }
};

void expect_reference(const Product& p, const std::vector<float>& a, const std::vector<float>& b,
                      const std::vector<float>& before, const std::vector<float>& c) {
  const MatrixView va = p.a(a);
  const MatrixView vb = p.b(b);
  for (int64_t i = 0; i < p.m; ++i) {
    for (int64_t j = 0; j < p.n; ++j) {
      double sum = 0;
      for (int64_t q = 0; q < p.k; ++q) {
        sum += static_cast<double>(va.data[i * va.row_stride + q * va.column_stride]) *
               vb.data[q * vb.row_stride + j * vb.column_stride];
      }
      sum *= p.options.alpha;
      const auto at = static_cast<size_t>(i * p.n + j);
      if (p.options.accumulate) {
        sum += before[at];
      }
      if (p.options.epilogue.row_bias != nullptr) {
        sum += p.options.epilogue.row_bias[i];
      }
      if (p.options.epilogue.column_bias != nullptr) {
        sum += p.options.epilogue.column_bias[j];
      }
      sum = std::min<double>(std::max<double>(sum, p.options.epilogue.lower),
                             p.options.epilogue.upper);
      ASSERT_NEAR(c[at], sum, 1e-5 * (1.0 + std::sqrt(static_cast<double>(p.k))))
          << "m=" << p.m << " n=" << p.n << " k=" << p.k << " at " << i << "," << j
          << " transposed " << p.transpose_a << p.transpose_b;
    }
  }
}

void check(const Product& p) {
  const std::vector<float> a = random_values(p.m * p.k, 1);
  const std::vector<float> b = random_values(p.k * p.n, 2);
  const std::vector<float> before = random_values(p.m * p.n, 3);
  std::vector<float> c = before;
  gemm(p.m, p.n, p.k, p.a(a), p.b(b), c.data(), p.n, p.options);
  expect_reference(p, a, b, before, c);
  if (p.options.alpha == 1.0f) {
    const PackedMatrix packed(p.b(b), p.k, p.n);
    c = before;
    gemm(p.m, p.a(a), packed, c.data(), p.n, p.options);
    expect_reference(p, a, b, before, c);
  }
}

TEST(Gemm, EqualsReferenceForSizesAroundBlocks) {
  for (const int64_t m : {1, 2, 4, 5, 6, 7, 12, 13, 25, 100}) {
    for (const int64_t n : {1, 3, 8, 15, 16, 17, 32, 33, 70}) {
      for (const int64_t k : {0, 1, 3, 8, 9, 31, 64}) {
        for (const bool ta : {false, true}) {
          for (const bool tb : {false, true}) {
            check({m, n, k, ta, tb, {}});
          }
        }
      }
    }
  }
}

TEST(Gemm, EqualsReferenceForLongAndLargeProducts) {
  for (const auto& [m, n, k] : {std::tuple<int64_t, int64_t, int64_t>{3, 50, 700},
                                {130, 300, 513},
                                {200, 20, 256},
                                {7, 1100, 257}}) {
    for (const bool ta : {false, true}) {
      for (const bool tb : {false, true}) {
        check({m, n, k, ta, tb, {}});
      }
    }
  }
}

TEST(Gemm, AppliesAlphaBiasesAndClampOnceAfterTheLastProduct) {
  const std::vector<float> rows = random_values(40, 5);
  const std::vector<float> columns = random_values(50, 6);
  for (const int64_t m : {1, 4, 40}) {
    for (const int64_t n : {1, 20, 50}) {
      for (const int64_t k : {5, 300}) {
        for (const bool tb : {false, true}) {
          GemmOptions options;
          options.accumulate = true;
          check({m, n, k, false, tb, options});
          options.epilogue.column_bias = columns.data();
          options.epilogue.lower = -0.5f;
          options.epilogue.upper = 0.75f;
          check({m, n, k, false, tb, options});
          options.epilogue.row_bias = rows.data();
          options.accumulate = false;
          check({m, n, k, true, tb, options});
          options.alpha = -1.5f;
          check({m, n, k, false, tb, options});
        }
      }
    }
  }
}

TEST(Gemm, ReadsNothingBeyondItsOperands) {
  // NaN around the operands must not reach the result.
  const float nan = std::numeric_limits<float>::quiet_NaN();
  const int64_t m = 9, n = 19, k = 21, pad = 40;
  std::vector<float> a(static_cast<size_t>(m * (k + pad)), nan);
  std::vector<float> b(static_cast<size_t>(k * (n + pad)), nan);
  for (int64_t i = 0; i < m; ++i) {
    std::fill_n(a.begin() + i * (k + pad), k, 1.0f);
  }
  for (int64_t i = 0; i < k; ++i) {
    std::fill_n(b.begin() + i * (n + pad), n, 1.0f);
  }
  for (const int64_t rows : {int64_t{1}, m}) {
    std::vector<float> c(static_cast<size_t>(m * n), -1.0f);
    gemm(rows, n, k, {a.data(), k + pad, 1}, {b.data(), n + pad, 1}, c.data(), n);
    for (int64_t i = 0; i < m * n; ++i) {
      ASSERT_EQ(c[static_cast<size_t>(i)], i < rows * n ? static_cast<float>(k) : -1.0f);
    }
  }
}

TEST(Gemm, KeepsNaNThroughTheClamp) {
  const std::vector<float> a(6 * 16, std::numeric_limits<float>::quiet_NaN());
  const std::vector<float> b(16 * 16, 1.0f);
  for (const int64_t m : {1, 6}) {
    std::vector<float> c(static_cast<size_t>(m * 16));
    GemmOptions options;
    options.epilogue.lower = 0.0f;
    options.epilogue.upper = 6.0f;
    gemm(m, 16, 16, {a.data(), 16, 1}, {b.data(), 1, 16}, c.data(), 16, options);
    EXPECT_TRUE(std::isnan(c[0]));
  }
}

TEST(Gemm, ResultIsTheSameForAnyNumberOfThreads) {
  const int64_t m = 301, n = 277, k = 600;
  const std::vector<float> a = random_values(m * k, 1);
  const std::vector<float> b = random_values(k * n, 2);
  const auto product = [&](int threads) {
    at::set_num_threads(threads);
    std::vector<float> c(static_cast<size_t>(m * n));
    gemm(m, n, k, {a.data(), k, 1}, {b.data(), 1, k}, c.data(), n);
    return c;
  };
  const std::vector<float> one = product(1);
  EXPECT_EQ(one, product(2));
  EXPECT_EQ(one, product(5));
}

}  // namespace
