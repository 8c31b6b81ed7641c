// Mapping files into memory, POSIX.
#include "aten_lite/serialization/file_mapping.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <istream>
#include <iterator>
#include <utility>

#include "aten_lite/core/error.h"

namespace aten_lite::serialization {
namespace {

// Closes the descriptor on every way out.
class FileDescriptor {
 public:
  explicit FileDescriptor(int fd) : fd_(fd) {}
  FileDescriptor(const FileDescriptor&) = delete;
  FileDescriptor& operator=(const FileDescriptor&) = delete;
  ~FileDescriptor() {
    if (fd_ >= 0) ::close(fd_);
  }
  int get() const { return fd_; }

 private:
  int fd_;
};

std::vector<char> read_to_end(int fd, const std::string& path) {
  std::vector<char> bytes;
  constexpr size_t kChunk = size_t{1} << 16;
  while (true) {
    const size_t filled = bytes.size();
    bytes.resize(filled + kChunk);
    const ssize_t got = ::read(fd, bytes.data() + filled, kChunk);
    const int error = errno;
    bytes.resize(filled + (got > 0 ? static_cast<size_t>(got) : 0));
    if (got == 0) return bytes;
    TORCH_CHECK(got > 0 || error == EINTR, path, ": cannot be read: ", std::strerror(error));
  }
}

}  // namespace

std::shared_ptr<FileMapping> FileMapping::open(const std::string& path) {
  const FileDescriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  TORCH_CHECK(file.get() >= 0, path, ": cannot be opened: ", std::strerror(errno));
  struct stat status{};
  TORCH_CHECK(::fstat(file.get(), &status) == 0, path, ": cannot be read: ", std::strerror(errno));
  TORCH_CHECK(!S_ISDIR(status.st_mode), path, ": is a folder, not a file");
  if (!S_ISREG(status.st_mode) || status.st_size == 0) {
    return from_bytes(read_to_end(file.get(), path), path);
  }
  const auto size = static_cast<size_t>(status.st_size);
  void* data = ::mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE, file.get(), 0);
  TORCH_CHECK(data != MAP_FAILED, path, ": cannot be mapped into memory (", size,
              " bytes): ", std::strerror(errno));
  std::shared_ptr<FileMapping> mapping;
  try {
    mapping.reset(new FileMapping(path));
  } catch (...) {
    ::munmap(data, size);
    throw;
  }
  mapping->data_ = static_cast<char*>(data);
  mapping->size_ = size;
  mapping->mapped_ = true;
  return mapping;
}

std::shared_ptr<FileMapping> FileMapping::read(std::istream& in, std::string name) {
  TORCH_CHECK(in.good(), name, ": the stream cannot be read");
  std::vector<char> bytes{std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
  TORCH_CHECK(!in.bad(), name, ": reading the stream failed after ", bytes.size(), " bytes");
  return from_bytes(std::move(bytes), std::move(name));
}

std::shared_ptr<FileMapping> FileMapping::from_bytes(std::vector<char> bytes, std::string name) {
  std::shared_ptr<FileMapping> mapping(new FileMapping(std::move(name)));
  mapping->bytes_ = std::move(bytes);
  mapping->data_ = mapping->bytes_.data();
  mapping->size_ = mapping->bytes_.size();
  return mapping;
}

FileMapping::~FileMapping() {
  if (mapped_) ::munmap(data_, size_);
}

}  // namespace aten_lite::serialization
