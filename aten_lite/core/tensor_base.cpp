#include "aten_lite/core/tensor_base.h"

#include <algorithm>

namespace at {

void TensorBase::undefined() { AT_ERROR("Expected a tensor, but this one is undefined (None)"); }

void TensorBase::wrong_type(c10::ScalarType wanted) const {
  AT_ERROR("expected scalar type ", c10::toString(wanted), " but found ",
           c10::toString(scalar_type()));
}

int64_t maybe_wrap_dim(int64_t dim, int64_t ndim, bool wrap_scalar) {
  if (ndim == 0 && !wrap_scalar) {
    TORCH_CHECK_INDEX(false, "Dimension specified as ", dim, " but tensor has no dimensions");
  }
  const int64_t range = ndim == 0 ? 1 : ndim;
  TORCH_CHECK_INDEX(dim >= -range && dim < range,
                    "Dimension out of range (expected to be in range of [", -range, ", ", range - 1,
                    "], but got ", dim, ")");
  return dim < 0 ? dim + range : dim;
}

int64_t TensorBase::size(int64_t d) const {
  return sizes()[maybe_wrap_dim(d, dim(), /*wrap_scalar=*/false)];
}

int64_t TensorBase::stride(int64_t d) const {
  return strides()[maybe_wrap_dim(d, dim(), /*wrap_scalar=*/false)];
}

MemoryFormat TensorBase::suggest_memory_format() const {
  if (c10::is_channels_last_strides(sizes(), strides())) return MemoryFormat::ChannelsLast;
  if (c10::is_channels_last_3d_strides(sizes(), strides())) return MemoryFormat::ChannelsLast3d;
  return MemoryFormat::Contiguous;
}

bool TensorBase::is_non_overlapping_and_dense() const {
  if (is_contiguous()) return true;
  // Sorted by stride, each dimension must begin where the smaller ones end.
  c10::SmallVector<int64_t, 8> order;
  for (int64_t i = 0; i < dim(); ++i) {
    if (sizes()[i] != 1) order.push_back(i);
  }
  std::sort(order.begin(), order.end(),
            [&](int64_t a, int64_t b) { return strides()[a] < strides()[b]; });
  int64_t expected = 1;
  for (const int64_t i : order) {
    if (strides()[i] != expected) return false;
    expected *= sizes()[i];
  }
  return true;
}

std::string TensorBase::toString() const {
  return defined() ? c10::str("CPU", c10::toString(scalar_type()), "Type") : "UndefinedType";
}

}  // namespace at
