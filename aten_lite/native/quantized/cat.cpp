// Joining quantized tensors: aten::cat and stack, and quantized::cat.
#include "ATen/ops/cat.h"

#include "ATen/ops/relu.h"
#include "ATen/ops/stack.h"
#include "aten_lite/native/quantized/qtensor.h"

namespace at::native {
namespace {

void check_list(const char* op, TensorList tensors) {
  TORCH_CHECK(!tensors.empty(), op, ": the list of tensors is empty");
  for (const Tensor& tensor : tensors) {
    check_per_tensor(op, tensor);
    TORCH_CHECK(tensor.scalar_type() == tensors[0].scalar_type(), op,
                ": all tensors must have one dtype, but there are ",
                c10::dtype_name(tensors[0].scalar_type()), " and ",
                c10::dtype_name(tensor.scalar_type()));
  }
}

bool same_quantizer(const Tensor& tensor, const Quantizer& q) {
  const Quantizer& own = quantizer_of(tensor);
  return own.scale == q.scale && own.zero_point == q.zero_point;
}

// The integers of a tensor in another quantizer.
Tensor integers_in(const char* op, const Tensor& tensor, const QuantizerPtr& quantizer, bool relu) {
  if (!relu && same_quantizer(tensor, static_cast<const Quantizer&>(*quantizer))) {
    return integers_of(tensor);
  }
  const Tensor real = dequantize_tensor(tensor);
  return integers_of(
      quantize_tensor(op, relu ? at::relu(real) : real, tensor.scalar_type(), quantizer));
}

Tensor joined(const char* op, TensorList tensors, int64_t dim, const QuantizerPtr& quantizer,
              bool relu, Tensor (*join)(TensorList, int64_t)) {
  std::vector<Tensor> integers;
  for (const Tensor& tensor : tensors) {
    integers.push_back(integers_in(op, tensor, quantizer, relu));
  }
  return quantized_of(join(integers, dim), tensors[0].scalar_type(), quantizer);
}

Tensor cat_integers(TensorList tensors, int64_t dim) { return at::cat(tensors, dim); }
Tensor stack_integers(TensorList tensors, int64_t dim) { return at::stack(tensors, dim); }

Tensor cat_with(const char* op, TensorList tensors, int64_t dim, std::optional<double> scale,
                std::optional<int64_t> zero_point, bool relu) {
  check_list(op, tensors);
  const Quantizer& first = quantizer_of(tensors[0]);
  const QuantizerPtr quantizer =
      per_tensor_quantizer(op, scale.value_or(first.scale), zero_point.value_or(first.zero_point),
                           tensors[0].scalar_type());
  return joined(op, tensors, dim, quantizer, relu, cat_integers);
}

Tensor& cat_into(const char* op, TensorList tensors, int64_t dim, bool relu, Tensor& out) {
  check_list(op, tensors);
  check_per_tensor(op, out);
  write_quantized(op, out, joined(op, tensors, dim, quantizer_ptr(out), relu, cat_integers));
  return out;
}

}  // namespace

void cat_quantized_out(TensorList tensors, int64_t dim, Tensor& out) {
  write_quantized("cat", out, cat_with("cat", tensors, dim, std::nullopt, std::nullopt, false));
}

void stack_quantized_out(TensorList tensors, int64_t dim, Tensor& out) {
  check_list("stack", tensors);
  write_quantized("stack", out,
                  joined("stack", tensors, dim, quantizer_ptr(tensors[0]), false, stack_integers));
}

Tensor quantized_cat(TensorList qx, int64_t dim, std::optional<double> scale,
                     std::optional<int64_t> zero_point) {
  return cat_with("quantized::cat", qx, dim, scale, zero_point, false);
}
Tensor quantized_cat_relu(TensorList qx, int64_t dim, std::optional<double> scale,
                          std::optional<int64_t> zero_point) {
  return cat_with("quantized::cat_relu", qx, dim, scale, zero_point, true);
}
Tensor& quantized_cat_out(TensorList qx, int64_t dim, Tensor& out) {
  return cat_into("quantized::cat_out", qx, dim, false, out);
}
Tensor& quantized_cat_relu_out(TensorList qx, int64_t dim, Tensor& out) {
  return cat_into("quantized::cat_relu_out", qx, dim, true, out);
}

}  // namespace at::native
