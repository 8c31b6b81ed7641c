// Products with vectors: dot, mv, outer and their relatives.
#include "ATen/ops/_conj_physical.h"
#include "ATen/ops/add.h"
#include "ATen/ops/addbmm.h"
#include "ATen/ops/addmm.h"
#include "ATen/ops/addmv.h"
#include "ATen/ops/addr.h"
#include "ATen/ops/bmm.h"
#include "ATen/ops/copy.h"
#include "ATen/ops/dot.h"
#include "ATen/ops/expand.h"
#include "ATen/ops/ger.h"
#include "ATen/ops/inner.h"
#include "ATen/ops/linalg_vecdot.h"
#include "ATen/ops/logical_and.h"
#include "ATen/ops/logical_or.h"
#include "ATen/ops/matmul.h"
#include "ATen/ops/mm.h"
#include "ATen/ops/mul.h"
#include "ATen/ops/mv.h"
#include "ATen/ops/outer.h"
#include "ATen/ops/reshape.h"
#include "ATen/ops/scalar_tensor.h"
#include "ATen/ops/sum.h"
#include "ATen/ops/tensordot.h"
#include "ATen/ops/unsqueeze.h"
#include "ATen/ops/vdot.h"
#include "aten_lite/native/internal/dense.h"
#include "aten_lite/native/internal/matrix_product.h"

namespace at::native {
namespace {

void check_vectors(const Tensor& a, const Tensor& b, const char* op) {
  TORCH_CHECK(a.dim() == 1 && b.dim() == 1, "1D tensors expected, but got ", a.dim(), "D and ",
              b.dim(), "D tensors (", op, ")");
  TORCH_CHECK(a.scalar_type() == b.scalar_type(), op,
              " : expected both vectors to have same dtype, but found ", a.scalar_type(), " and ",
              b.scalar_type());
  TORCH_CHECK(a.numel() == b.numel(), "inconsistent tensor size, expected tensor [", a.numel(),
              "] and src [", b.numel(), "] to have the same number of elements, but got ",
              a.numel(), " and ", b.numel(), " elements respectively");
}

bool is_zero(const Scalar& value) { return !value.isComplex() && value.to<double>() == 0.0; }

void check_outer(const Tensor& a, const Tensor& b) {
  TORCH_CHECK(a.dim() == 1, "outer: Expected 1-D argument self, but got ", a.dim(), "-D");
  TORCH_CHECK(b.dim() == 1, "outer: Expected 1-D argument vec2, but got ", b.dim(), "-D");
}

}  // namespace

Tensor dot(const Tensor& self, const Tensor& tensor) {
  check_vectors(self, tensor, "dot");
  Tensor result = new_tensor({}, self.scalar_type());
  internal::ProductShape shape;
  shape.m = 1;
  shape.n = 1;
  shape.k = self.numel();
  internal::batched_product(self.scalar_type(), shape, {self.data_ptr(), 0, 0, self.stride(0)},
                            {tensor.data_ptr(), 0, tensor.stride(0), 1},
                            {result.data_ptr(), 0, 1, 1}, false, 1, nullptr, "dot");
  return result;
}

Tensor& dot_out(const Tensor& self, const Tensor& tensor, Tensor& out) {
  finish_output(out, native::dot(self, tensor), "dot");
  return out;
}

Tensor vdot(const Tensor& self, const Tensor& other) {
  check_vectors(self, other, "vdot");
  return self.is_complex() ? native::dot(at::_conj_physical(self), other)
                           : native::dot(self, other);
}

Tensor& vdot_out(const Tensor& self, const Tensor& other, Tensor& out) {
  finish_output(out, native::vdot(self, other), "vdot");
  return out;
}

Tensor mv(const Tensor& self, const Tensor& vec) {
  TORCH_CHECK(self.dim() == 2 && vec.dim() == 1, "vector + matrix @ vector expected, got ",
              vec.dim(), ", ", self.dim(), ", ", vec.dim());
  TORCH_CHECK(self.size(1) == vec.size(0), "size mismatch, got input (", self.size(0), "), mat (",
              self.size(0), "x", self.size(1), "), vec (", vec.size(0), ")");
  TORCH_CHECK(self.scalar_type() == vec.scalar_type(), "mv: expected scalar type ",
              self.scalar_type(), " but found ", vec.scalar_type());
  Tensor result = new_tensor({self.size(0)}, self.scalar_type());
  // The vector as the left operand: then the rows of the matrix are read where they lie.
  internal::ProductShape shape;
  shape.m = 1;
  shape.n = self.size(0);
  shape.k = self.size(1);
  internal::batched_product(self.scalar_type(), shape, {vec.data_ptr(), 0, 0, vec.stride(0)},
                            {self.data_ptr(), 0, self.stride(1), self.stride(0)},
                            {result.data_ptr(), 0, self.size(0), 1}, false, 1, nullptr, "mv");
  return result;
}

Tensor& mv_out(const Tensor& self, const Tensor& vec, Tensor& out) {
  finish_output(out, native::mv(self, vec), "mv");
  return out;
}

void addmv_out(const Tensor& self, const Tensor& mat, const Tensor& vec, const Scalar& beta,
               const Scalar& alpha, Tensor& out) {
  TORCH_CHECK(mat.dim() == 2 && vec.dim() == 1 && self.dim() <= 1,
              "vector + matrix @ vector expected, got ", self.dim(), ", ", mat.dim(), ", ",
              vec.dim());
  TORCH_CHECK(mat.size(1) == vec.size(0) && (self.numel() == 1 || self.size(0) == mat.size(0)),
              "size mismatch, got input (", self.numel(), "), mat (", mat.size(0), "x", mat.size(1),
              "), vec (", vec.size(0), ")");
  const Tensor column = self.dim() == 1 ? self.unsqueeze(1) : self;
  const Tensor result =
      at::addmm(column, mat, vec.unsqueeze(1), beta, alpha).reshape({mat.size(0)});
  TORCH_CHECK(!out.is_same(self) || self.sizes() == result.sizes(), "addmv_: the result has shape ",
              result.sizes(), " and does not fit into self of shape ", self.sizes());
  finish_output(out, result, "addmv");
}

Tensor outer(const Tensor& self, const Tensor& vec2) {
  check_outer(self, vec2);
  return at::mul(self.unsqueeze(1), vec2);
}

Tensor& outer_out(const Tensor& self, const Tensor& vec2, Tensor& out) {
  check_outer(self, vec2);
  return at::mul_out(out, self.unsqueeze(1), vec2);
}

Tensor ger(const Tensor& self, const Tensor& vec2) { return native::outer(self, vec2); }

Tensor& ger_out(const Tensor& self, const Tensor& vec2, Tensor& out) {
  return native::outer_out(self, vec2, out);
}

namespace {

// alpha and beta as they enter a sum of this dtype: rounded to it before anything else.
Tensor factor_of(const Scalar& number, ScalarType dtype, const char* name) {
  TORCH_CHECK(!isIntegralType(dtype, true) || number.isIntegral(true),
              "For integral input tensors, argument ", name,
              " must not be a floating point number.");
  TORCH_CHECK(dtype == kBool || !number.isBoolean(), "Boolean ", name,
              " only supported for Boolean results.");
  return at::scalar_tensor(number, dtype);
}

}  // namespace

Tensor addr(const Tensor& self, const Tensor& vec1, const Tensor& vec2, const Scalar& beta,
            const Scalar& alpha) {
  TORCH_CHECK(vec1.dim() == 1 && vec2.dim() == 1,
              "addr: Expected 1-D argument vec1 and vec2, but got ", vec1.dim(), "-D and ",
              vec2.dim(), "-D");
  const ScalarType dtype =
      promoteTypes(self.scalar_type(), promoteTypes(vec1.scalar_type(), vec2.scalar_type()));
  // Between bools, and is their product and or their sum.
  const bool logical = dtype == kBool;
  const auto times = [logical](const Tensor& a, const Tensor& b) {
    return logical ? at::logical_and(a, b) : at::mul(a, b);
  };
  const Tensor product = times(times(vec1, logical ? at::scalar_tensor(alpha.toBool(), kBool)
                                                   : factor_of(alpha, dtype, "alpha"))
                                   .unsqueeze(1),
                               vec2);
  // beta = 0 means that self is not looked at, NaN included.
  if (is_zero(beta)) {
    self.expand(product.sizes());
    return product;
  }
  const Tensor scaled = times(
      self, logical ? at::scalar_tensor(beta.toBool(), kBool) : factor_of(beta, dtype, "beta"));
  const Tensor result = logical ? at::logical_or(scaled, product) : at::add(scaled, product);
  TORCH_CHECK(result.sizes() == product.sizes(), "addr: self of shape ", self.sizes(),
              " cannot be expanded to ", product.sizes());
  return result;
}

Tensor& addr_(Tensor& self, const Tensor& vec1, const Tensor& vec2, const Scalar& beta,
              const Scalar& alpha) {
  return self.copy_(native::addr(self, vec1, vec2, beta, alpha));
}

Tensor& addr_out(const Tensor& self, const Tensor& vec1, const Tensor& vec2, const Scalar& beta,
                 const Scalar& alpha, Tensor& out) {
  write_output(out, native::addr(self, vec1, vec2, beta, alpha), "addr");
  return out;
}

Tensor addbmm(const Tensor& self, const Tensor& batch1, const Tensor& batch2, const Scalar& beta,
              const Scalar& alpha) {
  TORCH_CHECK(batch1.dim() == 3 && batch2.dim() == 3,
              "addbmm: batch1 and batch2 must be 3D tensors, but they have ", batch1.dim(), " and ",
              batch2.dim(), " dimensions");
  TORCH_CHECK(batch1.size(0) == batch2.size(0) && batch1.size(2) == batch2.size(1),
              "Expected size for first two dimensions of batch2 tensor to be: [", batch1.size(0),
              ", ", batch1.size(2), "] but got: [", batch2.size(0), ", ", batch2.size(1), "].");
  // The sum over the batch is one long product: [m, b * k] by [b * k, n].
  const int64_t depth = batch1.size(0) * batch1.size(2);
  const Tensor left = batch1.permute({1, 0, 2}).reshape({batch1.size(1), depth});
  const Tensor right = batch2.reshape({depth, batch2.size(2)});
  return at::addmm(self, left, right, beta, alpha);
}

Tensor& addbmm_(Tensor& self, const Tensor& batch1, const Tensor& batch2, const Scalar& beta,
                const Scalar& alpha) {
  const Tensor result = native::addbmm(self, batch1, batch2, beta, alpha);
  TORCH_CHECK(self.sizes() == result.sizes(), "addbmm_: the product has shape ", result.sizes(),
              " and does not fit into self of shape ", self.sizes());
  return self.copy_(result);
}

Tensor& addbmm_out(const Tensor& self, const Tensor& batch1, const Tensor& batch2,
                   const Scalar& beta, const Scalar& alpha, Tensor& out) {
  finish_output(out, native::addbmm(self, batch1, batch2, beta, alpha), "addbmm");
  return out;
}

Tensor inner(const Tensor& self, const Tensor& other) {
  if (self.dim() == 0 || other.dim() == 0) {
    return at::mul(self, other);
  }
  TORCH_CHECK(self.size(-1) == other.size(-1),
              "inner() the last dimension must match on both input tensors but got shapes ",
              self.sizes(), " and ", other.sizes());
  return at::tensordot(self, other, {-1}, {-1});
}

Tensor& inner_out(const Tensor& self, const Tensor& other, Tensor& out) {
  finish_output(out, native::inner(self, other), "inner");
  return out;
}

Tensor linalg_vecdot(const Tensor& x, const Tensor& y, int64_t dim) {
  const Tensor left = x.is_complex() ? at::_conj_physical(x) : x;
  return at::sum(at::mul(left, y), dim);
}

Tensor& linalg_vecdot_out(const Tensor& x, const Tensor& y, int64_t dim, Tensor& out) {
  finish_output(out, native::linalg_vecdot(x, y, dim), "linalg_vecdot");
  return out;
}

}  // namespace at::native
