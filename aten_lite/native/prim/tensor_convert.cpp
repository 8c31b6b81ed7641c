// Tensor operators that PyTorch declares in its JIT: conversions, copies and shapes.
#include <string>

#include "ATen/ops/abs.h"
#include "ATen/ops/alias.h"
#include "ATen/ops/copy.h"
#include "ATen/ops/fill.h"
#include "ATen/ops/index.h"
#include "ATen/ops/index_put.h"
#include "ATen/ops/split_with_sizes.h"
#include "ATen/ops/to.h"
#include "aten_lite/native/internal/infer_size.h"
#include "aten_lite/native/prim/boxed.h"

namespace at::native {

namespace {

at::Tensor converted(const at::Tensor& self, const IValue& device, const IValue& dtype, bool copy) {
  TORCH_CHECK(device.isNone() || device.toDevice().is_cpu(), "to(): device ", device.toDevice(),
              " is not available; this runtime has the CPU only");
  const at::ScalarType wanted = dtype.isNone() ? self.scalar_type() : dtype.toScalarType();
  return self.to(wanted, /*non_blocking=*/false, copy);
}

c10::List<std::optional<at::Tensor>> optional_tensors(c10::ArrayRef<IValue> tensors) {
  c10::List<std::optional<at::Tensor>> result;
  for (const IValue& tensor : tensors) {
    result.push_back(tensor.isNone() ? std::nullopt : std::optional<at::Tensor>(tensor.toTensor()));
  }
  return result;
}

IValue int_list(c10::IntArrayRef values) { return IValue(values); }

}  // namespace

void tensor_to_device(Stack& stack) {
  boxed(stack, [](const at::Tensor& self, const IValue& device, const IValue& dtype, bool,
                  bool copy) { return converted(self, device, dtype, copy); });
}
void tensor_to_dtype(Stack& stack) {
  boxed(stack, [](const at::Tensor& self, const IValue& dtype, bool, bool copy) {
    return converted(self, IValue(), dtype, copy);
  });
}
void tensor_to_other(Stack& stack) {
  boxed(stack, [](const at::Tensor& self, bool, bool copy) {
    return converted(self, IValue(), IValue(), copy);
  });
}
void tensor_cpu(Stack& stack) {
  boxed(stack, [](const at::Tensor& self) { return self; });
}
void tensor_cuda(Stack& stack) {
  boxed(stack, [](const at::Tensor&) -> IValue {
    AT_ERROR("cuda(): this runtime has the CPU only. Export the model with its tensors on the CPU");
  });
}

// prim::data: the same values, without history.
void tensor_data(Stack& stack) {
  boxed(stack, [](const at::Tensor& self) { return at::alias(self); });
}
void tensor_abs(Stack& stack) {
  boxed(stack, [](const at::Tensor& self) { return at::abs(self); });
}

void tensor_copy_tensor(Stack& stack) {
  boxed(stack, [](at::Tensor self, const at::Tensor& other) { return self.copy_(other); });
}
void tensor_copy_number(Stack& stack) {
  boxed(stack, [](at::Tensor self, const IValue& other) { return self.fill_(other.toScalar()); });
}

void tensor_split_sizes(Stack& stack) {
  boxed(stack, [](const at::Tensor& self, std::vector<int64_t> sizes, int64_t dim) {
    return IValue(at::split_with_sizes(self, sizes, dim));
  });
}

// The overloads of index() whose indexes are all given.
void tensor_index_all(Stack& stack) {
  boxed(stack, [](const at::Tensor& self, c10::ArrayRef<IValue> indices) {
    return at::index(self, optional_tensors(indices));
  });
}
void tensor_index_put_all(Stack& stack) {
  boxed(stack, [](const at::Tensor& self, c10::ArrayRef<IValue> indices, const at::Tensor& values,
                  bool accumulate) {
    return at::index_put(self, optional_tensors(indices), values, accumulate);
  });
}
void tensor_index_put_all_(Stack& stack) {
  boxed(stack, [](at::Tensor self, c10::ArrayRef<IValue> indices, const at::Tensor& values,
                  bool accumulate) {
    return at::index_put_(self, optional_tensors(indices), values, accumulate);
  });
}
void tensor_index_put_impl_all_(Stack& stack) {
  boxed(stack, [](at::Tensor self, c10::ArrayRef<IValue> indices, const at::Tensor& values,
                  bool accumulate, bool) {
    return at::index_put_(self, optional_tensors(indices), values, accumulate);
  });
}

// --- Shapes.

void shapes_broadcast(Stack& stack) {
  boxed(stack, [](std::vector<int64_t> a, std::vector<int64_t> b) {
    return int_list(at::infer_size_dimvector(a, b));
  });
}
void shape_if_not_equal(Stack& stack) {
  boxed(stack, [](const IValue& self, const IValue& other) {
    return self.toIntVector() == other.toIntVector() ? IValue() : self;
  });
}
void shape_identity(Stack& stack) {
  boxed(stack, [](const IValue& sizes) { return sizes; });
}

}  // namespace at::native
