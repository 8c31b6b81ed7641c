// .npy files: a short header in Python's syntax, then the elements.
#include "aten_lite/serialization/npy_reader.h"

#include <cctype>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "aten_lite/core/empty.h"
#include "aten_lite/core/error.h"
#include "aten_lite/serialization/mapped_storage.h"
#include "aten_lite/serialization/zip_format.h"

namespace aten_lite::serialization {
namespace {

constexpr std::string_view kMagic = "\x93NUMPY";
constexpr size_t kMaxDims = 64;

struct DescrRow {
  const char* descr;
  c10::ScalarType dtype;
};

// What follows the byte order mark.
constexpr DescrRow kDescrs[] = {
    {"b1", c10::kBool},
    {"u1", c10::kByte},
    {"i1", c10::kChar},
    {"i2", c10::kShort},
    {"i4", c10::kInt},
    {"i8", c10::kLong},
    {"f2", c10::kHalf},
    {"f4", c10::kFloat},
    {"f8", c10::kDouble},
    {"c8", c10::kComplexFloat},
    {"c16", c10::kComplexDouble},
};

struct Header {
  std::string descr;
  bool fortran_order = false;
  std::vector<int64_t> shape;
};

// Reads {'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }.
class HeaderParser {
 public:
  HeaderParser(std::string_view text, const std::string& name) : text_(text), name_(name) {}

  Header parse() {
    Header header;
    bool has_descr = false;
    bool has_order = false;
    bool has_shape = false;
    expect('{');
    while (!accept('}')) {
      const std::string key = parse_string();
      expect(':');
      if (key == "descr") {
        has_descr = true;
        header.descr = parse_string();
      } else if (key == "fortran_order") {
        has_order = true;
        header.fortran_order = parse_bool();
      } else if (key == "shape") {
        has_shape = true;
        header.shape = parse_shape();
      } else {
        AT_ERROR(name_, ": unknown key '", key, "' in the .npy header");
      }
      if (!accept(',')) {
        expect('}');
        break;
      }
    }
    TORCH_CHECK(has_descr && has_order && has_shape, name_,
                ": the .npy header lacks descr, fortran_order or shape");
    return header;
  }

 private:
  void skip_blanks() {
    while (at_ < text_.size() && std::isspace(static_cast<unsigned char>(text_[at_])) != 0) ++at_;
  }
  bool accept(char c) {
    skip_blanks();
    if (at_ == text_.size() || text_[at_] != c) return false;
    ++at_;
    return true;
  }
  void expect(char c) {
    TORCH_CHECK(accept(c), name_, ": the .npy header has no '", c, "' at byte ", at_,
                " of: ", text_.substr(0, 200));
  }
  std::string parse_string() {
    skip_blanks();
    TORCH_CHECK(
        at_ < text_.size() && (text_[at_] == '\'' || text_[at_] == '"'), name_,
        ": only plain arrays can be read, no structured or object ones; the .npy header is ",
        text_.substr(0, 200));
    const size_t end = text_.find(text_[at_], at_ + 1);
    TORCH_CHECK(end != std::string_view::npos, name_, ": a string of the .npy header has no end");
    const std::string value(text_.substr(at_ + 1, end - at_ - 1));
    at_ = end + 1;
    return value;
  }
  bool parse_bool() {
    skip_blanks();
    for (const bool value : {true, false}) {
      const std::string_view word = value ? "True" : "False";
      if (text_.substr(at_, word.size()) != word) continue;
      at_ += word.size();
      return value;
    }
    AT_ERROR(name_, ": fortran_order of the .npy header is neither True nor False");
  }
  std::vector<int64_t> parse_shape() {
    std::vector<int64_t> shape;
    expect('(');
    while (!accept(')')) {
      shape.push_back(parse_size());
      TORCH_CHECK(shape.size() <= kMaxDims, name_, ": the array has more than ", kMaxDims,
                  " dimensions");
      if (!accept(',')) {
        expect(')');
        break;
      }
    }
    return shape;
  }
  int64_t parse_size() {
    skip_blanks();
    int64_t value = 0;
    bool overflow = false;
    const size_t begin = at_;
    for (; at_ < text_.size() && text_[at_] >= '0' && text_[at_] <= '9'; ++at_) {
      overflow |= __builtin_mul_overflow(value, int64_t{10}, &value);
      overflow |= __builtin_add_overflow(value, int64_t{text_[at_] - '0'}, &value);
    }
    TORCH_CHECK(at_ > begin && !overflow, name_, ": a size in the .npy header is no number");
    return value;
  }

  std::string_view text_;
  const std::string& name_;
  size_t at_ = 0;
};

c10::ScalarType dtype_of(const std::string& descr, const std::string& name) {
  TORCH_CHECK(!descr.empty() && descr[0] != '>', name, ": the array is ", descr,
              ", big-endian; save it as little-endian: x.astype(x.dtype.newbyteorder('<'))");
  for (const DescrRow& row : kDescrs) {
    if (descr.substr(1) == row.descr) return row.dtype;
  }
  AT_ERROR(name, ": arrays of type ", descr,
           " cannot be read; bool, uint8, int8 to int64, float16 to float64, complex64 and "
           "complex128 can");
}

}  // namespace

bool looks_like_npy(const FileMapping& file) {
  return std::string_view(file.data(), file.size()).substr(0, kMagic.size()) == kMagic;
}

at::TensorBase read_npy(const std::shared_ptr<FileMapping>& file) {
  const std::string& name = file->name();
  TORCH_CHECK(looks_like_npy(*file) && file->size() >= 12, name, ": is not a .npy file");
  const int version = file->data()[6];
  TORCH_CHECK(version >= 1 && version <= 3, name, ": is .npy version ", version,
              "; versions 1 to 3 can be read");
  const size_t begin = version == 1 ? 10 : 12;
  const size_t header_size = version == 1 ? load_little_endian<uint16_t>(file->data() + 8)
                                          : load_little_endian<uint32_t>(file->data() + 8);
  TORCH_CHECK(header_size <= file->size() - begin, name, ": is truncated: its header claims ",
              header_size, " bytes");
  const Header header =
      HeaderParser(std::string_view(file->data() + begin, header_size), name).parse();
  const c10::ScalarType dtype = dtype_of(header.descr, name);
  char* data = file->data() + begin + header_size;
  const size_t available = file->size() - begin - header_size;

  const int64_t numel = c10::checked_numel(header.shape);
  const size_t item = c10::elementSize(dtype);
  TORCH_CHECK(static_cast<uint64_t>(numel) <= available / item, name, ": is truncated: ", numel,
              " elements of ", item, " bytes do not fit into its ", available, " bytes of data");
  std::vector<int64_t> strides(header.shape.size());
  int64_t stride = 1;
  for (size_t i = 0; i < strides.size(); ++i) {
    const size_t dim = header.fortran_order ? i : strides.size() - 1 - i;
    strides[dim] = stride;
    if (numel > 0) stride *= header.shape[dim];
  }
  const c10::Storage storage = storage_over(data, static_cast<size_t>(numel) * item, file);
  if (dtype == c10::kBool) normalize_bools(storage);
  return at::detail::view_of_storage(storage, dtype, header.shape, strides, 0);
}

}  // namespace aten_lite::serialization
