// Norms of matrices, condition numbers, ranks and pseudo-inverses.
#include <algorithm>
#include <cmath>
#include <limits>

#include "ATen/ops/abs.h"
#include "ATen/ops/amax.h"
#include "ATen/ops/amin.h"
#include "ATen/ops/conj_physical.h"
#include "ATen/ops/div.h"
#include "ATen/ops/gt.h"
#include "ATen/ops/linalg_cond.h"
#include "ATen/ops/linalg_eigh.h"
#include "ATen/ops/linalg_inv_ex.h"
#include "ATen/ops/linalg_matrix_norm.h"
#include "ATen/ops/linalg_matrix_rank.h"
#include "ATen/ops/linalg_norm.h"
#include "ATen/ops/linalg_pinv.h"
#include "ATen/ops/linalg_svd.h"
#include "ATen/ops/linalg_svdvals.h"
#include "ATen/ops/linalg_vector_norm.h"
#include "ATen/ops/masked_fill.h"
#include "ATen/ops/matmul.h"
#include "ATen/ops/maximum.h"
#include "ATen/ops/movedim.h"
#include "ATen/ops/mul.h"
#include "ATen/ops/nan_to_num.h"
#include "ATen/ops/narrow.h"
#include "ATen/ops/pinverse.h"
#include "ATen/ops/reciprocal.h"
#include "ATen/ops/scalar_tensor.h"
#include "ATen/ops/squeeze.h"
#include "ATen/ops/sum.h"
#include "ATen/ops/to.h"
#include "ATen/ops/transpose.h"
#include "ATen/ops/unsqueeze.h"
#include "ATen/ops/where.h"
#include "ATen/ops/zeros.h"
#include "ATen/ops/zeros_like.h"
#include "aten_lite/native/internal/factory.h"
#include "aten_lite/native/internal/matrix_batch.h"
#include "aten_lite/native/internal/output.h"
#include "aten_lite/native/internal/wrap_dim.h"

namespace at::native {
namespace {

// The two dims that make up the matrices, wrapped.
DimVector matrix_dims(const Tensor& self, IntArrayRef dim, const char* op) {
  TORCH_CHECK(self.is_floating_point() || self.is_complex(), op,
              ": Expected a floating point or complex tensor as input. Got ",
              toString(self.scalar_type()));
  TORCH_CHECK(self.dim() >= 2, op, ": The input tensor A must have at least 2 dimensions.");
  TORCH_CHECK(dim.size() == 2, op, ": dim must be a 2-tuple. Got ", dim);
  const DimVector dims = wrap_dims(dim, self.dim());
  TORCH_CHECK(dims[0] != dims[1], op, ": dims must be different. Got (", dim[0], ", ", dim[1], ")");
  return dims;
}

Tensor in_dtype(const Tensor& self, std::optional<ScalarType> dtype) {
  return dtype ? self.to(*dtype) : self;
}

Tensor singular_values_of(const Tensor& self, const DimVector& dims) {
  return at::linalg_svdvals(self.movedim(dims, {-2, -1}));
}

// Gives a result of the singular values the dims that it has lost.
Tensor with_kept_dims(const Tensor& result, const DimVector& dims, bool keepdim) {
  if (!keepdim) return result;
  return result.unsqueeze(std::min(dims[0], dims[1])).unsqueeze(std::max(dims[0], dims[1]));
}

}  // namespace

Tensor linalg_matrix_norm(const Tensor& self, const Scalar& ord, IntArrayRef dim, bool keepdim,
                          std::optional<ScalarType> dtype) {
  const DimVector dims = matrix_dims(self, dim, "linalg.matrix_norm");
  const double p = ord.toDouble();
  const double size = std::fabs(p);
  TORCH_CHECK(size == 1 || size == 2 || std::isinf(size), "linalg.matrix_norm: Order ", p,
              " not supported.");
  const Tensor a = in_dtype(self, dtype);
  if (size == 2) {
    const Tensor values = singular_values_of(a, dims);
    return with_kept_dims(p > 0 ? at::amax(values, {-1}) : at::amin(values, {-1}), dims, keepdim);
  }
  int64_t summed = dims[0];
  int64_t compared = dims[1];
  if (std::isinf(size)) std::swap(summed, compared);
  const Tensor sums = at::linalg_vector_norm(a, 1, IntArrayRef(summed), keepdim);
  if (!keepdim && summed < compared) --compared;
  return p > 0 ? at::amax(sums, {compared}, keepdim) : at::amin(sums, {compared}, keepdim);
}

Tensor linalg_matrix_norm(const Tensor& self, c10::string_view ord, IntArrayRef dim, bool keepdim,
                          std::optional<ScalarType> dtype) {
  TORCH_CHECK(ord == "fro" || ord == "nuc", "linalg.matrix_norm: Order ", ord, " not supported.");
  const DimVector dims = matrix_dims(self, dim, "linalg.matrix_norm");
  if (ord == "fro") return at::linalg_vector_norm(self, 2, IntArrayRef(dims), keepdim, dtype);
  return with_kept_dims(at::sum(singular_values_of(in_dtype(self, dtype), dims), {-1}), dims,
                        keepdim);
}

Tensor& linalg_matrix_norm_out(const Tensor& self, const Scalar& ord, IntArrayRef dim, bool keepdim,
                               std::optional<ScalarType> dtype, Tensor& out) {
  write_output(out, native::linalg_matrix_norm(self, ord, dim, keepdim, dtype),
               "linalg_matrix_norm");
  return out;
}
Tensor& linalg_matrix_norm_out(const Tensor& self, c10::string_view ord, IntArrayRef dim,
                               bool keepdim, std::optional<ScalarType> dtype, Tensor& out) {
  write_output(out, native::linalg_matrix_norm(self, ord, dim, keepdim, dtype),
               "linalg_matrix_norm");
  return out;
}

Tensor linalg_norm(const Tensor& self, const std::optional<Scalar>& ord, OptionalIntArrayRef dim,
                   bool keepdim, std::optional<ScalarType> dtype) {
  TORCH_CHECK(!dim || dim->size() == 1 || dim->size() == 2,
              "linalg.norm: If dim is specified, it must be of length 1 or 2. Got ",
              dim ? *dim : IntArrayRef());
  TORCH_CHECK(dim || !ord || self.dim() == 1 || self.dim() == 2,
              "linalg.norm: If dim is not specified but ord is, the input must be 1D or 2D. Got ",
              self.dim(), "D.");
  if (ord && (dim ? dim->size() == 2 : self.dim() == 2)) {
    return native::linalg_matrix_norm(self, *ord, dim ? *dim : IntArrayRef({0, 1}), keepdim, dtype);
  }
  return at::linalg_vector_norm(self, ord.value_or(Scalar(2)), dim, keepdim, dtype);
}

Tensor linalg_norm(const Tensor& self, c10::string_view ord, OptionalIntArrayRef dim, bool keepdim,
                   std::optional<ScalarType> dtype) {
  TORCH_CHECK(!dim || dim->size() == 1 || dim->size() == 2,
              "linalg.norm: If dim is specified, it must be of length 1 or 2. Got ",
              dim ? *dim : IntArrayRef());
  TORCH_CHECK(dim || self.dim() == 2,
              "linalg.norm: If dim is not specified but ord is, the input must be 2D. Got ",
              self.dim(), "D.");
  return native::linalg_matrix_norm(self, ord, dim ? *dim : IntArrayRef({0, 1}), keepdim, dtype);
}

Tensor& linalg_norm_out(const Tensor& self, const std::optional<Scalar>& ord,
                        OptionalIntArrayRef dim, bool keepdim, std::optional<ScalarType> dtype,
                        Tensor& out) {
  write_output(out, native::linalg_norm(self, ord, dim, keepdim, dtype), "linalg_norm");
  return out;
}
Tensor& linalg_norm_out(const Tensor& self, c10::string_view ord, OptionalIntArrayRef dim,
                        bool keepdim, std::optional<ScalarType> dtype, Tensor& out) {
  write_output(out, native::linalg_norm(self, ord, dim, keepdim, dtype), "linalg_norm");
  return out;
}

namespace {

// The product of a norm of A and that of its inverse.
template <typename Order>
Tensor condition_of(const Tensor& self, const Order& p) {
  check_square_matrices(self, "linalg.cond");
  if (self.numel() == 0) return at::zeros(batch_of(self), toRealValueType(self.scalar_type()));
  const auto [inverse, info] = at::linalg_inv_ex(self);
  const double infinity = std::numeric_limits<double>::infinity();
  const Tensor singular = at::gt(info, 0).unsqueeze(-1).unsqueeze(-1);
  const Tensor norm = native::linalg_matrix_norm(self, p, {-2, -1}, false, std::nullopt);
  const Tensor other = native::linalg_matrix_norm(at::masked_fill(inverse, singular, infinity), p,
                                                  {-2, -1}, false, std::nullopt);
  // Zero times infinity, too, tells that there is no inverse.
  return at::nan_to_num(at::mul(norm, other), infinity, infinity, -infinity);
}

}  // namespace

Tensor linalg_cond(const Tensor& self, const std::optional<Scalar>& p) {
  TORCH_CHECK(self.dim() >= 2, "linalg.cond: The input tensor A must have at least 2 dimensions.");
  const double ord = p ? p->toDouble() : 2;
  if (std::fabs(ord) != 2) return condition_of(self, Scalar(ord));
  if (self.numel() == 0) return at::zeros(batch_of(self), toRealValueType(self.scalar_type()));
  const Tensor values = at::linalg_svdvals(self);
  const Tensor largest = values.narrow(-1, 0, 1).squeeze(-1);
  const Tensor smallest = values.narrow(-1, values.size(-1) - 1, 1).squeeze(-1);
  return ord > 0 ? at::div(largest, smallest) : at::div(smallest, largest);
}
Tensor linalg_cond(const Tensor& self, c10::string_view p) {
  if (p == "nuc") {
    check_square_matrices(self, "linalg.cond");
    if (self.numel() == 0) return at::zeros(batch_of(self), toRealValueType(self.scalar_type()));
    // A singular matrix's inverse has no singular values to sum.
    const auto [inverse, info] = at::linalg_inv_ex(self);
    const Tensor product =
        at::mul(native::linalg_matrix_norm(self, p, {-2, -1}, false, std::nullopt),
                native::linalg_matrix_norm(inverse, p, {-2, -1}, false, std::nullopt));
    return at::masked_fill(product, at::gt(info, 0), std::numeric_limits<double>::infinity());
  }
  return condition_of(self, p);
}
Tensor& linalg_cond_out(const Tensor& self, const std::optional<Scalar>& p, Tensor& out) {
  write_output(out, native::linalg_cond(self, p), "linalg_cond");
  return out;
}
Tensor& linalg_cond_out(const Tensor& self, c10::string_view p, Tensor& out) {
  write_output(out, native::linalg_cond(self, p), "linalg_cond");
  return out;
}

namespace {

struct Tolerance {
  Tensor absolute;
  Tensor relative;
};

Tensor number(double value) { return at::scalar_tensor(value, kDouble); }

// What is not told: nothing absolute, and the rounding errors of the larger size unless there is
// something absolute.
Tolerance tolerance_of(const Tensor& self, const Tensor& atol, const Tensor& rtol, const char* op) {
  check_matrices(self, op);
  TORCH_CHECK(!(atol.defined() && atol.is_complex()) && !(rtol.defined() && rtol.is_complex()), op,
              ": atol and rtol tensors of complex type are not supported.");
  Tolerance result{atol.defined() ? atol : number(0), rtol};
  if (rtol.defined()) return result;
  const ScalarType real = toRealValueType(self.scalar_type());
  const double epsilon = real == kFloat ? std::numeric_limits<float>::epsilon()
                                        : std::numeric_limits<double>::epsilon();
  const Tensor usual =
      number(epsilon * static_cast<double>(std::max(self.size(-1), self.size(-2))));
  result.relative =
      atol.defined() ? at::where(at::gt(atol, 0), at::zeros_like(usual), usual) : usual;
  return result;
}

Tensor optional_number(std::optional<double> value) { return value ? number(*value) : Tensor(); }

// What singular values must exceed, given the largest one, with a dim of 1 in their place.
Tensor threshold(const Tolerance& tolerance, const Tensor& largest) {
  return at::maximum(tolerance.absolute.unsqueeze(-1),
                     at::mul(tolerance.relative.unsqueeze(-1), largest));
}

Tensor adjoint_tensor(const Tensor& a) {
  const Tensor t = a.transpose(-2, -1);
  return t.is_complex() ? at::conj_physical(t) : t;
}

Tensor pseudo_inverse(const Tensor& self, const Tolerance& tolerance, bool hermitian) {
  check_matrices(self, "linalg.pinv");
  if (self.numel() == 0) {
    DimVector sizes(self.sizes());
    std::swap(sizes[sizes.size() - 1], sizes[sizes.size() - 2]);
    return make_tensor(sizes, self.scalar_type());
  }
  Tensor values;
  Tensor left;
  Tensor right;
  if (hermitian) {
    std::tie(values, left) = at::linalg_eigh(self);
    right = adjoint_tensor(left);
  } else {
    const auto [u, s, vh] = at::linalg_svd(self, false);
    values = s;
    left = adjoint_tensor(vh);
    right = adjoint_tensor(u);
  }
  const Tensor sizes = hermitian ? at::abs(values) : values;
  const Tensor limit = threshold(tolerance, at::amax(sizes, {-1}, true));
  const Tensor inverse =
      at::where(at::gt(sizes, limit), at::reciprocal(values), at::zeros_like(values));
  return at::matmul(at::mul(left, inverse.unsqueeze(-2)), right);
}

Tensor rank_of(const Tensor& self, const Tolerance& tolerance, bool hermitian) {
  check_matrices(self, "torch.linalg.matrix_rank");
  if (self.numel() == 0) return at::zeros(batch_of(self), kLong);
  const Tensor sizes =
      hermitian ? at::abs(std::get<0>(at::linalg_eigh(self))) : at::linalg_svdvals(self);
  return at::sum(at::gt(sizes, threshold(tolerance, at::amax(sizes, {-1}, true))), {-1});
}

}  // namespace

Tensor linalg_pinv(const Tensor& self, const std::optional<Tensor>& atol,
                   const std::optional<Tensor>& rtol, bool hermitian) {
  return pseudo_inverse(
      self, tolerance_of(self, atol.value_or(Tensor()), rtol.value_or(Tensor()), "linalg.pinv"),
      hermitian);
}
Tensor linalg_pinv(const Tensor& self, std::optional<double> atol, std::optional<double> rtol,
                   bool hermitian) {
  return pseudo_inverse(
      self, tolerance_of(self, optional_number(atol), optional_number(rtol), "linalg.pinv"),
      hermitian);
}
Tensor linalg_pinv(const Tensor& self, double rcond, bool hermitian) {
  return pseudo_inverse(self, {number(0), number(rcond)}, hermitian);
}
Tensor linalg_pinv(const Tensor& self, const Tensor& rcond, bool hermitian) {
  return pseudo_inverse(self, {number(0), rcond}, hermitian);
}
Tensor pinverse(const Tensor& self, double rcond) {
  return native::linalg_pinv(self, rcond, /*hermitian=*/false);
}

Tensor& linalg_pinv_out(const Tensor& self, const std::optional<Tensor>& atol,
                        const std::optional<Tensor>& rtol, bool hermitian, Tensor& out) {
  write_output(out, native::linalg_pinv(self, atol, rtol, hermitian), "linalg_pinv");
  return out;
}
Tensor& linalg_pinv_out(const Tensor& self, std::optional<double> atol, std::optional<double> rtol,
                        bool hermitian, Tensor& out) {
  write_output(out, native::linalg_pinv(self, atol, rtol, hermitian), "linalg_pinv");
  return out;
}
Tensor& linalg_pinv_out(const Tensor& self, double rcond, bool hermitian, Tensor& out) {
  write_output(out, native::linalg_pinv(self, rcond, hermitian), "linalg_pinv");
  return out;
}
Tensor& linalg_pinv_out(const Tensor& self, const Tensor& rcond, bool hermitian, Tensor& out) {
  write_output(out, native::linalg_pinv(self, rcond, hermitian), "linalg_pinv");
  return out;
}

Tensor linalg_matrix_rank(const Tensor& input, const std::optional<Tensor>& atol,
                          const std::optional<Tensor>& rtol, bool hermitian) {
  return rank_of(input,
                 tolerance_of(input, atol.value_or(Tensor()), rtol.value_or(Tensor()),
                              "torch.linalg.matrix_rank"),
                 hermitian);
}
Tensor linalg_matrix_rank(const Tensor& self, std::optional<double> atol,
                          std::optional<double> rtol, bool hermitian) {
  return rank_of(
      self,
      tolerance_of(self, optional_number(atol), optional_number(rtol), "torch.linalg.matrix_rank"),
      hermitian);
}
Tensor linalg_matrix_rank(const Tensor& self, double tol, bool hermitian) {
  return rank_of(self, {number(tol), number(0)}, hermitian);
}
Tensor linalg_matrix_rank(const Tensor& input, const Tensor& tol, bool hermitian) {
  return rank_of(input, {tol, at::zeros_like(tol)}, hermitian);
}

Tensor& linalg_matrix_rank_out(const Tensor& input, const std::optional<Tensor>& atol,
                               const std::optional<Tensor>& rtol, bool hermitian, Tensor& out) {
  write_output(out, native::linalg_matrix_rank(input, atol, rtol, hermitian), "linalg_matrix_rank");
  return out;
}
Tensor& linalg_matrix_rank_out(const Tensor& self, std::optional<double> atol,
                               std::optional<double> rtol, bool hermitian, Tensor& out) {
  write_output(out, native::linalg_matrix_rank(self, atol, rtol, hermitian), "linalg_matrix_rank");
  return out;
}
Tensor& linalg_matrix_rank_out(const Tensor& self, double tol, bool hermitian, Tensor& out) {
  write_output(out, native::linalg_matrix_rank(self, tol, hermitian), "linalg_matrix_rank");
  return out;
}
Tensor& linalg_matrix_rank_out(const Tensor& input, const Tensor& tol, bool hermitian,
                               Tensor& out) {
  write_output(out, native::linalg_matrix_rank(input, tol, hermitian), "linalg_matrix_rank");
  return out;
}

}  // namespace at::native
