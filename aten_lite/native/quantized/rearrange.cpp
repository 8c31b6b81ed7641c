// Operators that move, pick, order or compare the elements of quantized tensors.
#include "ATen/ops/channel_shuffle.h"
#include "ATen/ops/constant_pad_nd.h"
#include "ATen/ops/copy.h"
#include "ATen/ops/eq.h"
#include "ATen/ops/equal.h"
#include "ATen/ops/fill.h"
#include "ATen/ops/flip.h"
#include "ATen/ops/ge.h"
#include "ATen/ops/gt.h"
#include "ATen/ops/index.h"
#include "ATen/ops/index_select.h"
#include "ATen/ops/item.h"
#include "ATen/ops/le.h"
#include "ATen/ops/lt.h"
#include "ATen/ops/masked_fill.h"
#include "ATen/ops/max.h"
#include "ATen/ops/min.h"
#include "ATen/ops/ne.h"
#include "ATen/ops/pad.h"
#include "ATen/ops/pixel_shuffle.h"
#include "ATen/ops/repeat.h"
#include "ATen/ops/sort.h"
#include "ATen/ops/topk.h"
#include "aten_lite/core/ivalue.h"
#include "aten_lite/native/internal/output.h"
#include "aten_lite/native/quantized/affine.h"
#include "aten_lite/native/quantized/qtensor.h"

namespace at::native {
namespace {

// The integer that stands for a number in the quantizer of `self`.
Scalar integer_for(const char* op, const Tensor& self, const Scalar& value) {
  const Quantizer& q = check_per_tensor(op, self);
  int64_t result = 0;
  for_quantized_type(op, self.scalar_type(), [&](auto tag) {
    result = quantize_value<decltype(tag)>(value.to<float>(), 1.0f / static_cast<float>(q.scale),
                                           q.zero_point)
                 .val_;
  });
  return result;
}

Tensor dequantized(const Tensor& tensor) {
  return tensor.is_quantized() ? dequantize_tensor(tensor) : tensor;
}

// Values that an operator picked from the integers of `self`, with the positions it found.
void write_picked(const char* op, const Tensor& self, const std::tuple<Tensor, Tensor>& picked,
                  Tensor& values, Tensor& indices) {
  write_quantized(op, values,
                  quantized_of(std::get<0>(picked), self.scalar_type(), quantizer_ptr(self)));
  write_output(indices, std::get<1>(picked), op);
}

}  // namespace

Tensor& copy_quantized_(Tensor& self, const Tensor& src, bool) {
  const char* const op = "copy_";
  TORCH_CHECK(self.is_quantized(), op, ": a quantized tensor cannot be copied into one of ",
              c10::dtype_name(self.scalar_type()), "; put dequantize before it");
  if (!src.is_quantized()) {
    integers_of(self).copy_(
        integers_of(quantize_tensor(op, src, self.scalar_type(), quantizer_ptr(self))));
    return self;
  }
  TORCH_CHECK(self.scalar_type() == src.scalar_type(), op, ": a quantized tensor of ",
              c10::dtype_name(src.scalar_type()), " cannot be copied into one of ",
              c10::dtype_name(self.scalar_type()));
  integers_of(self).copy_(integers_of(src));
  self.unsafeGetTensorImpl()->set_quantizer(quantizer_ptr(src));
  return self;
}

Scalar item_quantized(const Tensor& self) { return dequantize_tensor(self).item(); }

Tensor& fill_quantized_(Tensor& self, const Scalar& value) {
  integers_of(self).fill_(integer_for("fill_", self, value));
  return self;
}
Tensor& fill_quantized_(Tensor& self, const Tensor& value) {
  TORCH_CHECK(value.dim() == 0, "fill_: value must be a tensor of no dimensions, but has ",
              value.dim());
  return fill_quantized_(self, dequantized(value).item());
}

Tensor& masked_fill_quantized_(Tensor& self, const Tensor& mask, const Scalar& value) {
  integers_of(self).masked_fill_(mask, integer_for("masked_fill_", self, value));
  return self;
}
Tensor& masked_fill_quantized_(Tensor& self, const Tensor& mask, const Tensor& value) {
  TORCH_CHECK(value.dim() == 0, "masked_fill_: value must be a tensor of no dimensions, but has ",
              value.dim());
  return masked_fill_quantized_(self, mask, dequantized(value).item());
}
Tensor masked_fill_quantized(const Tensor& self, const Tensor& mask, const Scalar& value) {
  const Scalar integer = integer_for("masked_fill", self, value);
  return through_integers("masked_fill", self,
                          [&](const Tensor& x) { return at::masked_fill(x, mask, integer); });
}
Tensor masked_fill_quantized(const Tensor& self, const Tensor& mask, const Tensor& value) {
  return masked_fill_quantized(self, mask, dequantized(value).item());
}

Tensor constant_pad_nd_quantized(const Tensor& self, IntArrayRef pad, const Scalar& value) {
  const Scalar integer = integer_for("constant_pad_nd", self, value);
  return through_integers("constant_pad_nd", self,
                          [&](const Tensor& x) { return at::constant_pad_nd(x, pad, integer); });
}
Tensor pad_quantized(const Tensor& self, IntArrayRef pad, c10::string_view mode,
                     std::optional<double> value) {
  if (mode == "constant") return constant_pad_nd_quantized(self, pad, value.value_or(0));
  return through_steps("pad", self, [&](const Tensor& x) { return at::pad(x, pad, mode, value); });
}

Tensor flip_quantized(const Tensor& self, IntArrayRef dims) {
  return through_integers("flip", self, [&](const Tensor& x) { return at::flip(x, dims); });
}
Tensor repeat_quantized(const Tensor& self, IntArrayRef repeats) {
  return through_integers("repeat", self, [&](const Tensor& x) { return x.repeat(repeats); });
}
Tensor channel_shuffle_quantized(const Tensor& self, int64_t groups) {
  return through_integers("channel_shuffle", self,
                          [&](const Tensor& x) { return at::channel_shuffle(x, groups); });
}
Tensor pixel_shuffle_quantized(const Tensor& self, int64_t upscale_factor) {
  return through_integers("pixel_shuffle", self,
                          [&](const Tensor& x) { return at::pixel_shuffle(x, upscale_factor); });
}
void index_quantized_out(const Tensor& self, const c10::List<std::optional<Tensor>>& indices,
                         Tensor& out) {
  write_quantized("index", out, through_integers("index", self, [&](const Tensor& x) {
                    return at::index(x, indices);
                  }));
}
void index_select_quantized_out(const Tensor& self, int64_t dim, const Tensor& index, Tensor& out) {
  write_quantized("index_select", out, through_integers("index_select", self, [&](const Tensor& x) {
                    return at::index_select(x, dim, index);
                  }));
}

// Integers are ordered as the numbers that they stand for.

void topk_quantized_out(const Tensor& self, int64_t k, int64_t dim, bool largest, bool sorted,
                        Tensor& values, Tensor& indices) {
  check_per_tensor("topk", self);
  write_picked("topk", self, at::topk(integers_of(self), k, dim, largest, sorted), values, indices);
}
void sort_quantized_out(const Tensor& self, std::optional<bool> stable, int64_t dim,
                        bool descending, Tensor& values, Tensor& indices) {
  check_per_tensor("sort", self);
  write_picked("sort", self, at::sort(integers_of(self), stable, dim, descending), values, indices);
}
void sort_quantized_out(const Tensor& self, int64_t dim, bool descending, Tensor& values,
                        Tensor& indices) {
  sort_quantized_out(self, false, dim, descending, values, indices);
}
void max_dim_quantized_out(const Tensor& self, int64_t dim, bool keepdim, Tensor& max,
                           Tensor& max_values) {
  check_per_tensor("max", self);
  write_picked("max", self, at::max(integers_of(self), dim, keepdim), max, max_values);
}
void min_dim_quantized_out(const Tensor& self, int64_t dim, bool keepdim, Tensor& min,
                           Tensor& min_indices) {
  check_per_tensor("min", self);
  write_picked("min", self, at::min(integers_of(self), dim, keepdim), min, min_indices);
}
void max_all_quantized_out(const Tensor& self, Tensor& out) {
  write_quantized("max", out,
                  through_integers("max", self, [](const Tensor& x) { return at::max(x); }));
}
void min_all_quantized_out(const Tensor& self, Tensor& out) {
  write_quantized("min", out,
                  through_integers("min", self, [](const Tensor& x) { return at::min(x); }));
}

bool equal_quantized(const Tensor& self, const Tensor& other) {
  if (!other.is_quantized() || !self.is_quantized() || self.scalar_type() != other.scalar_type()) {
    return false;
  }
  const Quantizer& a = check_per_tensor("equal", self);
  const Quantizer& b = check_per_tensor("equal", other);
  return a.scale == b.scale && a.zero_point == b.zero_point &&
         at::equal(integers_of(self), integers_of(other));
}

// Comparisons are those of the numbers.
#define ATEN_LITE_COMPARISON(name)                                                  \
  void name##_quantized_out(const Tensor& self, const Scalar& other, Tensor& out) { \
    write_output(out, at::name(dequantized(self), other), #name);                   \
  }                                                                                 \
  void name##_quantized_out(const Tensor& self, const Tensor& other, Tensor& out) { \
    write_output(out, at::name(dequantized(self), dequantized(other)), #name);      \
  }
ATEN_LITE_COMPARISON(eq)
ATEN_LITE_COMPARISON(ne)
ATEN_LITE_COMPARISON(lt)
ATEN_LITE_COMPARISON(le)
ATEN_LITE_COMPARISON(gt)
ATEN_LITE_COMPARISON(ge)
#undef ATEN_LITE_COMPARISON

}  // namespace at::native
