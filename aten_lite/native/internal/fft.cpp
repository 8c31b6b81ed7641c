// Mixed-radix and Bluestein transforms.
#include "aten_lite/native/internal/fft.h"

#include <algorithm>
#include <cmath>

namespace at::native {
namespace {

using Complex = FftPlan::Complex;

constexpr double kPi = 3.14159265358979323846;
// A prime factor costs its square; beyond this, a convolution is cheaper.
constexpr int64_t kLargestRadix = 31;

// std::complex's own product looks for infinities; these numbers need none of that.
inline Complex multiply(Complex a, Complex b) {
  return {a.real() * b.real() - a.imag() * b.imag(), a.real() * b.imag() + a.imag() * b.real()};
}
// -i * z
inline Complex rotate(Complex z) { return {z.imag(), -z.real()}; }

std::vector<int64_t> factorize(int64_t n) {
  std::vector<int64_t> factors;
  for (const int64_t radix : {4, 2, 3, 5}) {
    while (n % radix == 0) {
      factors.push_back(radix);
      n /= radix;
    }
  }
  for (int64_t prime = 7; prime * prime <= n; prime += 2) {
    while (n % prime == 0) {
      factors.push_back(prime);
      n /= prime;
    }
  }
  if (n > 1) factors.push_back(n);
  return factors;
}

Complex unit_root(int64_t k, int64_t n) {
  const double angle = -2 * kPi * static_cast<double>(k) / static_cast<double>(n);
  return {std::cos(angle), std::sin(angle)};
}

// One pass: `current` elements at distance `stride` are split into `radix` interleaved transforms
// of current / radix elements.
template <typename Butterfly>
void pass(const Complex* in, Complex* out, int64_t radix, int64_t current, int64_t stride,
          const std::vector<Complex>& roots, const Butterfly& butterfly) {
  const int64_t part = current / radix;
  const int64_t leg = stride * part;
  for (int64_t p = 0; p < part; ++p) {
    const Complex* from = in + stride * p;
    Complex* to = out + stride * radix * p;
    const int64_t twiddle = p * stride;
    for (int64_t q = 0; q < stride; ++q) butterfly(from + q, leg, to + q, stride, twiddle, roots);
  }
}

struct Radix2 {
  void operator()(const Complex* in, int64_t leg, Complex* out, int64_t step, int64_t twiddle,
                  const std::vector<Complex>& roots) const {
    const Complex a = in[0];
    const Complex b = in[leg];
    out[0] = a + b;
    out[step] = multiply(a - b, roots[static_cast<size_t>(twiddle)]);
  }
};

struct Radix3 {
  void operator()(const Complex* in, int64_t leg, Complex* out, int64_t step, int64_t twiddle,
                  const std::vector<Complex>& roots) const {
    constexpr double kSin = 0.86602540378443864676;
    const Complex a = in[0];
    const Complex sum = in[leg] + in[2 * leg];
    const Complex difference = rotate(in[leg] - in[2 * leg]) * kSin;
    const Complex middle = a - 0.5 * sum;
    out[0] = a + sum;
    out[step] = multiply(middle + difference, roots[static_cast<size_t>(twiddle)]);
    out[2 * step] = multiply(middle - difference, roots[static_cast<size_t>(2 * twiddle)]);
  }
};

struct Radix4 {
  void operator()(const Complex* in, int64_t leg, Complex* out, int64_t step, int64_t twiddle,
                  const std::vector<Complex>& roots) const {
    const Complex even_sum = in[0] + in[2 * leg];
    const Complex even_difference = in[0] - in[2 * leg];
    const Complex odd_sum = in[leg] + in[3 * leg];
    const Complex odd_difference = rotate(in[leg] - in[3 * leg]);
    out[0] = even_sum + odd_sum;
    out[step] = multiply(even_difference + odd_difference, roots[static_cast<size_t>(twiddle)]);
    out[2 * step] = multiply(even_sum - odd_sum, roots[static_cast<size_t>(2 * twiddle)]);
    out[3 * step] =
        multiply(even_difference - odd_difference, roots[static_cast<size_t>(3 * twiddle)]);
  }
};

// Any radix, by the definition.
struct RadixN {
  int64_t radix;
  int64_t n;

  void operator()(const Complex* in, int64_t leg, Complex* out, int64_t step, int64_t twiddle,
                  const std::vector<Complex>& roots) const {
    const int64_t unit = n / radix;
    for (int64_t t = 0; t < radix; ++t) {
      Complex sum = in[0];
      for (int64_t k = 1; k < radix; ++k) {
        sum += multiply(in[k * leg], roots[static_cast<size_t>(k * t % radix * unit)]);
      }
      out[t * step] = multiply(sum, roots[static_cast<size_t>(t * twiddle)]);
    }
  }
};

}  // namespace

FftPlan::FftPlan(int64_t n) : n_(n), factors_(factorize(n)) {
  const bool smooth =
      factors_.empty() || *std::max_element(factors_.begin(), factors_.end()) <= kLargestRadix;
  if (smooth) {
    roots_.reserve(static_cast<size_t>(n));
    for (int64_t k = 0; k < n; ++k) roots_.push_back(unit_root(k, n));
    return;
  }
  int64_t padded = 1;
  while (padded < 2 * n - 1) padded *= 2;
  convolution_ = std::make_unique<FftPlan>(padded);
  chirp_.reserve(static_cast<size_t>(n));
  // k^2 modulo 2n keeps the angle small and exact; consecutive squares differ by 2k + 1.
  int64_t square = 0;
  for (int64_t k = 0; k < n; ++k) {
    chirp_.push_back(unit_root(square, 2 * n));
    square = (square + 2 * k + 1) % (2 * n);
  }
  chirp_spectrum_.assign(static_cast<size_t>(padded), Complex());
  for (int64_t k = 0; k < n; ++k) {
    const Complex value = std::conj(chirp_[static_cast<size_t>(k)]);
    chirp_spectrum_[static_cast<size_t>(k)] = value;
    if (k > 0) chirp_spectrum_[static_cast<size_t>(padded - k)] = value;
  }
  std::vector<Complex> scratch(static_cast<size_t>(convolution_->scratch_size()));
  convolution_->run(chirp_spectrum_.data(), scratch.data(), /*forward=*/true);
}

int64_t FftPlan::scratch_size() const {
  return convolution_ ? convolution_->size() + convolution_->scratch_size() : n_;
}

void FftPlan::run(Complex* data, Complex* scratch, bool forward) const {
  // The backward transform is the forward one between two conjugations.
  if (!forward) std::transform(data, data + n_, data, [](Complex z) { return std::conj(z); });
  if (convolution_) {
    run_bluestein(data, scratch);
  } else {
    run_stockham(data, scratch);
  }
  if (!forward) std::transform(data, data + n_, data, [](Complex z) { return std::conj(z); });
}

void FftPlan::run_stockham(Complex* data, Complex* scratch) const {
  Complex* in = data;
  Complex* out = scratch;
  int64_t current = n_;
  int64_t stride = 1;
  for (const int64_t radix : factors_) {
    switch (radix) {
      case 2:
        pass(in, out, radix, current, stride, roots_, Radix2());
        break;
      case 3:
        pass(in, out, radix, current, stride, roots_, Radix3());
        break;
      case 4:
        pass(in, out, radix, current, stride, roots_, Radix4());
        break;
      default:
        pass(in, out, radix, current, stride, roots_, RadixN{radix, n_});
    }
    current /= radix;
    stride *= radix;
    std::swap(in, out);
  }
  if (in != data) std::copy(in, in + n_, data);
}

void FftPlan::run_bluestein(Complex* data, Complex* scratch) const {
  const int64_t padded = convolution_->size();
  Complex* const work = scratch;
  Complex* const inner = scratch + padded;
  for (int64_t k = 0; k < n_; ++k) work[k] = multiply(data[k], chirp_[static_cast<size_t>(k)]);
  std::fill(work + n_, work + padded, Complex());
  convolution_->run(work, inner, /*forward=*/true);
  for (int64_t k = 0; k < padded; ++k) {
    work[k] = multiply(work[k], chirp_spectrum_[static_cast<size_t>(k)]);
  }
  convolution_->run(work, inner, /*forward=*/false);
  const double scale = 1.0 / static_cast<double>(padded);
  for (int64_t k = 0; k < n_; ++k) {
    data[k] = multiply(work[k] * scale, chirp_[static_cast<size_t>(k)]);
  }
}

}  // namespace at::native
