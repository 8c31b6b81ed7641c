// The elements of a tensor as plain numbers, read through sizes and strides by hand.
//
// Tests compare with these, so that no kernel judges another.
#pragma once

#include <cstdint>
#include <vector>

#include "aten_lite/core/complex.h"
#include "aten_lite/core/tensor_base.h"

namespace aten_lite::testing {

// Row by row, whatever the strides. Integers are exact up to 2^53; quantized elements are the
// integers that they store.
std::vector<c10::complex<double>> values_of(const at::TensorBase& tensor);

// Integers and bools exactly; throws for other element types.
std::vector<int64_t> integers_of(const at::TensorBase& tensor);

}  // namespace aten_lite::testing
