// Tensors from C++ values: at::tensor, torch::tensor and from_blob.
//
//   at::tensor({1, 2, 3})                  one dimension, int32: the element type of the values
//   torch::tensor({{1, 2}, {3, 4}})        nested lists, int64 as in Python
//   torch::tensor(2.5, at::kHalf)          no dimension
//   at::from_blob(data, {2, 3}, at::kInt)  a view of memory that the caller keeps alive
//
// A number that the element type cannot hold is an error in torch::tensor, a C++ conversion in
// at::tensor.
#pragma once

#include <functional>
#include <initializer_list>
#include <utility>
#include <vector>

#include "ATen/core/TensorBody.h"
#include "aten_lite/core/array_ref.h"
#include "aten_lite/core/scalar.h"
#include "aten_lite/core/scalar_type.h"
#include "aten_lite/core/small_vector.h"
#include "aten_lite/core/tensor_options.h"

// Element types that C++ values can have.
#define ATEN_LITE_FORALL_VALUE_TYPES(_) \
  _(bool)                               \
  _(uint8_t)                            \
  _(int8_t)                             \
  _(int16_t)                            \
  _(int32_t)                            \
  _(int64_t)                            \
  _(float)                              \
  _(double)                             \
  _(::c10::Half)                        \
  _(::c10::BFloat16)                    \
  _(::c10::complex<float>)              \
  _(::c10::complex<double>)

namespace at {

// One overload a type, not a template: only so does {1, 2, 3} find its own.
#define ATEN_LITE_TENSOR(T)                                                             \
  Tensor tensor(ArrayRef<T> values, const TensorOptions& options);                      \
  inline Tensor tensor(std::initializer_list<T> values, const TensorOptions& options) { \
    return at::tensor(ArrayRef<T>(values), options);                                    \
  }                                                                                     \
  inline Tensor tensor(T value, const TensorOptions& options) {                         \
    return at::tensor(ArrayRef<T>(value), options);                                     \
  }                                                                                     \
  inline Tensor tensor(ArrayRef<T> values) {                                            \
    return at::tensor(values, TensorOptions(c10::CppTypeToScalarType<T>::value));       \
  }                                                                                     \
  inline Tensor tensor(std::initializer_list<T> values) {                               \
    return at::tensor(ArrayRef<T>(values));                                             \
  }                                                                                     \
  inline Tensor tensor(T value) { return at::tensor(ArrayRef<T>(value)); }
ATEN_LITE_FORALL_VALUE_TYPES(ATEN_LITE_TENSOR)
#undef ATEN_LITE_TENSOR

// A tensor over memory of the caller's. `deleter`, where given, is called once with `data` when
// no tensor uses it any more.
Tensor from_blob(void* data, IntArrayRef sizes, IntArrayRef strides,
                 std::function<void(void*)> deleter, const TensorOptions& options = {});
Tensor from_blob(void* data, IntArrayRef sizes, std::function<void(void*)> deleter,
                 const TensorOptions& options = {});
Tensor from_blob(void* data, IntArrayRef sizes, IntArrayRef strides,
                 const TensorOptions& options = {});
Tensor from_blob(void* data, IntArrayRef sizes, const TensorOptions& options = {});

}  // namespace at

namespace torch {
namespace detail {

// What torch::tensor takes: a number, a list of these, or an array of numbers.
class TensorDataContainer {
 public:
  // Also the {} inside of {{}, {}}: a list of nothing.
  TensorDataContainer() : sizes_({0}), scalar_type_(c10::get_default_dtype_as_scalartype()) {}
  TensorDataContainer(std::initializer_list<TensorDataContainer> list);

#define ATEN_LITE_CONTAINER(T)                                                               \
  TensorDataContainer(T value)                                                               \
      : scalar_type_(c10::CppTypeToScalarType<T>::value), numbers_(1, c10::Scalar(value)) {} \
  TensorDataContainer(at::ArrayRef<T> values)                                                \
      : sizes_({static_cast<int64_t>(values.size())}),                                       \
        scalar_type_(c10::CppTypeToScalarType<T>::value),                                    \
        numbers_(scalars<T>(values)) {}                                                      \
  TensorDataContainer(const std::vector<T>& values)                                          \
      : sizes_({static_cast<int64_t>(values.size())}),                                       \
        scalar_type_(c10::CppTypeToScalarType<T>::value),                                    \
        numbers_(scalars<T>(values)) {}
  ATEN_LITE_FORALL_VALUE_TYPES(ATEN_LITE_CONTAINER)
#undef ATEN_LITE_CONTAINER

  // The element type defaults to int64 for int and int64, to the default dtype for float and
  // double, and to the values' own type for others.
  at::Tensor to_tensor(const at::TensorOptions& options) const;

 private:
  template <typename T, typename Values>
  static std::vector<c10::Scalar> scalars(const Values& values) {
    std::vector<c10::Scalar> result;
    result.reserve(values.size());
    // T by name: the elements of vector<bool> are proxies.
    for (const T value : values) result.emplace_back(value);
    return result;
  }

  std::vector<int64_t> sizes_;
  c10::ScalarType scalar_type_;
  std::vector<c10::Scalar> numbers_;  // row by row
};

}  // namespace detail

inline at::Tensor tensor(const detail::TensorDataContainer& data,
                         const at::TensorOptions& options = {}) {
  return data.to_tensor(options);
}

}  // namespace torch
