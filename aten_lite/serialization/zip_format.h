// Constants of the zip format (APPNOTE.TXT) that reader and writer share, and little-endian access.
#pragma once

#include <cstddef>
#include <cstdint>

namespace aten_lite::serialization {

inline constexpr uint32_t kLocalHeaderSignature = 0x04034b50;
inline constexpr uint32_t kCentralHeaderSignature = 0x02014b50;
inline constexpr uint32_t kEndRecordSignature = 0x06054b50;
inline constexpr uint32_t kZip64EndRecordSignature = 0x06064b50;
inline constexpr uint32_t kZip64LocatorSignature = 0x07064b50;

inline constexpr size_t kLocalHeaderSize = 30;
inline constexpr size_t kCentralHeaderSize = 46;
inline constexpr size_t kEndRecordSize = 22;
inline constexpr size_t kZip64EndRecordSize = 56;
inline constexpr size_t kZip64LocatorSize = 20;

inline constexpr uint16_t kMethodStored = 0;
inline constexpr uint16_t kMethodDeflated = 8;
inline constexpr uint16_t kFlagEncrypted = 1;
inline constexpr uint16_t kZip64ExtraId = 1;
// Stands in a 16 or 32 bit field whose value is in the zip64 record.
inline constexpr uint16_t kSaturated16 = 0xffff;
inline constexpr uint32_t kSaturated32 = 0xffffffff;

template <typename T>
T load_little_endian(const char* at) {
  T value = 0;
  for (size_t i = 0; i < sizeof(T); ++i) {
    value = static_cast<T>(value |
                           static_cast<T>(static_cast<T>(static_cast<uint8_t>(at[i])) << (8 * i)));
  }
  return value;
}

template <typename T>
void store_little_endian(char* at, T value) {
  for (size_t i = 0; i < sizeof(T); ++i) at[i] = static_cast<char>((value >> (8 * i)) & 0xff);
}

}  // namespace aten_lite::serialization
