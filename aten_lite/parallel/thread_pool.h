// The pool behind at::parallel_for: workers that sleep until a region is opened, then take chunks
// of it in order.
//
// One region runs at a time; who finds the pool busy runs its own chunks. Workers spin for a few
// microseconds before they sleep, because the operators of a network follow each other closely.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <exception>
#include <mutex>

#include "aten_lite/parallel/parallel.h"

namespace at {
namespace internal {

// One parallel region: a range, the function to run over it, and what has become of it.
class Region {
 public:
  Region(int64_t begin, int64_t end, int64_t chunk, ChunkFunction function, void* context)
      : begin_(begin), end_(end), chunk_(chunk), function_(function), context_(context) {}

  // Takes chunks until none is left. Any number of threads may do so at once; never throws.
  void work() noexcept;

  // Throws what the lowest failed chunk threw. Chunks are taken in order, so all below it have run.
  void rethrow() const;

  int64_t chunks() const { return (end_ - begin_ + chunk_ - 1) / chunk_; }

 private:
  const int64_t begin_;
  const int64_t end_;
  const int64_t chunk_;
  const ChunkFunction function_;
  void* const context_;
  std::atomic<int64_t> next_{0};
  std::atomic<bool> failed_{false};
  std::mutex error_mutex_;
  int64_t error_chunk_ = 0;
  std::exception_ptr error_;
};

class ThreadPool {
 public:
  // The process's pool. It is created by the first use and never destroyed: workers may outlive
  // main's statics.
  static ThreadPool& instance();

  // Runs the region with up to `threads` threads, the caller's included; returns when every chunk
  // has ended.
  void run(Region& region, int threads);

 private:
  ThreadPool() = default;
  void add_worker();
  void worker_loop();

  std::mutex region_mutex_;  // held for the whole of a region

  std::mutex mutex_;  // guards all below
  std::condition_variable wake_;
  std::condition_variable idle_;
  Region* region_ = nullptr;
  int seats_ = 0;      // workers that may still join the region
  int next_seat_ = 1;  // thread number of the next one; the caller is 0
  int workers_ = 0;

  std::atomic<uint64_t> generation_{0};  // changes with every region
  std::atomic<int> active_{0};           // workers inside the region
};

}  // namespace internal
}  // namespace at
