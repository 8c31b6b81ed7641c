// Recognises file formats by their first bytes.
#include "aten_lite/serialization/file_kind.h"

#include <algorithm>
#include <string_view>

namespace aten_lite::serialization {
namespace {

constexpr size_t kProbe = 512;

bool is_text(std::string_view head) {
  return std::all_of(head.begin(), head.end(), [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return byte >= 0x20 || byte == '\n' || byte == '\r' || byte == '\t';
  });
}

bool starts_with(std::string_view text, std::string_view prefix) {
  return text.substr(0, prefix.size()) == prefix;
}

// The four bytes at `offset`, where formats on top of flatbuffers put their name.
std::string_view identifier(std::string_view head, size_t offset) {
  return head.size() >= offset + 4 ? head.substr(offset, 4) : std::string_view();
}

std::string describe_damaged_zip(std::string_view all) {
  // A text tool that drops or replaces bytes >= 0x80 leaves none; the compressed or float data of
  // a model always has some.
  const bool ascii_only = std::all_of(all.begin(), all.end(),
                                      [](char c) { return static_cast<unsigned char>(c) < 0x80; });
  if (ascii_only && all.size() > 256) {
    return "starts like a zip archive but holds no byte above 0x7f: a text tool damaged it; copy "
           "the original again, as a binary file";
  }
  if (all.rfind("PK\x05\x06") != std::string_view::npos) {
    return "is a zip archive whose end record does not fit its content: bytes were lost or changed "
           "(text tools do that); copy the original again, as a binary file";
  }
  return "starts like a zip archive but has no end record: it is truncated; copy or download it "
         "again";
}

}  // namespace

bool looks_like_flatbuffer_model(const char* data, size_t size) {
  return identifier(std::string_view(data, std::min(size, kProbe)), 4) == "PTMF";
}

std::string describe_unreadable_file(const char* data, size_t size) {
  if (size == 0) return "is empty";
  const std::string_view head(data, std::min(size, kProbe));
  if (starts_with(head, "version https://git-lfs")) {
    return "is a Git LFS pointer, not the file itself; run `git lfs pull` in its repository";
  }
  if (starts_with(head, "PK")) {
    if (size < 22) return "is a zip archive cut to " + std::to_string(size) + " bytes";
    return describe_damaged_zip(std::string_view(data, size));
  }
  if (looks_like_flatbuffer_model(data, size)) {
    return "is a flatbuffer model (PTMF), not a zip archive";
  }
  if (head.size() >= 2 && head[0] == '\x80' && head[1] >= 2 && head[1] <= 5) {
    return "is a Python pickle, not a zip archive; models are saved with "
           "_save_for_lite_interpreter, values with torch.save in its zip format (torch 1.6 or "
           "newer)";
  }
  if (starts_with(head, "\x1f\x8b")) return "is compressed by gzip; unpack it first";
  if (starts_with(head, "\x93NUMPY")) return "is a NumPy array (.npy), not a zip archive";
  if (starts_with(head, "\x89HDF\r\n")) return "is an HDF5 file, not a zip archive";
  if (identifier(head, 4) == "TFL3") return "is a TensorFlow Lite model, not a PyTorch one";
  if (identifier(head, 4) == "ET12")
    return "is an ExecuTorch program, not a lite-interpreter model";
  if (is_text(head)) {
    std::string first(head.substr(0, std::min(head.find_first_of("\r\n"), size_t{60})));
    return "is a text file that starts with \"" + first + "\", not a zip archive";
  }
  return "is neither a zip archive nor a flatbuffer model";
}

}  // namespace aten_lite::serialization
