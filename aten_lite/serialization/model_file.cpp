// Chooses the reader by what the file begins with.
#include "aten_lite/serialization/model_file.h"

#include <istream>
#include <utility>

#include "aten_lite/serialization/file_kind.h"
#include "aten_lite/serialization/file_mapping.h"
#include "aten_lite/serialization/flatbuffer_model_file.h"
#include "aten_lite/serialization/zip_model_file.h"

namespace aten_lite::serialization {
namespace {

std::unique_ptr<ModelFile> model_of(std::shared_ptr<FileMapping> file) {
  if (looks_like_flatbuffer_model(file->data(), file->size())) {
    return std::make_unique<FlatbufferModelFile>(std::move(file));
  }
  return std::make_unique<ZipModelFile>(std::move(file));
}

}  // namespace

std::unique_ptr<ModelFile> ModelFile::open(const std::string& path) {
  return model_of(FileMapping::open(path));
}

std::unique_ptr<ModelFile> ModelFile::read(std::istream& in) {
  return model_of(FileMapping::read(in, "<stream>"));
}

std::unique_ptr<ModelFile> ModelFile::from_bytes(std::vector<char> bytes, std::string name) {
  return model_of(FileMapping::from_bytes(std::move(bytes), std::move(name)));
}

}  // namespace aten_lite::serialization
