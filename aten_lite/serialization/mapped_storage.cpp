// Storages over mapped bytes, and with copies of them.
#include "aten_lite/serialization/mapped_storage.h"

#include <cstdint>
#include <cstring>
#include <utility>

namespace aten_lite::serialization {

c10::Storage storage_with(const char* data, size_t size) {
  auto copy = c10::make_intrusive<c10::StorageImpl>(size);
  if (size > 0) std::memcpy(copy->mutable_data(), data, size);
  return c10::Storage(std::move(copy));
}

c10::Storage storage_over(char* data, size_t size, std::shared_ptr<void> owner) {
  if (size == 0 || reinterpret_cast<uintptr_t>(data) % kElementAlignment != 0) {
    return storage_with(data, size);
  }
  auto release = [owner = std::move(owner)](void*) mutable { owner.reset(); };
  return c10::Storage(
      c10::make_intrusive<c10::StorageImpl>(data, size, std::function<void(void*)>(release)));
}

void normalize_bools(const c10::Storage& storage) {
  auto* bytes = static_cast<uint8_t*>(storage.mutable_data());
  for (size_t i = 0; i < storage.nbytes(); ++i) {
    if (bytes[i] > 1) bytes[i] = 1;
  }
}

}  // namespace aten_lite::serialization
