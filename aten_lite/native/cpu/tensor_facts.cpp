// Operators that say something about a tensor and compute nothing.
//
// Autograd does not exist here: every tensor is a leaf, requires_grad is a flag that is kept and
// otherwise ignored.
#include "ATen/ops/_local_scalar_dense.h"
#include "ATen/ops/_reshape_from_tensor.h"
#include "ATen/ops/_shape_as_tensor.h"
#include "ATen/ops/_version.h"
#include "ATen/ops/alias.h"
#include "ATen/ops/can_cast.h"
#include "ATen/ops/coalesce.h"
#include "ATen/ops/data.h"
#include "ATen/ops/dense_dim.h"
#include "ATen/ops/detach.h"
#include "ATen/ops/dim.h"
#include "ATen/ops/get_device.h"
#include "ATen/ops/is_coalesced.h"
#include "ATen/ops/is_complex.h"
#include "ATen/ops/is_conj.h"
#include "ATen/ops/is_contiguous.h"
#include "ATen/ops/is_distributed.h"
#include "ATen/ops/is_floating_point.h"
#include "ATen/ops/is_inference.h"
#include "ATen/ops/is_leaf.h"
#include "ATen/ops/is_neg.h"
#include "ATen/ops/is_nonzero.h"
#include "ATen/ops/is_pinned.h"
#include "ATen/ops/is_same_size.h"
#include "ATen/ops/is_signed.h"
#include "ATen/ops/item.h"
#include "ATen/ops/lift.h"
#include "ATen/ops/lift_fresh.h"
#include "ATen/ops/lift_fresh_copy.h"
#include "ATen/ops/numel.h"
#include "ATen/ops/output_nr.h"
#include "ATen/ops/pin_memory.h"
#include "ATen/ops/promote_types.h"
#include "ATen/ops/requires_grad.h"
#include "ATen/ops/reshape.h"
#include "ATen/ops/result_type.h"
#include "ATen/ops/retain_grad.h"
#include "ATen/ops/retains_grad.h"
#include "ATen/ops/set_data.h"
#include "ATen/ops/size.h"
#include "ATen/ops/sparse_dim.h"
#include "ATen/ops/storage_offset.h"
#include "ATen/ops/stride.h"
#include "ATen/ops/sym_numel.h"
#include "ATen/ops/sym_size.h"
#include "ATen/ops/sym_storage_offset.h"
#include "ATen/ops/sym_stride.h"
#include "aten_lite/core/dispatch.h"
#include "aten_lite/native/internal/alias.h"
#include "aten_lite/native/internal/factory.h"
#include "aten_lite/native/internal/promotion.h"

namespace at::native {

bool is_floating_point(const Tensor& self) { return self.is_floating_point(); }
bool is_complex(const Tensor& self) { return self.is_complex(); }
bool is_signed(const Tensor& self) { return self.is_signed(); }
bool is_conj(const Tensor&) { return false; }
bool is_neg(const Tensor&) { return false; }
bool is_inference(const Tensor&) { return false; }
bool is_distributed(const Tensor&) { return false; }
bool is_same_size(const Tensor& self, const Tensor& other) { return self.sizes() == other.sizes(); }
bool is_contiguous(const Tensor& self) { return self.is_contiguous(); }
bool is_contiguous(const Tensor& self, MemoryFormat memory_format) {
  return self.is_contiguous(memory_format);
}
bool is_pinned(const Tensor&, std::optional<Device>) { return false; }
Tensor pin_memory(const Tensor&, std::optional<Device>) {
  TORCH_CHECK(false, "pin_memory: pinned memory is not supported");
}

int64_t numel(const Tensor& self) { return self.numel(); }
int64_t sym_numel(const Tensor& self) { return self.numel(); }
int64_t dim(const Tensor& self) { return self.dim(); }
int64_t size(const Tensor& self, int64_t dim) { return self.size(dim); }
int64_t sym_size(const Tensor& self, int64_t dim) { return self.size(dim); }
int64_t stride(const Tensor& self, int64_t dim) { return self.stride(dim); }
int64_t sym_stride(const Tensor& self, int64_t dim) { return self.stride(dim); }
int64_t storage_offset(const Tensor& self) { return self.storage_offset(); }
int64_t sym_storage_offset(const Tensor& self) { return self.storage_offset(); }
int64_t get_device(const Tensor& self) { return self.get_device(); }
int64_t sparse_dim(const Tensor&) { return 0; }
int64_t dense_dim(const Tensor& self) { return self.dim(); }

bool is_coalesced(const Tensor&) {
  TORCH_CHECK(false, "is_coalesced expected sparse coordinate tensor layout but got Strided");
}
Tensor coalesce(const Tensor&) {
  TORCH_CHECK(false, "coalesce expected sparse coordinate tensor layout but got Strided");
}

Scalar _local_scalar_dense(const Tensor& self) {
  return AT_DISPATCH_ALL_TYPES_AND_COMPLEX_AND3(
      kBool, kHalf, kBFloat16, self.scalar_type(), "_local_scalar_dense",
      [&] { return Scalar(*self.const_data_ptr<scalar_t>()); });
}

Scalar item(const Tensor& self) {
  TORCH_CHECK(self.numel() == 1, "a Tensor with ", self.numel(),
              " elements cannot be converted to Scalar");
  return native::_local_scalar_dense(self);
}

bool is_nonzero(const Tensor& self) {
  TORCH_CHECK(self.numel() != 0, "Boolean value of Tensor with no values is ambiguous");
  TORCH_CHECK(self.numel() < 2,
              "Boolean value of Tensor with more than one value is ambiguous: it has ",
              self.numel());
  return native::item(self).toBool();
}

ScalarType result_type(const Tensor& tensor, const Tensor& other) {
  return promoted_type(tensor, other);
}
ScalarType result_type(const Tensor& tensor, const Scalar& other) {
  return promoted_type(tensor, other);
}
ScalarType result_type(const Scalar& scalar, const Tensor& tensor) {
  return promoted_type(scalar, tensor);
}
ScalarType result_type(const Scalar& scalar1, const Scalar& scalar2) {
  return promoted_type(scalar1, scalar2);
}
bool can_cast(ScalarType from_, ScalarType to) { return c10::canCast(from_, to); }
ScalarType promote_types(ScalarType type1, ScalarType type2) {
  return c10::promoteTypes(type1, type2);
}

// ---- another tensor object of the same elements

Tensor alias(const Tensor& self) { return alias_with(self, self.sizes(), self.strides()); }
Tensor detach(const Tensor& self) { return native::alias(self); }
Tensor& detach_(Tensor& self) { return self; }
Tensor data(const Tensor& self) { return native::alias(self); }
Tensor lift(const Tensor& self) { return self; }
Tensor lift_fresh(const Tensor& self) { return self; }
Tensor lift_fresh_copy(const Tensor& self) { return self.clone(); }

void set_data(Tensor& self, const Tensor& new_data) {
  c10::TensorImpl* impl = self.unsafeGetTensorImpl();
  impl->set_storage(new_data.storage());
  impl->set_dtype(new_data.scalar_type());
  set_geometry(self, new_data);
}

// ---- autograd

bool is_leaf(const Tensor&) { return true; }
int64_t output_nr(const Tensor&) { return 0; }
int64_t _version(const Tensor&) { return 0; }
Tensor& requires_grad_(Tensor& self, bool requires_grad) {
  TORCH_CHECK(!requires_grad || self.is_floating_point() || self.is_complex(),
              "only tensors of floating point and complex dtype can require gradients, but got ",
              toString(self.scalar_type()));
  self.set_requires_grad(requires_grad);
  return self;
}
void retain_grad(Tensor& self) {
  TORCH_CHECK(self.requires_grad(), "can't retain_grad on Tensor that has requires_grad=False");
}
bool retains_grad(const Tensor&) { return false; }

// ---- shapes as tensors

Tensor _shape_as_tensor(const Tensor& self) {
  Tensor shape = make_tensor({self.dim()}, kLong);
  std::copy(self.sizes().begin(), self.sizes().end(), shape.mutable_data_ptr<int64_t>());
  return shape;
}

Tensor _reshape_from_tensor(const Tensor& self, const Tensor& shape) {
  TORCH_CHECK(shape.dim() == 1, "_reshape_from_tensor: shape must be a vector, but it has ",
              shape.dim(), " dimensions");
  const Tensor sizes = shape.to(kLong).contiguous();
  return native::reshape(
      self, IntArrayRef(sizes.const_data_ptr<int64_t>(), static_cast<size_t>(sizes.numel())));
}

}  // namespace at::native
