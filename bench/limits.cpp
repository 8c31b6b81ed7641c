// With Highway, so that the widest vectors of the machine are used.
#include "bench/limits.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <thread>
#include <vector>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "bench/limits.cpp"
// clang-format off
#include "hwy/foreach_target.h"  // must come before highway.h
#include "hwy/highway.h"
// clang-format on

HWY_BEFORE_NAMESPACE();
namespace bench {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// Eight chains hide the latency of a fused operation on all machines that have two units for them.
double MultiplyAdd(int64_t rounds, int64_t* operations) {
  const hn::ScalableTag<float> d;
  auto a0 = hn::Set(d, 1.0f), a1 = a0, a2 = a0, a3 = a0, a4 = a0, a5 = a0, a6 = a0, a7 = a0;
  auto a8 = a0, a9 = a0;
  const auto scale = hn::Set(d, 0.999999f);
  const auto shift = hn::Set(d, 1e-6f);
  for (int64_t i = 0; i < rounds; ++i) {
    a0 = hn::MulAdd(a0, scale, shift);
    a1 = hn::MulAdd(a1, scale, shift);
    a2 = hn::MulAdd(a2, scale, shift);
    a3 = hn::MulAdd(a3, scale, shift);
    a4 = hn::MulAdd(a4, scale, shift);
    a5 = hn::MulAdd(a5, scale, shift);
    a6 = hn::MulAdd(a6, scale, shift);
    a7 = hn::MulAdd(a7, scale, shift);
    a8 = hn::MulAdd(a8, scale, shift);
    a9 = hn::MulAdd(a9, scale, shift);
  }
  *operations = rounds * 20 * static_cast<int64_t>(hn::Lanes(d));
  const auto sum = hn::Add(hn::Add(hn::Add(a0, a1), hn::Add(a2, a3)),
                           hn::Add(hn::Add(a4, a5), hn::Add(a6, hn::Add(a7, hn::Add(a8, a9)))));
  return hn::GetLane(hn::SumOfLanes(d, sum));
}

double Sum(const float* data, size_t count) {
  const hn::ScalableTag<float> d;
  const size_t lanes = hn::Lanes(d);
  auto s0 = hn::Zero(d), s1 = s0, s2 = s0, s3 = s0;
  for (size_t i = 0; i + 4 * lanes <= count; i += 4 * lanes) {
    s0 = hn::Add(s0, hn::LoadU(d, data + i));
    s1 = hn::Add(s1, hn::LoadU(d, data + i + lanes));
    s2 = hn::Add(s2, hn::LoadU(d, data + i + 2 * lanes));
    s3 = hn::Add(s3, hn::LoadU(d, data + i + 3 * lanes));
  }
  return hn::GetLane(hn::SumOfLanes(d, hn::Add(hn::Add(s0, s1), hn::Add(s2, s3))));
}

}  // namespace HWY_NAMESPACE
}  // namespace bench
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace bench {
namespace {

HWY_EXPORT(MultiplyAdd);
HWY_EXPORT(Sum);

constexpr int kTrials = 7;
constexpr int64_t kRounds = 10'000'000;
constexpr size_t kFloats = size_t{32} << 20;

// Keeps results from being optimised away.
std::atomic<double> sink;

// The least seconds that `threads` threads take for work(thread).
double best_seconds(int threads, const std::function<void(int)>& work) {
  double best = 1e9;
  for (int trial = 0; trial < kTrials; ++trial) {
    const auto start = std::chrono::steady_clock::now();
    std::vector<std::thread> others;
    for (int i = 1; i < threads; ++i) others.emplace_back(work, i);
    work(0);
    for (std::thread& thread : others) thread.join();
    const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
    best = std::min(best, taken.count());
  }
  return best;
}

}  // namespace

Limits measure_limits(int threads) {
  int64_t operations = 0;
  const double multiply = best_seconds(threads, [&](int thread) {
    int64_t own = 0;
    sink = HWY_DYNAMIC_DISPATCH(MultiplyAdd)(kRounds, &own);
    if (thread == 0) operations = own;
  });
  const std::vector<std::vector<float>> data(static_cast<size_t>(threads),
                                             std::vector<float>(kFloats, 1.0f));
  const double read = best_seconds(threads, [&](int thread) {
    sink = HWY_DYNAMIC_DISPATCH(Sum)(data[static_cast<size_t>(thread)].data(), kFloats);
  });
  return {static_cast<double>(operations) * threads / multiply / 1e9,
          static_cast<double>(kFloats * sizeof(float)) * threads / read / 1e9};
}

}  // namespace bench
#endif  // HWY_ONCE
