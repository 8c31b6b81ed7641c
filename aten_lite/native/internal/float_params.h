// Parameters of normalisation (weights, biases, running statistics) as contiguous arrays of the
// arithmetic type.
#pragma once

#include <cstdint>

#include "ATen/core/TensorBody.h"
#include "aten_lite/core/dispatch.h"
#include "aten_lite/core/half.h"
#include "aten_lite/native/internal/scratch.h"

namespace at::native {

// float for float16 and bfloat16, else the type itself.
template <class T>
struct ArithmeticType {
  using type = T;
};
template <>
struct ArithmeticType<c10::Half> {
  using type = float;
};
template <>
struct ArithmeticType<c10::BFloat16> {
  using type = float;
};
template <class T>
using arithmetic_t = typename ArithmeticType<T>::type;

// The elements of `t` in row-major order as Acc, `fallback` for each of `count` when `t` is
// undefined.
template <class Acc>
internal::Scratch<Acc> load_parameters(const Tensor& t, int64_t count, Acc fallback) {
  internal::Scratch<Acc> values(count);
  if (!t.defined()) {
    std::fill_n(values.data(), count, fallback);
    return values;
  }
  const Tensor flat = t.contiguous();
  AT_DISPATCH_FLOATING_TYPES_AND2(kHalf, kBFloat16, t.scalar_type(), "parameters", [&] {
    const scalar_t* const from = flat.data_ptr<scalar_t>();
    for (int64_t i = 0; i < count; ++i) {
      values[i] = static_cast<Acc>(from[i]);
    }
  });
  return values;
}

}  // namespace at::native
