// where and masked_fill: elements picked by a mask.
#include "ATen/ops/where.h"

#include "ATen/core/TensorBody.h"
#include "ATen/ops/clone.h"
#include "ATen/ops/masked_fill.h"
#include "aten_lite/native/internal/infer_size.h"
#include "aten_lite/native/internal/loops.h"

namespace at::native {
namespace {

// out = mask ? a : b in the common type of a and b. Masks are bool or uint8 tensors.
void select_by_mask(const TensorIterator& iter) {
  const ScalarType common = iter.common_dtype();
  const auto pick = [](Mask m, auto a, auto b) { return m ? a : b; };
  // 16-bit floats are picked as they are; conversions would change the bits of NaN.
  if (common == kHalf) return map<Half, Mask, Half, Half>(iter, pick);
  if (common == kBFloat16) return map<BFloat16, Mask, BFloat16, BFloat16>(iter, pick);
  for_compute_type<bool, int64_t, float, double, Complex>(common, iter.name(), [&](auto tag) {
    using T = typename decltype(tag)::type;
    map<T, Mask, T, T>(iter, pick);
  });
}

// Fills `self` where the mask is set; the mask broadcasts to it.
void fill_masked(Tensor& self, const Tensor& mask, const Tensor& value) {
  TORCH_CHECK(mask.scalar_type() == kBool,
              "masked_fill_ only supports boolean masks, but got mask with dtype ",
              mask.scalar_type());
  select_by_mask(TensorIteratorConfig()
                     .name("masked_fill_")
                     .check_all_same_dtype(false)
                     .promote_inputs_to_common_dtype(true)
                     .declare_static_dtype(self.scalar_type())
                     .resize_outputs(false)
                     .add_output(self)
                     .add_mask(mask)
                     .add_input(value)
                     .add_input(self)
                     .build());
}

// A copy of `self`, expanded to the shape that it has together with the mask.
Tensor expanded_copy(const Tensor& self, const Tensor& mask) {
  const DimVector shape = infer_size_dimvector(self.sizes(), mask.sizes());
  return at::clone(self.expand(shape), shape == DimVector(self.sizes()) ? MemoryFormat::Preserve
                                                                        : MemoryFormat::Contiguous);
}

}  // namespace

void where_out(const Tensor& condition, const Tensor& self, const Tensor& other, Tensor& out) {
  const ScalarType type = condition.scalar_type();
  if (type == kByte) {
    TORCH_WARN_ONCE(
        "where received a uint8 condition tensor. This behavior is deprecated and will "
        "be removed in a future version of PyTorch. Use a boolean condition instead.");
  }
  TORCH_CHECK(type == kByte || type == kBool,
              "where expected condition to be a boolean tensor, but got a tensor with dtype ",
              toString(type));
  TensorIteratorConfig config;
  config.name("where").promote_inputs_to_common_dtype(true).cast_common_dtype_to_outputs(true);
  config.add_output(out);
  // A uint8 condition is one of bytes, as a Mask is.
  const TensorIterator iter = config.add_mask(condition).add_input(self).add_input(other).build();
  if (!out.defined()) out = iter.output(0);
  select_by_mask(iter);
}

Tensor where(const Tensor& condition, const Scalar& self, const Scalar& other) {
  return at::where(condition, wrapped_scalar(self), wrapped_scalar(other));
}
Tensor where(const Tensor& condition, const Scalar& self, const Tensor& other) {
  return at::where(condition, wrapped_scalar(self), other);
}
Tensor where(const Tensor& condition, const Tensor& self, const Scalar& other) {
  return at::where(condition, self, wrapped_scalar(other));
}

Tensor& masked_fill_(Tensor& self, const Tensor& mask, const Scalar& value) {
  fill_masked(self, mask, scalar_of_type(value, self.scalar_type()));
  return self;
}
Tensor& masked_fill_(Tensor& self, const Tensor& mask, const Tensor& value) {
  TORCH_CHECK(value.dim() == 0,
              "masked_fill_ only supports a 0-dimensional value tensor, but got "
              "tensor with ",
              value.dim(), " dimension(s).");
  // As a number: its conversion notices what does not fit.
  return native::masked_fill_(self, mask, value.item());
}
Tensor masked_fill(const Tensor& self, const Tensor& mask, const Scalar& value) {
  Tensor result = expanded_copy(self, mask);
  return native::masked_fill_(result, mask, value);
}
Tensor masked_fill(const Tensor& self, const Tensor& mask, const Tensor& value) {
  Tensor result = expanded_copy(self, mask);
  return native::masked_fill_(result, mask, value);
}

}  // namespace at::native
