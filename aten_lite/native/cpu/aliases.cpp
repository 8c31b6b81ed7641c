// Second names of operators whose overloads with numbers PyTorch composes of other operators.
#include "ATen/core/TensorBody.h"
#include "ATen/ops/div.h"
#include "ATen/ops/mul.h"
#include "ATen/ops/sub.h"

namespace at::native {

Tensor multiply(const Tensor& self, const Scalar& other) { return at::mul(self, other); }
Tensor& multiply_(Tensor& self, const Scalar& other) { return self.mul_(other); }
Tensor subtract(const Tensor& self, const Scalar& other, const Scalar& alpha) {
  return at::sub(self, other, alpha);
}
Tensor& subtract_(Tensor& self, const Scalar& other, const Scalar& alpha) {
  return self.sub_(other, alpha);
}
Tensor divide(const Tensor& self, const Scalar& other) { return at::div(self, other); }
Tensor& divide_(Tensor& self, const Scalar& other) { return self.div_(other); }
Tensor divide(const Tensor& self, const Scalar& other, std::optional<c10::string_view> mode) {
  return at::div(self, other, mode);
}
Tensor& divide_(Tensor& self, const Scalar& other, std::optional<c10::string_view> mode) {
  return self.div_(other, mode);
}
Tensor true_divide(const Tensor& self, const Scalar& other) { return at::div(self, other); }
Tensor& true_divide_(Tensor& self, const Scalar& other) { return self.div_(other); }

}  // namespace at::native
