// Reads the zip archives that PyTorch writes, and what other tools make of them.
//
//   ZipReader zip(FileMapping::open("net.ptl"));
//   const ZipRecord* record = zip.find("data.pkl");   // names without the archive's folder
//   RecordBytes bytes = zip.read(*record, Checksum::kVerify);
//
// Stored and deflated records, zip64, any alignment, bytes after the end record. Every offset and
// size is checked; nothing is inflated before it is asked for. A name that occurs twice is an
// error. PyTorch puts all records into one folder: that of the first record is taken, records
// outside it are ignored.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "aten_lite/serialization/file_mapping.h"

namespace aten_lite::serialization {

// A record that inflates to more is refused.
inline constexpr uint64_t kMaxInflatedSize = uint64_t{1} << 31;

struct ZipRecord {
  std::string name;  // without the archive's folder
  uint16_t method = 0;
  uint16_t flags = 0;
  uint32_t crc = 0;
  uint64_t compressed_size = 0;
  uint64_t size = 0;
  uint64_t header_offset = 0;
};

// Bytes of a record and what keeps them alive. They may be written to: the file's mapping is
// private.
struct RecordBytes {
  char* data = nullptr;
  size_t size = 0;
  std::shared_ptr<void> owner;
};

enum class Checksum { kSkip, kVerify };

class ZipReader {
 public:
  explicit ZipReader(std::shared_ptr<FileMapping> file);

  // What messages call the archive.
  const std::string& name() const { return file_->name(); }
  // In the order of the archive.
  const std::vector<ZipRecord>& records() const { return records_; }
  // Null when there is none of that name.
  const ZipRecord* find(std::string_view record_name) const;
  // Stored records are views over the file, deflated ones are inflated (and verified always).
  RecordBytes read(const ZipRecord& record, Checksum checksum) const;

 private:
  struct Directory {
    uint64_t offset = 0;
    uint64_t size = 0;
    uint64_t entries = 0;
  };

  Directory find_directory() const;
  bool parse_end_record(uint64_t at, Directory* found) const;
  void read_directory(const Directory& directory);
  void read_zip64_extra(std::string_view extra, ZipRecord* record) const;
  void strip_folder();
  void index_names();
  std::string_view record_data(const ZipRecord& record) const;

  std::shared_ptr<FileMapping> file_;
  std::vector<ZipRecord> records_;
  std::vector<uint32_t> by_name_;  // indices into records_, sorted by name
};

}  // namespace aten_lite::serialization
