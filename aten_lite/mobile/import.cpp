#include "aten_lite/mobile/import.h"

#include "aten_lite/core/error.h"
#include "aten_lite/mobile/loader.h"
#include "aten_lite/serialization/model_file.h"

namespace torch::jit {

namespace {

using aten_lite::serialization::ModelFile;

mobile::Module read_module(ModelFile& file, std::optional<at::Device> device,
                           ExtraFilesMap* extra_files) {
  TORCH_CHECK(!device.has_value() || device->is_cpu(), file.name(), ": device ", *device,
              " was asked for; this runtime has the CPU only");
  mobile::Module module;
  try {
    module = mobile::Loader().load(file);
  } catch (c10::Error& error) {
    // What is wrong with code or objects does not know of files.
    if (error.msg().find(file.name()) == std::string::npos) {
      error.add_context("while loading " + file.name());
    }
    throw;
  }
  std::unordered_map<std::string, std::string> metadata;
  if (extra_files != nullptr) {
    for (auto& entry : *extra_files) {
      if (file.read_extra_file(entry.first, &entry.second)) metadata.insert(entry);
    }
  }
  module.setMetadata(std::move(metadata));
  return module;
}

mobile::Module load(std::unique_ptr<ModelFile> file, std::optional<at::Device> device,
                    ExtraFilesMap* extra_files, uint64_t options = kDefaultMobileLoadOptions) {
  mobile::Module module = read_module(*file, device, extra_files);
  // Whatever the reader still refers to is then the module's alone.
  file.reset();
  if ((options & NO_PREPARATION) == 0) module.prepare();
  return module;
}

std::vector<char> read_all(const caffe2::serialize::ReadAdapterInterface& reader) {
  std::vector<char> bytes(reader.size());
  const size_t count = reader.read(0, bytes.data(), bytes.size(), "the model");
  TORCH_CHECK(count == bytes.size(), "the model's reader gave ", count, " of ", bytes.size(),
              " bytes");
  return bytes;
}

}  // namespace

mobile::Module _load_for_mobile(const std::string& path, std::optional<at::Device> device) {
  return load(ModelFile::open(path), device, nullptr);
}
mobile::Module _load_for_mobile(const std::string& path, std::optional<at::Device> device,
                                ExtraFilesMap& extra_files, uint64_t module_load_options) {
  return load(ModelFile::open(path), device, &extra_files, module_load_options);
}
mobile::Module _load_for_mobile(std::istream& in, std::optional<at::Device> device) {
  return load(ModelFile::read(in), device, nullptr);
}
mobile::Module _load_for_mobile(std::istream& in, std::optional<at::Device> device,
                                ExtraFilesMap& extra_files) {
  return load(ModelFile::read(in), device, &extra_files);
}
mobile::Module _load_for_mobile(std::unique_ptr<caffe2::serialize::ReadAdapterInterface> reader,
                                std::optional<at::Device> device) {
  return load(ModelFile::from_bytes(read_all(*reader), "<reader>"), device, nullptr);
}
mobile::Module _load_for_mobile(std::unique_ptr<caffe2::serialize::ReadAdapterInterface> reader,
                                std::optional<at::Device> device, ExtraFilesMap& extra_files) {
  return load(ModelFile::from_bytes(read_all(*reader), "<reader>"), device, &extra_files);
}
mobile::Module _load_mobile_from_bytes(std::vector<char> bytes, const std::string& name) {
  return load(ModelFile::from_bytes(std::move(bytes), name), std::nullopt, nullptr);
}

}  // namespace torch::jit
