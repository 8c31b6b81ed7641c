// The parts of a flatbuffer model.
#include "aten_lite/serialization/flatbuffer_model_file.h"

#include <utility>

#include "aten_lite/serialization/code_checks.h"
#include "aten_lite/serialization/flatbuffer_functions.h"
#include "aten_lite/serialization/flatbuffer_schema.h"

namespace aten_lite::serialization {

FlatbufferModelFile::FlatbufferModelFile(std::shared_ptr<FileMapping> file)
    : buffer_(file->data(), file->size(), file->name()),
      module_(buffer_.root()),
      values_(file, buffer_, module_) {}

ModelImage FlatbufferModelFile::read_code(const ObjectResolver& resolver) {
  buffer_.reset_work();
  ModelImage image;
  image.name = name();
  image.bytecode_version =
      module_.scalar<uint32_t>(flat::module::kBytecodeVersion, "the bytecode version");
  check_bytecode_version(image.bytecode_version, image.name);
  // The first exporters left it out.
  image.operator_version =
      module_.scalar<uint32_t>(flat::module::kOperatorVersion, "the operator version");
  check_operator_version(image.operator_version, 0, image.name, "operator version");
  read_functions(buffer_, &values_, resolver, &image);
  return image;
}

c10::IValue FlatbufferModelFile::read_data(const ObjectResolver& resolver) {
  buffer_.reset_work();
  const auto number = module_.scalar<uint32_t>(flat::module::kStateObject, "the module's object");
  values_.make({number}, resolver);
  c10::IValue object = values_.get(number);
  buffer_.check(object.isObject(), "the module is a value of type ", object.tagKind(),
                " instead of an object");
  return object;
}

std::vector<FlatTable> FlatbufferModelFile::extra_tables() const {
  buffer_.reset_work();
  return module_.tables(flat::module::kExtraFiles, "the extra files");
}

std::vector<std::string> FlatbufferModelFile::extra_files() const {
  std::vector<std::string> names;
  for (const FlatTable& file : extra_tables()) {
    names.push_back(file.text(flat::extra_file::kName, "an extra file's name"));
  }
  return names;
}

bool FlatbufferModelFile::read_extra_file(const std::string& extra_name, std::string* contents) {
  for (const FlatTable& file : extra_tables()) {
    if (file.text(flat::extra_file::kName, "an extra file's name") != extra_name) continue;
    *contents = file.text(flat::extra_file::kContent, "an extra file");
    return true;
  }
  return false;
}

}  // namespace aten_lite::serialization
