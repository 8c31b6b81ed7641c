// Uninitialised tensors and resizing: empty, empty_like, empty_strided, new_empty, resize_, set_.
#include "ATen/ops/empty.h"

#include "ATen/ops/empty_like.h"
#include "ATen/ops/empty_permuted.h"
#include "ATen/ops/empty_strided.h"
#include "ATen/ops/is_set_to.h"
#include "ATen/ops/new_empty.h"
#include "ATen/ops/new_empty_strided.h"
#include "ATen/ops/resize.h"
#include "ATen/ops/resize_as.h"
#include "ATen/ops/set.h"
#include "aten_lite/core/empty.h"
#include "aten_lite/native/internal/alias.h"
#include "aten_lite/native/internal/factory.h"
#include "aten_lite/native/internal/output.h"
#include "aten_lite/native/internal/wrap_dim.h"

namespace at::native {

Tensor empty(IntArrayRef size, std::optional<ScalarType> dtype, std::optional<Layout> layout,
             std::optional<Device> device, std::optional<bool> pin_memory,
             std::optional<MemoryFormat> memory_format) {
  return make_tensor(size, factory_dtype(dtype, layout, device, pin_memory), memory_format);
}

Tensor& empty_out(IntArrayRef size, std::optional<MemoryFormat> memory_format, Tensor& out) {
  TORCH_CHECK(!memory_format, "empty(): memory_format can't be given together with out=");
  resize_output(out, size);
  return out;
}

Tensor empty_strided(IntArrayRef size, IntArrayRef stride, std::optional<ScalarType> dtype,
                     std::optional<Layout> layout, std::optional<Device> device,
                     std::optional<bool> pin_memory) {
  return make_strided_tensor(size, stride, factory_dtype(dtype, layout, device, pin_memory));
}

Tensor empty_like(const Tensor& self, std::optional<ScalarType> dtype, std::optional<Layout> layout,
                  std::optional<Device> device, std::optional<bool> pin_memory,
                  std::optional<MemoryFormat> memory_format) {
  return make_tensor_like(
      self, factory_dtype(dtype, layout, device, pin_memory, self.scalar_type()), memory_format);
}

Tensor empty_permuted(IntArrayRef size, IntArrayRef physical_layout,
                      std::optional<ScalarType> dtype, std::optional<Layout> layout,
                      std::optional<Device> device, std::optional<bool> pin_memory) {
  TORCH_CHECK(size.size() == physical_layout.size(), "empty_permuted: size ", size,
              " and physical_layout ", physical_layout, " must have as many dimensions");
  const int64_t ndim = static_cast<int64_t>(size.size());
  dim_list_to_bitset(physical_layout, ndim);
  DimVector in_memory;
  for (const int64_t dim : physical_layout) {
    TORCH_CHECK(dim >= 0 && dim < ndim, "empty_permuted: dimension ", dim, " of physical_layout ",
                physical_layout, " is out of range");
    in_memory.push_back(size[static_cast<size_t>(dim)]);
  }
  const DimVector dense = c10::contiguous_strides(in_memory);
  DimVector strides(size.size());
  for (size_t i = 0; i < size.size(); ++i) {
    strides[static_cast<size_t>(physical_layout[i])] = dense[i];
  }
  return make_strided_tensor(size, strides, factory_dtype(dtype, layout, device, pin_memory));
}

Tensor new_empty(const Tensor& self, IntArrayRef size, std::optional<ScalarType> dtype,
                 std::optional<Layout> layout, std::optional<Device> device,
                 std::optional<bool> pin_memory) {
  return make_tensor(size, factory_dtype(dtype, layout, device, pin_memory, self.scalar_type()));
}

Tensor new_empty_strided(const Tensor& self, IntArrayRef size, IntArrayRef stride,
                         std::optional<ScalarType> dtype, std::optional<Layout> layout,
                         std::optional<Device> device, std::optional<bool> pin_memory) {
  return make_strided_tensor(size, stride,
                             factory_dtype(dtype, layout, device, pin_memory, self.scalar_type()));
}

// TensorImpl methods behind these change the tensor that the caller holds, not a copy.

Tensor& resize_(Tensor& self, IntArrayRef size, std::optional<MemoryFormat> memory_format) {
  TORCH_CHECK(memory_format != MemoryFormat::Preserve,
              "resize_: memory format Preserve is not supported");
  resize_impl(self, size);
  if (memory_format) {
    self.unsafeGetTensorImpl()->set_sizes_and_strides(size, c10::strides_for(size, *memory_format));
  }
  return self;
}

Tensor& resize_as_(Tensor& self, const Tensor& the_template,
                   std::optional<MemoryFormat> memory_format) {
  if (memory_format == MemoryFormat::Preserve) memory_format = the_template.suggest_memory_format();
  return native::resize_(self, DimVector(the_template.sizes()), memory_format);
}

Tensor& set_(Tensor& self, Storage source, int64_t storage_offset, IntArrayRef size,
             IntArrayRef stride) {
  const DimVector strides = stride.empty() ? c10::contiguous_strides(size) : DimVector(stride);
  check_in_bounds(size, strides, storage_offset, self.itemsize(), source.nbytes(), "set_");
  self.unsafeGetTensorImpl()->set_storage(std::move(source));
  return set_geometry(self, size, strides, storage_offset);
}

Tensor& set_(Tensor& self, Storage source) {
  const int64_t count = static_cast<int64_t>(source.nbytes() / self.itemsize());
  return native::set_(self, std::move(source), 0, {count}, {});
}

Tensor& set_(Tensor& self, const Tensor& source, int64_t storage_offset, IntArrayRef size,
             IntArrayRef stride) {
  TORCH_CHECK(self.scalar_type() == source.scalar_type(), "set_: source has dtype ",
              toString(source.scalar_type()), ", self has ", toString(self.scalar_type()));
  return native::set_(self, source.storage(), storage_offset, size, stride);
}

Tensor& set_(Tensor& self, const Tensor& source) {
  if (self.is_same(source)) return self;
  return native::set_(self, source, source.storage_offset(), DimVector(source.sizes()),
                      DimVector(source.strides()));
}

Tensor& set_(Tensor& self) {
  self.unsafeGetTensorImpl()->set_storage(make_tensor({0}, self.scalar_type()).storage());
  return set_geometry(self, {0}, {1}, 0);
}

bool is_set_to(const Tensor& self, const Tensor& tensor) {
  return self.is_alias_of(tensor) && self.storage_offset() == tensor.storage_offset() &&
         self.sizes() == tensor.sizes() && self.strides() == tensor.strides();
}

}  // namespace at::native
