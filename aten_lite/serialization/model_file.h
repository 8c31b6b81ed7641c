// Opens a .ptl file and hands out its parts.
//
//   auto file = ModelFile::open("net.ptl");
//   ModelImage image = file->read_code(resolver);   // bytecode, no attribute yet
//   ... make classes and methods known to `resolver` ...
//   c10::IValue self = file->read_data(resolver);   // data.pkl: the module object
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

class Archive;

class ModelFile {
 public:
  static std::unique_ptr<ModelFile> open(const std::string& path);
  // Reads `in` to its end.
  static std::unique_ptr<ModelFile> read(std::istream& in);
  // `name` is what messages call the bytes.
  static std::unique_ptr<ModelFile> from_bytes(std::vector<char> bytes, std::string name);
  ~ModelFile();

  const std::string& name() const;

  // The code: methods, operators, constants. `resolver` serves constants that need one.
  ModelImage read_code(const ObjectResolver& resolver);
  // The module's object with all attributes.
  c10::IValue read_data(const ObjectResolver& resolver);

  // The records that say where in its Python source an instruction comes from, by name:
  // "callstack_debug_map.pkl" and "code/....debug_pkl". Only models that were exported with
  // _save_mobile_debug_info=True have them.
  std::vector<std::pair<std::string, c10::IValue>> read_debug_records(
      const ObjectResolver& resolver);

  // Names of the files that the exporter attached (records under "extra/").
  std::vector<std::string> extra_files() const;
  // Fills `contents` with the attached file of that name; false when there is none.
  bool read_extra_file(const std::string& extra_name, std::string* contents);

 private:
  explicit ModelFile(std::unique_ptr<Archive> archive);
  std::unique_ptr<Archive> archive_;
};

}  // namespace aten_lite::serialization
