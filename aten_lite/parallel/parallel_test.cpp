// Tests at::parallel_for and at::parallel_reduce: coverage of the range, fixed chunks, nesting,
// exceptions, threads.
#include "aten_lite/parallel/parallel.h"

#include <gtest/gtest.h>

#include <atomic>
#include <cmath>
#include <mutex>
#include <set>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace {

using Chunks = std::set<std::pair<int64_t, int64_t>>;

Chunks chunks_of(int threads, int64_t n, int64_t grain) {
  at::set_num_threads(threads);
  Chunks chunks;
  std::mutex mutex;
  at::parallel_for(0, n, grain, [&](int64_t begin, int64_t end) {
    const std::lock_guard<std::mutex> lock(mutex);
    chunks.emplace(begin, end);
  });
  return chunks;
}

TEST(ParallelFor, VisitsEveryIndexOnce) {
  at::set_num_threads(4);
  for (const int64_t n : {0, 1, 2, 63, 64, 65, 1000, 100003}) {
    std::vector<std::atomic<int>> visits(static_cast<size_t>(n));
    at::parallel_for(0, n, 1, [&](int64_t begin, int64_t end) {
      for (int64_t i = begin; i < end; ++i) {
        visits[static_cast<size_t>(i)]++;
      }
    });
    for (const auto& visit : visits) {
      ASSERT_EQ(visit.load(), 1) << "n = " << n;
    }
  }
}

TEST(ParallelFor, ChunksDependOnTheRangeAndNotOnThreads) {
  for (const int64_t n : {1, 100, 4097}) {
    for (const int64_t grain : {1, 7, 1000}) {
      const Chunks one = chunks_of(1, n, grain);
      EXPECT_EQ(one, chunks_of(2, n, grain));
      EXPECT_EQ(one, chunks_of(5, n, grain));
    }
  }
}

TEST(ParallelFor, NestedCallRunsInline) {
  at::set_num_threads(4);
  std::atomic<int> total{0};
  at::parallel_for(0, 8, 1, [&](int64_t begin, int64_t end) {
    EXPECT_TRUE(at::in_parallel_region());
    const auto outer = std::this_thread::get_id();
    at::parallel_for(0, 100, 1, [&](int64_t from, int64_t to) {
      EXPECT_EQ(std::this_thread::get_id(), outer);
      total += static_cast<int>((to - from) * (end - begin));
    });
  });
  EXPECT_EQ(total.load(), 800);
  EXPECT_FALSE(at::in_parallel_region());
}

TEST(ParallelFor, RethrowsTheExceptionOfTheLowestChunk) {
  for (const int threads : {1, 2, 4}) {
    at::set_num_threads(threads);
    for (int round = 0; round < 20; ++round) {
      std::string text;
      try {
        at::parallel_for(0, 64, 1, [&](int64_t begin, int64_t) {
          if (begin >= 5) {
            throw std::runtime_error("chunk " + std::to_string(begin));
          }
        });
      } catch (const std::runtime_error& error) {
        text = error.what();
      }
      EXPECT_EQ(text, "chunk 5");
    }
  }
}

TEST(ParallelFor, ServesSeveralCallingThreadsAtOnce) {
  at::set_num_threads(3);
  std::atomic<int64_t> sum{0};
  std::vector<std::thread> callers;
  for (int i = 0; i < 4; ++i) {
    callers.emplace_back([&] {
      for (int round = 0; round < 200; ++round) {
        at::parallel_for(0, 100, 1, [&](int64_t begin, int64_t end) { sum += end - begin; });
      }
    });
  }
  for (std::thread& caller : callers) {
    caller.join();
  }
  EXPECT_EQ(sum.load(), 4 * 200 * 100);
}

TEST(ParallelFor, ThreadNumbersStayBelowTheNumberOfThreads) {
  at::set_num_threads(8);
  at::parallel_for(0, 64, 1, [](int64_t, int64_t) {});
  at::set_num_threads(2);
  std::atomic<int> highest{0};
  for (int round = 0; round < 100; ++round) {
    at::parallel_for(0, 64, 1, [&](int64_t, int64_t) {
      if (at::get_thread_num() > highest) {
        highest = at::get_thread_num();
      }
    });
  }
  EXPECT_LT(highest.load(), 2);
}

TEST(ParallelReduce, SumIsTheSameForAnyNumberOfThreads) {
  const auto sum = [](int threads) {
    at::set_num_threads(threads);
    return at::parallel_reduce(
        0, 100000, 100, 0.0f,
        [](int64_t begin, int64_t end, float value) {
          for (int64_t i = begin; i < end; ++i) {
            value += std::sqrt(static_cast<float>(i));
          }
          return value;
        },
        [](float a, float b) { return a + b; });
  };
  const float one = sum(1);
  EXPECT_EQ(one, sum(2));
  EXPECT_EQ(one, sum(7));
}

TEST(SetNumThreads, BoundsWhatIsAskedFor) {
  at::set_num_threads(0);
  EXPECT_EQ(at::get_num_threads(), 1);
  at::set_num_threads(1000000);
  EXPECT_LE(at::get_num_threads(), 1024);
  at::set_num_threads(2);
}

}  // namespace
