// mm, addmm, bmm, baddbmm: products of matrices and of batches of matrices.
#include "ATen/ops/mm.h"

#include "ATen/ops/addmm.h"
#include "ATen/ops/baddbmm.h"
#include "ATen/ops/bmm.h"
#include "ATen/ops/copy.h"
#include "ATen/ops/expand.h"
#include "ATen/ops/mul.h"
#include "aten_lite/native/internal/dense.h"
#include "aten_lite/native/internal/matrix_product.h"

namespace at::native {
namespace {

using internal::BatchView;

// A 2-dim tensor, or a 3-dim one as a batch.
BatchView view_of(const Tensor& t) {
  const int64_t rows = t.dim() - 2;
  return {t.data_ptr(), t.dim() == 3 ? t.stride(0) : 0, t.stride(rows), t.stride(rows + 1)};
}

// A factor for integer tensors loses its fraction, as in PyTorch.
Scalar in_dtype(const Scalar& value, ScalarType dtype) {
  return isIntegralType(dtype, /*includeBool=*/true) && !value.isComplex()
             ? Scalar(value.to<int64_t>())
             : value;
}

bool is_one(const Scalar& value) { return !value.isComplex() && value.to<double>() == 1.0; }
bool is_zero(const Scalar& value) { return !value.isComplex() && value.to<double>() == 0.0; }

void check_matrices(const Tensor& a, const Tensor& b, const char* op) {
  TORCH_CHECK(a.dim() == 2 && b.dim() == 2, op, ": expected two matrices, but got a ", a.dim(),
              "-D and a ", b.dim(), "-D tensor");
  TORCH_CHECK(a.size(1) == b.size(0), "mat1 and mat2 shapes cannot be multiplied (", a.size(0), "x",
              a.size(1), " and ", b.size(0), "x", b.size(1), ")");
  TORCH_CHECK(a.scalar_type() == b.scalar_type(), op,
              ": expected m1 and m2 to have the same dtype, but got: ", a.dtype().name(),
              " != ", b.dtype().name());
}

void check_batches(const Tensor& a, const Tensor& b, const char* op) {
  TORCH_CHECK(a.dim() == 3, op, ": batch1 must be a 3D tensor, but it has ", a.dim(),
              " dimensions");
  TORCH_CHECK(b.dim() == 3, op, ": batch2 must be a 3D tensor, but it has ", b.dim(),
              " dimensions");
  TORCH_CHECK(a.size(0) == b.size(0) && a.size(2) == b.size(1),
              "Expected size for first two dimensions of batch2 tensor to be: [", a.size(0), ", ",
              a.size(2), "] but got: [", b.size(0), ", ", b.size(1), "].");
  TORCH_CHECK(a.scalar_type() == b.scalar_type(), op, ": expected scalar type ", a.scalar_type(),
              " but found ", b.scalar_type());
}

// beta * self (of the sizes of the product, or expandable to them) + alpha * a @ b.
Tensor product(const Tensor& self, const Tensor& a, const Tensor& b, const Scalar& given_beta,
               const Scalar& given_alpha, const char* op) {
  const Scalar beta = in_dtype(given_beta, a.scalar_type());
  const Scalar alpha = in_dtype(given_alpha, a.scalar_type());
  const int64_t dim = a.dim();
  internal::ProductShape shape;
  shape.batch = dim == 3 ? a.size(0) : 1;
  shape.m = a.size(dim - 2);
  shape.n = b.size(dim - 1);
  shape.k = a.size(dim - 1);
  DimVector sizes(a.sizes().begin(), a.sizes().end());
  sizes[static_cast<size_t>(dim - 1)] = shape.n;

  const ScalarType dtype = a.scalar_type();
  Tensor result = new_tensor(sizes, dtype);
  const void* column_bias = nullptr;
  bool accumulate = false;
  if (self.defined() && !is_zero(beta)) {
    TORCH_CHECK(self.scalar_type() == dtype, op,
                ": self and mat2 must have the same dtype, but got ", self.scalar_type(), " and ",
                dtype);
    if (is_one(beta) && self.dim() == 1 && self.size(0) == shape.n && self.stride(0) == 1) {
      column_bias = self.data_ptr();
    } else {
      result.copy_(self.expand(sizes));
      if (!is_one(beta)) {
        result.mul_(beta);
      }
      accumulate = true;
    }
  } else if (self.defined()) {
    // Not read, but it must still be expandable.
    self.expand(sizes);
  }
  internal::batched_product(dtype, shape, view_of(a), view_of(b), view_of(result), accumulate,
                            alpha, column_bias, op);
  return result;
}

void check_in_place(const Tensor& self, const Tensor& out, const Tensor& result, const char* op) {
  TORCH_CHECK(!out.is_same(self) || self.sizes() == result.sizes(), op, "_: the product has shape ",
              result.sizes(), " and does not fit into self of shape ", self.sizes());
}

}  // namespace

void mm_out(const Tensor& self, const Tensor& mat2, Tensor& out) {
  TORCH_CHECK(self.dim() == 2, "self must be a matrix");
  TORCH_CHECK(mat2.dim() == 2, "mat2 must be a matrix");
  check_matrices(self, mat2, "mm");
  finish_output(out, product(Tensor(), self, mat2, 0, 1, "mm"), "mm");
}

void addmm_out(const Tensor& self, const Tensor& mat1, const Tensor& mat2, const Scalar& beta,
               const Scalar& alpha, Tensor& out) {
  TORCH_CHECK(mat1.dim() == 2, "mat1 must be a matrix, got ", mat1.dim(), "-D tensor");
  TORCH_CHECK(mat2.dim() == 2, "mat2 must be a matrix, got ", mat2.dim(), "-D tensor");
  check_matrices(mat1, mat2, "addmm");
  const Tensor result = product(self, mat1, mat2, beta, alpha, "addmm");
  check_in_place(self, out, result, "addmm");
  finish_output(out, result, "addmm");
}

void bmm_out(const Tensor& self, const Tensor& mat2, Tensor& out) {
  check_batches(self, mat2, "bmm");
  finish_output(out, product(Tensor(), self, mat2, 0, 1, "bmm"), "bmm");
}

void baddbmm_out(const Tensor& self, const Tensor& batch1, const Tensor& batch2, const Scalar& beta,
                 const Scalar& alpha, Tensor& out) {
  check_batches(batch1, batch2, "baddbmm");
  const Tensor result = product(self, batch1, batch2, beta, alpha, "baddbmm");
  check_in_place(self, out, result, "baddbmm");
  finish_output(out, result, "baddbmm");
}

}  // namespace at::native
