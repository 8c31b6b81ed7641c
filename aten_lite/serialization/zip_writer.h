// Writes zip archives the way PyTorch does: stored records in one folder, each record's bytes
// aligned to 64, so that a reader can map tensors in place.
//
//   ZipWriter zip(out, "archive");
//   zip.add("data.pkl", pickle);
//   zip.add("data/0", {{bytes, size}});
//   zip.finish();
//
// The output depends on names and bytes only: no time, no host.
#pragma once

#include <cstddef>
#include <cstdint>
#include <iosfwd>
#include <string>
#include <string_view>
#include <vector>

namespace aten_lite::serialization {

inline constexpr size_t kRecordAlignment = 64;

class ZipWriter {
 public:
  // `out` must outlive the writer. `folder` is the archive's one top-level folder.
  ZipWriter(std::ostream& out, std::string folder);

  void add(const std::string& record_name, std::string_view bytes);
  // Writes the directory. Nothing may be added after it.
  void finish();

 private:
  struct Entry {
    std::string name;
    uint32_t crc = 0;
    uint64_t size = 0;
    uint64_t offset = 0;
  };

  void write(const std::string& bytes);
  void write_end_records(uint64_t directory_offset, uint64_t directory_size);

  std::ostream& out_;
  std::string folder_;
  std::vector<Entry> entries_;
  uint64_t position_ = 0;
  bool finished_ = false;
};

}  // namespace aten_lite::serialization
