// The tensors of a flatbuffer model, as views over the file.
#pragma once

#include <map>
#include <memory>
#include <unordered_map>
#include <vector>

#include "aten_lite/core/storage.h"
#include "aten_lite/core/tensor_base.h"
#include "aten_lite/serialization/file_mapping.h"
#include "aten_lite/serialization/flatbuffer.h"

namespace aten_lite::serialization {

class FlatbufferTensors {
 public:
  // `module` is the root table of `file`.
  FlatbufferTensors(std::shared_ptr<FileMapping> file, const Flatbuffer& buffer,
                    const FlatTable& module);

  at::TensorBase make(const FlatTable& description);

 private:
  at::TensorBase make_plain(const FlatTable& description);
  void set_quantizer_of(const at::TensorBase& tensor, const FlatTable& description);
  const c10::Storage& storage(uint32_t number);

  std::shared_ptr<FileMapping> file_;
  const Flatbuffer& buffer_;
  std::vector<FlatTable> data_;
  std::unordered_map<uint32_t, c10::Storage> storages_;
  // Storages whose bytes are known to be valid bools.
  std::unordered_map<uint32_t, bool> checked_bools_;
  std::map<size_t, size_t> ranges_;  // begin -> end of the storages that were made
};

}  // namespace aten_lite::serialization
