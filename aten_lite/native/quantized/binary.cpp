// Sums and products of quantized tensors, and of one with a number: quantized::add, mul, matmul.
#include <algorithm>
#include <cmath>
#include <type_traits>

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

// How a sum of quint8 tensors is computed: in fixed point, as qnnpack does, rounding halves away
// from zero.
class FixedPointSum {
 public:
  FixedPointSum(const Quantizer& a, const Quantizer& b, const Quantizer& out, bool relu)
      : zero_point_(out.zero_point), lower_(relu ? out.zero_point : 0) {
    const float scale_a = static_cast<float>(a.scale) / static_cast<float>(out.scale);
    const float scale_b = static_cast<float>(b.scale) / static_cast<float>(out.scale);
    shift_ = 21 - std::ilogb(std::max(scale_a, scale_b));
    factor_a_ = std::lrint(std::ldexp(scale_a, shift_));
    factor_b_ = std::lrint(std::ldexp(scale_b, shift_));
    offset_ = -(factor_a_ * a.zero_point + factor_b_ * b.zero_point);
  }

  // Whether the scales are near enough to each other for 32 bits.
  bool is_possible() const { return shift_ > 12 && shift_ < 32; }

  uint8_t operator()(uint8_t a, uint8_t b) const {
    const int64_t sum = offset_ + a * factor_a_ + b * factor_b_;
    const int64_t mask = (int64_t{1} << shift_) - 1;
    const int64_t rest = (sum & mask) - (sum < 0 ? 1 : 0);
    const int64_t rounded = (sum >> shift_) + (rest > (mask >> 1) ? 1 : 0) + zero_point_;
    return static_cast<uint8_t>(std::clamp<int64_t>(rounded, lower_, 255));
  }

 private:
  int shift_;
  int64_t factor_a_;
  int64_t factor_b_;
  int64_t offset_;
  int64_t zero_point_;
  int64_t lower_;
};

template <typename Q, typename F>
void for_each_pair(const Tensor& a, const Tensor& b, Tensor& out, const F& f) {
  const Q* const from_a = a.const_data_ptr<Q>();
  const Q* const from_b = b.const_data_ptr<Q>();
  Q* const to = out.mutable_data_ptr<Q>();
  parallel_for(0, out.numel(), 16384, [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i) to[i] = f(from_a[i], from_b[i]);
  });
}

// Dense tensors of one shape and strides, the usual case in networks.
template <typename Q>
void add_dense(const Tensor& a, const Tensor& b, Tensor& out, bool relu) {
  const Quantizer& qa = quantizer_of(a);
  const Quantizer& qb = quantizer_of(b);
  const Quantizer& qo = quantizer_of(out);
  if constexpr (std::is_same_v<Q, c10::quint8>) {
    const FixedPointSum sum(qa, qb, qo, relu);
    if (sum.is_possible()) {
      return for_each_pair<Q>(a, b, out, [&](Q x, Q y) { return Q{sum(x.val_, y.val_)}; });
    }
  }
  const auto scale_a = static_cast<float>(qa.scale);
  const auto scale_b = static_cast<float>(qb.scale);
  const float inverse = 1.0f / static_cast<float>(qo.scale);
  for_each_pair<Q>(a, b, out, [&](Q x, Q y) {
    const float sum =
        dequantize_value(x, scale_a, qa.zero_point) + dequantize_value(y, scale_b, qb.zero_point);
    return quantize_value<Q>(relu ? std::max(sum, 0.0f) : sum, inverse, qo.zero_point);
  });
}

// Products of the integers are requantized, as sums of convolutions are.
template <typename Q>
void multiply_dense(const Tensor& a, const Tensor& b, Tensor& out, bool relu) {
  const Quantizer& qa = quantizer_of(a);
  const Quantizer& qb = quantizer_of(b);
  const Quantizer& qo = quantizer_of(out);
  const float multiplier = static_cast<float>(qa.scale) * static_cast<float>(qb.scale) *
                           (1.0f / static_cast<float>(qo.scale));
  const int64_t lower = (relu ? qo.zero_point : kQuantizedMin<Q>)-qo.zero_point;
  const int64_t upper = kQuantizedMax<Q> - qo.zero_point;
  for_each_pair<Q>(a, b, out, [&](Q x, Q y) {
    const float product =
        static_cast<float>(x.val_ - qa.zero_point) * static_cast<float>(y.val_ - qb.zero_point);
    return Q{static_cast<typename Q::underlying>(
        qo.zero_point + round_to_range(product * multiplier, lower, upper))};
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
        add_dense<Q>(a, b, out, relu);
      } else {
        multiply_dense<Q>(a, b, out, relu);
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
