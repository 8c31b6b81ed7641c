// A PyTorch archive: a zip file of pickles and of the storages that they refer to.
//
//   Archive archive(FileMapping::open("values.pt"));
//   c10::IValue value = archive.unpickle("data.pkl", "data/", Checksum::kSkip, resolver);
//
// A storage is made once and shared by everything that refers to it, also across pickles.
#pragma once

#include <memory>
#include <string>
#include <unordered_map>

#include "aten_lite/core/ivalue.h"
#include "aten_lite/core/storage.h"
#include "aten_lite/serialization/mapped_storage.h"
#include "aten_lite/serialization/object_resolver.h"
#include "aten_lite/serialization/zip_reader.h"

namespace aten_lite::serialization {

class Archive {
 public:
  explicit Archive(std::shared_ptr<FileMapping> file, Storages storages = Storages::kMapped);

  const std::string& name() const { return zip_.name(); }
  const ZipReader& zip() const { return zip_; }
  bool has(const std::string& record) const { return zip_.find(record) != nullptr; }
  // Throws, naming the record, when there is none.
  RecordBytes read(const std::string& record, Checksum checksum) const;
  // Unpickles `record`; its storages are the records `storage_folder` + key.
  c10::IValue unpickle(const std::string& record, const std::string& storage_folder,
                       Checksum checksum, const ObjectResolver& resolver);

 private:
  c10::Storage storage(const std::string& record);

  ZipReader zip_;
  Storages kind_;
  std::unordered_map<std::string, c10::Storage> storages_;
};

}  // namespace aten_lite::serialization
