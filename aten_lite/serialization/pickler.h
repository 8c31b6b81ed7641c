// Writes a value as a pickle that torch.load(weights_only=True) reads.
//
//   Pickler pickler;
//   std::string pickle = pickler.write(value);
//   for (const c10::Storage& storage : pickler.storages()) ...   // record "data/<index>"
//
// None, numbers, strings, devices, lists, dicts, tuples, dense and quantized tensors; a named tuple
// becomes a tuple. What occurs twice is written once: aliases stay aliases, tensors that share a
// storage share it when they are read. Objects are errors that name them.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "aten_lite/core/ivalue.h"
#include "aten_lite/core/storage.h"
#include "aten_lite/serialization/pickle_opcodes.h"

namespace aten_lite::serialization {

class Pickler {
 public:
  // To be called once.
  std::string write(const c10::IValue& value);
  // In the order of their keys "0", "1", ...
  const std::vector<c10::Storage>& storages() const { return storages_; }

 private:
  void put(PickleOp op) { out_.push_back(static_cast<char>(op)); }
  template <typename T>
  void put_int(T value);
  void put_text(const std::string& text);
  void put_global(const char* module, const char* name);
  void write_value(const c10::IValue& value, int depth);
  void write_int(int64_t value);
  void write_double(double value);
  void write_list(const c10::IValue& list, int depth);
  void write_dict(const c10::IValue& dict, int depth);
  void write_tuple(const c10::IValue& tuple, int depth);
  void write_tensor(const at::TensorBase& tensor);
  void write_quantizer(const at::TensorBase& tensor);
  void write_ints(c10::IntArrayRef values);
  void write_storage(const at::TensorBase& tensor, bool untyped);
  // Whether the object was written before; then it is referred to.
  bool write_from_memo(const void* object);
  void memoize(const void* object);

  std::string out_;
  std::unordered_map<const void*, uint32_t> memo_;
  struct StorageEntry {
    size_t key;
    c10::ScalarType dtype;
  };
  std::unordered_map<const c10::StorageImpl*, StorageEntry> storage_keys_;
  std::vector<c10::Storage> storages_;
};

}  // namespace aten_lite::serialization
