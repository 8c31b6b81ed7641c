// max_unpool2d and max_unpool3d: values back at the places that max pooling took them from.
#include "ATen/ops/contiguous.h"
#include "ATen/ops/max_unpool2d.h"
#include "ATen/ops/max_unpool3d.h"
#include "ATen/ops/zero.h"
#include "aten_lite/core/dispatch.h"
#include "aten_lite/core/irange.h"
#include "aten_lite/native/internal/dense.h"

namespace at::native {
namespace {

Tensor unpool(const char* op, const Tensor& self, const Tensor& indices, IntArrayRef output_size,
              int64_t dims) {
  TORCH_CHECK(indices.scalar_type() == kLong, op,
              ": elements in indices should be type int64 but "
              "got: ",
              indices.scalar_type());
  TORCH_CHECK(static_cast<int64_t>(output_size.size()) == dims, op, ": There should be exactly ",
              dims, " elements (height, width ...) in output_size, but got ", output_size);
  TORCH_CHECK(self.dim() == dims + 1 || self.dim() == dims + 2, op, ": Input should be a ",
              dims + 1, "d or ", dims + 2, "d Tensor, but got ", self.sizes());
  TORCH_CHECK(self.sizes() == indices.sizes(), op,
              ": Expected shape of indices to be same as that of the input tensor (", self.sizes(),
              ") but got indices tensor with shape: ", indices.sizes());
  DimVector sizes(self.sizes().begin(), self.sizes().end());
  int64_t pixels = 1;
  int64_t inputs = 1;
  for (const auto i : c10::irange(dims)) {
    const int64_t size = output_size[static_cast<size_t>(i)];
    TORCH_CHECK(size > 0, op, ": output_size must be positive, but got ", output_size);
    inputs *= self.size(i - dims);
    sizes[sizes.size() - static_cast<size_t>(dims - i)] = size;
  }
  const MemoryFormat format = dims == 2 ? self.suggest_memory_format() : MemoryFormat::Contiguous;
  Tensor plain = new_tensor(sizes, self.scalar_type());
  pixels = c10::checked_numel(output_size);
  plain.zero_();
  const Tensor x = self.contiguous();
  const Tensor at = indices.contiguous();
  AT_DISPATCH_ALL_TYPES_AND2(kHalf, kBFloat16, self.scalar_type(), op, [&] {
    const scalar_t* const from = x.data_ptr<scalar_t>();
    const int64_t* const index = at.data_ptr<int64_t>();
    scalar_t* const to = plain.data_ptr<scalar_t>();
    for (const auto i : c10::irange(x.numel())) {
      TORCH_CHECK(index[i] >= 0 && index[i] < pixels, "Found an invalid max index: ", index[i],
                  " (output volumes are of size ", output_size, ")");
      to[i / inputs * pixels + index[i]] = from[i];
    }
  });
  return plain.contiguous(format);
}

}  // namespace

Tensor max_unpool2d(const Tensor& self, const Tensor& indices, IntArrayRef output_size) {
  return unpool("max_unpool2d", self, indices, output_size, 2);
}

Tensor& max_unpool2d_out(const Tensor& self, const Tensor& indices, IntArrayRef output_size,
                         Tensor& out) {
  finish_output(out, native::max_unpool2d(self, indices, output_size), "max_unpool2d");
  return out;
}

Tensor max_unpool3d(const Tensor& self, const Tensor& indices, IntArrayRef output_size,
                    IntArrayRef stride, IntArrayRef padding) {
  TORCH_CHECK(stride.size() == 3 && padding.size() == 3,
              "max_unpool3d: stride and padding must have 3 elements, but got ", stride, " and ",
              padding);
  return unpool("max_unpool3d", self, indices, output_size, 3);
}

Tensor& max_unpool3d_out(const Tensor& self, const Tensor& indices, IntArrayRef output_size,
                         IntArrayRef stride, IntArrayRef padding, Tensor& out) {
  finish_output(out, native::max_unpool3d(self, indices, output_size, stride, padding),
                "max_unpool3d");
  return out;
}

}  // namespace at::native
