// Reads a pickle into an IValue.
//
//   Unpickler unpickler(bytes, "net.ptl: data.pkl", storages, resolver);
//   c10::IValue value = unpickler.read();
//
// A closed subset of protocols 2 to 5: what torch.save and TorchScript write. Nothing is imported
// or run: names come from a closed list (pickle_globals.h), objects of __torch__ classes are made
// by `resolver`. The input is not trusted: truncation, unknown opcodes, wrong types, memo entries
// that were never set, deep nesting and values that contain themselves are errors that name the
// record and the byte. Memory stays proportional to the pickle's size.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "aten_lite/core/ivalue.h"
#include "aten_lite/core/storage.h"
#include "aten_lite/serialization/object_resolver.h"
#include "aten_lite/serialization/pickle_cell.h"
#include "aten_lite/serialization/tensor_rebuild.h"

namespace aten_lite::serialization {

// The bytes of the storage with that key ("0", "12.storage"). The same key gives the same storage.
using StorageSource = std::function<c10::Storage(const std::string& key)>;

class Unpickler {
 public:
  // `pickle` and `resolver` must outlive the unpickler. `where` opens every message.
  Unpickler(std::string_view pickle, std::string where, StorageSource storages,
            const ObjectResolver& resolver);

  // To be called once.
  c10::IValue read();

 private:
  // A list or dict that was made here. It is sealed once it is an element of something else: one
  // that changed afterwards could contain itself.
  struct Container {
    uint32_t depth = 1;
    bool sealed = false;
  };

  // unpickler.cpp: bytes, stack, memo.
  [[noreturn]] void fail(const std::string& what) const;
  void check(bool condition, const char* what) const;
  std::string_view take(size_t size);
  template <typename T>
  T take_int();
  std::string_view take_sized_text(size_t size_bytes);
  std::string take_line();
  void push(PickleCell cell);
  void push_value(c10::IValue value) { push(PickleCell{std::move(value), nullptr, 0, 0}); }
  PickleCell pop();
  std::vector<PickleCell> pop_to_mark();
  c10::IValue pop_string_value(const char* what);
  void put(size_t index);
  void get(size_t index);
  bool step(uint8_t opcode);
  void push_long(size_t size);

  // Counts elements that are looked at again; a pickle that makes more than its share of work
  // (a large list that is copied for every second byte) is refused.
  void spend(size_t work);

  // unpickler_values.cpp: containers, names, calls.
  PickleCell make_container(c10::IValue value);
  Container& open_container(const PickleCell& cell, const char* operation);
  // Takes the value out of a cell that becomes an element, and counts its depth.
  c10::IValue element_of(PickleCell cell, uint32_t* depth);
  PickleCell make_tuple(std::vector<PickleCell> items);
  std::vector<PickleCell> arguments_of(PickleCell tuple, const char* operation);
  void append(const PickleCell& list, std::vector<PickleCell> items);
  void set_items(const PickleCell& dict, std::vector<PickleCell> items);
  void push_global(const std::string& module, const std::string& name);
  void push_persistent_id(PickleCell id);
  void push_new_object(const PickleCell& type);
  void build(PickleCell target, PickleCell state);
  PickleCell call(const PickleGlobal& function, std::vector<PickleCell> arguments);
  PickleCell call_ordered_dict(std::vector<PickleCell> arguments);
  PickleCell call_build_list(const PickleGlobal& function, PickleCell argument);
  PickleCell call_restore_type_tag(PickleCell value, const PickleCell& tag);
  PickleCell call_rebuild_from_type(std::vector<PickleCell> arguments);
  c10::TypePtr resolve_type(const std::string& text) const;

  std::string_view pickle_;
  TensorContext tensors_;
  const std::string& where_;
  StorageSource storages_;
  const ObjectResolver& resolver_;
  size_t position_ = 0;
  size_t opcode_position_ = 0;
  std::vector<PickleCell> stack_;
  std::vector<size_t> marks_;
  std::vector<PickleCell> memo_;
  std::vector<bool> memo_set_;
  std::vector<Container> containers_;
  size_t work_ = 0;
};

}  // namespace aten_lite::serialization
