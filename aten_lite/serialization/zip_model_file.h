// Models as zip archives: what _save_for_lite_interpreter writes unless it is told otherwise.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "aten_lite/serialization/archive.h"
#include "aten_lite/serialization/model_file.h"

namespace aten_lite::serialization {

class ZipModelFile final : public ModelFile {
 public:
  explicit ZipModelFile(std::shared_ptr<FileMapping> file);

  const std::string& name() const override { return archive_.name(); }
  ModelImage read_code(const ObjectResolver& resolver) override;
  c10::IValue read_data(const ObjectResolver& resolver) override;
  std::vector<std::pair<std::string, c10::IValue>> read_debug_records(
      const ObjectResolver& resolver) override;
  std::vector<std::string> extra_files() const override;
  bool read_extra_file(const std::string& extra_name, std::string* contents) override;

 private:
  Archive archive_;
};

}  // namespace aten_lite::serialization
