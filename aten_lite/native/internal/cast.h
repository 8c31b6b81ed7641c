// Conversion of element types and gathering of strided elements, a block at a time.
//
// Kernels compute in four types only: int64, float, double and complex<double> (compute_type());
// everything else is converted on the way in and out, so that a loop is instantiated four times
// and not fourteen. Conversions are PyTorch's: integers wrap around, a bool is "not zero", complex
// numbers lose their imaginary part, what is out of an integer's range is what x86 makes of it.
#pragma once

#include <cstdint>

#include "aten_lite/core/scalar_type.h"

namespace at::native {

// The type that values of `type` are computed in: Long, Float, Double or ComplexDouble.
ScalarType compute_type(ScalarType type);

// Converts n contiguous elements. The blocks must not overlap, unless the types are equal and the
// pointers too. Throws for quantized types of which one is not the other.
void cast_block(ScalarType to, void* dst, ScalarType from, const void* src, int64_t n);

// Copies n elements of `itemsize` bytes; strides are in bytes and may be 0 or negative.
void copy_strided(void* dst, int64_t dst_stride, const void* src, int64_t src_stride,
                  int64_t itemsize, int64_t n);

}  // namespace at::native
