#include "aten_lite/core/device.h"

#include <cstdlib>

namespace c10 {
namespace {

constexpr const char* kDeviceNames[] = {"cpu", "cuda", "mkldnn",       "opengl", "opencl", "ideep",
                                        "hip", "fpga", "maia",         "xla",    "vulkan", "metal",
                                        "xpu", "mps",  "meta",         "hpu",    "ve",     "lazy",
                                        "ipu", "mtia", "privateuseone"};

}  // namespace

const char* DeviceTypeName(DeviceType type) {
  const auto number = static_cast<size_t>(type);
  return number < sizeof(kDeviceNames) / sizeof(kDeviceNames[0]) ? kDeviceNames[number] : "unknown";
}

Device::Device(const std::string& text) : type_(DeviceType::CPU), index_(-1) {
  const size_t colon = text.find(':');
  const std::string name = text.substr(0, colon);
  int number = -1;
  for (size_t i = 0; i < sizeof(kDeviceNames) / sizeof(kDeviceNames[0]); ++i) {
    if (name == kDeviceNames[i]) number = static_cast<int>(i);
  }
  TORCH_CHECK(number >= 0, "Invalid device string: '", text, "'. This runtime knows \"cpu\".");
  type_ = static_cast<DeviceType>(number);
  if (colon == std::string::npos) return;
  const std::string digits = text.substr(colon + 1);
  const bool number_only = !digits.empty() && digits.size() <= 3 &&
                           digits.find_first_not_of("0123456789") == std::string::npos;
  const int index = number_only ? std::atoi(digits.c_str()) : -1;
  TORCH_CHECK(index >= 0 && index <= 127, "Invalid device index in '", text, "'");
  index_ = static_cast<DeviceIndex>(index);
}

std::string Device::str() const {
  std::string text = DeviceTypeName(type_);
  if (has_index()) text += ":" + std::to_string(index_);
  return text;
}

std::ostream& operator<<(std::ostream& out, const Device& device) { return out << device.str(); }

std::ostream& operator<<(std::ostream& out, Layout layout) {
  constexpr const char* kNames[] = {"Strided",   "Sparse",    "SparseCsr", "Mkldnn",
                                    "SparseCsc", "SparseBsr", "SparseBsc", "Jagged"};
  const auto number = static_cast<size_t>(layout);
  return out << (number < sizeof(kNames) / sizeof(kNames[0]) ? kNames[number] : "Unknown");
}

std::ostream& operator<<(std::ostream& out, MemoryFormat format) {
  constexpr const char* kNames[] = {"Contiguous", "Preserve", "ChannelsLast", "ChannelsLast3d"};
  const auto number = static_cast<size_t>(format);
  return out << (number < sizeof(kNames) / sizeof(kNames[0]) ? kNames[number] : "Unknown");
}

DimVector contiguous_strides(IntArrayRef sizes) {
  DimVector strides(sizes.size());
  int64_t stride = 1;
  for (size_t i = sizes.size(); i-- > 0;) {
    strides[i] = stride;
    // A dimension without elements counts as one, so that strides stay positive.
    stride *= sizes[i] > 1 ? sizes[i] : 1;
  }
  return strides;
}

DimVector strides_for(IntArrayRef sizes, MemoryFormat format) {
  if (format == MemoryFormat::Contiguous) return contiguous_strides(sizes);
  const size_t rank = format == MemoryFormat::ChannelsLast ? 4 : 5;
  TORCH_CHECK(format == MemoryFormat::ChannelsLast || format == MemoryFormat::ChannelsLast3d,
              "unsupported memory format ", format);
  TORCH_CHECK(sizes.size() == rank, "required rank ", rank, " tensor to use ",
              format == MemoryFormat::ChannelsLast ? "channels_last" : "channels_last_3d",
              " format, but got ", sizes.size(), " dimensions");
  DimVector strides(rank);
  int64_t stride = 1;
  const auto place = [&](size_t dim) {
    strides[dim] = stride;
    stride *= sizes[dim];
  };
  place(1);
  for (size_t dim = rank - 1; dim >= 2; --dim) place(dim);
  strides[0] = stride;
  return strides;
}

}  // namespace c10

std::ostream& at::operator<<(std::ostream& out, const at::Dimname& name) {
  return out << name.symbol();
}
