// tensordot, kron, chain_matmul, bilinear: products made of matrix products.
#include "ATen/ops/_trilinear.h"
#include "ATen/ops/add.h"
#include "ATen/ops/bilinear.h"
#include "ATen/ops/bmm.h"
#include "ATen/ops/chain_matmul.h"
#include "ATen/ops/kron.h"
#include "ATen/ops/mm.h"
#include "ATen/ops/mul.h"
#include "ATen/ops/permute.h"
#include "ATen/ops/reshape.h"
#include "ATen/ops/sum.h"
#include "ATen/ops/tensordot.h"
#include "ATen/ops/unsqueeze.h"
#include "aten_lite/core/irange.h"
#include "aten_lite/native/internal/dense.h"
#include "aten_lite/native/internal/wrap_dim.h"

namespace at::native {
namespace {

// The dimensions of `t` that are not in `dims`, in order.
std::vector<int64_t> other_dims(const Tensor& t, const DimVector& dims) {
  std::vector<int64_t> others;
  for (const auto i : c10::irange(t.dim())) {
    if (std::find(dims.begin(), dims.end(), i) == dims.end()) {
      others.push_back(i);
    }
  }
  return others;
}

}  // namespace

Tensor tensordot(const Tensor& self, const Tensor& other, IntArrayRef dims_self,
                 IntArrayRef dims_other) {
  TORCH_CHECK(dims_self.size() == dims_other.size(),
              "both dimension lists should have same length, but got ", dims_self, " and ",
              dims_other);
  TORCH_CHECK(self.scalar_type() == other.scalar_type(),
              "tensordot: both inputs should have same dtype, but got ", self.scalar_type(),
              " and ", other.scalar_type());
  const DimVector left = wrap_dims(dims_self, self.dim());
  const DimVector right = wrap_dims(dims_other, other.dim());
  dim_list_to_bitset(dims_self, self.dim());
  dim_list_to_bitset(dims_other, other.dim());
  Tensor a = self;
  Tensor b = other;
  int64_t depth = 1;
  for (const auto i : c10::irange(left.size())) {
    const int64_t size_a = self.dim() == 0 ? 1 : self.size(left[i]);
    const int64_t size_b = other.dim() == 0 ? 1 : other.size(right[i]);
    if (size_a != size_b && size_b == 1) {
      a = a.sum(left[i], /*keepdim=*/true, a.scalar_type());
    } else if (size_a != size_b && size_a == 1) {
      b = b.sum(right[i], /*keepdim=*/true, b.scalar_type());
    } else {
      TORCH_CHECK(size_a == size_b, "contracted dimensions need to match, but first has size ",
                  size_a, " in dim ", left[i], " and second has size ", size_b, " in dim ",
                  right[i]);
      depth *= size_a;
    }
  }
  std::vector<int64_t> order_a = other_dims(a, left);
  const std::vector<int64_t> kept_b = other_dims(b, right);
  std::vector<int64_t> sizes;
  int64_t rows = 1;
  int64_t columns = 1;
  for (const int64_t dim : order_a) {
    sizes.push_back(a.size(dim));
    rows *= sizes.back();
  }
  for (const int64_t dim : kept_b) {
    sizes.push_back(b.size(dim));
    columns *= sizes.back();
  }
  std::vector<int64_t> order_b;
  if (a.dim() > 0) {
    order_a.insert(order_a.end(), left.begin(), left.end());
  }
  if (b.dim() > 0) {
    order_b.assign(right.begin(), right.end());
  }
  order_b.insert(order_b.end(), kept_b.begin(), kept_b.end());
  return at::mm(a.permute(order_a).reshape({rows, depth}),
                b.permute(order_b).reshape({depth, columns}))
      .reshape(sizes);
}

Tensor& tensordot_out(const Tensor& self, const Tensor& other, IntArrayRef dims_self,
                      IntArrayRef dims_other, Tensor& out) {
  finish_output(out, native::tensordot(self, other, dims_self, dims_other), "tensordot");
  return out;
}

Tensor kron(const Tensor& self, const Tensor& other) {
  const int64_t dims = std::max(self.dim(), other.dim());
  std::vector<int64_t> a;
  std::vector<int64_t> b;
  std::vector<int64_t> sizes;
  for (const auto i : c10::irange(dims)) {
    const int64_t in_a = i + self.dim() - dims;
    const int64_t in_b = i + other.dim() - dims;
    a.push_back(in_a < 0 ? 1 : self.size(in_a));
    a.push_back(1);
    b.push_back(1);
    b.push_back(in_b < 0 ? 1 : other.size(in_b));
    sizes.push_back(a[a.size() - 2] * b.back());
  }
  return at::mul(self.reshape(a), other.reshape(b)).reshape(sizes);
}

Tensor& kron_out(const Tensor& self, const Tensor& other, Tensor& out) {
  write_output(out, native::kron(self, other), "kron");
  return out;
}

Tensor chain_matmul(TensorList matrices) {
  TORCH_CHECK(!matrices.empty(), "chain_matmul(): Expected one or more matrices");
  for (const Tensor& matrix : matrices) {
    TORCH_CHECK(matrix.dim() == 2, "Tensor dimension is ", matrix.dim(), ", expected 2 instead.");
  }
  Tensor result = matrices[0];
  for (const auto i : c10::irange(size_t{1}, matrices.size())) {
    result = at::mm(result, matrices[i]);
  }
  return result;
}

Tensor& chain_matmul_out(TensorList matrices, Tensor& out) {
  finish_output(out, native::chain_matmul(matrices), "chain_matmul");
  return out;
}

// y[n, o] = sum over i, j of x1[n, i] * weight[o, i, j] * x2[n, j].
Tensor bilinear(const Tensor& input1, const Tensor& input2, const Tensor& weight,
                const std::optional<Tensor>& bias_opt) {
  TORCH_CHECK(weight.dim() == 3, "bilinear(): weight must have 3 dimensions, but has shape ",
              weight.sizes());
  TORCH_CHECK(input1.dim() == input2.dim() && input1.dim() > 0,
              "bilinear(): input dimensions do not match: got ", input1.dim(), " and ",
              input2.dim());
  for (const auto i : c10::irange(input1.dim() - 1)) {
    TORCH_CHECK(input1.size(i) == input2.size(i),
                "bilinear(): input batch dimensions do not match "
                "at dim ",
                i, ": got ", input1.size(i), " and ", input2.size(i));
  }
  TORCH_CHECK(input1.size(-1) == weight.size(1),
              "bilinear(): input1 size does not match weight "
              "size: got ",
              input1.size(-1), " but expected ", weight.size(1));
  TORCH_CHECK(input2.size(-1) == weight.size(2),
              "bilinear(): input2 size does not match weight "
              "size: got ",
              input2.size(-1), " but expected ", weight.size(2));
  const Tensor bias = tensor_or_undefined(bias_opt);
  const int64_t outputs = weight.size(0);
  TORCH_CHECK(!bias.defined() || (bias.dim() == 1 && bias.size(0) == outputs),
              "bilinear(): bias size does not match weight size: got ",
              bias.defined() ? bias.sizes() : IntArrayRef(), " but expected [", outputs, "]");
  const int64_t rows = input1.size(-1) == 0 ? 0 : input1.numel() / input1.size(-1);
  DimVector sizes(input1.sizes().begin(), input1.sizes().end());
  sizes.back() = outputs;
  const Tensor left =
      at::mm(input1.reshape({rows, input1.size(-1)}),
             weight.permute({1, 0, 2}).reshape({weight.size(1), outputs * weight.size(2)}));
  const Tensor right = input2.reshape({rows, input2.size(-1), 1});
  const Tensor result =
      at::bmm(left.reshape({rows, outputs, weight.size(2)}), right).reshape(sizes);
  return bias.defined() ? at::add(result, bias) : result;
}

Tensor _trilinear(const Tensor& i1, const Tensor& i2, const Tensor& i3, IntArrayRef expand1,
                  IntArrayRef expand2, IntArrayRef expand3, IntArrayRef sumdim,
                  int64_t unroll_dim) {
  const auto dims = static_cast<int64_t>(i1.dim() + static_cast<int64_t>(expand1.size()));
  TORCH_CHECK(unroll_dim >= 0 && unroll_dim < dims, "unroll_dim must be in [0,", dims - 1, "]");
  const auto expand = [](Tensor t, IntArrayRef at) {
    for (const int64_t dim : at) {
      t = t.unsqueeze(dim);
    }
    return t;
  };
  const Tensor product =
      at::mul(at::mul(expand(i1, expand1), expand(i2, expand2)), expand(i3, expand3));
  return sumdim.empty() ? product : at::sum(product, sumdim);
}

}  // namespace at::native
