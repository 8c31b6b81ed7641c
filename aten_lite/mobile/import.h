// Loads models made by torch.jit's _save_for_lite_interpreter().
//
//   torch::jit::mobile::Module module = torch::jit::_load_for_mobile("net.ptl");
//
// Everything in the file is checked before it is used; every failure is a c10::Error that names the
// file. All operators are looked up now: those that are missing are listed together.
#pragma once

#include <istream>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "aten_lite/core/device.h"
#include "aten_lite/mobile/module.h"

namespace caffe2::serialize {

// Where a model comes from, when it is neither a file nor a stream.
class ReadAdapterInterface {
 public:
  virtual ~ReadAdapterInterface() = default;
  virtual size_t size() const = 0;
  // Copies n bytes from position `pos`; returns how many there were.
  virtual size_t read(uint64_t pos, void* buffer, size_t n, const char* what = "") const = 0;
};

}  // namespace caffe2::serialize

namespace torch::jit {

// Names of files that the exporter attached, with their contents: the loader fills in those that
// are asked for.
using ExtraFilesMap = std::unordered_map<std::string, std::string>;

// Bits of `module_load_options`; the first two are PyTorch's.
enum MobileModuleLoadOptions : uint64_t {
  // Operators are always checked.
  OPERATOR_CHECK = 1,
  PARSE_ALL_EXTRA_FILE_MAPS = 2,
  // Methods run as they are in the file; loading takes less time, each call more.
  NO_PREPARATION = uint64_t{1} << 32,
};
constexpr uint64_t kDefaultMobileLoadOptions = OPERATOR_CHECK;

// `device` may only be the CPU: tensors saved on another device are loaded to the CPU anyway.
mobile::Module _load_for_mobile(const std::string& path,
                                std::optional<at::Device> device = std::nullopt);
mobile::Module _load_for_mobile(const std::string& path, std::optional<at::Device> device,
                                ExtraFilesMap& extra_files,
                                uint64_t module_load_options = kDefaultMobileLoadOptions);
// Reads the stream to its end.
mobile::Module _load_for_mobile(std::istream& in, std::optional<at::Device> device = std::nullopt);
mobile::Module _load_for_mobile(std::istream& in, std::optional<at::Device> device,
                                ExtraFilesMap& extra_files);
mobile::Module _load_for_mobile(std::unique_ptr<caffe2::serialize::ReadAdapterInterface> reader,
                                std::optional<at::Device> device = std::nullopt);
mobile::Module _load_for_mobile(std::unique_ptr<caffe2::serialize::ReadAdapterInterface> reader,
                                std::optional<at::Device> device, ExtraFilesMap& extra_files);
// A model in memory; `name` is what messages call it.
mobile::Module _load_mobile_from_bytes(std::vector<char> bytes,
                                       const std::string& name = "<bytes>");

}  // namespace torch::jit
