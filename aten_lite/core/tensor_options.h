// c10::TensorOptions: dtype, layout, device, ... for functions that make tensors.
//
//   at::zeros({2, 3}, at::kLong)
//   at::empty({2, 3}, at::TensorOptions().dtype(at::kHalf).memory_format(...))
//
// Everything is optional: what is not set takes the default (float32, strided, CPU) or, in a
// `*_like` function, the value of the tensor at hand.
#pragma once

#include <optional>

#include "aten_lite/core/device.h"
#include "aten_lite/core/scalar_type.h"

namespace c10 {

// float32 unless set_default_dtype() says otherwise; not thread-safe to change.
ScalarType get_default_dtype_as_scalartype();
void set_default_dtype(ScalarType type);
ScalarType get_default_complex_dtype();

// What PyTorch calls caffe2::TypeMeta: a ScalarType under the name that tensors return.
class TypeMeta {
 public:
  constexpr TypeMeta() = default;
  constexpr TypeMeta(ScalarType type) : type_(type) {}
  constexpr ScalarType toScalarType() const { return type_; }
  constexpr operator ScalarType() const { return type_; }
  size_t itemsize() const { return elementSize(type_); }
  const char* name() const { return dtype_name(type_); }
  template <typename T>
  static constexpr TypeMeta Make() {
    return TypeMeta(CppTypeToScalarType<T>::value);
  }
  template <typename T>
  bool Match() const {
    return type_ == CppTypeToScalarType<T>::value;
  }

 private:
  ScalarType type_ = ScalarType::Undefined;
};
inline std::ostream& operator<<(std::ostream& out, TypeMeta type) {
  return out << dtype_name(type.toScalarType());
}

class TensorOptions {
 public:
  TensorOptions() = default;
  TensorOptions(ScalarType dtype) : dtype_(dtype) {}
  TensorOptions(TypeMeta dtype) : dtype_(dtype.toScalarType()) {}
  TensorOptions(Layout layout) : layout_(layout) {}
  TensorOptions(Device device) : device_(device) {}
  TensorOptions(DeviceType device) : device_(Device(device)) {}
  TensorOptions(MemoryFormat format) : memory_format_(format) {}

  [[nodiscard]] TensorOptions dtype(std::optional<ScalarType> v) const {
    return with([&](TensorOptions& o) { o.dtype_ = v; });
  }
  template <typename T>
  [[nodiscard]] TensorOptions dtype() const {
    return dtype(CppTypeToScalarType<T>::value);
  }
  [[nodiscard]] TensorOptions layout(std::optional<Layout> v) const {
    return with([&](TensorOptions& o) { o.layout_ = v; });
  }
  [[nodiscard]] TensorOptions device(std::optional<Device> v) const {
    return with([&](TensorOptions& o) { o.device_ = v; });
  }
  [[nodiscard]] TensorOptions device(DeviceType type, DeviceIndex index = -1) const {
    return device(Device(type, index));
  }
  [[nodiscard]] TensorOptions requires_grad(std::optional<bool> v) const {
    return with([&](TensorOptions& o) { o.requires_grad_ = v; });
  }
  [[nodiscard]] TensorOptions pinned_memory(std::optional<bool> v) const {
    return with([&](TensorOptions& o) { o.pinned_memory_ = v; });
  }
  [[nodiscard]] TensorOptions memory_format(std::optional<MemoryFormat> v) const {
    return with([&](TensorOptions& o) { o.memory_format_ = v; });
  }
  // These options where `other` sets nothing.
  [[nodiscard]] TensorOptions merge_in(const TensorOptions& other) const {
    return with([&](TensorOptions& o) {
      if (other.dtype_) o.dtype_ = other.dtype_;
      if (other.layout_) o.layout_ = other.layout_;
      if (other.device_) o.device_ = other.device_;
      if (other.requires_grad_) o.requires_grad_ = other.requires_grad_;
      if (other.pinned_memory_) o.pinned_memory_ = other.pinned_memory_;
      if (other.memory_format_) o.memory_format_ = other.memory_format_;
    });
  }

  TypeMeta dtype() const { return dtype_.value_or(get_default_dtype_as_scalartype()); }
  Layout layout() const { return layout_.value_or(kStrided); }
  Device device() const { return device_.value_or(Device(DeviceType::CPU)); }
  bool requires_grad() const { return requires_grad_.value_or(false); }
  bool pinned_memory() const { return pinned_memory_.value_or(false); }
  bool has_dtype() const { return dtype_.has_value(); }
  bool has_device() const { return device_.has_value(); }
  bool has_layout() const { return layout_.has_value(); }
  std::optional<ScalarType> dtype_opt() const { return dtype_; }
  std::optional<Layout> layout_opt() const { return layout_; }
  std::optional<Device> device_opt() const { return device_; }
  std::optional<bool> requires_grad_opt() const { return requires_grad_; }
  std::optional<bool> pinned_memory_opt() const { return pinned_memory_; }
  std::optional<MemoryFormat> memory_format_opt() const { return memory_format_; }

 private:
  template <typename F>
  TensorOptions with(F change) const {
    TensorOptions result = *this;
    change(result);
    return result;
  }

  std::optional<ScalarType> dtype_;
  std::optional<Layout> layout_;
  std::optional<Device> device_;
  std::optional<bool> requires_grad_;
  std::optional<bool> pinned_memory_;
  std::optional<MemoryFormat> memory_format_;
};

inline TensorOptions dtype(ScalarType type) { return TensorOptions().dtype(type); }
template <typename T>
TensorOptions dtype() {
  return TensorOptions().dtype<T>();
}
inline TensorOptions layout(Layout v) { return TensorOptions().layout(v); }
inline TensorOptions device(Device v) { return TensorOptions().device(v); }
inline TensorOptions device(DeviceType v, DeviceIndex index = -1) {
  return TensorOptions().device(v, index);
}
inline TensorOptions requires_grad(bool v = true) { return TensorOptions().requires_grad(v); }
inline TensorOptions memory_format(MemoryFormat v) { return TensorOptions().memory_format(v); }

}  // namespace c10

namespace caffe2 {
using c10::TypeMeta;
}

namespace at {
using c10::device;
using c10::dtype;
using c10::layout;
using c10::memory_format;
using c10::requires_grad;
using c10::TensorOptions;
using c10::TypeMeta;
}  // namespace at
