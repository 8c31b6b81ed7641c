// Storages that lie over a file's bytes, or hold a copy of them.
#pragma once

#include <cstddef>
#include <memory>

#include "aten_lite/core/storage.h"

namespace aten_lite::serialization {

// Whether storages lie over the file, or are copies, which can grow: an input may be an out=.
enum class Storages { kMapped, kCopied };

// What the bytes of a storage must be aligned to, so that every element type is.
inline constexpr size_t kElementAlignment = 16;

// A storage with a copy of `size` bytes at `data`, which can grow.
c10::Storage storage_with(const char* data, size_t size);

// A storage over `size` bytes at `data`, which `owner` keeps alive. They are copied only where
// they are not aligned to kElementAlignment.
c10::Storage storage_over(char* data, size_t size, std::shared_ptr<void> owner);

// Makes every byte but 0 a 1. A bool with another value, which a file may hold, is undefined
// behaviour to read. Writes only where that is needed, so that mapped pages stay shared.
void normalize_bools(const c10::Storage& storage);

}  // namespace aten_lite::serialization
