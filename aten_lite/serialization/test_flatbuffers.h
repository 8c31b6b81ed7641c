// Flatbuffer models made by hand, for tests.
//
//   Part function = table({{0, text("__torch__.Net.forward")}, {5, scalar<int32_t>(1)}});
//   std::vector<char> file = write_flatbuffer(table({{4, tables({...})}}));
//
// A Part is a table, a vector or a struct; write_flatbuffer() lays out a tree of them.
#pragma once

#include <cstdint>
#include <cstring>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace aten_lite::testing {

struct Part;
using PartPtr = std::shared_ptr<Part>;

struct Part {
  std::string bytes;
  std::string vtable;  // of tables
  // Offsets in `bytes` that lead to other parts.
  std::vector<std::pair<size_t, PartPtr>> references;
};

// What a field holds: a number, or a part.
struct FieldContent {
  std::string number;
  PartPtr part;
  FieldContent(PartPtr part) : part(std::move(part)) {}
  explicit FieldContent(std::string number) : number(std::move(number)) {}
};

template <typename T>
std::string bytes_of(T value) {
  return std::string(reinterpret_cast<const char*>(&value), sizeof(T));
}

template <typename T>
FieldContent scalar(T value) {
  return FieldContent(bytes_of(value));
}

// A struct that a union refers to.
template <typename T>
PartPtr structure(T value) {
  return std::make_shared<Part>(Part{bytes_of(value), "", {}});
}

template <typename T>
PartPtr numbers(const std::vector<T>& values) {
  auto part = std::make_shared<Part>(Part{bytes_of(static_cast<uint32_t>(values.size())), "", {}});
  for (const T& value : values) part->bytes += bytes_of(value);
  return part;
}

inline PartPtr text(const std::string& content) {
  return std::make_shared<Part>(
      Part{bytes_of(static_cast<uint32_t>(content.size())) + content + '\0', "", {}});
}

inline PartPtr parts(const std::vector<PartPtr>& elements) {
  auto part = numbers(std::vector<uint32_t>(elements.size()));
  for (size_t i = 0; i < elements.size(); ++i) {
    part->references.emplace_back(4 + 4 * i, elements[i]);
  }
  return part;
}

inline PartPtr table(const std::vector<std::pair<size_t, FieldContent>>& fields) {
  auto part = std::make_shared<Part>();
  part->bytes = std::string(4, '\0');  // the way to the vtable
  std::vector<uint16_t> offsets;
  for (const auto& [field, content] : fields) {
    if (offsets.size() <= field) offsets.resize(field + 1);
    offsets[field] = static_cast<uint16_t>(part->bytes.size());
    if (content.part != nullptr) part->references.emplace_back(part->bytes.size(), content.part);
    part->bytes += content.part != nullptr ? std::string(4, '\0') : content.number;
  }
  part->vtable = bytes_of(static_cast<uint16_t>(4 + 2 * offsets.size())) +
                 bytes_of(static_cast<uint16_t>(part->bytes.size()));
  for (const uint16_t offset : offsets) part->vtable += bytes_of(offset);
  return part;
}

std::vector<char> write_flatbuffer(const PartPtr& root);

}  // namespace aten_lite::testing
