// Tensors of one value: zeros, ones, full, their *_like and new_* forms, scalar_tensor.
#include "ATen/ops/fill.h"
#include "ATen/ops/full.h"
#include "ATen/ops/full_like.h"
#include "ATen/ops/new_full.h"
#include "ATen/ops/new_ones.h"
#include "ATen/ops/new_zeros.h"
#include "ATen/ops/ones.h"
#include "ATen/ops/ones_like.h"
#include "ATen/ops/scalar_tensor.h"
#include "ATen/ops/zero.h"
#include "ATen/ops/zeros.h"
#include "ATen/ops/zeros_like.h"
#include "aten_lite/native/internal/factory.h"
#include "aten_lite/native/internal/output.h"

namespace at::native {
namespace {

Tensor filled(Tensor tensor, const Scalar& value) {
  tensor.fill_(value);
  return tensor;
}

Tensor zeroed(Tensor tensor) {
  tensor.zero_();
  return tensor;
}

// The dtype that full() gives a Python number.
ScalarType dtype_of_fill(const Scalar& value) {
  if (value.isBoolean()) return kBool;
  if (value.isIntegral(/*include_bool=*/false)) return kLong;
  return value.isComplex() ? c10::get_default_complex_dtype()
                           : c10::get_default_dtype_as_scalartype();
}

}  // namespace

Tensor zeros(IntArrayRef size, std::optional<ScalarType> dtype, std::optional<Layout> layout,
             std::optional<Device> device, std::optional<bool> pin_memory) {
  return zeroed(make_tensor(size, factory_dtype(dtype, layout, device, pin_memory)));
}

Tensor& zeros_out(IntArrayRef size, Tensor& out) {
  resize_output(out, size);
  return out.zero_();
}

Tensor ones(IntArrayRef size, std::optional<ScalarType> dtype, std::optional<Layout> layout,
            std::optional<Device> device, std::optional<bool> pin_memory) {
  return filled(make_tensor(size, factory_dtype(dtype, layout, device, pin_memory)), 1);
}

Tensor& ones_out(IntArrayRef size, Tensor& out) {
  resize_output(out, size);
  return out.fill_(1);
}

Tensor full(IntArrayRef size, const Scalar& fill_value, std::optional<ScalarType> dtype,
            std::optional<Layout> layout, std::optional<Device> device,
            std::optional<bool> pin_memory) {
  const ScalarType type =
      factory_dtype(dtype, layout, device, pin_memory, dtype_of_fill(fill_value));
  return filled(make_tensor(size, type), fill_value);
}

Tensor& full_out(IntArrayRef size, const Scalar& fill_value, Tensor& out) {
  resize_output(out, size);
  return out.fill_(fill_value);
}

Tensor zeros_like(const Tensor& self, std::optional<ScalarType> dtype, std::optional<Layout> layout,
                  std::optional<Device> device, std::optional<bool> pin_memory,
                  std::optional<MemoryFormat> memory_format) {
  const ScalarType type = factory_dtype(dtype, layout, device, pin_memory, self.scalar_type());
  return zeroed(make_tensor_like(self, type, memory_format));
}

Tensor ones_like(const Tensor& self, std::optional<ScalarType> dtype, std::optional<Layout> layout,
                 std::optional<Device> device, std::optional<bool> pin_memory,
                 std::optional<MemoryFormat> memory_format) {
  const ScalarType type = factory_dtype(dtype, layout, device, pin_memory, self.scalar_type());
  return filled(make_tensor_like(self, type, memory_format), 1);
}

Tensor full_like(const Tensor& self, const Scalar& fill_value, std::optional<ScalarType> dtype,
                 std::optional<Layout> layout, std::optional<Device> device,
                 std::optional<bool> pin_memory, std::optional<MemoryFormat> memory_format) {
  const ScalarType type = factory_dtype(dtype, layout, device, pin_memory, self.scalar_type());
  return filled(make_tensor_like(self, type, memory_format), fill_value);
}

Tensor new_zeros(const Tensor& self, IntArrayRef size, std::optional<ScalarType> dtype,
                 std::optional<Layout> layout, std::optional<Device> device,
                 std::optional<bool> pin_memory) {
  const ScalarType type = factory_dtype(dtype, layout, device, pin_memory, self.scalar_type());
  return zeroed(make_tensor(size, type));
}

Tensor new_ones(const Tensor& self, IntArrayRef size, std::optional<ScalarType> dtype,
                std::optional<Layout> layout, std::optional<Device> device,
                std::optional<bool> pin_memory) {
  const ScalarType type = factory_dtype(dtype, layout, device, pin_memory, self.scalar_type());
  return filled(make_tensor(size, type), 1);
}

Tensor new_full(const Tensor& self, IntArrayRef size, const Scalar& fill_value,
                std::optional<ScalarType> dtype, std::optional<Layout> layout,
                std::optional<Device> device, std::optional<bool> pin_memory) {
  const ScalarType type = factory_dtype(dtype, layout, device, pin_memory, self.scalar_type());
  return filled(make_tensor(size, type), fill_value);
}

Tensor scalar_tensor(const Scalar& s, std::optional<ScalarType> dtype, std::optional<Layout> layout,
                     std::optional<Device> device, std::optional<bool> pin_memory) {
  return filled(make_tensor({}, factory_dtype(dtype, layout, device, pin_memory)), s);
}

}  // namespace at::native
