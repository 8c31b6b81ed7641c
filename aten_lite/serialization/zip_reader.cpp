// Zip archives: end record, central directory, records.
#include "aten_lite/serialization/zip_reader.h"

#include <zlib.h>

#include <algorithm>
#include <limits>
#include <utility>

#include "aten_lite/core/error.h"
#include "aten_lite/serialization/checksum.h"
#include "aten_lite/serialization/file_kind.h"
#include "aten_lite/serialization/zip_format.h"

namespace aten_lite::serialization {
namespace {

// Deflate cannot shrink further than this: a larger claim is a lie about the size.
constexpr uint64_t kMaxDeflateRatio = 1032;

// Inflates all of `input` into `output`, whose size is what the directory declares.
bool inflate_exactly(std::string_view input, std::vector<char>* output) {
  if (output->empty()) return true;
  z_stream stream{};
  if (inflateInit2(&stream, -MAX_WBITS) != Z_OK) return false;
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(input.data()));
  stream.next_out = reinterpret_cast<Bytef*>(output->data());
  size_t input_left = input.size();
  size_t output_left = output->size();
  int result = Z_OK;
  constexpr size_t kMaxStep = std::numeric_limits<uInt>::max();
  while (result == Z_OK) {
    const uInt in_step = static_cast<uInt>(std::min(input_left, kMaxStep));
    const uInt out_step = static_cast<uInt>(std::min(output_left, kMaxStep));
    stream.avail_in = in_step;
    stream.avail_out = out_step;
    result = inflate(&stream, Z_NO_FLUSH);
    input_left -= in_step - stream.avail_in;
    output_left -= out_step - stream.avail_out;
  }
  inflateEnd(&stream);
  return result == Z_STREAM_END && output_left == 0;
}

}  // namespace

ZipReader::ZipReader(std::shared_ptr<FileMapping> file) : file_(std::move(file)) {
  read_directory(find_directory());
  strip_folder();
  index_names();
}

// Fills `found` when the bytes at `at` are an end record whose directory lies before it.
bool ZipReader::parse_end_record(uint64_t at, Directory* found) const {
  const char* end = file_->data() + at;
  if (load_little_endian<uint32_t>(end) != kEndRecordSignature) return false;
  const uint16_t disk = load_little_endian<uint16_t>(end + 4);
  found->entries = load_little_endian<uint16_t>(end + 10);
  found->size = load_little_endian<uint32_t>(end + 12);
  found->offset = load_little_endian<uint32_t>(end + 16);
  const bool saturated = found->entries == kSaturated16 || found->size == kSaturated32 ||
                         found->offset == kSaturated32;
  if (saturated && at >= kZip64LocatorSize) {
    const char* locator = end - kZip64LocatorSize;
    if (load_little_endian<uint32_t>(locator) == kZip64LocatorSignature) {
      const uint64_t record = load_little_endian<uint64_t>(locator + 8);
      const uint64_t limit = at - kZip64LocatorSize;
      if (limit < kZip64EndRecordSize || record > limit - kZip64EndRecordSize) return false;
      const char* end64 = file_->data() + record;
      if (load_little_endian<uint32_t>(end64) != kZip64EndRecordSignature) return false;
      found->entries = load_little_endian<uint64_t>(end64 + 32);
      found->size = load_little_endian<uint64_t>(end64 + 40);
      found->offset = load_little_endian<uint64_t>(end64 + 48);
    }
  }
  return (disk == 0 || disk == kSaturated16) && found->offset <= at &&
         found->size <= at - found->offset;
}

ZipReader::Directory ZipReader::find_directory() const {
  const uint64_t size = file_->size();
  if (size >= kEndRecordSize && file_->data()[0] == 'P' && file_->data()[1] == 'K') {
    // A comment of up to 64 KiB, or other bytes, may follow the end record.
    const uint64_t last = size - kEndRecordSize;
    const uint64_t first = last > kSaturated16 ? last - kSaturated16 : 0;
    for (uint64_t at = last + 1; at-- > first;) {
      Directory directory;
      if (file_->data()[at] == 'P' && parse_end_record(at, &directory)) return directory;
    }
  }
  AT_ERROR(name(), ": ", describe_unreadable_file(file_->data(), file_->size()));
}

void ZipReader::read_directory(const Directory& directory) {
  uint64_t at = directory.offset;
  const uint64_t end = directory.offset + directory.size;
  TORCH_CHECK(directory.entries <= directory.size / kCentralHeaderSize, name(),
              ": is damaged: its directory claims ", directory.entries, " records in ",
              directory.size, " bytes");
  records_.reserve(directory.entries);
  for (uint64_t i = 0; i < directory.entries; ++i) {
    TORCH_CHECK(end - at >= kCentralHeaderSize, name(),
                ": is damaged: its directory ends in record ", i, " of ", directory.entries);
    const char* header = file_->data() + at;
    TORCH_CHECK(load_little_endian<uint32_t>(header) == kCentralHeaderSignature, name(),
                ": is damaged: no directory entry at offset ", at, " (record ", i, " of ",
                directory.entries, "); copy or download the file again");
    ZipRecord record;
    record.flags = load_little_endian<uint16_t>(header + 8);
    record.method = load_little_endian<uint16_t>(header + 10);
    record.crc = load_little_endian<uint32_t>(header + 16);
    record.compressed_size = load_little_endian<uint32_t>(header + 20);
    record.size = load_little_endian<uint32_t>(header + 24);
    const uint64_t name_size = load_little_endian<uint16_t>(header + 28);
    const uint64_t extra_size = load_little_endian<uint16_t>(header + 30);
    const uint64_t comment_size = load_little_endian<uint16_t>(header + 32);
    record.header_offset = load_little_endian<uint32_t>(header + 42);
    at += kCentralHeaderSize;
    TORCH_CHECK(end - at >= name_size + extra_size + comment_size, name(),
                ": is damaged: its directory ends in record ", i, " of ", directory.entries);
    record.name.assign(file_->data() + at, name_size);
    read_zip64_extra(std::string_view(file_->data() + at + name_size, extra_size), &record);
    at += name_size + extra_size + comment_size;
    TORCH_CHECK(record.header_offset < directory.offset &&
                    record.compressed_size <= directory.offset - record.header_offset,
                name(), ": is damaged: record ", record.name, " claims ", record.compressed_size,
                " bytes at offset ", record.header_offset, ", but the records end at ",
                directory.offset);
    // Folders have entries of their own when other tools pack an archive.
    if (!record.name.empty() && record.name.back() != '/') records_.push_back(std::move(record));
  }
}

// The 64-bit values of those fields that are saturated, in this order.
void ZipReader::read_zip64_extra(std::string_view extra, ZipRecord* record) const {
  while (extra.size() >= 4) {
    const uint16_t id = load_little_endian<uint16_t>(extra.data());
    const uint16_t size = load_little_endian<uint16_t>(extra.data() + 2);
    extra.remove_prefix(4);
    if (size > extra.size()) return;
    if (id == kZip64ExtraId) {
      std::string_view values = extra.substr(0, size);
      for (uint64_t* field : {&record->size, &record->compressed_size, &record->header_offset}) {
        if (*field != kSaturated32 || values.size() < 8) continue;
        *field = load_little_endian<uint64_t>(values.data());
        values.remove_prefix(8);
      }
    }
    extra.remove_prefix(size);
  }
}

void ZipReader::strip_folder() {
  TORCH_CHECK(!records_.empty(), name(), ": is a zip archive without any record");
  const size_t slash = records_.front().name.find('/');
  if (slash == std::string::npos) return;
  const std::string folder = records_.front().name.substr(0, slash + 1);
  std::vector<ZipRecord> inside;
  inside.reserve(records_.size());
  for (ZipRecord& record : records_) {
    if (record.name.compare(0, folder.size(), folder) != 0) continue;
    record.name.erase(0, folder.size());
    inside.push_back(std::move(record));
  }
  records_ = std::move(inside);
}

void ZipReader::index_names() {
  by_name_.resize(records_.size());
  for (size_t i = 0; i < records_.size(); ++i) by_name_[i] = static_cast<uint32_t>(i);
  std::sort(by_name_.begin(), by_name_.end(),
            [this](uint32_t a, uint32_t b) { return records_[a].name < records_[b].name; });
  for (size_t i = 1; i < by_name_.size(); ++i) {
    const std::string& record_name = records_[by_name_[i]].name;
    TORCH_CHECK(record_name != records_[by_name_[i - 1]].name, name(), ": record ", record_name,
                " occurs twice; which one counts would be a guess, so the file is refused");
  }
}

const ZipRecord* ZipReader::find(std::string_view record_name) const {
  const auto at = std::lower_bound(
      by_name_.begin(), by_name_.end(), record_name,
      [this](uint32_t index, std::string_view key) { return records_[index].name < key; });
  if (at == by_name_.end() || records_[*at].name != record_name) return nullptr;
  return &records_[*at];
}

// The record's bytes as they lie in the file: the local header tells where they begin.
std::string_view ZipReader::record_data(const ZipRecord& record) const {
  const uint64_t file_size = file_->size();
  const uint64_t offset = record.header_offset;
  TORCH_CHECK(offset <= file_size && file_size - offset >= kLocalHeaderSize &&
                  load_little_endian<uint32_t>(file_->data() + offset) == kLocalHeaderSignature,
              name(), ": is damaged: record ", record.name, " has no header at offset ", offset,
              "; copy or download the file again");
  const char* header = file_->data() + offset;
  const uint64_t begin = offset + kLocalHeaderSize + load_little_endian<uint16_t>(header + 26) +
                         load_little_endian<uint16_t>(header + 28);
  TORCH_CHECK(begin <= file_size && record.compressed_size <= file_size - begin, name(),
              ": is damaged: record ", record.name, " claims ", record.compressed_size,
              " bytes at offset ", begin, " of a file of ", file_size, " bytes");
  return std::string_view(file_->data() + begin, record.compressed_size);
}

RecordBytes ZipReader::read(const ZipRecord& record, Checksum checksum) const {
  TORCH_CHECK((record.flags & kFlagEncrypted) == 0, name(), ": record ", record.name,
              " is encrypted; pack the archive without a password");
  const std::string_view data = record_data(record);
  RecordBytes bytes;
  if (record.method == kMethodStored) {
    TORCH_CHECK(record.size == record.compressed_size, name(), ": is damaged: stored record ",
                record.name, " claims ", record.size, " bytes but holds ", record.compressed_size);
    bytes.data = const_cast<char*>(data.data());
    bytes.size = data.size();
    bytes.owner = file_;
  } else {
    TORCH_CHECK(record.method == kMethodDeflated, name(), ": record ", record.name,
                " is compressed by method ", record.method,
                "; only stored and deflated records can be read");
    TORCH_CHECK(
        record.size <= kMaxInflatedSize && record.size / kMaxDeflateRatio <= record.compressed_size,
        name(), ": record ", record.name, " claims to inflate from ", record.compressed_size,
        " to ", record.size, " bytes, which is refused");
    auto inflated = std::make_shared<std::vector<char>>(record.size);
    TORCH_CHECK(inflate_exactly(data, inflated.get()), name(), ": is damaged: record ", record.name,
                " does not inflate to its ", record.size, " bytes");
    bytes.data = inflated->data();
    bytes.size = inflated->size();
    bytes.owner = std::move(inflated);
    checksum = Checksum::kVerify;
  }
  TORCH_CHECK(checksum == Checksum::kSkip || crc32_of({bytes.data, bytes.size}) == record.crc,
              name(), ": is damaged: the checksum of record ", record.name,
              " does not match; copy or download the file again");
  return bytes;
}

}  // namespace aten_lite::serialization
