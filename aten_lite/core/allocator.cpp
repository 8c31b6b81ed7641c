#include "aten_lite/core/allocator.h"

#include <cstdint>
#include <cstdlib>
#include <limits>
#include <mutex>

#include "aten_lite/core/error.h"

// Under a sanitizer every block must be its own, or overruns and uses after free go unseen.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define ATEN_LITE_CACHE_MEMORY 0
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || \
    __has_feature(memory_sanitizer)
#define ATEN_LITE_CACHE_MEMORY 0
#endif
#endif
#ifndef ATEN_LITE_CACHE_MEMORY
#define ATEN_LITE_CACHE_MEMORY 1
#endif

namespace c10 {
namespace {

// Four classes an octave (64, 80, 96, 112, 128, 160, ...): at most a quarter of a block is unused.
constexpr int kStepsLog2 = 2;
constexpr int kSteps = 1 << kStepsLog2;
constexpr int kSmallestLog2 = 6;
constexpr int kLargestLog2 = 30;
constexpr int kNumClasses = (kLargestLog2 - kSmallestLog2) * kSteps + 1;

// The class that holds `bytes`, or -1 for sizes that are not cached.
int size_class(size_t bytes) {
  if (bytes <= (size_t{1} << kSmallestLog2)) return 0;
  if (bytes > (size_t{1} << kLargestLog2)) return -1;
  const int log2 = 63 - __builtin_clzll(static_cast<unsigned long long>(bytes - 1));
  const size_t step = size_t{1} << (log2 - kStepsLog2);
  const size_t above = bytes - (size_t{1} << log2);
  return (log2 - kSmallestLog2) * kSteps + static_cast<int>((above + step - 1) / step);
}

size_t class_bytes(int index) {
  const int log2 = kSmallestLog2 + index / kSteps;
  const size_t base = size_t{1} << log2;
  return base + (base >> kStepsLog2) * static_cast<size_t>(index % kSteps);
}

void* system_allocate(size_t bytes, size_t wanted) {
  void* data = nullptr;
  const size_t rounded = (bytes + kTensorAlignment - 1) / kTensorAlignment * kTensorAlignment;
  if (rounded < bytes || posix_memalign(&data, kTensorAlignment, rounded) != 0) data = nullptr;
  TORCH_CHECK(data != nullptr, "out of memory: cannot allocate ", wanted, " bytes for a tensor");
  return data;
}

struct FreeBlock {
  FreeBlock* next;
};

// Constant-initialised; never destroyed, since tensors with static storage may die later.
struct Cache {
  std::mutex mutex;
  FreeBlock* lists[kNumClasses] = {};
};

Cache& cache() {
  static Cache* const instance = new Cache;
  return *instance;
}

// A few small blocks of each thread's own, for which it needs no lock. Trivial, so that it may be
// used as long as the thread lives.
constexpr int kLocalClasses = 12;  // to 448 bytes
constexpr int kLocalBlocks = 8;
struct LocalCache {
  FreeBlock* lists[kLocalClasses];
  uint8_t counts[kLocalClasses];
  bool is_guarded;
  bool is_closed;
};
thread_local LocalCache local_cache;

void put_back(FreeBlock* block, int index) {
  Cache& c = cache();
  const std::lock_guard<std::mutex> lock(c.mutex);
  block->next = c.lists[index];
  c.lists[index] = block;
}

void empty_local_cache() {
  for (int index = 0; index < kLocalClasses; ++index) {
    while (FreeBlock* block = local_cache.lists[index]) {
      local_cache.lists[index] = block->next;
      put_back(block, index);
    }
    local_cache.counts[index] = 0;
  }
}

// Gives a thread's blocks back when it ends.
struct LocalCacheGuard {
  void hold() { local_cache.is_guarded = true; }
  ~LocalCacheGuard() {
    local_cache.is_closed = true;
    empty_local_cache();
  }
};
thread_local LocalCacheGuard local_cache_guard;

void* take_local(int index) {
  if (index >= kLocalClasses) return nullptr;
  FreeBlock* block = local_cache.lists[index];
  if (block == nullptr) return nullptr;
  local_cache.lists[index] = block->next;
  --local_cache.counts[index];
  return block;
}

bool put_local(FreeBlock* block, int index) {
  if (index >= kLocalClasses || local_cache.is_closed ||
      local_cache.counts[index] >= kLocalBlocks) {
    return false;
  }
  if (!local_cache.is_guarded) local_cache_guard.hold();
  block->next = local_cache.lists[index];
  local_cache.lists[index] = block;
  ++local_cache.counts[index];
  return true;
}

}  // namespace

void* allocate_tensor_memory(size_t bytes) {
  const int index = ATEN_LITE_CACHE_MEMORY != 0 ? size_class(bytes) : -1;
  if (index < 0) return system_allocate(bytes == 0 ? 1 : bytes, bytes);
  if (void* block = take_local(index)) return block;
  {
    Cache& c = cache();
    const std::lock_guard<std::mutex> lock(c.mutex);
    if (FreeBlock* block = c.lists[index]) {
      c.lists[index] = block->next;
      return block;
    }
  }
  return system_allocate(class_bytes(index), bytes);
}

void free_tensor_memory(void* data, size_t bytes) noexcept {
  if (data == nullptr) return;
  const int index = ATEN_LITE_CACHE_MEMORY != 0 ? size_class(bytes) : -1;
  if (index < 0) {
    std::free(data);
    return;
  }
  auto* block = static_cast<FreeBlock*>(data);
  if (!put_local(block, index)) put_back(block, index);
}

void empty_tensor_memory_cache() noexcept {
  empty_local_cache();
  Cache& c = cache();
  const std::lock_guard<std::mutex> lock(c.mutex);
  for (FreeBlock*& list : c.lists) {
    while (list != nullptr) {
      FreeBlock* next = list->next;
      std::free(list);
      list = next;
    }
  }
}

}  // namespace c10
