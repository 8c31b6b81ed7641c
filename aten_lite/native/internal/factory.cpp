// Options of factories and the strides of `*_like` results.
#include "aten_lite/native/internal/factory.h"

#include "aten_lite/core/empty.h"

namespace at::native {

ScalarType factory_dtype(std::optional<ScalarType> dtype, std::optional<Layout> layout,
                         std::optional<Device> device, std::optional<bool> pin_memory,
                         ScalarType fallback) {
  TORCH_CHECK(!layout || *layout == kStrided, "Only strided tensors are supported, but got layout ",
              *layout);
  TORCH_CHECK(!device || device->is_cpu(), "Only the CPU is supported, but got device ", *device,
              ". Save the model with its tensors and constants on the CPU");
  TORCH_CHECK(!pin_memory.value_or(false), "Pinned memory is not supported; drop pin_memory=True");
  return dtype.value_or(fallback);
}

Tensor make_tensor(IntArrayRef sizes, ScalarType dtype, std::optional<MemoryFormat> memory_format) {
  return Tensor(at::detail::empty_cpu(sizes, dtype, memory_format));
}

Tensor make_strided_tensor(IntArrayRef sizes, IntArrayRef strides, ScalarType dtype) {
  return Tensor(at::detail::empty_strided_cpu(sizes, strides, dtype));
}

DimVector infer_dense_strides(IntArrayRef sizes, IntArrayRef strides) {
  const size_t ndim = sizes.size();
  // Innermost first. An expanded dim (stride 0) has no place of its own; insertion keeps it where
  // it is relative to its neighbours.
  DimVector order(ndim);
  for (size_t i = 0; i < ndim; ++i) order[i] = static_cast<int64_t>(ndim - 1 - i);
  const auto compare = [&](int64_t a, int64_t b) {
    const int64_t stride_a = strides[static_cast<size_t>(a)];
    const int64_t stride_b = strides[static_cast<size_t>(b)];
    if (stride_a == 0 || stride_b == 0) return 0;
    if (stride_a != stride_b) return stride_a < stride_b ? -1 : 1;
    return sizes[static_cast<size_t>(a)] > sizes[static_cast<size_t>(b)] ? 1 : 0;
  };
  for (size_t i = 1; i < ndim; ++i) {
    size_t moving = i;
    for (size_t j = i; j-- > 0;) {
      const int result = compare(order[j], order[moving]);
      if (result < 0) break;
      if (result > 0) {
        std::swap(order[j], order[moving]);
        moving = j;
      }
    }
  }
  DimVector dense(ndim);
  int64_t stride = 1;
  for (const int64_t dim : order) {
    dense[static_cast<size_t>(dim)] = stride;
    stride *= std::max<int64_t>(sizes[static_cast<size_t>(dim)], 1);
  }
  return dense;
}

namespace {

Tensor make_like(const Tensor& self, ScalarType dtype, MemoryFormat format) {
  if (format != MemoryFormat::Preserve) return make_tensor(self.sizes(), dtype, format);
  if (self.is_non_overlapping_and_dense()) {
    return make_strided_tensor(self.sizes(), self.strides(), dtype);
  }
  return make_strided_tensor(self.sizes(), infer_dense_strides(self.sizes(), self.strides()),
                             dtype);
}

}  // namespace

Tensor make_tensor_like(const Tensor& self, ScalarType dtype,
                        std::optional<MemoryFormat> memory_format) {
  Tensor result = make_like(self, dtype, memory_format.value_or(MemoryFormat::Preserve));
  const auto& quantizer = self.unsafeGetTensorImpl()->quantizer();
  if (quantizer && dtype == self.scalar_type()) {
    result.unsafeGetTensorImpl()->set_quantizer(quantizer);
  }
  return result;
}

}  // namespace at::native
