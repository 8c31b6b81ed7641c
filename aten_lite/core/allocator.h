// Memory of tensors.
//
// A freed block goes to a list of its size class and the next tensor of that class gets it, so a
// model that runs again and again does not reach the system allocator. Blocks are aligned to 64
// bytes (a cache line, an AVX-512 register). Thread-safe.
#pragma once

#include <cstddef>

namespace c10 {

constexpr size_t kTensorAlignment = 64;

// Uninitialised memory of at least `bytes`, never null for 0 < bytes. Throws c10::Error, naming
// the size, when there is none.
void* allocate_tensor_memory(size_t bytes);
// Gives back memory of allocate_tensor_memory(bytes), with the same `bytes`.
void free_tensor_memory(void* data, size_t bytes) noexcept;
// Returns all cached blocks to the system.
void empty_tensor_memory_cache() noexcept;

}  // namespace c10
