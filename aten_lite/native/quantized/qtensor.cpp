// Implements qtensor.h.
#include "aten_lite/native/quantized/qtensor.h"

#include <cmath>

#include "ATen/ops/contiguous.h"
#include "ATen/ops/copy.h"
#include "ATen/ops/to.h"
#include "aten_lite/native/internal/alias.h"
#include "aten_lite/native/internal/factory.h"
#include "aten_lite/native/internal/output.h"
#include "aten_lite/native/quantized/affine.h"
#include "aten_lite/parallel/parallel.h"

namespace at::native {
namespace {

constexpr int64_t kGrain = 16384;

// Elements of one scale lie `inner` in a row; scales repeat after `channels` of them.
struct Channels {
  int64_t count = 1;
  int64_t inner = 1;
  bool real_zero_points = false;
  Tensor scales;
  Tensor zero_points;
};

Channels channels_of(const Quantizer& quantizer, const Tensor& contiguous) {
  Channels result;
  result.count = contiguous.size(quantizer.axis);
  for (int64_t d = quantizer.axis + 1; d < contiguous.dim(); ++d) {
    result.inner *= contiguous.size(d);
  }
  result.real_zero_points = quantizer.scheme == QScheme::PER_CHANNEL_AFFINE_FLOAT_QPARAMS;
  result.scales = Tensor(quantizer.scales.getIntrusivePtr()).to(kFloat).contiguous();
  result.zero_points = Tensor(quantizer.zero_points.getIntrusivePtr())
                           .to(result.real_zero_points ? kFloat : kLong)
                           .contiguous();
  return result;
}

template <typename Q>
void quantize_channels(const float* from, const Channels& c, int64_t count, Q* to) {
  const float* const scales = c.scales.const_data_ptr<float>();
  for (int64_t i = 0; i < count; ++i) {
    const int64_t channel = i / c.inner % c.count;
    const float inverse = 1.0f / scales[channel];
    if (c.real_zero_points) {
      const float value = from[i] * inverse + c.zero_points.const_data_ptr<float>()[channel];
      to[i] = Q{static_cast<typename Q::underlying>(
          round_to_range(value, kQuantizedMin<Q>, kQuantizedMax<Q>))};
    } else {
      to[i] = quantize_value<Q>(from[i], inverse, c.zero_points.const_data_ptr<int64_t>()[channel]);
    }
  }
}

template <typename Q>
void dequantize_channels(const Q* from, const Channels& c, int64_t count, float* to) {
  const float* const scales = c.scales.const_data_ptr<float>();
  for (int64_t i = 0; i < count; ++i) {
    const int64_t channel = i / c.inner % c.count;
    if (c.real_zero_points) {
      to[i] = (static_cast<float>(from[i].val_) - c.zero_points.const_data_ptr<float>()[channel]) *
              scales[channel];
    } else {
      to[i] = dequantize_value(from[i], scales[channel],
                               c.zero_points.const_data_ptr<int64_t>()[channel]);
    }
  }
}

// The tensor with dense memory: itself where it is dense already.
Tensor dense(const Tensor& tensor) {
  return tensor.is_non_overlapping_and_dense() ? tensor : tensor.contiguous();
}

}  // namespace

QuantizedRange quantized_range(const char* op, ScalarType dtype) {
  QuantizedRange range{0, 0};
  for_quantized_type(op, dtype, [&](auto q) {
    using Q = decltype(q);
    range = {kQuantizedMin<Q>, kQuantizedMax<Q>};
  });
  return range;
}

QuantizerPtr per_tensor_quantizer(const char* op, double scale, int64_t zero_point,
                                  ScalarType dtype) {
  const QuantizedRange range = quantized_range(op, dtype);
  TORCH_CHECK(std::isfinite(scale) && scale > 0, op, ": the scale is ", scale,
              "; it must be positive");
  TORCH_CHECK(zero_point >= range.lower && zero_point <= range.upper, op, ": the zero point is ",
              zero_point, ", which is no value of ", c10::dtype_name(dtype));
  return c10::make_intrusive<Quantizer>(QScheme::PER_TENSOR_AFFINE, scale, zero_point);
}

QuantizerPtr per_channel_quantizer(const char* op, const Tensor& scales, const Tensor& zero_points,
                                   int64_t axis, IntArrayRef sizes, ScalarType dtype) {
  quantized_range(op, dtype);
  TORCH_CHECK(axis >= 0 && axis < static_cast<int64_t>(sizes.size()), op, ": axis ", axis,
              " is out of range for a tensor of shape ", sizes);
  const int64_t channels = sizes[static_cast<size_t>(axis)];
  TORCH_CHECK(scales.dim() == 1 && zero_points.dim() == 1 && scales.numel() == channels &&
                  zero_points.numel() == channels,
              op, ": scales and zero points must have ", channels, " elements, as axis ", axis,
              " has, but have shapes ", scales.sizes(), " and ", zero_points.sizes());
  TORCH_CHECK(scales.is_floating_point(), op, ": scales must be real numbers, but are ",
              c10::dtype_name(scales.scalar_type()));
  const bool real = zero_points.is_floating_point();
  return c10::make_intrusive<Quantizer>(
      real ? QScheme::PER_CHANNEL_AFFINE_FLOAT_QPARAMS : QScheme::PER_CHANNEL_AFFINE,
      scales.to(real ? kFloat : kDouble).contiguous(),
      zero_points.to(real ? kFloat : kLong).contiguous(), axis);
}

const Quantizer& check_per_tensor(const char* op, const Tensor& tensor) {
  TORCH_CHECK(tensor.defined() && tensor.is_quantized(), op,
              ": a quantized tensor is wanted, but got ",
              tensor.defined() ? c10::dtype_name(tensor.scalar_type()) : "none",
              "; put quantize_per_tensor before it");
  quantized_range(op, tensor.scalar_type());
  const Quantizer& quantizer = quantizer_of(tensor);
  TORCH_CHECK(!quantizer.is_per_channel(), op,
              ": a tensor with one scale is wanted, but got one with a scale per channel");
  return quantizer;
}

Tensor make_quantized(IntArrayRef sizes, ScalarType dtype, QuantizerPtr quantizer,
                      MemoryFormat format) {
  Tensor result = make_tensor(sizes, dtype, format);
  result.unsafeGetTensorImpl()->set_quantizer(std::move(quantizer));
  return result;
}

Tensor make_quantized_like(const Tensor& like, ScalarType dtype, QuantizerPtr quantizer) {
  Tensor result = make_tensor_like(like, dtype);
  result.unsafeGetTensorImpl()->set_quantizer(std::move(quantizer));
  return result;
}

Tensor integers_of(const Tensor& quantized) {
  return alias_with_dtype(quantized, c10::toUnderlying(quantized.scalar_type()), quantized.sizes(),
                          quantized.strides(), quantized.storage_offset());
}

Tensor quantized_of(const Tensor& integers, ScalarType dtype, QuantizerPtr quantizer) {
  Tensor result = alias_with_dtype(integers, dtype, integers.sizes(), integers.strides(),
                                   integers.storage_offset());
  result.unsafeGetTensorImpl()->set_quantizer(std::move(quantizer));
  return result;
}

Tensor quantize_tensor(const char* op, const Tensor& real, ScalarType dtype,
                       const QuantizerPtr& quantizer) {
  TORCH_CHECK(real.is_floating_point(), op, ": a tensor of real numbers is wanted, but got ",
              c10::dtype_name(real.scalar_type()));
  const auto& q = static_cast<const Quantizer&>(*quantizer);
  Tensor from = real.to(kFloat);
  from = q.is_per_channel() ? from.contiguous() : dense(from);
  Tensor result = make_quantized_like(from, dtype, quantizer);
  for_quantized_type(op, dtype, [&](auto tag) {
    using Q = decltype(tag);
    const float* const in = from.const_data_ptr<float>();
    Q* const out = result.mutable_data_ptr<Q>();
    if (q.is_per_channel()) {
      quantize_channels(in, channels_of(q, from), from.numel(), out);
      return;
    }
    const float inverse = 1.0f / static_cast<float>(q.scale);
    parallel_for(0, from.numel(), kGrain, [&](int64_t begin, int64_t end) {
      for (int64_t i = begin; i < end; ++i) {
        out[i] = quantize_value<Q>(in[i], inverse, q.zero_point);
      }
    });
  });
  return result;
}

Tensor dequantize_tensor(const Tensor& quantized) {
  const Quantizer& q = quantizer_of(quantized);
  const Tensor from = q.is_per_channel() ? quantized.contiguous() : dense(quantized);
  Tensor result = make_tensor_like(from, kFloat);
  for_quantized_type("dequantize", from.scalar_type(), [&](auto tag) {
    using Q = decltype(tag);
    const Q* const in = from.const_data_ptr<Q>();
    float* const out = result.mutable_data_ptr<float>();
    if (q.is_per_channel()) {
      dequantize_channels(in, channels_of(q, from), from.numel(), out);
      return;
    }
    const auto scale = static_cast<float>(q.scale);
    parallel_for(0, from.numel(), kGrain, [&](int64_t begin, int64_t end) {
      for (int64_t i = begin; i < end; ++i) {
        out[i] = dequantize_value(in[i], scale, q.zero_point);
      }
    });
  });
  return result;
}

Tensor through_floats(const char* op, const Tensor& self,
                      const std::function<Tensor(const Tensor&)>& compute, QuantizerPtr quantizer) {
  check_per_tensor(op, self);
  return quantize_tensor(op, compute(dequantize_tensor(self)), self.scalar_type(),
                         quantizer ? quantizer : quantizer_ptr(self));
}

Tensor through_steps(const char* op, const Tensor& self,
                     const std::function<Tensor(const Tensor&)>& compute) {
  const int64_t zero_point = check_per_tensor(op, self).zero_point;
  const Tensor steps = quantized_of(integers_of(self), self.scalar_type(),
                                    per_tensor_quantizer(op, 1, zero_point, self.scalar_type()));
  const Tensor from = dense(compute(dequantize_tensor(steps)));
  Tensor result = make_quantized_like(from, self.scalar_type(), quantizer_ptr(self));
  for_quantized_type(op, self.scalar_type(), [&](auto tag) {
    using Q = decltype(tag);
    const float* const in = from.const_data_ptr<float>();
    Q* const out = result.mutable_data_ptr<Q>();
    for (int64_t i = 0; i < from.numel(); ++i) {
      const int64_t step =
          round_to_range(in[i], kQuantizedMin<Q> - zero_point, kQuantizedMax<Q> - zero_point);
      out[i] = Q{static_cast<typename Q::underlying>(zero_point + step)};
    }
  });
  return result;
}

Tensor through_integers(const char* op, const Tensor& self,
                        const std::function<Tensor(const Tensor&)>& compute) {
  check_per_tensor(op, self);
  return quantized_of(compute(integers_of(self)), self.scalar_type(), quantizer_ptr(self));
}

void write_quantized(const char* op, Tensor& out, const Tensor& result) {
  if (!out.defined()) {
    out = result;
    return;
  }
  TORCH_CHECK(out.scalar_type() == result.scalar_type(), op, ": expected an out tensor of ",
              c10::dtype_name(result.scalar_type()), ", but got ",
              c10::dtype_name(out.scalar_type()));
  resize_output(out, result.sizes());
  integers_of(out).copy_(integers_of(result));
  out.unsafeGetTensorImpl()->set_quantizer(quantizer_ptr(result));
}

}  // namespace at::native
