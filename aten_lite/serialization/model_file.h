// Opens a model file, a zip archive (.ptl) or a flatbuffer (.ff), and hands out its parts.
//
//   auto file = ModelFile::open("net.ptl");
//   ModelImage image = file->read_code(resolver);   // bytecode, no attribute yet
//   ... make classes and methods known to `resolver` ...
//   c10::IValue self = file->read_data(resolver);   // the module object
//
// Tensors of both calls are views over the mapped file (copy-on-write: a model that writes its
// weights changes its own memory, never the file) and keep it alive; ModelFile itself may go.
// Storages that code and attributes share stay shared. The file must not be truncated while in
// use. Every failure is a c10::Error that names the file and says what to do.
// Not thread-safe.
#pragma once

#include <iosfwd>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "aten_lite/core/ivalue.h"
#include "aten_lite/serialization/model_image.h"
#include "aten_lite/serialization/object_resolver.h"

namespace aten_lite::serialization {

class ModelFile {
 public:
  static std::unique_ptr<ModelFile> open(const std::string& path);
  // Reads `in` to its end.
  static std::unique_ptr<ModelFile> read(std::istream& in);
  // `name` is what messages call the bytes.
  static std::unique_ptr<ModelFile> from_bytes(std::vector<char> bytes, std::string name);
  virtual ~ModelFile() = default;
  ModelFile(const ModelFile&) = delete;
  ModelFile& operator=(const ModelFile&) = delete;

  virtual const std::string& name() const = 0;

  // The code: methods, operators, constants. `resolver` serves constants that need one.
  virtual ModelImage read_code(const ObjectResolver& resolver) = 0;
  // The module's object with all attributes.
  virtual c10::IValue read_data(const ObjectResolver& resolver) = 0;

  // The records that say where in its Python source an instruction comes from, by name:
  // "callstack_debug_map.pkl" and "code/....debug_pkl". Only models that were exported with
  // _save_mobile_debug_info=True have them.
  virtual std::vector<std::pair<std::string, c10::IValue>> read_debug_records(
      const ObjectResolver& resolver) = 0;

  // Names of the files that the exporter attached (records under "extra/" of an archive).
  virtual std::vector<std::string> extra_files() const = 0;
  // Fills `contents` with the attached file of that name; false when there is none.
  virtual bool read_extra_file(const std::string& extra_name, std::string* contents) = 0;

 protected:
  ModelFile() = default;
};

}  // namespace aten_lite::serialization
