// Fourier transforms against the definition and PyTorch's layout; linear algebra against
// identities.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <complex>

#include "ATen/ops/fft_fft.h"
#include "ATen/ops/fft_ifft.h"
#include "ATen/ops/fft_irfft.h"
#include "ATen/ops/fft_rfft.h"
#include "ATen/ops/istft.h"
#include "ATen/ops/linalg_det.h"
#include "ATen/ops/linalg_inv.h"
#include "ATen/ops/linalg_qr.h"
#include "ATen/ops/linalg_svd.h"
#include "ATen/ops/matmul.h"
#include "ATen/ops/matrix_exp.h"
#include "ATen/ops/mul.h"
#include "ATen/ops/ones.h"
#include "ATen/ops/stft.h"
#include "ATen/ops/unsqueeze.h"
#include "aten_lite/native/internal/fft.h"
#include "aten_lite/testing/tensor_makers.h"
#include "aten_lite/testing/tensor_matchers.h"

namespace at {
namespace {

using aten_lite::testing::counted;
using aten_lite::testing::HasStrides;
using aten_lite::testing::tensor_of;
using aten_lite::testing::TensorClose;
using Complex = std::complex<double>;

class FftLength : public ::testing::TestWithParam<int64_t> {};

TEST_P(FftLength, AgreesWithTheDefinitionAndInverts) {
  const int64_t n = GetParam();
  std::vector<Complex> data;
  for (int64_t i = 0; i < n; ++i) data.emplace_back(std::sin(3.0 * i), std::cos(i * i));
  const native::FftPlan plan(n);
  std::vector<Complex> scratch(static_cast<size_t>(plan.scratch_size()));
  std::vector<Complex> result = data;
  plan.run(result.data(), scratch.data(), /*forward=*/true);
  for (int64_t k = 0; k < n; k += 1 + n / 16) {
    Complex sum;
    for (int64_t i = 0; i < n; ++i) {
      const double angle = -2 * M_PI * static_cast<double>(k * i % n) / static_cast<double>(n);
      sum += data[static_cast<size_t>(i)] * Complex(std::cos(angle), std::sin(angle));
    }
    EXPECT_LT(std::abs(sum - result[static_cast<size_t>(k)]), 1e-9 * static_cast<double>(n)) << k;
  }
  plan.run(result.data(), scratch.data(), /*forward=*/false);
  for (int64_t i = 0; i < n; ++i) {
    EXPECT_LT(std::abs(result[static_cast<size_t>(i)] / static_cast<double>(n) -
                       data[static_cast<size_t>(i)]),
              1e-10);
  }
}

INSTANTIATE_TEST_SUITE_P(All, FftLength,
                         ::testing::Values(1, 2, 3, 4, 5, 6, 7, 8, 12, 15, 16, 31, 37, 49, 60, 64,
                                           97, 120, 128, 210, 243, 331, 400, 512, 1000, 1021));

TEST(Fft, OfRealRowsMatchesPyTorch) {
  const Tensor spectrum = at::fft_rfft(tensor_of<float>({6}, {1, 2, 4, 8, 16, 32}));
  using Single = std::complex<float>;
  EXPECT_THAT(spectrum,
              TensorClose(tensor_of<Single>({4}, {Single(63), Single(0, 36.37306594848633f),
                                                  Single(-18, 15.588458061218262f), Single(-21)})));
  EXPECT_THAT(at::fft_irfft(spectrum, 6), TensorClose(tensor_of<float>({6}, {1, 2, 4, 8, 16, 32})));
}

TEST(Fft, LeavesTheTransformedDimInnermost) {
  EXPECT_THAT(at::fft_fft(counted({2, 3, 4}), std::nullopt, 0), HasStrides({1, 8, 2}));
  EXPECT_THROW(at::fft_fft(counted({2}), 0), c10::Error);
  EXPECT_THROW(at::fft_fft(counted({2}), std::nullopt, -1, "loud"), c10::Error);
}

TEST(Stft, IsInvertedByIstft) {
  const Tensor signal = counted({64});
  const Tensor window = at::ones({16});
  const Tensor spectrum =
      at::stft(signal, 16, 4, 16, window, /*center=*/true, "reflect",
               /*normalized=*/false, /*onesided=*/true, /*return_complex=*/true);
  EXPECT_THAT(at::istft(spectrum, 16, 4, 16, window), TensorClose(signal, 1e-5, 1e-4));
}

TEST(Linalg, InverseAndDeterminant) {
  const Tensor a = tensor_of<float>({2, 2}, {4, 7, 2, 6});
  EXPECT_THAT(at::linalg_inv(a), TensorClose(tensor_of<float>({2, 2}, {.6f, -.7f, -.2f, .4f})));
  EXPECT_THAT(at::linalg_inv(a), HasStrides({1, 2}));
  EXPECT_THAT(at::linalg_det(a), TensorClose(tensor_of<float>({}, {10})));
  EXPECT_THROW(at::linalg_inv(counted({2, 2}).mul(0)), c10::Error);
}

TEST(Linalg, FactorsMultiplyToTheMatrix) {
  const Tensor a = tensor_of<double>({3, 2}, {3, 1, 4, 2, -1, 5});
  const auto [q, r] = at::linalg_qr(a);
  EXPECT_THAT(at::matmul(q, r), TensorClose(a));
  EXPECT_LT(r.data_ptr<double>()[0], 0);  // LAPACK's sign
  const auto [u, s, vh] = at::linalg_svd(a, /*full_matrices=*/false);
  EXPECT_THAT(at::matmul(u.mul(s), vh), TensorClose(a));
}

TEST(Linalg, ExponentialOfARotation) {
  const Tensor a = tensor_of<float>({2, 2}, {0, 1, -1, 0});
  EXPECT_THAT(at::matrix_exp(a),
              TensorClose(tensor_of<float>(
                  {2, 2}, {std::cos(1.f), std::sin(1.f), -std::sin(1.f), std::cos(1.f)})));
}

}  // namespace
}  // namespace at
