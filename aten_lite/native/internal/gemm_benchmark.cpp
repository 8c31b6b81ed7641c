// Speed of fp32 gemm on square, linear-layer and convolution shapes, one thread: GFLOP/s and, with
// --peak=GFLOPS, the share of the peak. Not a test: nothing is asserted.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

#include "aten_lite/native/internal/gemm.h"
#include "aten_lite/parallel/parallel.h"

namespace {

using at::native::internal::gemm;
using at::native::internal::PackedMatrix;

struct Shape {
  const char* name;
  int64_t m, n, k;
};

constexpr Shape kShapes[] = {
    {"square 128", 128, 128, 128},       {"square 512", 512, 512, 512},
    {"square 1024", 1024, 1024, 1024},   {"encoder ffn", 128, 1024, 256},
    {"gemv 1024", 1, 1024, 1024},        {"mobilenet 1x1 early", 96, 12544, 16},
    {"mobilenet 1x1 mid", 384, 196, 64}, {"mobilenet 1x1 late", 320, 49, 960},
};

template <class F>
double best_seconds(const F& run) {
  double best = 1e9;
  for (int round = 0; round < 30; ++round) {
    const auto start = std::chrono::steady_clock::now();
    run();
    const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
    best = std::min(best, taken.count());
  }
  return best;
}

void report(const Shape& shape, const char* form, double seconds, double peak) {
  const double rate = 2e-9 * static_cast<double>(shape.m * shape.n * shape.k) / seconds;
  std::printf("%-22s %-16s %8.1f us %7.2f GFLOP/s", shape.name, form, seconds * 1e6, rate);
  if (peak > 0) {
    std::printf(" %5.1f %%", 100 * rate / peak);
  }
  std::printf("\n");
}

}  // namespace

int main(int argc, char** argv) {
  double peak = 0;
  int threads = 1;
  for (int i = 1; i < argc; ++i) {
    if (std::strncmp(argv[i], "--peak=", 7) == 0) {
      peak = std::atof(argv[i] + 7);
    } else if (std::strncmp(argv[i], "--threads=", 10) == 0) {
      threads = std::atoi(argv[i] + 10);
    }
  }
  at::set_num_threads(threads);
  for (const Shape& s : kShapes) {
    const std::vector<float> a(static_cast<size_t>(s.m * s.k), 0.5f);
    const std::vector<float> b(static_cast<size_t>(s.k * s.n), 0.25f);
    std::vector<float> c(static_cast<size_t>(s.m * s.n));
    report(s, "B row-major", best_seconds([&] {
             gemm(s.m, s.n, s.k, {a.data(), s.k, 1}, {b.data(), s.n, 1}, c.data(), s.n);
           }),
           peak);
    report(s, "B transposed", best_seconds([&] {
             gemm(s.m, s.n, s.k, {a.data(), s.k, 1}, {b.data(), 1, s.k}, c.data(), s.n);
           }),
           peak);
    const PackedMatrix packed({b.data(), s.n, 1}, s.k, s.n);
    report(s, "B packed",
           best_seconds([&] { gemm(s.m, {a.data(), s.k, 1}, packed, c.data(), s.n); }), peak);
  }
  return 0;
}
