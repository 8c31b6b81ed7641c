// Conversions between arrays of 16-bit floats and of float with SIMD: bit for bit what c10::Half
// and c10::BFloat16 do. The arrays must not overlap.
#pragma once

#include <cstdint>

#include "aten_lite/core/half.h"

namespace at {
namespace native {
namespace internal {

struct HalfKernels {
  void (*half_to_float)(const c10::Half* from, int64_t count, float* to);
  void (*bfloat16_to_float)(const c10::BFloat16* from, int64_t count, float* to);
  void (*float_to_half)(const float* from, int64_t count, c10::Half* to);
  void (*float_to_bfloat16)(const float* from, int64_t count, c10::BFloat16* to);
};

const HalfKernels& half_kernels();

}  // namespace internal
}  // namespace native
}  // namespace at
