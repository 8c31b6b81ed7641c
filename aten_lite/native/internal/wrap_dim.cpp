// Dimension lists.
#include "aten_lite/native/internal/wrap_dim.h"

namespace at {

DimVector wrap_dims(IntArrayRef dims, int64_t ndim, bool wrap_scalars) {
  DimVector wrapped;
  for (const int64_t dim : dims) wrapped.push_back(maybe_wrap_dim(dim, ndim, wrap_scalars));
  return wrapped;
}

DimBitset dim_list_to_bitset(IntArrayRef dims, int64_t ndim) {
  TORCH_CHECK(ndim <= static_cast<int64_t>(kDimBitsetSize), "Only tensors with up to ",
              kDimBitsetSize, " dimensions are supported here, but got ", ndim);
  DimBitset seen;
  for (const int64_t raw : dims) {
    const int64_t dim = maybe_wrap_dim(raw, ndim);
    TORCH_CHECK(!seen[static_cast<size_t>(dim)], "Dim ", dim, " appears more than once in ", dims);
    seen[static_cast<size_t>(dim)] = true;
  }
  return seen;
}

}  // namespace at
