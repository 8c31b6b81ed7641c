// Records, pickles and storages of a PyTorch archive.
#include "aten_lite/serialization/archive.h"

#include <string_view>
#include <utility>

#include "aten_lite/core/error.h"
#include "aten_lite/serialization/unpickler.h"

namespace aten_lite::serialization {

Archive::Archive(std::shared_ptr<FileMapping> file, Storages storages)
    : zip_(std::move(file)), kind_(storages) {
  if (!has("byteorder")) return;  // files of older versions are little-endian
  const RecordBytes order = read("byteorder", Checksum::kSkip);
  TORCH_CHECK(std::string_view(order.data, order.size).substr(0, 6) == "little", name(),
              ": its numbers are big-endian; save it on a little-endian machine");
}

RecordBytes Archive::read(const std::string& record, Checksum checksum) const {
  const ZipRecord* found = zip_.find(record);
  TORCH_CHECK(found != nullptr, name(), ": has no record ", record,
              "; the file is incomplete, save or copy it again");
  return zip_.read(*found, checksum);
}

c10::Storage Archive::storage(const std::string& record) {
  const auto known = storages_.find(record);
  if (known != storages_.end()) return known->second;
  const RecordBytes bytes = read(record, Checksum::kSkip);
  c10::Storage storage = kind_ == Storages::kCopied
                             ? storage_with(bytes.data, bytes.size)
                             : storage_over(bytes.data, bytes.size, bytes.owner);
  storages_.emplace(record, storage);
  return storage;
}

c10::IValue Archive::unpickle(const std::string& record, const std::string& storage_folder,
                              Checksum checksum, const ObjectResolver& resolver) {
  const RecordBytes bytes = read(record, checksum);
  Unpickler unpickler(
      std::string_view(bytes.data, bytes.size), name() + ": " + record,
      [&](const std::string& key) {
        // PyTorch 1.7 put the folder into the key.
        const bool has_folder = !has(storage_folder + key) && key.find('/') != std::string::npos;
        return storage(has_folder ? key : storage_folder + key);
      },
      resolver);
  return unpickler.read();
}

}  // namespace aten_lite::serialization
