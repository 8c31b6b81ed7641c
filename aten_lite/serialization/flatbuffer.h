// Reads a flatbuffer that is not trusted.
//
//   Flatbuffer buffer(bytes, size, "net.ff");
//   FlatTable module = buffer.root();
//   int64_t version = module.scalar<uint32_t>(0);
//   for (FlatTable row : module.tables(4)) ...
//
// The format: a table is an offset to its vtable, then its fields; the vtable holds the offset of
// each field in the table, 0 where it is absent. Vectors, strings and other tables are referred to
// by offsets, vectors begin with their length. All numbers are little-endian.
//
// Every offset is checked against the buffer each time it is followed, and every number is copied
// out, so that neither wrong nor overlapping parts nor missing alignment matter. Several offsets
// may lead to the same part, so what is read is counted: a buffer that expands to much more than
// its size is refused. Failures are c10::Error, naming the buffer and what was read.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <vector>

#include "aten_lite/core/error.h"

namespace aten_lite::serialization {

class FlatTable;

class Flatbuffer {
 public:
  // The bytes must outlive the reader and everything that it hands out.
  Flatbuffer(const char* data, size_t size, std::string name)
      : data_(data), size_(size), name_(std::move(name)) {}
  Flatbuffer(const Flatbuffer&) = delete;
  Flatbuffer& operator=(const Flatbuffer&) = delete;

  const std::string& name() const { return name_; }
  size_t size() const { return size_; }
  FlatTable root() const;

  template <typename... Args>
  void check(bool condition, const Args&... message) const {
    TORCH_CHECK(condition, name_, ": ", message...);
  }
  // Counts elements that are read.
  void spend(size_t work) const;
  // For another pass over the buffer.
  void reset_work() const { work_ = 0; }

 private:
  friend class FlatTable;
  template <typename T>
  friend class FlatVector;

  // A number at `position`, which is checked.
  template <typename T>
  T number(size_t position, const char* what) const {
    check(position <= size_ && sizeof(T) <= size_ - position, what,
          " lies beyond the end of the file; it is cut or damaged");
    T value;
    std::memcpy(&value, data_ + position, sizeof(T));
    return value;
  }
  // Where the offset at `position` leads to.
  size_t follow(size_t position, const char* what) const;

  const char* data_;
  size_t size_;
  std::string name_;
  mutable size_t work_ = 0;
};

// A vector of numbers, or of structs that hold nothing but bytes.
template <typename T>
class FlatVector {
 public:
  FlatVector() = default;
  size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  // `index` must be below size().
  T operator[](size_t index) const {
    T value;
    std::memcpy(&value, buffer_->data_ + begin_ + index * sizeof(T), sizeof(T));
    return value;
  }
  // Where its first element is in the buffer.
  size_t position() const { return begin_; }

 private:
  friend class FlatTable;
  const Flatbuffer* buffer_ = nullptr;
  size_t begin_ = 0;
  size_t size_ = 0;
};

// Fields are named by their number in the schema, and by `what` in messages.
class FlatTable {
 public:
  bool has(size_t field) const { return offset_of(field) != 0; }

  template <typename T>
  T scalar(size_t field, const char* what, T absent = T()) const {
    const size_t offset = offset_of(field);
    if (offset == 0) return absent;
    buffer_->check(sizeof(T) <= size_ - offset, what, " lies beyond the end of its table");
    return buffer_->number<T>(position_ + offset, what);
  }
  // Vectors and strings that are absent are empty.
  template <typename T>
  FlatVector<T> vector(size_t field, const char* what) const {
    FlatVector<T> vector;
    if (has(field)) {
      vector.buffer_ = buffer_;
      vector.begin_ = vector_begin(reference(field, what), sizeof(T), what, &vector.size_);
      if (sizeof(T) > 1) buffer_->spend(vector.size_);
    }
    return vector;
  }
  std::string text(size_t field, const char* what) const;
  std::vector<FlatTable> tables(size_t field, const char* what) const;
  std::vector<std::string> texts(size_t field, const char* what) const;
  std::optional<FlatTable> table(size_t field, const char* what) const;
  // A field that must be there.
  FlatTable required_table(size_t field, const char* what) const;
  // What a field of a union type refers to, when that is a struct.
  template <typename T>
  T structure(size_t field, const char* what) const {
    return buffer_->number<T>(reference(field, what), what);
  }

 private:
  friend class Flatbuffer;
  FlatTable(const Flatbuffer& buffer, size_t position, const char* what);

  // Of a field in the table; 0 where it is absent.
  size_t offset_of(size_t field) const;
  // Where the offset in that field leads to.
  size_t reference(size_t field, const char* what) const;
  size_t vector_begin(size_t position, size_t element_size, const char* what, size_t* size) const;
  std::string text_at(size_t position, const char* what) const;

  const Flatbuffer* buffer_;
  size_t position_;
  size_t size_;
  size_t vtable_;
  size_t vtable_size_;
};

}  // namespace aten_lite::serialization
