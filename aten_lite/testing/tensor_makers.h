// Small tensors for tests, made without operators.
//
//   tensor_of<float>({2, 2}, {1, 2, 3, 4})
//   counted({2, 3}, at::kInt)               0, 1, 2, ... row by row
//   with_strides(t, {1, 2})                 the same values, laid out otherwise
#pragma once

#include <cstdint>
#include <vector>

#include "ATen/core/TensorBody.h"
#include "aten_lite/core/array_ref.h"
#include "aten_lite/core/empty.h"
#include "aten_lite/core/error.h"
#include "aten_lite/core/irange.h"

namespace aten_lite::testing {

template <typename T>
at::Tensor tensor_of(at::IntArrayRef sizes, std::vector<T> values) {
  at::Tensor result(at::detail::empty_cpu(sizes, c10::CppTypeToScalarType<T>::value));
  TORCH_CHECK(result.numel() == static_cast<int64_t>(values.size()), "tensor_of: ", values.size(),
              " values for sizes ", sizes);
  T* out = result.mutable_data_ptr<T>();
  for (const auto i : c10::irange(values.size())) out[i] = values[i];
  return result;
}

// 0, 1, 2, ... row by row; false, true, true, ... for bool.
at::Tensor counted(at::IntArrayRef sizes, c10::ScalarType dtype = c10::kFloat);

// The same values with other strides, which must not overlap. Gaps hold a pattern that no test
// expects, so that a kernel that reads them shows.
at::Tensor with_strides(const at::Tensor& tensor, at::IntArrayRef strides);

// The same values with every second element of a wider buffer: contiguous in no format.
at::Tensor spread_out(const at::Tensor& tensor);

// The same values in channels_last strides (4 dimensions).
at::Tensor channels_last(const at::Tensor& tensor);

}  // namespace aten_lite::testing
