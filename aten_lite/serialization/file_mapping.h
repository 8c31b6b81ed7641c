// The bytes of a file, mapped copy-on-write or held in memory.
//
//   std::shared_ptr<FileMapping> bytes = FileMapping::open("net.ptl");
//
// Writing to data() changes this mapping only, never the file and never another mapping of it, so
// tensors may lie right over it. A file that another process truncates while it is mapped ends the
// process with SIGBUS; replace model files by renaming, not by writing over them.
#pragma once

#include <cstddef>
#include <iosfwd>
#include <memory>
#include <string>
#include <vector>

namespace aten_lite::serialization {

class FileMapping {
 public:
  // Maps a regular file; anything else that can be read (a pipe) is read to its end.
  static std::shared_ptr<FileMapping> open(const std::string& path);
  // Reads `in` to its end. `name` is what messages call the bytes.
  static std::shared_ptr<FileMapping> read(std::istream& in, std::string name);
  static std::shared_ptr<FileMapping> from_bytes(std::vector<char> bytes, std::string name);

  FileMapping(const FileMapping&) = delete;
  FileMapping& operator=(const FileMapping&) = delete;
  ~FileMapping();

  char* data() const { return data_; }
  size_t size() const { return size_; }
  const std::string& name() const { return name_; }

 private:
  explicit FileMapping(std::string name) : name_(std::move(name)) {}

  std::string name_;
  char* data_ = nullptr;
  size_t size_ = 0;
  bool mapped_ = false;
  std::vector<char> bytes_;
};

}  // namespace aten_lite::serialization
