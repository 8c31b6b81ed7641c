// matmul and linear: products with PyTorch's rules for vectors, matrices and broadcast batches.
//
// Neither copies an operand that strides can describe: a broadcast batch dimension is a stride of
// 0.
#include "ATen/ops/matmul.h"

#include "ATen/ops/add.h"
#include "ATen/ops/addmm.h"
#include "ATen/ops/contiguous.h"
#include "ATen/ops/dot.h"
#include "ATen/ops/linalg_matmul.h"
#include "ATen/ops/linear.h"
#include "ATen/ops/mm.h"
#include "ATen/ops/reshape.h"
#include "ATen/ops/view.h"
#include "aten_lite/core/irange.h"
#include "aten_lite/native/internal/dense.h"
#include "aten_lite/native/internal/matrix_product.h"
#include "aten_lite/native/internal/prepared_layers.h"

namespace at::native {
namespace {

using internal::BatchView;

void check_same_dtype(const Tensor& a, const Tensor& b, const char* op) {
  TORCH_CHECK(a.scalar_type() == b.scalar_type(), op,
              ": expected m1 and m2 to have the same dtype, but got: ", a.dtype().name(),
              " != ", b.dtype().name());
}

// The batch dimensions of both operands, broadcast.
DimVector broadcast_batch(IntArrayRef a, IntArrayRef b, IntArrayRef a_sizes, IntArrayRef b_sizes) {
  const size_t ndim = std::max(a.size(), b.size());
  DimVector sizes(ndim, 1);
  for (const auto i : c10::irange(ndim)) {
    const int64_t x = i + a.size() < ndim ? 1 : a[i + a.size() - ndim];
    const int64_t y = i + b.size() < ndim ? 1 : b[i + b.size() - ndim];
    TORCH_CHECK(x == y || x == 1 || y == 1, "matmul: the batch dimensions of shapes ", a_sizes,
                " and ", b_sizes, " do not broadcast: ", x, " against ", y);
    sizes[i] = x == 1 ? y : x;
  }
  return sizes;
}

// One side of a batched product with any number of batch dimensions: walks its matrices.
class Operand {
 public:
  Operand(const Tensor& t, IntArrayRef batch)
      : data_(static_cast<char*>(t.data_ptr())), itemsize_(static_cast<int64_t>(t.itemsize())) {
    const int64_t own = t.dim() - 2;
    strides_.resize(batch.size(), 0);
    for (const auto i : c10::irange(own)) {
      const size_t at = batch.size() - static_cast<size_t>(own - i);
      strides_[at] = t.size(i) == 1 ? 0 : t.stride(i);
    }
    row_stride_ = t.stride(own);
    column_stride_ = t.stride(own + 1);
  }

  // The matrices from `index` on, along the last batch dimension.
  BatchView at(IntArrayRef index) const {
    int64_t offset = 0;
    for (const auto i : c10::irange(index.size())) {
      offset += index[i] * strides_[i];
    }
    return {data_ + offset * itemsize_, strides_.empty() ? 0 : strides_.back(), row_stride_,
            column_stride_};
  }

 private:
  char* data_;
  int64_t itemsize_;
  DimVector strides_;
  int64_t row_stride_;
  int64_t column_stride_;
};

// a [..., m, k] times b [..., k, n], batches broadcast: the last batch dimension is one product of
// many matrices, the others are looped over.
Tensor broadcast_product(const Tensor& a, const Tensor& b) {
  const IntArrayRef a_batch = a.sizes().slice(0, static_cast<size_t>(a.dim() - 2));
  const IntArrayRef b_batch = b.sizes().slice(0, static_cast<size_t>(b.dim() - 2));
  const DimVector batch = broadcast_batch(a_batch, b_batch, a.sizes(), b.sizes());
  const int64_t k = a.size(-1);
  TORCH_CHECK(k == b.size(-2), "mat1 and mat2 shapes cannot be multiplied (", a.size(-2), "x", k,
              " and ", b.size(-2), "x", b.size(-1), ")");
  check_same_dtype(a, b, "matmul");

  DimVector sizes = batch;
  sizes.push_back(a.size(-2));
  sizes.push_back(b.size(-1));
  Tensor result = new_tensor(sizes, a.scalar_type());
  if (result.numel() == 0) {
    return result;
  }
  const Operand left(a, batch);
  const Operand right(b, batch);
  const Operand to(result, batch);
  internal::ProductShape shape;
  shape.batch = batch.empty() ? 1 : batch.back();
  shape.m = a.size(-2);
  shape.n = b.size(-1);
  shape.k = k;
  int64_t groups = 1;
  for (size_t i = 0; i + 1 < batch.size(); ++i) {
    groups *= batch[i];
  }
  DimVector index(batch.size(), 0);
  for (int64_t group = 0; group < groups; ++group) {
    internal::batched_product(a.scalar_type(), shape, left.at(index), right.at(index), to.at(index),
                              false, 1, nullptr, "matmul");
    for (int64_t i = static_cast<int64_t>(batch.size()) - 2; i >= 0; --i) {
      const auto at = static_cast<size_t>(i);
      if (++index[at] < batch[at]) {
        break;
      }
      index[at] = 0;
    }
  }
  return result;
}

// All rows of a times one matrix: a single product of [rows, k] and [k, n].
Tensor folded_product(const Tensor& a, const Tensor& b) {
  const Tensor rows = a.reshape({-1, a.size(-1)});
  DimVector sizes(a.sizes().begin(), a.sizes().end());
  sizes.back() = b.size(-1);
  return at::mm(rows, b).view(sizes);
}

}  // namespace

Tensor matmul(const Tensor& self, const Tensor& other) {
  TORCH_CHECK(self.dim() != 0 && other.dim() != 0,
              "both arguments to matmul need to be at least 1D, but they are ", self.dim(),
              "D and ", other.dim(), "D");
  if (self.dim() == 1 && other.dim() == 1) {
    return at::dot(self, other);
  }
  // Vectors become matrices of one row or column, which the result loses again.
  const Tensor a = self.dim() == 1 ? self.reshape({1, self.size(0)}) : self;
  const Tensor b = other.dim() == 1 ? other.reshape({other.size(0), 1}) : other;
  Tensor result;
  if (a.dim() == 2 && b.dim() == 2) {
    result = at::mm(a, b);
  } else if (b.dim() == 2 && a.numel() > 0) {
    result = folded_product(a, b);
  } else {
    result = broadcast_product(a, b);
  }
  if (self.dim() != 1 && other.dim() != 1) {
    return result;
  }
  DimVector sizes(result.sizes().begin(), result.sizes().end());
  if (self.dim() == 1) {
    sizes.erase(sizes.end() - 2);
  } else {
    sizes.pop_back();
  }
  return result.view(sizes);
}

Tensor& matmul_out(const Tensor& self, const Tensor& other, Tensor& out) {
  finish_output(out, native::matmul(self, other), "matmul");
  return out;
}

Tensor linalg_matmul(const Tensor& self, const Tensor& other) {
  return native::matmul(self, other);
}

Tensor& linalg_matmul_out(const Tensor& self, const Tensor& other, Tensor& out) {
  return native::matmul_out(self, other, out);
}

Tensor linear(const Tensor& input, const Tensor& weight, const std::optional<Tensor>& bias) {
  const int64_t input_dim = input.dim();
  const int64_t weight_dim = weight.dim();
  TORCH_CHECK(input_dim != 0 && weight_dim != 0,
              "both arguments to linear need to be at least 1D, but they are ", input_dim, "D and ",
              weight_dim, "D");
  TORCH_CHECK(weight_dim <= 2,
              "linear: weight must be a matrix [out features, in features] or a "
              "vector [in features], but it has shape ",
              weight.sizes());
  const Tensor shift = tensor_or_undefined(bias);
  if (weight_dim == 1) {
    const Tensor result = native::matmul(input, weight);
    return shift.defined() ? at::add(result, shift) : result;
  }
  const int64_t k = input.size(-1);
  const int64_t n = weight.size(0);
  const int64_t rows = k == 0 ? 0 : input.numel() / k;
  TORCH_CHECK(k == weight.size(1), "mat1 and mat2 shapes cannot be multiplied (", rows, "x", k,
              " and ", weight.size(1), "x", n, ")");
  TORCH_CHECK(input.scalar_type() == weight.scalar_type(),
              "mat1 and mat2 must have the same dtype, but got ", input.scalar_type(), " and ",
              weight.scalar_type());
  const bool simple_bias = !shift.defined() || (shift.dim() == 1 && shift.size(0) == n);
  if (!simple_bias || k == 0) {
    const Tensor result = native::matmul(input, weight.t());
    return shift.defined() ? at::add(result, shift) : result;
  }
  TORCH_CHECK(!shift.defined() || shift.scalar_type() == input.scalar_type(),
              "self and mat2 must have the same dtype, but got ", shift.scalar_type(), " and ",
              weight.scalar_type());

  // One product of all rows, whatever the number of dimensions.
  const Tensor x = input_dim == 2 ? input : input.reshape({rows, k});
  const Tensor b = shift.defined() ? shift.contiguous() : shift;
  DimVector sizes(input.sizes().begin(), input.sizes().end());
  sizes.back() = n;
  Tensor result = new_tensor(sizes, input.scalar_type());
  internal::ProductShape shape;
  shape.m = rows;
  shape.n = n;
  shape.k = k;
  internal::batched_product(input.scalar_type(), shape, {x.data_ptr(), 0, x.stride(0), x.stride(1)},
                            {weight.data_ptr(), 0, weight.stride(1), weight.stride(0)},
                            {result.data_ptr(), 0, n, 1}, false, 1,
                            b.defined() ? b.data_ptr() : nullptr, "linear");
  return result;
}

Tensor& linear_out(const Tensor& input, const Tensor& weight, const std::optional<Tensor>& bias,
                   Tensor& out) {
  finish_output(out, native::linear(input, weight, bias), "linear");
  return out;
}

ATEN_LITE_PREPARER(linear, "aten::linear", "", prepare_linear)

}  // namespace at::native
