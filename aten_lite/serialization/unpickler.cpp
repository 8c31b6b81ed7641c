// The unpickler's machine: bytes, stack, marks, memo, and what each opcode does to them.
#include "aten_lite/serialization/unpickler.h"

#include <cstring>
#include <utility>

#include "aten_lite/core/error.h"
#include "aten_lite/serialization/pickle_opcodes.h"
#include "aten_lite/serialization/zip_format.h"

namespace aten_lite::serialization {

Unpickler::Unpickler(std::string_view pickle, std::string where, StorageSource storages,
                     const ObjectResolver& resolver)
    : pickle_(pickle),
      tensors_{std::move(where), {}, 0},
      where_(tensors_.where),
      storages_(std::move(storages)),
      resolver_(resolver) {}

void Unpickler::fail(const std::string& what) const {
  AT_ERROR(where_, ": byte ", opcode_position_, " of ", pickle_.size(), ": ", what);
}

void Unpickler::check(bool condition, const char* what) const {
  if (!condition) fail(what);
}

void Unpickler::spend(size_t work) {
  constexpr size_t kWorkPerByte = 16;
  constexpr size_t kFreeWork = 4096;
  work_ += work;
  check(work_ <= kFreeWork + kWorkPerByte * pickle_.size(),
        "the pickle uses the same elements over and over");
}

std::string_view Unpickler::take(size_t size) {
  check(size <= pickle_.size() - position_, "the pickle ends in the middle of an opcode");
  const std::string_view bytes = pickle_.substr(position_, size);
  position_ += size;
  return bytes;
}

template <typename T>
T Unpickler::take_int() {
  return load_little_endian<T>(take(sizeof(T)).data());
}

// A text behind its length, which has `size_bytes` bytes.
std::string_view Unpickler::take_sized_text(size_t size_bytes) {
  switch (size_bytes) {
    case 1:
      return take(take_int<uint8_t>());
    case 4:
      return take(take_int<uint32_t>());
    default:
      return take(take_int<uint64_t>());
  }
}

std::string Unpickler::take_line() {
  const size_t end = pickle_.find('\n', position_);
  check(end != std::string_view::npos, "the pickle ends in the middle of a name");
  std::string line(pickle_.substr(position_, end - position_));
  position_ = end + 1;
  return line;
}

void Unpickler::push(PickleCell cell) { stack_.push_back(std::move(cell)); }

PickleCell Unpickler::pop() {
  check(stack_.size() > (marks_.empty() ? 0 : marks_.back()),
        "an opcode takes a value from an empty stack");
  PickleCell cell = std::move(stack_.back());
  stack_.pop_back();
  return cell;
}

std::vector<PickleCell> Unpickler::pop_to_mark() {
  check(!marks_.empty(), "an opcode needs a mark, but there is none");
  const size_t begin = marks_.back();
  marks_.pop_back();
  std::vector<PickleCell> cells(std::make_move_iterator(stack_.begin() + begin),
                                std::make_move_iterator(stack_.end()));
  stack_.resize(begin);
  return cells;
}

c10::IValue Unpickler::pop_string_value(const char* what) {
  PickleCell cell = pop();
  if (!cell.is_value() || !cell.value.isString()) {
    fail(std::string(what) + " is " + describe_cell(cell) + " instead of a string");
  }
  return std::move(cell.value);
}

void Unpickler::put(size_t index) {
  // Picklers number their entries one after another, so an index beyond the pickle's size is made
  // up to exhaust memory.
  check(index <= pickle_.size(), "a memo index is larger than the pickle");
  check(stack_.size() > (marks_.empty() ? 0 : marks_.back()),
        "an opcode takes a value from an empty stack");
  if (index >= memo_.size()) {
    memo_.resize(index + 1);
    memo_set_.resize(index + 1, false);
  }
  memo_[index] = stack_.back();
  memo_set_[index] = true;
}

void Unpickler::get(size_t index) {
  if (index >= memo_.size() || !memo_set_[index]) {
    fail("memo entry " + std::to_string(index) + " is used but was never set");
  }
  push(memo_[index]);
}

// An integer of `size` bytes in two's complement.
void Unpickler::push_long(size_t size) {
  const std::string_view bytes = take(size);
  const bool negative = size > 0 && (bytes[size - 1] & 0x80) != 0;
  uint64_t value = negative ? ~uint64_t{0} : 0;
  for (size_t i = 0; i < size; ++i) {
    const auto byte = static_cast<uint8_t>(bytes[i]);
    if (i >= 8) {
      // Only sign bits may follow.
      const bool fits = byte == (negative ? 0xff : 0x00) && (value >> 63 != 0) == negative;
      check(fits, "an integer has more than 64 bits, which no value of a model can hold");
    } else {
      value &= ~(uint64_t{0xff} << (8 * i));
      value |= static_cast<uint64_t>(byte) << (8 * i);
    }
  }
  check(size != 8 || (value >> 63 != 0) == negative,
        "an integer has more than 64 bits, which no value of a model can hold");
  push_value(static_cast<int64_t>(value));
}

c10::IValue Unpickler::read() {
  while (true) {
    opcode_position_ = position_;
    check(position_ < pickle_.size(), "the pickle has no STOP");
    const auto opcode = static_cast<uint8_t>(pickle_[position_++]);
    if (opcode == static_cast<uint8_t>(PickleOp::kStop)) break;
    if (!step(opcode)) {
      fail("opcode " + std::to_string(opcode) +
           " is not one that PyTorch's picklers write; the record is damaged");
    }
  }
  PickleCell result = pop();
  check(stack_.empty() && marks_.empty(), "the pickle leaves more than one value");
  uint32_t depth = 0;
  return element_of(std::move(result), &depth);
}

// Runs one opcode; false when it is unknown.
bool Unpickler::step(uint8_t opcode) {
  switch (static_cast<PickleOp>(opcode)) {
    case PickleOp::kProto: {
      const int protocol = take_int<uint8_t>();
      if (protocol < kMinPickleProtocol || protocol > kMaxPickleProtocol) {
        fail("pickle protocol " + std::to_string(protocol) + "; 2 to 5 can be read");
      }
      return true;
    }
    case PickleOp::kFrame:
      take_int<uint64_t>();
      return true;
    case PickleOp::kMark:
      marks_.push_back(stack_.size());
      return true;
    case PickleOp::kPop:
      // Picklers take back a mark with it, too.
      if (!marks_.empty() && marks_.back() == stack_.size()) {
        marks_.pop_back();
      } else {
        pop();
      }
      return true;
    case PickleOp::kPopMark:
      pop_to_mark();
      return true;
    case PickleOp::kDup: {
      PickleCell top = pop();
      push(top);
      push(std::move(top));
      return true;
    }

    case PickleOp::kNone:
      push_value(c10::IValue());
      return true;
    case PickleOp::kNewTrue:
      push_value(true);
      return true;
    case PickleOp::kNewFalse:
      push_value(false);
      return true;
    case PickleOp::kBinInt:
      push_value(static_cast<int32_t>(take_int<uint32_t>()));
      return true;
    case PickleOp::kBinInt1:
      push_value(take_int<uint8_t>());
      return true;
    case PickleOp::kBinInt2:
      push_value(take_int<uint16_t>());
      return true;
    case PickleOp::kLong1:
      push_long(take_int<uint8_t>());
      return true;
    case PickleOp::kLong4:
      push_long(take_int<uint32_t>());
      return true;
    case PickleOp::kBinFloat: {
      const std::string_view bytes = take(8);
      uint64_t bits = 0;
      for (const char byte : bytes) bits = (bits << 8) | static_cast<uint8_t>(byte);
      double value = 0;
      std::memcpy(&value, &bits, sizeof(value));
      push_value(value);
      return true;
    }
    case PickleOp::kShortBinString:
    case PickleOp::kShortBinUnicode:
      push_value(take_sized_text(1));
      return true;
    case PickleOp::kBinString:
    case PickleOp::kBinUnicode:
      push_value(take_sized_text(4));
      return true;
    case PickleOp::kBinUnicode8:
      push_value(take_sized_text(8));
      return true;

    case PickleOp::kEmptyTuple:
      push(make_tuple({}));
      return true;
    case PickleOp::kTuple1:
    case PickleOp::kTuple2:
    case PickleOp::kTuple3: {
      std::vector<PickleCell> items(opcode - static_cast<uint8_t>(PickleOp::kTuple1) + 1);
      for (size_t i = items.size(); i-- > 0;) items[i] = pop();
      push(make_tuple(std::move(items)));
      return true;
    }
    case PickleOp::kTuple:
      push(make_tuple(pop_to_mark()));
      return true;
    case PickleOp::kEmptyList:
      push(make_container(c10::impl::GenericList(c10::AnyType::get())));
      return true;
    case PickleOp::kEmptyDict:
      push(make_container(c10::impl::GenericDict(c10::AnyType::get(), c10::AnyType::get())));
      return true;
    case PickleOp::kAppend: {
      std::vector<PickleCell> items(1);
      items[0] = pop();
      const PickleCell list = pop();
      append(list, std::move(items));
      push(list);
      return true;
    }
    case PickleOp::kAppends: {
      std::vector<PickleCell> items = pop_to_mark();
      const PickleCell list = pop();
      append(list, std::move(items));
      push(list);
      return true;
    }
    case PickleOp::kSetItem: {
      std::vector<PickleCell> items(2);
      items[1] = pop();
      items[0] = pop();
      const PickleCell dict = pop();
      set_items(dict, std::move(items));
      push(dict);
      return true;
    }
    case PickleOp::kSetItems: {
      std::vector<PickleCell> items = pop_to_mark();
      const PickleCell dict = pop();
      set_items(dict, std::move(items));
      push(dict);
      return true;
    }

    case PickleOp::kBinPut:
      put(take_int<uint8_t>());
      return true;
    case PickleOp::kLongBinPut:
      put(take_int<uint32_t>());
      return true;
    case PickleOp::kMemoize:
      put(memo_.size());
      return true;
    case PickleOp::kBinGet:
      get(take_int<uint8_t>());
      return true;
    case PickleOp::kLongBinGet:
      get(take_int<uint32_t>());
      return true;

    case PickleOp::kGlobal: {
      const std::string module = take_line();
      push_global(module, take_line());
      return true;
    }
    case PickleOp::kStackGlobal: {
      const c10::IValue name = pop_string_value("a global's name");
      const c10::IValue module = pop_string_value("a global's module");
      push_global(module.toStringRef(), name.toStringRef());
      return true;
    }
    case PickleOp::kBinPersId:
      push_persistent_id(pop());
      return true;
    case PickleOp::kReduce: {
      PickleCell arguments = pop();
      const PickleCell function = pop();
      if (!function.foreign || function.foreign->kind != ForeignCell::Kind::kGlobal) {
        fail("REDUCE calls " + describe_cell(function) + ", which is no function");
      }
      push(call(function.foreign->global, arguments_of(std::move(arguments), "REDUCE")));
      return true;
    }
    case PickleOp::kNewObj: {
      arguments_of(pop(), "NEWOBJ");
      push_new_object(pop());
      return true;
    }
    case PickleOp::kBuild: {
      PickleCell state = pop();
      build(pop(), std::move(state));
      return true;
    }
    case PickleOp::kStop:
      break;
  }
  return false;
}

}  // namespace aten_lite::serialization
