// Tensors from numbers and lists from tensors, shared by operators and the interpreter's
// instructions.
#pragma once

#include "aten_lite/core/ivalue.h"

namespace at::native {

// A tensor of no dimensions: int64, double, bool or complex double, as the number is.
at::Tensor tensor_from_number(const c10::IValue& value);

// What the annotation of a tolist() asks for, as models number it.
enum class ListElement : int64_t { kInt = 0, kFloat = 1, kBool = 2, kComplex = 3 };

// Nested lists of depth `dim`; a number where `dim` is 0. Throws when the tensor has another number
// of dimensions or another kind of elements than `element` and `dim` say.
c10::IValue tensor_to_list(const at::Tensor& tensor, int64_t element, int64_t dim);

}  // namespace at::native
