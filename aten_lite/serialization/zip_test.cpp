// Zip archives: what is written is read, and damaged ones are refused.
#include <gtest/gtest.h>
#include <zlib.h>

#include <cstring>
#include <sstream>
#include <string>
#include <vector>

#include "aten_lite/core/error.h"
#include "aten_lite/serialization/checksum.h"
#include "aten_lite/serialization/zip_format.h"
#include "aten_lite/serialization/zip_reader.h"
#include "aten_lite/serialization/zip_writer.h"

namespace aten_lite::serialization {
namespace {

using Records = std::vector<std::pair<std::string, std::string>>;

std::string make_zip(const Records& records, const std::string& folder = "archive") {
  std::ostringstream out;
  ZipWriter zip(out, folder);
  for (const auto& record : records) zip.add(record.first, record.second);
  zip.finish();
  return out.str();
}

ZipReader open(const std::string& bytes) {
  return ZipReader(
      FileMapping::from_bytes(std::vector<char>(bytes.begin(), bytes.end()), "test.zip"));
}

std::string read(const ZipReader& zip, const std::string& name) {
  const ZipRecord* record = zip.find(name);
  if (record == nullptr) return "<none>";
  const RecordBytes bytes = zip.read(*record, Checksum::kVerify);
  return std::string(bytes.data, bytes.size);
}

std::string error_of(const std::string& bytes) {
  try {
    const ZipReader zip = open(bytes);
    for (const ZipRecord& record : zip.records()) zip.read(record, Checksum::kVerify);
  } catch (const c10::Error& error) {
    return error.what();
  }
  return "";
}

// An archive of one deflated record that declares `declared` bytes.
std::string make_deflated(const std::string& content, uint32_t declared) {
  std::string packed(compressBound(content.size()) + 16, '\0');
  z_stream stream{};
  deflateInit2(&stream, 9, Z_DEFLATED, -MAX_WBITS, 8, Z_DEFAULT_STRATEGY);
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(content.data()));
  stream.avail_in = static_cast<uInt>(content.size());
  stream.next_out = reinterpret_cast<Bytef*>(&packed[0]);
  stream.avail_out = static_cast<uInt>(packed.size());
  deflate(&stream, Z_FINISH);
  packed.resize(stream.total_out);
  deflateEnd(&stream);

  std::string zip = make_zip({{"a", packed}});
  const size_t central = zip.rfind("PK\x01\x02");
  store_little_endian<uint16_t>(&zip[central + 10], kMethodDeflated);
  store_little_endian<uint32_t>(&zip[central + 16], crc32_of(content));
  store_little_endian<uint32_t>(&zip[central + 24], declared);
  return zip;
}

TEST(Zip, ReadsWhatItWrote) {
  const ZipReader zip = open(make_zip({{"data.pkl", "hello"}, {"data/0", ""}, {"version", "3\n"}}));
  ASSERT_EQ(zip.records().size(), 3u);
  EXPECT_EQ(zip.records()[0].name, "data.pkl");
  EXPECT_EQ(read(zip, "data.pkl"), "hello");
  EXPECT_EQ(read(zip, "data/0"), "");
  EXPECT_EQ(read(zip, "version"), "3\n");
  EXPECT_EQ(zip.find("nothing"), nullptr);
}

TEST(Zip, WritesEveryRecordAligned) {
  const std::string bytes = make_zip({{"a", "x"}, {"longer_name", "yy"}, {"c", "zzz"}});
  const ZipReader zip = open(bytes);
  for (const ZipRecord& record : zip.records()) {
    const char* header = bytes.data() + record.header_offset;
    const size_t begin = record.header_offset + kLocalHeaderSize +
                         load_little_endian<uint16_t>(header + 26) +
                         load_little_endian<uint16_t>(header + 28);
    EXPECT_EQ(begin % kRecordAlignment, 0u) << record.name;
  }
}

TEST(Zip, ReadsDeflatedRecords) {
  const std::string content(100000, 'x');
  EXPECT_EQ(read(open(make_deflated(content, 100000)), "a"), content);
}

TEST(Zip, RefusesDeflatedRecordsOfAnotherSize) {
  const std::string content(100000, 'x');
  EXPECT_NE(error_of(make_deflated(content, 99999)).find("does not inflate"), std::string::npos);
  EXPECT_NE(error_of(make_deflated(content, 100001)).find("does not inflate"), std::string::npos);
}

TEST(Zip, RefusesImpossibleDeflateRatios) {
  EXPECT_NE(error_of(make_deflated("x", 1u << 30)).find("refused"), std::string::npos);
}

TEST(Zip, ToleratesBytesAfterTheEndRecord) {
  const std::string bytes = make_zip({{"a", "x"}}) + std::string(300, '\0');
  EXPECT_EQ(read(open(bytes), "a"), "x");
}

TEST(Zip, TakesTheFirstFolder) {
  std::string bytes = make_zip({{"a", "first"}, {"b", "x"}}, "one");
  // Both names have the length of the other folder's.
  const std::string from = "one/b";
  for (size_t at = bytes.find(from); at != std::string::npos; at = bytes.find(from, at + 1)) {
    bytes.replace(at, from.size(), "two/b");
  }
  const ZipReader zip = open(bytes);
  EXPECT_EQ(read(zip, "a"), "first");
  EXPECT_EQ(zip.find("b"), nullptr);
}

TEST(Zip, RefusesDuplicateNames) {
  EXPECT_NE(error_of(make_zip({{"a", "1"}, {"a", "2"}})).find("occurs twice"), std::string::npos);
}

TEST(Zip, NoticesChangedBytes) {
  std::string bytes = make_zip({{"a", "content"}});
  bytes[bytes.find("content")] = 'C';
  EXPECT_NE(error_of(bytes).find("checksum of record a"), std::string::npos);
}

TEST(Zip, RefusesEncryptedRecords) {
  std::string bytes = make_zip({{"a", "x"}});
  bytes[bytes.rfind("PK\x01\x02") + 8] |= 1;
  EXPECT_NE(error_of(bytes).find("encrypted"), std::string::npos);
}

TEST(Zip, RefusesOffsetsOutsideTheFile) {
  std::string bytes = make_zip({{"a", "x"}});
  store_little_endian<uint32_t>(&bytes[bytes.rfind("PK\x01\x02") + 42], 0x7fffffff);
  EXPECT_NE(error_of(bytes).find("damaged"), std::string::npos);
}

TEST(Zip, RefusesEveryTruncation) {
  const std::string bytes = make_zip({{"a", "some content"}, {"b", "more"}});
  for (size_t size = 0; size < bytes.size(); ++size) {
    EXPECT_NE(error_of(bytes.substr(0, size)), "") << size;
  }
}

TEST(Zip, SurvivesEveryChangedByte) {
  const std::string bytes = make_zip({{"a", "some content"}, {"b", "more"}});
  for (size_t at = 0; at < bytes.size(); ++at) {
    for (const int change : {0x01, 0x80, 0xff}) {
      std::string damaged = bytes;
      damaged[at] = static_cast<char>(damaged[at] ^ change);
      error_of(damaged);  // either way is right, but it must end
    }
  }
}

TEST(Zip, TellsWhatOtherFilesAre) {
  EXPECT_NE(error_of("").find("is empty"), std::string::npos);
  EXPECT_NE(error_of("version https://git-lfs.github.com/spec/v1\noid sha256:00\n").find("Git LFS"),
            std::string::npos);
  EXPECT_NE(error_of("hello world, this is no model at all").find("text file"), std::string::npos);
  EXPECT_NE(error_of(std::string("\x80\x02}q\x00.", 6)).find("Python pickle"), std::string::npos);
  EXPECT_NE(error_of(std::string("\x10\x00\x00\x00PTMF\x00\x00\x00\x00", 12)).find("flatbuffer"),
            std::string::npos);
  EXPECT_NE(error_of("PK\x03\x04").find("cut to 4 bytes"), std::string::npos);
  EXPECT_NE(error_of(std::string("\x1f\x8b\x08\x00", 4)).find("gzip"), std::string::npos);
}

}  // namespace
}  // namespace aten_lite::serialization
