// CRC-32 of a record, over any number of bytes.
#pragma once

#include <cstdint>
#include <string_view>

namespace aten_lite::serialization {

uint32_t crc32_of(std::string_view bytes);

}  // namespace aten_lite::serialization
