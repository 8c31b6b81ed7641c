// Follows the offsets of a flatbuffer.
#include "aten_lite/serialization/flatbuffer.h"

#include <utility>

namespace aten_lite::serialization {
namespace {

constexpr size_t kOffsetSize = sizeof(uint32_t);
// Two sizes: of the vtable and of the table.
constexpr size_t kVtableHeader = 2 * sizeof(uint16_t);
// Writers share equal strings, hence many bytes of text for one of the file.
constexpr size_t kWorkPerByte = 16;
constexpr size_t kFreeWork = 4096;
constexpr size_t kTextPerWork = 16;

}  // namespace

void Flatbuffer::spend(size_t work) const {
  work_ += work;
  check(work_ <= kFreeWork + kWorkPerByte * size_,
        "the flatbuffer uses the same parts over and over, which is refused");
}

size_t Flatbuffer::follow(size_t position, const char* what) const {
  const uint32_t offset = number<uint32_t>(position, what);
  check(offset >= kOffsetSize && offset < size_ - position, what, ": its offset ", offset,
        " leads out of the file; it is cut or damaged");
  return position + offset;
}

FlatTable Flatbuffer::root() const { return FlatTable(*this, follow(0, "the root"), "the root"); }

FlatTable::FlatTable(const Flatbuffer& buffer, size_t position, const char* what)
    : buffer_(&buffer), position_(position) {
  const int64_t back = buffer.number<int32_t>(position, what);
  const int64_t vtable = static_cast<int64_t>(position) - back;
  buffer.check(vtable >= 0 && vtable < static_cast<int64_t>(buffer.size()), what,
               ": its vtable lies outside the file; it is cut or damaged");
  vtable_ = static_cast<size_t>(vtable);
  vtable_size_ = buffer.number<uint16_t>(vtable_, what);
  size_ = buffer.number<uint16_t>(vtable_ + sizeof(uint16_t), what);
  buffer.check(vtable_size_ >= kVtableHeader && vtable_size_ <= buffer.size() - vtable_ &&
                   size_ >= kOffsetSize && size_ <= buffer.size() - position,
               what, ": its table of ", size_,
               " bytes does not fit the file; it is cut or damaged");
}

size_t FlatTable::offset_of(size_t field) const {
  const size_t at = kVtableHeader + field * sizeof(uint16_t);
  if (at + sizeof(uint16_t) > vtable_size_) return 0;
  const size_t offset = buffer_->number<uint16_t>(vtable_ + at, "a vtable");
  buffer_->check(offset == 0 || (offset >= kOffsetSize && offset < size_),
                 "a field lies outside of its table; the file is damaged");
  return offset;
}

size_t FlatTable::reference(size_t field, const char* what) const {
  const size_t offset = offset_of(field);
  buffer_->check(offset != 0 && kOffsetSize <= size_ - offset, what, " is missing");
  return buffer_->follow(position_ + offset, what);
}

size_t FlatTable::vector_begin(size_t position, size_t element_size, const char* what,
                               size_t* size) const {
  *size = buffer_->number<uint32_t>(position, what);
  const size_t begin = position + kOffsetSize;
  buffer_->check(*size <= (buffer_->size() - begin) / element_size, what, " claims ", *size,
                 " elements, more than the file holds; it is cut or damaged");
  return begin;
}

std::string FlatTable::text_at(size_t position, const char* what) const {
  size_t size = 0;
  const size_t begin = vector_begin(position, 1, what, &size);
  buffer_->spend(1 + size / kTextPerWork);
  return std::string(buffer_->data_ + begin, size);
}

std::string FlatTable::text(size_t field, const char* what) const {
  return has(field) ? text_at(reference(field, what), what) : std::string();
}

std::vector<FlatTable> FlatTable::tables(size_t field, const char* what) const {
  const auto offsets = vector<uint32_t>(field, what);
  std::vector<FlatTable> tables;
  tables.reserve(offsets.size());
  for (size_t i = 0; i < offsets.size(); ++i) {
    const size_t at = buffer_->follow(offsets.position() + i * kOffsetSize, what);
    tables.push_back(FlatTable(*buffer_, at, what));
  }
  return tables;
}

std::vector<std::string> FlatTable::texts(size_t field, const char* what) const {
  const auto offsets = vector<uint32_t>(field, what);
  std::vector<std::string> texts;
  texts.reserve(offsets.size());
  for (size_t i = 0; i < offsets.size(); ++i) {
    texts.push_back(text_at(buffer_->follow(offsets.position() + i * kOffsetSize, what), what));
  }
  return texts;
}

std::optional<FlatTable> FlatTable::table(size_t field, const char* what) const {
  if (!has(field)) return std::nullopt;
  return FlatTable(*buffer_, reference(field, what), what);
}

FlatTable FlatTable::required_table(size_t field, const char* what) const {
  return FlatTable(*buffer_, reference(field, what), what);
}

}  // namespace aten_lite::serialization
