// Implements the thread pool and the functions of parallel.h that need it.
#include "aten_lite/parallel/thread_pool.h"

#include <system_error>
#include <thread>

#if defined(__x86_64__) || defined(__i386__)
#include <immintrin.h>
#endif

namespace at {
namespace {

// Rounds of the pause instruction before a waiting thread goes to sleep: some tens of microseconds,
// the distance between two operators of a network.
constexpr int kSpins = 4000;

constexpr int kMaxThreads = 256;

thread_local int tls_thread_num = 0;
thread_local bool tls_in_region = false;

std::atomic<int>& requested_threads() {
  static std::atomic<int> threads{0};  // 0: not asked for, use the processors there are
  return threads;
}

void pause() {
#if defined(__x86_64__) || defined(__i386__)
  _mm_pause();
#elif defined(__aarch64__)
  asm volatile("yield");
#endif
}

// Marks the thread as being inside a region, and restores what it was.
class RegionScope {
 public:
  explicit RegionScope(int thread_num) : was_in_(tls_in_region), was_num_(tls_thread_num) {
    tls_in_region = true;
    tls_thread_num = thread_num;
  }
  ~RegionScope() {
    tls_in_region = was_in_;
    tls_thread_num = was_num_;
  }
  RegionScope(const RegionScope&) = delete;
  RegionScope& operator=(const RegionScope&) = delete;

 private:
  const bool was_in_;
  const int was_num_;
};

}  // namespace

int get_num_threads() {
  const int asked = requested_threads().load(std::memory_order_relaxed);
  if (asked > 0) {
    return asked;
  }
  static const int processors = [] {
    const unsigned found = std::thread::hardware_concurrency();
    return found == 0 ? 1 : static_cast<int>(found < kMaxThreads ? found : kMaxThreads);
  }();
  return processors;
}

void set_num_threads(int threads) {
  const int bounded = threads < 1 ? 1 : (threads < kMaxThreads ? threads : kMaxThreads);
  requested_threads().store(bounded, std::memory_order_relaxed);
}

int get_thread_num() { return tls_thread_num; }

bool in_parallel_region() { return tls_in_region; }

namespace internal {

void Region::work() noexcept {
  const int64_t count = chunks();
  for (;;) {
    const int64_t i = next_.fetch_add(1, std::memory_order_relaxed);
    if (i >= count || failed_.load(std::memory_order_relaxed)) {
      return;
    }
    const int64_t from = begin_ + i * chunk_;
    const int64_t to = end_ - from < chunk_ ? end_ : from + chunk_;
    try {
      function_(context_, from, to);
    } catch (...) {
      const std::lock_guard<std::mutex> lock(error_mutex_);
      if (!error_ || i < error_chunk_) {
        error_ = std::current_exception();
        error_chunk_ = i;
      }
      failed_.store(true, std::memory_order_relaxed);
    }
  }
}

void Region::rethrow() const {
  if (error_) {
    std::rethrow_exception(error_);
  }
}

ThreadPool& ThreadPool::instance() {
  static ThreadPool* const pool = new ThreadPool();
  return *pool;
}

void ThreadPool::run(Region& region, int threads) {
  const std::unique_lock<std::mutex> only(region_mutex_, std::try_to_lock);
  if (!only.owns_lock()) {
    region.work();
    return;
  }
  const int64_t chunks = region.chunks();
  const int helpers = static_cast<int>(chunks < threads ? chunks : threads) - 1;
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    while (workers_ < helpers) {
      try {
        add_worker();
      } catch (const std::system_error&) {
        break;  // the system has no thread for us: those that exist, and the caller, do the work
      }
    }
    region_ = &region;
    seats_ = helpers;
    next_seat_ = 1;
    generation_.fetch_add(1, std::memory_order_release);
  }
  wake_.notify_all();
  {
    const RegionScope scope(0);
    region.work();
  }
  {
    // Nobody may join from here on; then wait for those inside.
    const std::lock_guard<std::mutex> lock(mutex_);
    region_ = nullptr;
    seats_ = 0;
  }
  for (int spin = 0; spin < kSpins && active_.load(std::memory_order_acquire) != 0; ++spin) {
    pause();
  }
  std::unique_lock<std::mutex> lock(mutex_);
  idle_.wait(lock, [this] { return active_.load(std::memory_order_acquire) == 0; });
}

void ThreadPool::add_worker() {
  std::thread([this] { worker_loop(); }).detach();
  ++workers_;
}

void ThreadPool::worker_loop() {
  uint64_t seen = 0;
  for (;;) {
    for (int spin = 0; spin < kSpins; ++spin) {
      if (generation_.load(std::memory_order_acquire) != seen) {
        break;
      }
      pause();
    }
    Region* region = nullptr;
    int seat = 0;
    {
      std::unique_lock<std::mutex> lock(mutex_);
      wake_.wait(lock, [&] { return generation_.load(std::memory_order_relaxed) != seen; });
      seen = generation_.load(std::memory_order_relaxed);
      if (region_ == nullptr || seats_ == 0) {
        continue;
      }
      --seats_;
      seat = next_seat_++;
      region = region_;
      active_.fetch_add(1, std::memory_order_relaxed);
    }
    {
      const RegionScope scope(seat);
      region->work();
    }
    const std::lock_guard<std::mutex> lock(mutex_);
    if (active_.fetch_sub(1, std::memory_order_release) == 1) {
      idle_.notify_one();
    }
  }
}

void run_chunks(int64_t begin, int64_t end, int64_t chunk, ChunkFunction function, void* context) {
  const int threads = get_num_threads();
  if (threads == 1 || tls_in_region || end - begin <= chunk) {
    for (int64_t from = begin; from < end; from += chunk) {
      function(context, from, end - from < chunk ? end : from + chunk);
    }
    return;
  }
  Region region(begin, end, chunk, function, context);
  ThreadPool::instance().run(region, threads);
  region.rethrow();
}

}  // namespace internal
}  // namespace at
