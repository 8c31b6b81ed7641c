// Complex numbers from parts, and parts of complex numbers.
#include <cmath>

#include "ATen/core/TensorBody.h"
#include "ATen/ops/view_as_real.h"
#include "aten_lite/native/internal/loops.h"

namespace at::native {
namespace {

// A complex result of two real tensors of one floating type.
TensorIterator complex_iterator(const char* op, const Tensor& a, const Tensor& b, Tensor& out) {
  TORCH_CHECK(
      (a.scalar_type() == kFloat || a.scalar_type() == kDouble || a.scalar_type() == kHalf) &&
          (b.scalar_type() == kFloat || b.scalar_type() == kDouble || b.scalar_type() == kHalf),
      "Expected both inputs to be Half, Float or Double tensors but got ",
      toString(a.scalar_type()), " and ", toString(b.scalar_type()));
  TORCH_CHECK(a.scalar_type() == b.scalar_type(), "Expected object of scalar type ",
              toString(a.scalar_type()), " but got scalar type ", toString(b.scalar_type()),
              " for second argument");
  const ScalarType type = toComplexType(a.scalar_type());
  TORCH_CHECK(!out.defined() || out.scalar_type() == type, "Expected object of scalar type ",
              toString(type), " but got scalar type ",
              toString(out.defined() ? out.scalar_type() : type), " for argument 'out'");
  TensorIteratorConfig config;
  config.name(op).check_all_same_dtype(false).new_output_dtype(type).add_output(out);
  TensorIterator iter = config.add_input(a).add_input(b).build();
  if (!out.defined()) out = iter.output(0);
  return iter;
}

}  // namespace

void complex_out(const Tensor& real, const Tensor& imag, Tensor& out) {
  map<Complex, double, double>(complex_iterator("complex", real, imag, out),
                               [](double r, double i) { return Complex(r, i); });
}
void polar_out(const Tensor& abs, const Tensor& angle, Tensor& out) {
  map<Complex, double, double>(
      complex_iterator("polar", abs, angle, out),
      [](double r, double phi) { return Complex(r * std::cos(phi), r * std::sin(phi)); });
}

void conj_physical_out(const Tensor& self, Tensor& out) {
  unary_op<bool, int64_t, float, double, Complex>(self, out, "conj_physical", [](auto x) {
    if constexpr (is_complex_v<decltype(x)>) {
      return std::conj(x);
    } else {
      return x;
    }
  });
}

Tensor real(const Tensor& self) {
  return self.is_complex() ? at::view_as_real(self).select(-1, 0) : self;
}
Tensor imag(const Tensor& self) {
  TORCH_CHECK(self.is_complex(), "imag is not implemented for tensors with non-complex dtypes.");
  return at::view_as_real(self).select(-1, 1);
}

}  // namespace at::native
