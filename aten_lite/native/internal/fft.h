// Discrete Fourier transforms of any length, in double precision.
//
//   const FftPlan plan(n);
//   plan.run(data, scratch, /*forward=*/true);   // data[n] in place
//
// Lengths that factor into small primes take a mixed-radix Stockham transform (no bit reversal,
// every pass reads and writes in order); others become a convolution of a power of two (Bluestein).
// Not normalised: running forward and backward multiplies by n. A plan is read-only once made;
// threads share it, each with scratch of its own.
#pragma once

#include <complex>
#include <cstdint>
#include <memory>
#include <vector>

namespace at::native {

class FftPlan {
 public:
  using Complex = std::complex<double>;

  explicit FftPlan(int64_t n);

  int64_t size() const { return n_; }
  // Elements of scratch that run() needs.
  int64_t scratch_size() const;
  void run(Complex* data, Complex* scratch, bool forward) const;

 private:
  void run_stockham(Complex* data, Complex* scratch) const;
  void run_bluestein(Complex* data, Complex* scratch) const;

  int64_t n_;
  std::vector<int64_t> factors_;
  std::vector<Complex> roots_;  // exp(-2 pi i k / n)
  // Bluestein: the plan of the convolution, exp(-pi i k^2 / n), and the transform of its conjugate.
  std::unique_ptr<FftPlan> convolution_;
  std::vector<Complex> chirp_;
  std::vector<Complex> chirp_spectrum_;
};

}  // namespace at::native
