// Reading a tensor's elements by hand.
#include "aten_lite/testing/tensor_values.h"

#include <type_traits>

#include "aten_lite/core/error.h"
#include "aten_lite/core/irange.h"

namespace aten_lite::testing {
namespace {

// Calls `visit` with the address of every element, row by row.
template <typename Visit>
void visit_elements(const at::TensorBase& tensor, Visit visit) {
  if (tensor.numel() == 0) return;
  const int64_t item = tensor.element_size();
  const char* base = static_cast<const char*>(tensor.const_data_ptr());
  std::vector<int64_t> index(static_cast<size_t>(tensor.dim()));
  for (;;) {
    int64_t offset = 0;
    for (const auto i : c10::irange(index.size())) offset += index[i] * tensor.strides()[i];
    visit(base + offset * item);
    size_t dim = index.size();
    while (dim > 0 && ++index[dim - 1] == tensor.sizes()[dim - 1]) index[--dim] = 0;
    if (dim == 0) return;
  }
}

template <typename T>
c10::complex<double> number(const T& element) {
  if constexpr (std::is_arithmetic<T>::value) {
    return static_cast<double>(element);
  } else if constexpr (std::is_same<T, c10::complex<float>>::value ||
                       std::is_same<T, c10::complex<double>>::value) {
    return c10::complex<double>(element);
  } else if constexpr (std::is_same<T, c10::ComplexHalf>::value) {
    return {static_cast<float>(element.real_), static_cast<float>(element.imag_)};
  } else if constexpr (std::is_same<T, c10::Half>::value || std::is_same<T, c10::BFloat16>::value) {
    return static_cast<double>(static_cast<float>(element));
  } else {
    return static_cast<double>(element.val_);
  }
}

template <typename T>
std::vector<c10::complex<double>> typed_values(const at::TensorBase& tensor) {
  std::vector<c10::complex<double>> result;
  result.reserve(static_cast<size_t>(tensor.numel()));
  visit_elements(tensor, [&](const char* address) {
    result.push_back(number(*reinterpret_cast<const T*>(address)));
  });
  return result;
}

template <typename T>
std::vector<int64_t> typed_integers(const at::TensorBase& tensor) {
  std::vector<int64_t> result;
  result.reserve(static_cast<size_t>(tensor.numel()));
  visit_elements(tensor, [&](const char* address) {
    result.push_back(static_cast<int64_t>(*reinterpret_cast<const T*>(address)));
  });
  return result;
}

}  // namespace

std::vector<c10::complex<double>> values_of(const at::TensorBase& tensor) {
  switch (tensor.scalar_type()) {
#define ATEN_LITE_CASE(T, Name, number_) \
  case c10::ScalarType::Name:            \
    return typed_values<T>(tensor);
    ATEN_LITE_FORALL_SCALAR_TYPES(ATEN_LITE_CASE)
#undef ATEN_LITE_CASE
    default:
      TORCH_CHECK(false, "values_of: no elements of type ", tensor.scalar_type());
  }
}

std::vector<int64_t> integers_of(const at::TensorBase& tensor) {
  switch (tensor.scalar_type()) {
    case c10::kByte:
      return typed_integers<uint8_t>(tensor);
    case c10::kChar:
      return typed_integers<int8_t>(tensor);
    case c10::kShort:
      return typed_integers<int16_t>(tensor);
    case c10::kInt:
      return typed_integers<int32_t>(tensor);
    case c10::kLong:
      return typed_integers<int64_t>(tensor);
    case c10::kBool:
      return typed_integers<bool>(tensor);
    default:
      TORCH_CHECK(false, "integers_of: elements of type ", tensor.scalar_type(),
                  " are no integers");
  }
}

}  // namespace aten_lite::testing
