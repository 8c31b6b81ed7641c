// Shape arithmetic of broadcasting, reshaping and expanding.
#include "aten_lite/native/internal/infer_size.h"

#include <algorithm>

#include "aten_lite/core/tensor_impl.h"

namespace at {

DimVector infer_size_dimvector(IntArrayRef a, IntArrayRef b) {
  const size_t ndim = std::max(a.size(), b.size());
  DimVector result(ndim);
  for (size_t back = 1; back <= ndim; ++back) {
    const int64_t size_a = back <= a.size() ? a[a.size() - back] : 1;
    const int64_t size_b = back <= b.size() ? b[b.size() - back] : 1;
    TORCH_CHECK(size_a == size_b || size_a == 1 || size_b == 1, "The size of tensor a (", size_a,
                ") must match the size of tensor b (", size_b, ") at dimension ", ndim - back,
                " to be broadcast; the shapes are ", a, " and ", b);
    result[ndim - back] = size_a == 1 ? size_b : size_a;
  }
  return result;
}

DimVector infer_reshape_size(IntArrayRef shape, int64_t numel) {
  DimVector result(shape);
  int64_t known = 1;
  bool overflow = false;
  std::optional<size_t> inferred;
  for (size_t i = 0; i < shape.size(); ++i) {
    if (shape[i] == -1) {
      TORCH_CHECK(!inferred, "only one dimension can be inferred, but the shape is ", shape);
      inferred = i;
    } else {
      TORCH_CHECK(shape[i] >= 0, "invalid shape dimension ", shape[i], " in ", shape);
      overflow |= __builtin_mul_overflow(known, shape[i], &known);
    }
  }
  if (overflow) known = c10::checked_numel(shape);  // zero, or an error
  const bool fits = inferred ? known > 0 && numel % known == 0 : known == numel;
  if (!fits && inferred && known == 0 && numel == 0) {
    TORCH_CHECK(false, "cannot reshape a tensor of 0 elements into shape ", shape,
                " because the dimension of size -1 can be any value and is ambiguous");
  }
  TORCH_CHECK(fits, "shape ", shape, " is invalid for an input of ", numel, " elements");
  if (inferred) result[*inferred] = numel / known;
  return result;
}

bool is_expandable_to(IntArrayRef shape, IntArrayRef desired) {
  if (shape.size() > desired.size()) return false;
  for (size_t back = 1; back <= shape.size(); ++back) {
    const int64_t size = shape[shape.size() - back];
    if (size != 1 && size != desired[desired.size() - back]) return false;
  }
  return true;
}

namespace native {

ExpandedGeometry infer_expand_geometry(IntArrayRef tensor_sizes, IntArrayRef tensor_strides,
                                       IntArrayRef sizes) {
  const size_t ndim = sizes.size();
  TORCH_CHECK(ndim >= tensor_sizes.size(), "expand(): the number of sizes given (", ndim,
              ") must not be smaller than the number of dimensions of the tensor (",
              tensor_sizes.size(), "): ", tensor_sizes, " to ", sizes);
  ExpandedGeometry result{DimVector(ndim), DimVector(ndim)};
  for (size_t back = 1; back <= ndim; ++back) {
    const size_t i = ndim - back;
    const bool exists = back <= tensor_sizes.size();
    const size_t from = exists ? tensor_sizes.size() - back : 0;
    int64_t size = exists ? tensor_sizes[from] : 1;
    // New dims in front continue the strides behind them; those of a scalar are all 0.
    int64_t stride = 0;
    if (exists) {
      stride = tensor_strides[from];
    } else if (!tensor_sizes.empty()) {
      stride = result.sizes[i + 1] * result.strides[i + 1];
    }
    int64_t target = sizes[i];
    if (target == -1) {
      TORCH_CHECK(exists, "expand(): size -1 is not allowed in the new leading dimension ", i,
                  " of ", sizes);
      target = size;
    }
    TORCH_CHECK(target >= 0, "expand(): size ", target, " at dimension ", i, " is negative");
    if (size != target) {
      TORCH_CHECK(size == 1, "expand(): the expanded size (", target,
                  ") must match the existing size (", size, ") at non-singleton dimension ", i,
                  ". Target sizes: ", sizes, ". Tensor sizes: ", tensor_sizes);
      size = target;
      stride = 0;
    }
    result.sizes[i] = size;
    result.strides[i] = stride;
  }
  return result;
}

std::optional<DimVector> compute_view_strides(IntArrayRef sizes, IntArrayRef strides,
                                              IntArrayRef new_sizes) {
  if (sizes.empty()) return DimVector(new_sizes.size(), 1);
  const bool is_empty = std::find(sizes.begin(), sizes.end(), 0) != sizes.end();
  if (is_empty) {
    if (sizes.equals(new_sizes)) return DimVector(strides);
    return c10::contiguous_strides(new_sizes);
  }
  DimVector result(new_sizes.size());
  int64_t next = static_cast<int64_t>(new_sizes.size()) - 1;
  int64_t chunk_stride = strides.back();  // of the chunk's innermost dim
  int64_t chunk_numel = 1;
  int64_t taken = 1;  // elements of the chunk that new dims account for
  for (size_t dim = sizes.size(); dim-- > 0;) {
    chunk_numel *= sizes[dim];
    const bool ends_chunk =
        dim == 0 || (sizes[dim - 1] != 1 && strides[dim - 1] != chunk_numel * chunk_stride);
    if (!ends_chunk) continue;
    while (next >= 0 && (taken < chunk_numel || new_sizes[static_cast<size_t>(next)] == 1)) {
      result[static_cast<size_t>(next)] = taken * chunk_stride;
      taken *= new_sizes[static_cast<size_t>(next)];
      --next;
    }
    if (taken != chunk_numel) return std::nullopt;
    if (dim > 0) {
      chunk_stride = strides[dim - 1];
      chunk_numel = 1;
      taken = 1;
    }
  }
  if (next != -1) return std::nullopt;
  return result;
}

}  // namespace native
}  // namespace at
