// Implements lookup.h.
#include "aten_lite/native/quantized/lookup.h"

#include <array>

#include "ATen/ops/contiguous.h"
#include "aten_lite/parallel/parallel.h"

namespace at::native {
namespace {

constexpr int64_t kValues = 256;

// All values of the tensor's dtype, by their bits.
Tensor all_values(const Tensor& self) {
  Tensor values = make_quantized({kValues}, self.scalar_type(), quantizer_ptr(self));
  auto* const bytes = static_cast<uint8_t*>(values.mutable_data_ptr());
  for (int64_t i = 0; i < kValues; ++i) bytes[i] = static_cast<uint8_t>(i);
  return values;
}

}  // namespace

Tensor elementwise(const char* op, const Tensor& self,
                   const std::function<Tensor(const Tensor&)>& f, QuantizerPtr quantizer) {
  check_per_tensor(op, self);
  if (self.scalar_type() == kQInt32 || self.numel() < kValues) {
    return through_floats(op, self, f, quantizer);
  }
  const Tensor table = through_floats(op, all_values(self), f, quantizer);
  const auto* const lookup = static_cast<const uint8_t*>(table.const_data_ptr());
  const Tensor dense = self.is_non_overlapping_and_dense() ? self : self.contiguous();
  Tensor result = make_quantized_like(dense, self.scalar_type(), quantizer_ptr(table));
  const auto* const from = static_cast<const uint8_t*>(dense.const_data_ptr());
  auto* const to = static_cast<uint8_t*>(result.mutable_data_ptr());
  parallel_for(0, dense.numel(), 65536, [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i) to[i] = lookup[from[i]];
  });
  return result;
}

}  // namespace at::native
