// What a model asks about a tensor: shape, element type, device.
#include <string>

#include "aten_lite/native/prim/boxed.h"

namespace at::native {

#define TENSOR_ATTRIBUTE(name, expression)                                   \
  void name(Stack& stack) {                                                  \
    boxed(stack, [](const at::Tensor& self) { return IValue(expression); }); \
  }
TENSOR_ATTRIBUTE(tensor_sizes, self.sizes())
TENSOR_ATTRIBUTE(tensor_strides, self.strides())
TENSOR_ATTRIBUTE(tensor_device, self.device())
TENSOR_ATTRIBUTE(tensor_dtype, self.scalar_type())
TENSOR_ATTRIBUTE(tensor_layout, self.layout())
TENSOR_ATTRIBUTE(tensor_element_size, self.element_size())
TENSOR_ATTRIBUTE(tensor_nbytes, static_cast<int64_t>(self.nbytes()))
TENSOR_ATTRIBUTE(tensor_requires_grad, self.requires_grad())
TENSOR_ATTRIBUTE(tensor_is_cpu, self.is_cpu())
TENSOR_ATTRIBUTE(tensor_is_quantized, self.is_quantized())
TENSOR_ATTRIBUTE(tensor_is_dense, self.is_non_overlapping_and_dense())
TENSOR_ATTRIBUTE(tensor_numpy_T, self.numpy_T())
TENSOR_ATTRIBUTE(tensor_mT, self.mT())
TENSOR_ATTRIBUTE(tensor_mH, self.mH())
TENSOR_ATTRIBUTE(tensor_matrix_H, self.matrix_H())
#undef TENSOR_ATTRIBUTE

// is_cuda, is_mps, is_sparse, ...: nothing that this runtime holds is one.
void tensor_is_elsewhere(Stack& stack) {
  boxed(stack, [](const at::Tensor&) { return false; });
}

// A tensor here never has names, nor a gradient.
void tensor_without(Stack& stack) {
  boxed(stack, [](const at::Tensor&) { return IValue(); });
}

// len(tensor)
void tensor_len(Stack& stack) {
  boxed(stack, [](const at::Tensor& self) {
    TORCH_CHECK_TYPE(self.dim() > 0, "len() of a 0-d tensor");
    return self.sizes()[0];
  });
}

void tensor_is_strides_like_format(Stack& stack) {
  boxed(stack, [](const at::Tensor& self, const IValue& format) {
    return self.suggest_memory_format() == format.toMemoryFormat();
  });
}

// --- Devices.

void device_from_text(Stack& stack) {
  boxed(stack, [](const std::string& text) { return at::Device(text); });
}
void device_with_index(Stack& stack) {
  boxed(stack, [](const std::string& type, int64_t index) {
    return at::Device(type + ":" + std::to_string(index));
  });
}
void device_type(Stack& stack) {
  boxed(stack, [](const IValue& device) {
    return std::string(c10::DeviceTypeName(device.toDevice().type()));
  });
}
void device_index(Stack& stack) {
  boxed(stack, [](const IValue& device) {
    const at::Device d = device.toDevice();
    return d.has_index() ? IValue(int64_t{d.index()}) : IValue();
  });
}

}  // namespace at::native
