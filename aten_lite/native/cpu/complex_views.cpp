// Complex tensors seen as pairs of real numbers, and back; conjugation.
//
// There are no lazily conjugated or negated tensors here: conj() of a complex tensor computes, so
// resolve_conj() and resolve_neg() have nothing to do.
#include "ATen/ops/_conj.h"
#include "ATen/ops/_conj_physical.h"
#include "ATen/ops/_neg_view.h"
#include "ATen/ops/clone.h"
#include "ATen/ops/conj.h"
#include "ATen/ops/conj_physical.h"
#include "ATen/ops/neg.h"
#include "ATen/ops/resolve_conj.h"
#include "ATen/ops/resolve_neg.h"
#include "ATen/ops/view_as_complex.h"
#include "ATen/ops/view_as_real.h"
#include "aten_lite/native/internal/alias.h"

namespace at::native {

Tensor view_as_real(const Tensor& self) {
  TORCH_CHECK(self.is_complex(), "view_as_real is only supported for complex tensors, but got ",
              toString(self.scalar_type()));
  DimVector sizes(self.sizes());
  DimVector strides;
  for (const int64_t stride : self.strides()) strides.push_back(stride * 2);
  sizes.push_back(2);
  strides.push_back(1);
  return alias_with_dtype(self, toRealValueType(self.scalar_type()), sizes, strides,
                          self.storage_offset() * 2);
}

Tensor view_as_complex(const Tensor& self) {
  TORCH_CHECK(
      self.scalar_type() == kFloat || self.scalar_type() == kDouble || self.scalar_type() == kHalf,
      "view_as_complex is only supported for half, float and double tensors, but got ",
      toString(self.scalar_type()));
  TORCH_CHECK(self.dim() > 0, "view_as_complex: the input must have one or more dimensions");
  DimVector sizes(self.sizes());
  DimVector strides(self.strides());
  TORCH_CHECK(sizes.back() == 2, "view_as_complex: the last dimension must have size 2, but got ",
              sizes.back());
  TORCH_CHECK(strides.back() == 1,
              "view_as_complex: the last dimension must have stride 1, but got ", strides.back());
  TORCH_CHECK(self.storage_offset() % 2 == 0,
              "view_as_complex: the storage offset must be divisible by 2, but it is ",
              self.storage_offset());
  sizes.pop_back();
  strides.pop_back();
  for (int64_t& stride : strides) {
    TORCH_CHECK(stride % 2 == 0,
                "view_as_complex: all but the last stride must be divisible by 2, but got ",
                self.strides());
    stride /= 2;
  }
  return alias_with_dtype(self, toComplexType(self.scalar_type()), sizes, strides,
                          self.storage_offset() / 2);
}

Tensor _conj_physical(const Tensor& self) {
  return self.is_complex() ? at::conj_physical(self) : self.clone();
}
Tensor _conj(const Tensor& self) { return native::_conj_physical(self); }
Tensor conj(const Tensor& self) { return self.is_complex() ? at::conj_physical(self) : self; }
Tensor resolve_conj(const Tensor& self) { return self; }
Tensor resolve_neg(const Tensor& self) { return self; }
Tensor _neg_view(const Tensor& self) { return self.neg(); }

}  // namespace at::native
