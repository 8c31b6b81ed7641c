// Tensors from Python values: torch.tensor() and torch.as_tensor() of numbers and nested lists.
#include "ATen/ops/scalar_tensor.h"
#include "ATen/ops/to.h"
#include "aten_lite/core/empty.h"
#include "aten_lite/native/prim/number.h"
#include "aten_lite/native/prim/sequence.h"
#include "aten_lite/native/prim/tensor_list.h"

namespace at::native {

namespace {

// The element type that elements of this type are read as.
at::ScalarType element_dtype(const c10::Type& type) {
  switch (type.kind()) {
    case c10::TypeKind::IntType:
      return at::kLong;
    case c10::TypeKind::FloatType:
      return at::kDouble;
    case c10::TypeKind::BoolType:
      return at::kBool;
    case c10::TypeKind::ComplexType:
      return at::kComplexDouble;
    default:
      AT_ERROR("Input must be of ints, floats, or bools, got ", type.annotation_str());
  }
}

at::ScalarType number_dtype(const IValue& value) {
  if (value.isInt()) return at::kLong;
  if (value.isDouble()) return at::kDouble;
  if (value.isBool()) return at::kBool;
  TORCH_CHECK_TYPE(value.isComplexDouble(), "Input must be of ints, floats, or bools, got ",
                   value.tagKind());
  return at::kComplexDouble;
}

// What torch.tensor() makes of Python's numbers when it is not told.
at::ScalarType default_dtype(at::ScalarType read_as) {
  if (read_as == at::kDouble) return at::kFloat;
  return read_as == at::kComplexDouble ? at::kComplexFloat : read_as;
}

void check_device(const IValue& device) {
  TORCH_CHECK(device.isNone() || device.toDevice().is_cpu(), "the tensor was asked for on device ",
              device.toDevice(), "; this runtime has the CPU only");
}

at::Tensor with_dtype(const at::Tensor& tensor, const IValue& dtype, const IValue& device) {
  check_device(device);
  const at::ScalarType wanted =
      dtype.isNone() ? default_dtype(tensor.scalar_type()) : dtype.toScalarType();
  return tensor.to(wanted);
}

// The shape of nested lists, by their first elements, and the type of the innermost ones.
struct NestedShape {
  std::vector<int64_t> sizes;
  c10::TypePtr element;
};

NestedShape nested_shape(const IValue& data) {
  NestedShape shape;
  const IValue* level = &data;
  shape.element = data.toList().elementType();
  while (true) {
    const c10::ArrayRef<IValue> list = level->toListRef();
    shape.sizes.push_back(static_cast<int64_t>(list.size()));
    TORCH_CHECK(shape.sizes.size() <= 64, "tensor() of lists nested more than 64 deep");
    if (list.empty()) break;
    if (!list[0].isList()) break;
    shape.element = list[0].toList().elementType();
    level = &list[0];
  }
  // An empty list still says by its type how deep it would be.
  while (shape.element->kind() == c10::TypeKind::ListType) {
    shape.sizes.push_back(0);
    shape.element = shape.element->getElementType();
  }
  return shape;
}

template <typename T>
struct Element;
template <>
struct Element<int64_t> {
  static int64_t get(const IValue& v) { return v.toInt(); }
};
template <>
struct Element<double> {
  static double get(const IValue& v) { return v.toDouble(); }
};
template <>
struct Element<bool> {
  static bool get(const IValue& v) { return v.toBool(); }
};
template <>
struct Element<Complex> {
  static Complex get(const IValue& v) { return v.toComplexDouble(); }
};

template <typename T>
T* fill_nested(T* out, const IValue& value, c10::ArrayRef<int64_t> sizes, size_t dim) {
  const c10::ArrayRef<IValue> list = value.toListRef();
  TORCH_CHECK(static_cast<int64_t>(list.size()) == sizes[dim], "Expected sequence of length ",
              sizes[dim], " at dim ", dim, " (got ", list.size(), ")");
  for (const IValue& element : list) {
    if (dim + 1 < sizes.size()) {
      out = fill_nested(out, element, sizes, dim + 1);
    } else {
      *out++ = Element<T>::get(element);
    }
  }
  return out;
}

template <typename T>
void fill(const at::Tensor& tensor, const IValue& data) {
  fill_nested(static_cast<T*>(tensor.data_ptr()), data, tensor.sizes(), 0);
}

at::Tensor tensor_from_nested(const IValue& data) {
  const NestedShape shape = nested_shape(data);
  const at::ScalarType dtype = element_dtype(*shape.element);
  const at::Tensor tensor = at::detail::empty_cpu(shape.sizes, dtype);
  if (dtype == at::kLong) {
    fill<int64_t>(tensor, data);
  } else if (dtype == at::kDouble) {
    fill<double>(tensor, data);
  } else if (dtype == at::kBool) {
    fill<bool>(tensor, data);
  } else {
    fill<Complex>(tensor, data);
  }
  return tensor;
}

// A number becomes a tensor of the default type first, which it must fit: so does PyTorch, and a
// model's numbers are those that it had there.
at::Tensor tensor_from_value(const IValue& value, const IValue& dtype, const IValue& device) {
  check_device(device);
  const at::ScalarType initial = default_dtype(number_dtype(value));
  const at::Tensor tensor = at::scalar_tensor(value.toScalar(), at::TensorOptions(initial));
  return dtype.isNone() ? tensor : tensor.to(dtype.toScalarType());
}

at::Tensor tensor_from_data(const IValue& data, const IValue& dtype, const IValue& device) {
  return data.isList() ? with_dtype(tensor_from_nested(data), dtype, device)
                       : tensor_from_value(data, dtype, device);
}

}  // namespace

at::Tensor tensor_from_number(const IValue& value) {
  const at::ScalarType dtype = number_dtype(value);
  const at::Tensor tensor = at::detail::empty_cpu({}, dtype);
  void* data = tensor.data_ptr();
  if (dtype == at::kLong) {
    *static_cast<int64_t*>(data) = value.toInt();
  } else if (dtype == at::kDouble) {
    *static_cast<double*>(data) = value.toDouble();
  } else if (dtype == at::kBool) {
    *static_cast<bool*>(data) = value.toBool();
  } else {
    *static_cast<Complex*>(data) = value.toComplexDouble();
  }
  return tensor;
}

// aten::tensor of a number or of nested lists
void tensor_create(Stack& stack) {
  boxed(stack,
        [](const IValue& data, const IValue& dtype, const IValue& device, bool requires_grad) {
          at::Tensor tensor = tensor_from_data(data, dtype, device);
          TORCH_CHECK(!requires_grad || tensor.is_floating_point() || tensor.is_complex(),
                      "Only Tensors of floating point and complex dtype can require gradients");
          tensor.set_requires_grad(requires_grad);
          return tensor;
        });
}

void tensor_as_tensor(Stack& stack) {
  boxed(stack, [](const IValue& data, const IValue& dtype, const IValue& device) {
    if (!data.isTensor()) return tensor_from_data(data, dtype, device);
    check_device(device);
    const at::Tensor& tensor = prim::Argument<const at::Tensor&>::get(data);
    return dtype.isNone() ? tensor : tensor.to(dtype.toScalarType());
  });
}

// prim::NumToTensor: keeps 64 bits, other than torch.tensor().
void number_to_tensor(Stack& stack) {
  boxed(stack, [](const IValue& value) { return tensor_from_number(value); });
}

void int_list_to_tensor(Stack& stack) {
  boxed(stack, [](const IValue& list) { return tensor_from_nested(list).to(at::kInt); });
}

}  // namespace at::native
