// Zip archives of stored, aligned records.
#include "aten_lite/serialization/zip_writer.h"

#include <algorithm>
#include <ostream>
#include <utility>

#include "aten_lite/core/error.h"
#include "aten_lite/serialization/checksum.h"
#include "aten_lite/serialization/zip_format.h"

namespace aten_lite::serialization {
namespace {

// "FB": the extra field that torch pads with, too.
constexpr uint16_t kPaddingExtraId = 0x4246;
constexpr uint16_t kVersionNeeded = 45;  // zip64
constexpr uint16_t kUtf8Names = 0x0800;
constexpr uint16_t kDosDate = 0x0021;  // 1 January 1980, the format's zero
constexpr size_t kExtraHeaderSize = 4;
constexpr size_t kZip64SizesExtra = kExtraHeaderSize + 16;
constexpr size_t kZip64AllExtra = kExtraHeaderSize + 24;

template <typename T>
void put(std::string* out, T value) {
  char bytes[sizeof(T)];
  store_little_endian(bytes, value);
  out->append(bytes, sizeof(T));
}

uint32_t saturate(uint64_t value) {
  return static_cast<uint32_t>(std::min<uint64_t>(value, kSaturated32));
}

bool needs_zip64(uint64_t value) { return value >= kSaturated32; }

}  // namespace

ZipWriter::ZipWriter(std::ostream& out, std::string folder)
    : out_(out), folder_(std::move(folder)) {}

void ZipWriter::write(const std::string& bytes) {
  out_.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  position_ += bytes.size();
}

void ZipWriter::add(const std::string& record_name, std::string_view bytes) {
  TORCH_INTERNAL_ASSERT(!finished_, "record ", record_name, " added to a finished archive");
  Entry entry;
  entry.name = folder_ + "/" + record_name;
  TORCH_CHECK(entry.name.size() < kSaturated16, "zip: the record name ", record_name,
              " is too long");
  entry.crc = crc32_of(bytes);
  entry.size = bytes.size();
  entry.offset = position_;
  const bool zip64 = needs_zip64(entry.size);

  const size_t fixed = kLocalHeaderSize + entry.name.size() + (zip64 ? kZip64SizesExtra : 0);
  const size_t unpadded = position_ + fixed + kExtraHeaderSize;
  const size_t padding = (kRecordAlignment - unpadded % kRecordAlignment) % kRecordAlignment;

  std::string header;
  put(&header, kLocalHeaderSignature);
  put(&header, kVersionNeeded);
  put(&header, kUtf8Names);
  put(&header, kMethodStored);
  put(&header, uint16_t{0});
  put(&header, kDosDate);
  put(&header, entry.crc);
  put(&header, zip64 ? kSaturated32 : static_cast<uint32_t>(entry.size));
  put(&header, zip64 ? kSaturated32 : static_cast<uint32_t>(entry.size));
  put(&header, static_cast<uint16_t>(entry.name.size()));
  put(&header, static_cast<uint16_t>((zip64 ? kZip64SizesExtra : 0) + kExtraHeaderSize + padding));
  header += entry.name;
  if (zip64) {
    put(&header, kZip64ExtraId);
    put(&header, static_cast<uint16_t>(kZip64SizesExtra - kExtraHeaderSize));
    put(&header, entry.size);
    put(&header, entry.size);
  }
  put(&header, kPaddingExtraId);
  put(&header, static_cast<uint16_t>(padding));
  header.append(padding, 'Z');
  write(header);
  out_.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  position_ += bytes.size();
  entries_.push_back(std::move(entry));
}

void ZipWriter::finish() {
  TORCH_INTERNAL_ASSERT(!finished_, "an archive is finished twice");
  finished_ = true;
  const uint64_t directory_offset = position_;
  for (const Entry& entry : entries_) {
    const bool zip64 = needs_zip64(entry.size) || needs_zip64(entry.offset);
    std::string header;
    put(&header, kCentralHeaderSignature);
    put(&header, kVersionNeeded);
    put(&header, kVersionNeeded);
    put(&header, kUtf8Names);
    put(&header, kMethodStored);
    put(&header, uint16_t{0});
    put(&header, kDosDate);
    put(&header, entry.crc);
    put(&header, zip64 ? kSaturated32 : static_cast<uint32_t>(entry.size));
    put(&header, zip64 ? kSaturated32 : static_cast<uint32_t>(entry.size));
    put(&header, static_cast<uint16_t>(entry.name.size()));
    put(&header, static_cast<uint16_t>(zip64 ? kZip64AllExtra : 0));
    put(&header, uint16_t{0});  // comment
    put(&header, uint16_t{0});  // disk
    put(&header, uint16_t{0});  // internal attributes
    put(&header, uint32_t{0});  // external attributes
    put(&header, zip64 ? kSaturated32 : static_cast<uint32_t>(entry.offset));
    header += entry.name;
    if (zip64) {
      put(&header, kZip64ExtraId);
      put(&header, static_cast<uint16_t>(kZip64AllExtra - kExtraHeaderSize));
      put(&header, entry.size);
      put(&header, entry.size);
      put(&header, entry.offset);
    }
    write(header);
  }
  write_end_records(directory_offset, position_ - directory_offset);
  out_.flush();
  TORCH_CHECK(out_.good(), "zip: writing the archive failed after ", position_,
              " bytes; is the disk full?");
}

void ZipWriter::write_end_records(uint64_t directory_offset, uint64_t directory_size) {
  const uint64_t count = entries_.size();
  std::string end;
  if (count >= kSaturated16 || needs_zip64(directory_offset) || needs_zip64(directory_size)) {
    const uint64_t record_offset = position_;
    put(&end, kZip64EndRecordSignature);
    put(&end, uint64_t{kZip64EndRecordSize - 12});
    put(&end, kVersionNeeded);
    put(&end, kVersionNeeded);
    put(&end, uint32_t{0});
    put(&end, uint32_t{0});
    put(&end, count);
    put(&end, count);
    put(&end, directory_size);
    put(&end, directory_offset);
    put(&end, kZip64LocatorSignature);
    put(&end, uint32_t{0});
    put(&end, record_offset);
    put(&end, uint32_t{1});
  }
  const auto count16 = static_cast<uint16_t>(std::min<uint64_t>(count, kSaturated16));
  put(&end, kEndRecordSignature);
  put(&end, uint16_t{0});
  put(&end, uint16_t{0});
  put(&end, count16);
  put(&end, count16);
  put(&end, saturate(directory_size));
  put(&end, saturate(directory_offset));
  put(&end, uint16_t{0});
  write(end);
}

}  // namespace aten_lite::serialization
