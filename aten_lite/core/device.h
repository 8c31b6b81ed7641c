// c10::Device, Layout, MemoryFormat, QScheme, Stream and Dimname: the small facts that describe a
// tensor beside its shape and type, numbered as PyTorch serialises them.
//
// Only the CPU runs anything here. Other devices exist so that models that mention them load, and
// so that the error can name them.
#pragma once

#include <cstdint>
#include <optional>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include "aten_lite/core/array_ref.h"
#include "aten_lite/core/error.h"
#include "aten_lite/core/small_vector.h"

namespace c10 {

enum class DeviceType : int8_t {
  CPU = 0,
  CUDA = 1,
  MKLDNN = 2,
  OPENGL = 3,
  OPENCL = 4,
  IDEEP = 5,
  HIP = 6,
  FPGA = 7,
  MAIA = 8,
  XLA = 9,
  Vulkan = 10,
  Metal = 11,
  XPU = 12,
  MPS = 13,
  Meta = 14,
  HPU = 15,
  VE = 16,
  Lazy = 17,
  IPU = 18,
  MTIA = 19,
  PrivateUse1 = 20,
};
constexpr DeviceType kCPU = DeviceType::CPU;
constexpr DeviceType kCUDA = DeviceType::CUDA;
constexpr DeviceType kMeta = DeviceType::Meta;

using DeviceIndex = int8_t;

// Lower-case name, as in "cuda:0".
const char* DeviceTypeName(DeviceType type);

class Device {
 public:
  constexpr Device(DeviceType type, DeviceIndex index = -1) : type_(type), index_(index) {}
  // From "cpu", "cuda", "cuda:1"; throws c10::Error that names the string otherwise.
  explicit Device(const std::string& text);

  constexpr DeviceType type() const { return type_; }
  constexpr DeviceIndex index() const { return index_; }
  constexpr bool has_index() const { return index_ != -1; }
  constexpr bool is_cpu() const { return type_ == DeviceType::CPU; }
  constexpr bool is_cuda() const { return type_ == DeviceType::CUDA; }
  constexpr bool is_meta() const { return type_ == DeviceType::Meta; }
  constexpr bool operator==(const Device& o) const {
    return type_ == o.type_ && index_ == o.index_;
  }
  constexpr bool operator!=(const Device& o) const { return !(*this == o); }
  std::string str() const;

 private:
  DeviceType type_;
  DeviceIndex index_;
};
std::ostream& operator<<(std::ostream& out, const Device& device);

enum class Layout : int8_t {
  Strided,
  Sparse,
  SparseCsr,
  Mkldnn,
  SparseCsc,
  SparseBsr,
  SparseBsc,
  Jagged,
  NumOptions
};
constexpr Layout kStrided = Layout::Strided;
constexpr Layout kSparse = Layout::Sparse;
std::ostream& operator<<(std::ostream& out, Layout layout);

enum class MemoryFormat : int8_t { Contiguous, Preserve, ChannelsLast, ChannelsLast3d, NumOptions };
std::ostream& operator<<(std::ostream& out, MemoryFormat format);

enum class QScheme : uint8_t {
  PER_TENSOR_AFFINE = 0,
  PER_CHANNEL_AFFINE = 1,
  PER_TENSOR_SYMMETRIC = 2,
  PER_CHANNEL_SYMMETRIC = 3,
  PER_CHANNEL_AFFINE_FLOAT_QPARAMS = 4,
};
constexpr QScheme kPerTensorAffine = QScheme::PER_TENSOR_AFFINE;
constexpr QScheme kPerChannelAffine = QScheme::PER_CHANNEL_AFFINE;

// Strides of a contiguous tensor of these sizes, in elements.
DimVector contiguous_strides(IntArrayRef sizes);
// Strides of these sizes in a memory format other than Preserve. ChannelsLast needs 4 dimensions,
// ChannelsLast3d 5.
DimVector strides_for(IntArrayRef sizes, MemoryFormat format);

// A stream of work of a device. The CPU has one, numbered 0.
class Stream {
 public:
  constexpr Stream(Device device, int64_t id) : device_(device), id_(id) {}
  constexpr Device device() const { return device_; }
  constexpr DeviceType device_type() const { return device_.type(); }
  constexpr DeviceIndex device_index() const { return device_.index(); }
  constexpr int64_t id() const { return id_; }
  constexpr bool operator==(const Stream& o) const { return device_ == o.device_ && id_ == o.id_; }

 private:
  Device device_;
  int64_t id_;
};

}  // namespace c10

namespace at {

using c10::Device;
using c10::DeviceIndex;
using c10::DeviceType;
using c10::kCPU;
using c10::kCUDA;
using c10::kPerChannelAffine;
using c10::kPerTensorAffine;
using c10::kSparse;
using c10::kStrided;
using c10::Layout;
using c10::MemoryFormat;
using c10::QScheme;
using c10::Stream;

// The name of a dimension; "*" is the wildcard. Names are accepted and handed on, no kernel
// attaches a meaning to them.
class Dimname {
 public:
  static Dimname fromSymbol(std::string name) { return Dimname(std::move(name)); }
  static Dimname wildcard() { return Dimname("*"); }
  const std::string& symbol() const { return name_; }
  bool isWildcard() const { return name_ == "*"; }
  bool operator==(const Dimname& other) const { return name_ == other.name_; }

 private:
  explicit Dimname(std::string name) : name_(std::move(name)) {}
  std::string name_;
};
std::ostream& operator<<(std::ostream& out, const Dimname& name);
using DimnameList = c10::ArrayRef<Dimname>;

}  // namespace at
