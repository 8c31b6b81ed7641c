// Sums and products of quantized tensors, and of one with a number: quantized::add, mul, matmul.
#include <algorithm>
#include <cmath>

#include "ATen/ops/add.h"
#include "ATen/ops/item.h"
#include "ATen/ops/matmul.h"
#include "ATen/ops/mul.h"
#include "ATen/ops/relu.h"
#include "aten_lite/native/quantized/affine.h"
#include "aten_lite/native/quantized/lookup.h"
#include "aten_lite/parallel/parallel.h"

namespace at::native {
namespace {

enum class Operation { kAdd, kMul };

// Dense tensors of one shape and strides: a plain loop, the usual case in networks.
template <typename Q, typename F>
void combine(const Tensor& a, const Tensor& b, Tensor& out, bool relu, const F& f) {
  const Quantizer& qa = quantizer_of(a);
  const Quantizer& qb = quantizer_of(b);
  const Quantizer& qo = quantizer_of(out);
  const auto scale_a = static_cast<float>(qa.scale);
  const auto scale_b = static_cast<float>(qb.scale);
  const float inverse = 1.0f / static_cast<float>(qo.scale);
  const Q* const from_a = a.const_data_ptr<Q>();
  const Q* const from_b = b.const_data_ptr<Q>();
  Q* const to = out.mutable_data_ptr<Q>();
  parallel_for(0, out.numel(), 16384, [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i) {
      const float value = f(dequantize_value(from_a[i], scale_a, qa.zero_point),
                            dequantize_value(from_b[i], scale_b, qb.zero_point));
      to[i] = quantize_value<Q>(relu ? std::max(value, 0.0f) : value, inverse, qo.zero_point);
    }
  });
}

Tensor combined(const char* op, const Tensor& a, const Tensor& b, QuantizerPtr quantizer,
                Operation operation, bool relu) {
  check_per_tensor(op, a);
  check_per_tensor(op, b);
  TORCH_CHECK(a.scalar_type() == b.scalar_type(), op,
              ": both tensors must have one dtype, but got ", c10::dtype_name(a.scalar_type()),
              " and ", c10::dtype_name(b.scalar_type()));
  if (a.sizes() == b.sizes() && a.strides() == b.strides() && a.is_non_overlapping_and_dense()) {
    Tensor out = make_quantized_like(a, a.scalar_type(), std::move(quantizer));
    for_quantized_type(op, a.scalar_type(), [&](auto tag) {
      using Q = decltype(tag);
      if (operation == Operation::kAdd) {
        combine<Q>(a, b, out, relu, [](float x, float y) { return x + y; });
      } else {
        combine<Q>(a, b, out, relu, [](float x, float y) { return x * y; });
      }
    });
    return out;
  }
  const Tensor x = dequantize_tensor(a);
  const Tensor y = dequantize_tensor(b);
  Tensor result = operation == Operation::kAdd ? at::add(x, y) : at::mul(x, y);
  if (relu) result = at::relu(result);
  return quantize_tensor(op, result, a.scalar_type(), quantizer);
}

Tensor binary(const char* op, const Tensor& a, const Tensor& b, double scale, int64_t zero_point,
              Operation operation, bool relu) {
  return combined(op, a, b, per_tensor_quantizer(op, scale, zero_point, a.scalar_type()), operation,
                  relu);
}

Tensor& binary_out(const char* op, const Tensor& a, const Tensor& b, Tensor& out,
                   Operation operation, bool relu) {
  check_per_tensor(op, out);
  write_quantized(op, out, combined(op, a, b, quantizer_ptr(out), operation, relu));
  return out;
}

// Adding a number moves the zero point; where that leaves the range, the scale grows instead.
Tensor add_number(const char* op, const Tensor& a, const Scalar& number, bool relu) {
  const Quantizer& q = check_per_tensor(op, a);
  const QuantizedRange range = quantized_range(op, a.scalar_type());
  const double steps = std::nearbyint(number.toDouble() / q.scale);
  TORCH_CHECK(std::abs(steps) < std::ldexp(1.0, 53), op, ": ", number.toDouble(),
              " is out of range for a tensor of scale ", q.scale);
  const double moved = static_cast<double>(q.zero_point) - steps;
  const auto lower = static_cast<double>(range.lower);
  const auto upper = static_cast<double>(range.upper);
  double scale = q.scale;
  int64_t zero_point = 0;
  if (moved < lower) {
    scale = (upper - moved) / (upper - lower) * q.scale;
    zero_point = range.lower;
  } else if (moved > upper) {
    scale = (moved - lower) / (upper - lower) * q.scale;
    zero_point = range.upper;
  } else {
    zero_point = static_cast<int64_t>(moved);
  }
  const QuantizerPtr quantizer = per_tensor_quantizer(op, scale, zero_point, a.scalar_type());
  const Scalar rounded = steps * q.scale;
  return elementwise(
      op, a,
      [&](const Tensor& x) {
        const Tensor sum = at::add(x, rounded);
        return relu ? at::relu(sum) : sum;
      },
      quantizer);
}

// Multiplying by a number multiplies the scale; a negative one mirrors the integers.
Tensor multiply_number(const char* op, const Tensor& a, const Scalar& number, bool relu) {
  const Quantizer& q = check_per_tensor(op, a);
  const QuantizedRange range = quantized_range(op, a.scalar_type());
  const double factor = number.toDouble();
  double scale = 1;
  int64_t zero_point = 0;
  if (factor > 0) {
    scale = q.scale * factor;
    zero_point = q.zero_point;
  } else if (factor < 0) {
    scale = -q.scale * factor;
    zero_point = range.upper - (q.zero_point - range.lower);
  }
  return elementwise(
      op, a,
      [&](const Tensor& x) {
        const Tensor product = at::mul(x, number);
        return relu ? at::relu(product) : product;
      },
      per_tensor_quantizer(op, scale, zero_point, a.scalar_type()));
}

Tensor& write(const char* op, Tensor& out, const Tensor& result) {
  write_quantized(op, out, result);
  return out;
}

}  // namespace

Tensor quantized_add(const Tensor& qa, const Tensor& qb, double scale, int64_t zero_point) {
  return binary("quantized::add", qa, qb, scale, zero_point, Operation::kAdd, false);
}
Tensor quantized_add_relu(const Tensor& qa, const Tensor& qb, double scale, int64_t zero_point) {
  return binary("quantized::add_relu", qa, qb, scale, zero_point, Operation::kAdd, true);
}
Tensor quantized_mul(const Tensor& qa, const Tensor& qb, double scale, int64_t zero_point) {
  return binary("quantized::mul", qa, qb, scale, zero_point, Operation::kMul, false);
}
Tensor quantized_mul_relu(const Tensor& qa, const Tensor& qb, double scale, int64_t zero_point) {
  return binary("quantized::mul_relu", qa, qb, scale, zero_point, Operation::kMul, true);
}

Tensor& quantized_add_out(const Tensor& qa, const Tensor& qb, Tensor& out) {
  return binary_out("quantized::add_out", qa, qb, out, Operation::kAdd, false);
}
Tensor& quantized_add_relu_out(const Tensor& qa, const Tensor& qb, Tensor& out) {
  return binary_out("quantized::add_relu_out", qa, qb, out, Operation::kAdd, true);
}
Tensor& quantized_mul_out(const Tensor& qa, const Tensor& qb, Tensor& out) {
  return binary_out("quantized::mul_out", qa, qb, out, Operation::kMul, false);
}
Tensor& quantized_mul_relu_out(const Tensor& qa, const Tensor& qb, Tensor& out) {
  return binary_out("quantized::mul_relu_out", qa, qb, out, Operation::kMul, true);
}

// With a number: a Scalar on either side, a tensor of one element, or into an out tensor.
#define ATEN_LITE_WITH_NUMBER(name, name_scalar, name_scalar_out, compute, relu)         \
  Tensor name(const Tensor& qa, const Scalar& b) { return compute(#name, qa, b, relu); } \
  Tensor name(const Scalar& b, const Tensor& qa) { return compute(#name, qa, b, relu); } \
  Tensor& name(const Tensor& qa, const Scalar& b, Tensor& out) {                         \
    return write(#name, out, compute(#name, qa, b, relu));                               \
  }                                                                                      \
  Tensor name_scalar(const Tensor& qa, const Scalar& b) {                                \
    return compute(#name_scalar, qa, b, relu);                                           \
  }                                                                                      \
  Tensor name_scalar(const Tensor& qa, const Tensor& b) {                                \
    return compute(#name_scalar, qa, b.item(), relu);                                    \
  }                                                                                      \
  Tensor& name_scalar_out(const Tensor& qa, const Scalar& b, Tensor& out) {              \
    return write(#name_scalar_out, out, compute(#name_scalar_out, qa, b, relu));         \
  }                                                                                      \
  Tensor& name_scalar_out(const Tensor& qa, const Tensor& b, Tensor& out) {              \
    return write(#name_scalar_out, out, compute(#name_scalar_out, qa, b.item(), relu));  \
  }
ATEN_LITE_WITH_NUMBER(quantized_add, quantized_add_scalar, quantized_add_scalar_out, add_number,
                      false)
ATEN_LITE_WITH_NUMBER(quantized_add_relu, quantized_add_scalar_relu, quantized_add_scalar_relu_out,
                      add_number, true)
ATEN_LITE_WITH_NUMBER(quantized_mul, quantized_mul_scalar, quantized_mul_scalar_out,
                      multiply_number, false)
ATEN_LITE_WITH_NUMBER(quantized_mul_relu, quantized_mul_scalar_relu, quantized_mul_scalar_relu_out,
                      multiply_number, true)
#undef ATEN_LITE_WITH_NUMBER

Tensor quantized_matmul(const Tensor& qa, const Tensor& qb, double scale, int64_t zero_point) {
  const char* const op = "quantized::matmul";
  check_per_tensor(op, qa);
  check_per_tensor(op, qb);
  return quantize_tensor(op, at::matmul(dequantize_tensor(qa), dequantize_tensor(qb)),
                         qa.scalar_type(),
                         per_tensor_quantizer(op, scale, zero_point, qa.scalar_type()));
}

}  // namespace at::native
