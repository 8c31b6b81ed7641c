// Operators that others make up, and that fit into no other family.
#include "ATen/ops/_add_relu.h"
#include "ATen/ops/_addmm_activation.h"
#include "ATen/ops/_batch_norm_with_update.h"
#include "ATen/ops/_cast_Byte.h"
#include "ATen/ops/_cast_Char.h"
#include "ATen/ops/_cast_Double.h"
#include "ATen/ops/_cast_Float.h"
#include "ATen/ops/_cast_Half.h"
#include "ATen/ops/_cast_Int.h"
#include "ATen/ops/_cast_Long.h"
#include "ATen/ops/_cast_Short.h"
#include "ATen/ops/_chunk_cat.h"
#include "ATen/ops/_dim_arange.h"
#include "ATen/ops/_unsafe_index.h"
#include "ATen/ops/_unsafe_index_put.h"
#include "ATen/ops/_unsafe_masked_index.h"
#include "ATen/ops/_unsafe_masked_index_put_accumulate.h"
#include "ATen/ops/add.h"
#include "ATen/ops/addmm.h"
#include "ATen/ops/arange.h"
#include "ATen/ops/cat.h"
#include "ATen/ops/chalf.h"
#include "ATen/ops/clamp.h"
#include "ATen/ops/constant_pad_nd.h"
#include "ATen/ops/contiguous.h"
#include "ATen/ops/conv1d.h"
#include "ATen/ops/conv_tbc.h"
#include "ATen/ops/empty.h"
#include "ATen/ops/gelu.h"
#include "ATen/ops/logical_not.h"
#include "ATen/ops/masked_fill.h"
#include "ATen/ops/mvlgamma.h"
#include "ATen/ops/native_batch_norm.h"
#include "ATen/ops/new_full.h"
#include "ATen/ops/permute.h"
#include "ATen/ops/relu.h"
#include "ATen/ops/special_logsumexp.h"
#include "ATen/ops/special_multigammaln.h"
#include "ATen/ops/to.h"
#include "ATen/ops/view.h"
#include "aten_lite/core/list.h"
#include "aten_lite/native/internal/output.h"
#include "aten_lite/native/internal/wrap_dim.h"

namespace at::native {

#define ATEN_LITE_CAST(name, dtype) \
  Tensor name(const Tensor& self, bool /*non_blocking*/) { return self.to(dtype); }
ATEN_LITE_CAST(_cast_Byte, kByte)
ATEN_LITE_CAST(_cast_Char, kChar)
ATEN_LITE_CAST(_cast_Double, kDouble)
ATEN_LITE_CAST(_cast_Float, kFloat)
ATEN_LITE_CAST(_cast_Half, kHalf)
ATEN_LITE_CAST(_cast_Int, kInt)
ATEN_LITE_CAST(_cast_Long, kLong)
ATEN_LITE_CAST(_cast_Short, kShort)
#undef ATEN_LITE_CAST

Tensor chalf(const Tensor& self, std::optional<MemoryFormat> memory_format) {
  return self.to(kComplexHalf, false, false, memory_format);
}

Tensor _dim_arange(const Tensor& like, int64_t dim) { return at::arange(like.size(dim), kLong); }

Tensor _add_relu(const Tensor& self, const Tensor& other, const Scalar& alpha) {
  return at::relu(at::add(self, other, alpha));
}
Tensor _add_relu(const Tensor& self, const Scalar& other, const Scalar& alpha) {
  return at::relu(at::add(self, other, alpha));
}
Tensor& _add_relu_out(const Tensor& self, const Tensor& other, const Scalar& alpha, Tensor& out) {
  write_output(out, native::_add_relu(self, other, alpha), "_add_relu");
  return out;
}
Tensor& _add_relu_(Tensor& self, const Tensor& other, const Scalar& alpha) {
  return self.add_(other, alpha).relu_();
}
Tensor& _add_relu_(Tensor& self, const Scalar& other, const Scalar& alpha) {
  return self.add_(other, alpha).relu_();
}

void _addmm_activation_out(const Tensor& self, const Tensor& mat1, const Tensor& mat2,
                           const Scalar& beta, const Scalar& alpha, bool use_gelu, Tensor& out) {
  const Tensor sum = at::addmm(self, mat1, mat2, beta, alpha);
  write_output(out, use_gelu ? at::gelu(sum, "tanh") : at::relu(sum), "_addmm_activation");
}

std::tuple<Tensor, Tensor, Tensor, Tensor> _batch_norm_with_update(
    const Tensor& input, const std::optional<Tensor>& weight, const std::optional<Tensor>& bias,
    Tensor& running_mean, Tensor& running_var, double momentum, double eps) {
  auto [result, mean, invstd] =
      at::native_batch_norm(input, weight, bias, running_mean, running_var, true, momentum, eps);
  // What other backends reserve for their gradients.
  return {result, mean, invstd, at::empty({0}, kByte)};
}

Tensor conv_tbc(const Tensor& self, const Tensor& weight, const Tensor& bias, int64_t pad) {
  TORCH_CHECK(self.dim() == 3, "Input must have 3 dims: time, batch, in_channel, but has shape ",
              self.sizes());
  TORCH_CHECK(weight.dim() == 3, "Weight tensor must have 3 dims: kernel_width, in_channels, ",
              "out_channels, but has shape ", weight.sizes());
  TORCH_CHECK(bias.dim() == 1, "Bias must be 1-D, but has shape ", bias.sizes());
  const Tensor result =
      at::conv1d(self.permute({1, 2, 0}), weight.permute({2, 1, 0}), bias, {1}, {pad});
  return result.permute({2, 0, 1}).contiguous();
}

Tensor _chunk_cat(TensorList tensors, int64_t dim, int64_t num_chunks) {
  TORCH_CHECK(!tensors.empty(), "_chunk_cat expects a non-empty input tensor list");
  TORCH_CHECK(num_chunks >= 1, "_chunk_cat expects positive num_chunks, but got ", num_chunks);
  std::vector<Tensor> pieces;
  for (const Tensor& tensor : tensors) {
    TORCH_CHECK(tensor.dim() > 0 && tensor.numel() > 0,
                "_chunk_cat expects non-empty tensors, but got one of shape ", tensor.sizes());
    const int64_t d = at::maybe_wrap_dim(dim, tensor.dim());
    const int64_t missing = (num_chunks - tensor.size(d) % num_chunks) % num_chunks;
    DimVector padding(static_cast<size_t>(2 * (tensor.dim() - d)), 0);
    padding.back() = missing;
    DimVector sizes(tensor.sizes().slice(0, static_cast<size_t>(d)));
    sizes.push_back(num_chunks);
    sizes.push_back(-1);
    pieces.push_back(at::constant_pad_nd(tensor, padding, 0).contiguous().view(sizes));
  }
  return at::cat(pieces, at::maybe_wrap_dim(dim, tensors[0].dim()) + 1);
}
Tensor& _chunk_cat_out(TensorList tensors, int64_t dim, int64_t num_chunks, Tensor& out) {
  write_output(out, native::_chunk_cat(tensors, dim, num_chunks), "_chunk_cat");
  return out;
}

namespace {

// Indices that a mask leaves out may point anywhere: they are brought into the tensor.
c10::List<std::optional<Tensor>> clamped(const Tensor& self,
                                         const c10::List<std::optional<Tensor>>& indices) {
  c10::List<std::optional<Tensor>> result;
  for (size_t d = 0; d < indices.size(); ++d) {
    const std::optional<Tensor> index = indices.get(d);
    if (!index.has_value() || !index->defined()) {
      result.push_back(index);
      continue;
    }
    const int64_t size = self.size(static_cast<int64_t>(d));
    result.push_back(at::clamp(*index, Scalar(-size), Scalar(size - 1)));
  }
  return result;
}

}  // namespace

Tensor _unsafe_masked_index(const Tensor& self, const Tensor& mask,
                            const c10::List<std::optional<Tensor>>& indices, const Scalar& fill) {
  if (self.numel() == 0) return self.new_full(mask.sizes(), fill);
  const Tensor result = at::_unsafe_index(self, clamped(self, indices));
  return at::masked_fill(result, at::logical_not(mask), fill);
}

Tensor _unsafe_masked_index_put_accumulate(const Tensor& self, const Tensor& mask,
                                           const c10::List<std::optional<Tensor>>& indices,
                                           const Tensor& values) {
  if (self.numel() == 0) return self.clone();
  const Tensor kept = at::masked_fill(values, at::logical_not(mask), 0);
  return at::_unsafe_index_put(self, clamped(self, indices), kept, true);
}

Tensor& mvlgamma_out(const Tensor& self, int64_t p, Tensor& out) {
  write_output(out, at::mvlgamma(self, p), "mvlgamma");
  return out;
}
Tensor& special_multigammaln_out(const Tensor& self, int64_t p, Tensor& out) {
  return native::mvlgamma_out(self, p, out);
}
Tensor& special_logsumexp_out(const Tensor& self, IntArrayRef dim, bool keepdim, Tensor& out) {
  write_output(out, at::special_logsumexp(self, dim, keepdim), "special_logsumexp");
  return out;
}

}  // namespace at::native
