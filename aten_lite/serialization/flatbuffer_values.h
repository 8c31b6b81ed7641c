// The values of a flatbuffer model: constants, attributes, objects.
//
// A model lists its values, and those that consist of others name them by number. Only values
// with smaller numbers can be named, as the exporter writes them, so that no value contains
// itself and all are made in order, without recursion.
#pragma once

#include <memory>
#include <vector>

#include "aten_lite/core/ivalue.h"
#include "aten_lite/serialization/flatbuffer.h"
#include "aten_lite/serialization/flatbuffer_schema.h"
#include "aten_lite/serialization/flatbuffer_tensors.h"
#include "aten_lite/serialization/object_resolver.h"

namespace aten_lite::serialization {

class FlatbufferValues {
 public:
  FlatbufferValues(std::shared_ptr<FileMapping> file, const Flatbuffer& buffer,
                   const FlatTable& module);

  size_t size() const { return tables_.size(); }
  flat::ValueKind kind(size_t number) const;
  // The table of a value whose kind is one; `number` is below size().
  FlatTable table(size_t number) const;

  // Makes the values of these numbers and all that they consist of. Every value is made once.
  void make(const std::vector<uint32_t>& numbers, const ObjectResolver& resolver);
  // A value that make() was called for.
  const c10::IValue& get(uint32_t number) const { return values_[number].value; }

 private:
  struct Entry {
    c10::IValue value;
    uint32_t depth = 0;  // 1 more than the deepest part
    bool needed = false;
    bool made = false;
  };

  void need(uint32_t number, size_t limit);
  void need_parts_of(size_t number);
  c10::IValue made(size_t number, const ObjectResolver& resolver);
  // One that has been made. Checked again: a __setstate__ method can write to a tensor that lies
  // over these very tables.
  const Entry& part(uint32_t number) const;
  const Entry& state_of(const FlatTable& object) const;
  std::vector<c10::IValue> items(const FlatTable& table, size_t field);
  c10::IValue made_list(const FlatTable& table, const ObjectResolver& resolver);
  c10::IValue made_dict(const FlatTable& table, const ObjectResolver& resolver);
  c10::IValue made_object(const FlatTable& table, const ObjectResolver& resolver);
  FlatTable object_type(const FlatTable& object) const;
  void apply_type(const c10::IValue& value, const std::string& type,
                  const ObjectResolver& resolver) const;

  const Flatbuffer& buffer_;
  std::vector<FlatTable> tables_;
  std::vector<FlatTable> object_types_;
  FlatbufferTensors tensors_;
  std::vector<Entry> values_;
};

}  // namespace aten_lite::serialization
