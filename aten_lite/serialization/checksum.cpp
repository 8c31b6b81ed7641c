// CRC-32 by zlib, which counts in 32 bits.
#include "aten_lite/serialization/checksum.h"

#include <zlib.h>

#include <algorithm>

namespace aten_lite::serialization {

uint32_t crc32_of(std::string_view bytes) {
  uLong crc = crc32(0, nullptr, 0);
  while (!bytes.empty()) {
    const size_t part = std::min<size_t>(bytes.size(), size_t{1} << 30);
    crc = crc32(crc, reinterpret_cast<const Bytef*>(bytes.data()), static_cast<uInt>(part));
    bytes.remove_prefix(part);
  }
  return static_cast<uint32_t>(crc);
}

}  // namespace aten_lite::serialization
