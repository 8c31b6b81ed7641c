// Masks to positions, broadcasting of indices, and the geometry of indexed operands.
#include "aten_lite/native/internal/index_iterator.h"

#include "ATen/ops/expand.h"
#include "ATen/ops/nonzero.h"
#include "ATen/ops/permute.h"
#include "ATen/ops/select.h"
#include "ATen/ops/to.h"
#include "aten_lite/native/internal/alias.h"
#include "aten_lite/native/internal/expand_utils.h"

namespace at::native {
namespace {

bool is_mask(const Tensor& index) {
  return index.scalar_type() == kBool || index.scalar_type() == kByte;
}

// All defined indices broadcast to one shape.
std::vector<Tensor> broadcast_indices(const std::vector<Tensor>& indices) {
  try {
    return expand_outplace(indices);
  } catch (const c10::Error&) {
    std::ostringstream shapes;
    for (const Tensor& index : indices) {
      if (index.defined()) shapes << " " << index.sizes();
    }
    throw c10::IndexError(
        "shape mismatch: indexing tensors could not be broadcast together with shapes" +
        shapes.str());
  }
}

// Whether the indexed dims follow one another.
bool are_adjacent(const std::vector<Tensor>& indices) {
  size_t runs = 0;
  for (size_t i = 0; i < indices.size(); ++i) {
    if (indices[i].defined() && (i == 0 || !indices[i - 1].defined())) ++runs;
  }
  return runs <= 1;
}

}  // namespace

void index_out_of_range(int64_t index, int64_t dim, int64_t size, const char* op) {
  c10::detail::throw_error<c10::IndexError>(
      op, "(): index ", index, " is out of bounds for dimension ", dim, " with size ", size);
}

std::vector<Tensor> expand_index_list(const Tensor& self, const OptionalTensorList& indices) {
  std::vector<Tensor> result;
  for (size_t i = 0; i < indices.size(); ++i) {
    const std::optional<Tensor> given = indices.get(i);
    const Tensor index = given.value_or(Tensor());
    if (!index.defined()) {
      result.emplace_back();
      continue;
    }
    const ScalarType type = index.scalar_type();
    TORCH_CHECK_INDEX(type == kLong || type == kInt || is_mask(index),
                      "tensors used as indices must be long, int, byte or bool tensors, but index ",
                      i, " has dtype ", toString(type));
    if (!is_mask(index)) {
      result.push_back(type == kLong ? index : index.to(kLong));
      continue;
    }
    for (int64_t dim = 0; dim < index.dim(); ++dim) {
      const int64_t self_dim = static_cast<int64_t>(result.size()) + dim;
      TORCH_CHECK_INDEX(self_dim < self.dim() && index.size(dim) == self.size(self_dim),
                        "The shape of the mask ", index.sizes(), " at index ", dim,
                        " does not match the shape of the indexed tensor ", self.sizes(),
                        " at index ", self_dim);
    }
    const Tensor positions = at::nonzero(index);
    for (int64_t dim = 0; dim < index.dim(); ++dim) {
      result.push_back(native::select(positions, 1, dim));
    }
  }
  TORCH_CHECK_INDEX(static_cast<int64_t>(result.size()) <= self.dim(),
                    "too many indices for tensor of dimension ", self.dim(), " (got ",
                    result.size(), ")");
  result.resize(static_cast<size_t>(self.dim()));
  return result;
}

AdvancedIndex::AdvancedIndex(const Tensor& self, const OptionalTensorList& index_list) {
  std::vector<Tensor> expanded = broadcast_indices(expand_index_list(self, index_list));
  Tensor source = self;
  DimVector order;  // of self's dims
  if (are_adjacent(expanded)) {
    for (int64_t dim = 0; dim < self.dim(); ++dim) order.push_back(dim);
  } else {
    // Dims that are indexed apart from one another move to the front, together.
    for (int64_t dim = 0; dim < self.dim(); ++dim) {
      if (expanded[static_cast<size_t>(dim)].defined()) order.push_back(dim);
    }
    for (int64_t dim = 0; dim < self.dim(); ++dim) {
      if (!expanded[static_cast<size_t>(dim)].defined()) order.push_back(dim);
    }
    source = native::permute(self, order);
  }
  DimVector shape;
  DimVector src_strides;
  DimVector index_shape;
  size_t dims_before = 0;
  bool seen_index = false;
  for (size_t i = 0; i < order.size(); ++i) {
    const Tensor& index = expanded[static_cast<size_t>(order[i])];
    if (!index.defined()) {
      if (!seen_index) ++dims_before;
      shape.push_back(source.sizes()[i]);
      src_strides.push_back(source.strides()[i]);
      continue;
    }
    sizes.push_back(source.sizes()[i]);
    stride_bytes.push_back(source.strides()[i] * static_cast<int64_t>(source.itemsize()));
    dims.push_back(order[i]);
    indices.push_back(index);
    if (!seen_index) {
      seen_index = true;
      index_shape = DimVector(index.sizes());
      shape.append(index_shape.begin(), index_shape.end());
      src_strides.resize(src_strides.size() + index_shape.size(), 0);
    }
  }
  const bool selects = c10::checked_numel(index_shape) > 0;
  for (size_t k = 0; k < sizes.size(); ++k) {
    TORCH_CHECK_INDEX(sizes[k] > 0 || !selects, "index is out of bounds for dimension ", dims[k],
                      " with size 0");
  }
  src = alias_with(source, shape, src_strides);
  // Trailing 1s make an index broadcast against the dims behind its own.
  const size_t dims_after = shape.size() - dims_before - index_shape.size();
  for (Tensor& index : indices) {
    DimVector index_sizes(index.sizes());
    DimVector index_strides(index.strides());
    index_sizes.resize(index_sizes.size() + dims_after, 1);
    index_strides.resize(index_strides.size() + dims_after, 0);
    index = alias_with(index, index_sizes, index_strides);
  }
}

Tensor leading_part(const Tensor& tensor, IntArrayRef sizes) {
  return alias_with(tensor, sizes, tensor.strides());
}

DimIndex::DimIndex(const Tensor& indexed, int64_t dim_, const Tensor& index_, const char* op_,
                   bool wrap_)
    : dim(dim_), op(op_), wrap(wrap_) {
  TORCH_CHECK(index_.scalar_type() == kLong || index_.scalar_type() == kInt, op,
              "(): Expected dtype int32 or int64 for index, but got ",
              toString(index_.scalar_type()));
  index = index_.scalar_type() == kLong ? index_ : index_.to(kLong);
  if (indexed.dim() == 0) {
    size = 1;
    stride_bytes = static_cast<int64_t>(indexed.itemsize());
    base = alias_with(indexed, index.sizes(), DimVector(static_cast<size_t>(index.dim()), 0));
    return;
  }
  if (index.dim() == 0) index = alias_with(index, {1}, {1});
  size = indexed.size(dim);
  stride_bytes = indexed.stride(dim) * static_cast<int64_t>(indexed.itemsize());
  DimVector strides(indexed.strides());
  strides[static_cast<size_t>(dim)] = 0;
  base = alias_with(indexed, index.sizes(), strides);
}

}  // namespace at::native
