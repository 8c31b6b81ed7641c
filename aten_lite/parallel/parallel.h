// Intra-operator parallelism: PyTorch's at::parallel_for and at::parallel_reduce over one lazy
// thread pool.
//
// A range is cut into chunks whose size depends on the range and the grain size only, never on the
// number of threads, and every chunk is handed to the function separately, with one thread too. So
// whatever a kernel computes per chunk (partial sums, SIMD tails) is the same for any number of
// threads.
//
//   at::parallel_for(0, rows, grain, [&](int64_t begin, int64_t end) { ... });
//
// Nested calls, and calls made while another thread occupies the pool, run inline on the calling
// thread. An exception thrown by the function reaches the caller: of several, the one of the lowest
// chunk. All functions are thread-safe.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace at {

namespace internal {

// Elements of cheap per-element work that justify waking a thread.
constexpr int64_t GRAIN_SIZE = 32768;

// Runs function(context, begin, end) over [begin, end) in chunks of `chunk` (the last may be
// shorter).
using ChunkFunction = void (*)(void* context, int64_t begin, int64_t end);
void run_chunks(int64_t begin, int64_t end, int64_t chunk, ChunkFunction function, void* context);

// The chunk size of a range of n elements: at least `grain`, and at most 64 chunks.
inline int64_t chunk_size(int64_t n, int64_t grain) {
  constexpr int64_t kMaxChunks = 64;
  const int64_t fair = n / kMaxChunks + (n % kMaxChunks != 0 ? 1 : 0);
  const int64_t least = grain < 1 ? 1 : grain;
  return fair > least ? fair : least;
}

}  // namespace internal

inline int64_t divup(int64_t x, int64_t y) { return (x + y - 1) / y; }

// Number of threads that a parallel region may use, the caller's included. Default: the number of
// processors.
int get_num_threads();
void set_num_threads(int threads);

// Index of the calling thread within its parallel region, 0 outside of one; below
// get_num_threads().
int get_thread_num();
bool in_parallel_region();

template <class F>
void parallel_for(int64_t begin, int64_t end, int64_t grain_size, const F& f) {
  if (begin >= end) {
    return;
  }
  const int64_t chunk = internal::chunk_size(end - begin, grain_size);
  if (end - begin <= chunk) {
    f(begin, end);
    return;
  }
  internal::run_chunks(
      begin, end, chunk,
      [](void* context, int64_t from, int64_t to) { (*static_cast<const F*>(context))(from, to); },
      const_cast<void*>(static_cast<const void*>(&f)));
}

// Folds f(begin, end, identity) of all chunks with `combine`, from left to right.
template <class Scalar, class F, class Combine>
Scalar parallel_reduce(int64_t begin, int64_t end, int64_t grain_size, const Scalar identity,
                       const F& f, const Combine& combine) {
  if (begin >= end) {
    return identity;
  }
  const int64_t chunk = internal::chunk_size(end - begin, grain_size);
  if (end - begin <= chunk) {
    return f(begin, end, identity);
  }
  // A struct around the value keeps std::vector<bool>'s shared bytes out of concurrent writes.
  struct Slot {
    Scalar value;
  };
  std::vector<Slot> slots(static_cast<std::size_t>(divup(end - begin, chunk)), Slot{identity});
  const auto fill = [&](int64_t from, int64_t to) {
    slots[static_cast<std::size_t>((from - begin) / chunk)].value = f(from, to, identity);
  };
  parallel_for(begin, end, grain_size, fill);
  Scalar result = identity;
  for (const Slot& slot : slots) {
    result = combine(result, slot.value);
  }
  return result;
}

}  // namespace at
