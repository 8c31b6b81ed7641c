// lerp, addcmul, addcdiv: a few operations on three tensors in one pass.
#include <cmath>

#include "ATen/core/TensorBody.h"
#include "aten_lite/native/internal/integer_math.h"
#include "aten_lite/native/internal/loops.h"

namespace at::native {
namespace {

// Near its ends the interpolation is exact: weight 1 gives `end` itself.
template <typename T>
T interpolate(T start, T end, T weight) {
  if (std::abs(weight) < 0.5) return start + weight * (end - start);
  return end - (end - start) * (T(1) - weight);
}

void check_same(const Tensor& self, const Tensor& other, const char* argument) {
  TORCH_CHECK(self.scalar_type() == other.scalar_type(), "expected dtype ",
              toString(self.scalar_type()), " for `", argument, "` but got dtype ",
              toString(other.scalar_type()));
}

}  // namespace

void lerp_out(const Tensor& self, const Tensor& end, const Scalar& weight, Tensor& out) {
  check_same(self, end, "end");
  const TensorIterator iter = binary_iterator("lerp", self, end, out);
  for_compute_type<float, double, Complex>(iter.common_dtype(), "lerp", [&](auto tag) {
    using T = typename decltype(tag)::type;
    const T w = weight.to<T>();
    map<T, T, T>(iter, [w](T a, T b) { return interpolate(a, b, w); });
  });
}
void lerp_out(const Tensor& self, const Tensor& end, const Tensor& weight, Tensor& out) {
  check_same(self, end, "end");
  check_same(self, weight, "weight");
  const TensorIterator iter = ternary_iterator("lerp", self, end, weight, out);
  for_compute_type<float, double, Complex>(iter.common_dtype(), "lerp", [&](auto tag) {
    using T = typename decltype(tag)::type;
    map<T, T, T, T>(iter, [](T a, T b, T w) { return interpolate(a, b, w); });
  });
}

void addcmul_out(const Tensor& self, const Tensor& tensor1, const Tensor& tensor2,
                 const Scalar& value, Tensor& out) {
  const TensorIterator iter = ternary_iterator("addcmul", self, tensor1, tensor2, out);
  for_compute_type<int64_t, float, double, Complex>(iter.common_dtype(), "addcmul", [&](auto tag) {
    using T = typename decltype(tag)::type;
    const T scale = value.to<T>();
    map<T, T, T, T>(iter, [scale](T a, T b, T c) { return plus(a, times(times(scale, b), c)); });
  });
}

void addcdiv_out(const Tensor& self, const Tensor& tensor1, const Tensor& tensor2,
                 const Scalar& value, Tensor& out) {
  TORCH_CHECK(
      !isIntegralType(tensor1.scalar_type(), true) || !isIntegralType(tensor2.scalar_type(), true),
      "Integer division with addcdiv is no longer supported; use (input + value * "
      "torch.trunc(tensor1 / tensor2)) or (input + value * tensor1 / tensor2)");
  const TensorIterator iter = ternary_iterator("addcdiv", self, tensor1, tensor2, out);
  for_compute_type<float, double, Complex>(iter.common_dtype(), "addcdiv", [&](auto tag) {
    using T = typename decltype(tag)::type;
    const T scale = value.to<T>();
    map<T, T, T, T>(iter, [scale](T a, T b, T c) { return a + scale * b / c; });
  });
}

}  // namespace at::native
