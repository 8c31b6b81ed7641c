// Models as flatbuffers: _save_for_lite_interpreter(path, _use_flatbuffer=True).
//
// They have no debug records: errors name methods and operators, but no lines of Python.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "aten_lite/serialization/file_mapping.h"
#include "aten_lite/serialization/flatbuffer.h"
#include "aten_lite/serialization/flatbuffer_values.h"
#include "aten_lite/serialization/model_file.h"

namespace aten_lite::serialization {

class FlatbufferModelFile final : public ModelFile {
 public:
  explicit FlatbufferModelFile(std::shared_ptr<FileMapping> file);

  const std::string& name() const override { return buffer_.name(); }
  ModelImage read_code(const ObjectResolver& resolver) override;
  c10::IValue read_data(const ObjectResolver& resolver) override;
  std::vector<std::pair<std::string, c10::IValue>> read_debug_records(
      const ObjectResolver&) override {
    return {};
  }
  std::vector<std::string> extra_files() const override;
  bool read_extra_file(const std::string& extra_name, std::string* contents) override;

 private:
  std::vector<FlatTable> extra_tables() const;

  Flatbuffer buffer_;
  FlatTable module_;
  FlatbufferValues values_;
};

}  // namespace aten_lite::serialization
