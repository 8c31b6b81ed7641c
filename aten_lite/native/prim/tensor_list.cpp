// Lists from tensors: tensor.tolist().
#include "aten_lite/native/prim/tensor_list.h"

#include "ATen/ops/to.h"
#include "aten_lite/native/prim/number.h"

namespace at::native {

namespace {

c10::TypePtr element_type(int64_t element) {
  switch (static_cast<ListElement>(element)) {
    case ListElement::kInt:
      return c10::IntType::get();
    case ListElement::kFloat:
      return c10::FloatType::get();
    case ListElement::kBool:
      return c10::BoolType::get();
    case ListElement::kComplex:
      return c10::ComplexType::get();
  }
  AT_ERROR("Unsupported element type ", element,
           " for tolist; only int, float, complex and bool are supported");
}

// The element type in which elements are read: one of the widest of its kind.
at::ScalarType wide_dtype(const at::Tensor& tensor, const c10::Type& type) {
  const bool fits = type.kind() == c10::TypeKind::FloatType     ? tensor.is_floating_point()
                    : type.kind() == c10::TypeKind::ComplexType ? tensor.is_complex()
                    : type.kind() == c10::TypeKind::BoolType    ? tensor.scalar_type() == at::kBool
                                                                : tensor.scalar_type() == at::kLong;
  TORCH_CHECK(fits,
              "Output annotation element type and runtime tensor element type must match for "
              "tolist(): ",
              type.annotation_str(), " vs ", tensor.scalar_type());
  switch (type.kind()) {
    case c10::TypeKind::FloatType:
      return at::kDouble;
    case c10::TypeKind::ComplexType:
      return at::kComplexDouble;
    default:
      return tensor.scalar_type();
  }
}

template <typename T>
IValue nested_list(const T* data, const at::Tensor& tensor, int64_t dim, const c10::TypePtr& type) {
  if (dim == tensor.dim()) return IValue(*data);
  std::vector<IValue> elements;
  elements.reserve(static_cast<size_t>(tensor.sizes()[dim]));
  const c10::TypePtr& below = tensor.dim() == dim + 1 ? type : type->getElementType();
  for (int64_t i = 0; i < tensor.sizes()[dim]; ++i) {
    elements.push_back(nested_list(data + i * tensor.strides()[dim], tensor, dim + 1, below));
  }
  return IValue(c10::make_intrusive<c10::detail::ListImpl>(std::move(elements), type));
}

}  // namespace

c10::IValue tensor_to_list(const at::Tensor& tensor, int64_t element, int64_t dim) {
  TORCH_CHECK(tensor.defined(), "tolist() of an undefined tensor");
  c10::TypePtr type = element_type(element);
  const at::ScalarType dtype = wide_dtype(tensor, *type);
  TORCH_CHECK(
      dim == tensor.dim(),
      "Output annotation list dimension and runtime tensor dimension must match for tolist(): ",
      dim, " vs ", tensor.dim());
  for (int64_t i = 1; i < dim; ++i) type = c10::ListType::create(type);
  const at::Tensor wide = tensor.to(dtype);
  if (dtype == at::kLong) return nested_list(wide.data_ptr<int64_t>(), wide, 0, type);
  if (dtype == at::kDouble) return nested_list(wide.data_ptr<double>(), wide, 0, type);
  if (dtype == at::kBool) return nested_list(wide.data_ptr<bool>(), wide, 0, type);
  return nested_list(wide.data_ptr<Complex>(), wide, 0, type);
}

// prim::tolist(...): tensor, number of dimensions, kind of element
void tensor_tolist(Stack& stack) {
  const size_t count = variadic_count(stack);
  TORCH_CHECK(count == 3, "tolist() takes 3 values but got ", count);
  const IValue* values = stack.data() + (stack.size() - 4);
  IValue list = tensor_to_list(values[0].toTensor(), values[2].toInt(), values[1].toInt());
  prim::replace(stack, 4, std::move(list));
}

void int_tensor_to_list(Stack& stack) {
  boxed(stack, [](const at::Tensor& tensor) {
    TORCH_CHECK(tensor.scalar_type() == at::kInt, "expected scalar type Int but found ",
                tensor.scalar_type());
    const at::Tensor flat = tensor.to(at::kLong).contiguous();
    const int64_t* data = flat.data_ptr<int64_t>();
    return IValue(c10::IntArrayRef(data, static_cast<size_t>(flat.numel())));
  });
}

}  // namespace at::native
