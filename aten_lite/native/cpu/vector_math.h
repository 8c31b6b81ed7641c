// Transcendental functions over float arrays, with the best SIMD that the processor has.
//
// Within a few units in the last place of the exact value; infinities, NaN and signed zeros as in
// the C library. `in` and `out` may be the same array.
#pragma once

#include <cstdint>

namespace at::native::vec {

void exp(const float* in, float* out, int64_t n);
void exp2(const float* in, float* out, int64_t n);
void expm1(const float* in, float* out, int64_t n);
void log(const float* in, float* out, int64_t n);
void log2(const float* in, float* out, int64_t n);
void log10(const float* in, float* out, int64_t n);
void log1p(const float* in, float* out, int64_t n);
void sin(const float* in, float* out, int64_t n);
void cos(const float* in, float* out, int64_t n);
void tanh(const float* in, float* out, int64_t n);
void sigmoid(const float* in, float* out, int64_t n);
void erf(const float* in, float* out, int64_t n);
void silu(const float* in, float* out, int64_t n);
void mish(const float* in, float* out, int64_t n);
void softplus(const float* in, float* out, int64_t n);  // log(1 + exp(x))
void gelu(const float* in, float* out, int64_t n);
void gelu_tanh(const float* in, float* out, int64_t n);

}  // namespace at::native::vec
