// Shapes derived from shapes: broadcasting, -1 in a requested shape, strides of views.
//
// Everything here works on plain size and stride lists, so that kernels, views and tests share it.
#pragma once

#include <cstdint>
#include <optional>

#include "aten_lite/core/array_ref.h"
#include "aten_lite/core/small_vector.h"

namespace at {

// The common shape of two broadcast shapes; an error names the dimension that does not match.
DimVector infer_size_dimvector(IntArrayRef a, IntArrayRef b);

// `shape` with its one -1 (if any) replaced, so that it holds `numel` elements.
DimVector infer_reshape_size(IntArrayRef shape, int64_t numel);

// Whether `shape` can be broadcast to `desired`.
bool is_expandable_to(IntArrayRef shape, IntArrayRef desired);

namespace native {

struct ExpandedGeometry {
  DimVector sizes;
  DimVector strides;
};
// Sizes and strides of `expand(sizes)`: new dims in front, size-1 dims get stride 0, -1 keeps.
ExpandedGeometry infer_expand_geometry(IntArrayRef tensor_sizes, IntArrayRef tensor_strides,
                                       IntArrayRef sizes);

// The strides with which a tensor of these sizes and strides can be seen as `new_sizes` without
// moving an element, if there are any. `new_sizes` holds as many elements.
//
// Works from the innermost dim outwards: dims of the tensor that continue one another in memory
// form chunks, and each chunk must be a product of whole new dims.
std::optional<DimVector> compute_view_strides(IntArrayRef sizes, IntArrayRef strides,
                                              IntArrayRef new_sizes);

}  // namespace native
}  // namespace at
