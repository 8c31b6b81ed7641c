// One-dimensional indices along a dimension: index_select, index_add, index_copy, index_fill,
// index_reduce, take_along_dim.
#include <cstring>

#include "ATen/ops/clone.h"
#include "ATen/ops/copy.h"
#include "ATen/ops/full.h"
#include "ATen/ops/gather.h"
#include "ATen/ops/index_add.h"
#include "ATen/ops/index_copy.h"
#include "ATen/ops/index_fill.h"
#include "ATen/ops/index_reduce.h"
#include "ATen/ops/index_select.h"
#include "ATen/ops/item.h"
#include "ATen/ops/mul.h"
#include "ATen/ops/remainder.h"
#include "ATen/ops/take_along_dim.h"
#include "aten_lite/native/internal/alias.h"
#include "aten_lite/native/internal/element_bytes.h"
#include "aten_lite/native/internal/index_iterator.h"
#include "aten_lite/native/internal/infer_size.h"
#include "aten_lite/native/internal/memory_overlap.h"
#include "aten_lite/native/internal/output.h"
#include "aten_lite/native/internal/scatter.h"
#include "aten_lite/native/internal/wrap_dim.h"
#include "aten_lite/parallel/parallel.h"

namespace at::native {
namespace {

void check_index_vector(const Tensor& index, const char* op) {
  TORCH_CHECK_INDEX(index.dim() <= 1, op, "(): Index is supposed to be a vector, but got ",
                    index.dim(), " dimensions");
  TORCH_CHECK_INDEX(index.scalar_type() == kLong || index.scalar_type() == kInt, op,
                    "(): Expected dtype int32/int64 for index, but got ",
                    toString(index.scalar_type()));
}

// The index vector as an index for every element of `sizes`.
Tensor expanded_index(const Tensor& index, int64_t dim, IntArrayRef sizes) {
  DimVector strides(sizes.size(), 0);
  if (!sizes.empty() && index.dim() == 1) strides[static_cast<size_t>(dim)] = index.stride(0);
  return alias_with(index, sizes, strides);
}

// `tensor`, or a view with one dim for a tensor without dims.
Tensor at_least_1d(const Tensor& tensor) {
  return tensor.dim() == 0 ? alias_with(tensor, {1}, {1}) : tensor;
}

// Checks of index_add, index_copy and index_reduce; `self` and `source` have dims.
void check_source(const Tensor& self, int64_t dim, const Tensor& index, const Tensor& source,
                  const char* op) {
  check_index_vector(index, op);
  TORCH_CHECK(self.scalar_type() == source.scalar_type(), op, "(): self (",
              toString(self.scalar_type()), ") and source (", toString(source.scalar_type()),
              ") must have the same scalar type");
  TORCH_CHECK_INDEX(self.dim() == source.dim(), op, "(): source has ", source.dim(),
                    " dimensions, but self has ", self.dim());
  for (int64_t d = 0; d < self.dim(); ++d) {
    TORCH_CHECK(d == dim || self.size(d) == source.size(d), op,
                "(): source tensor shape must match self tensor shape, excluding the specified "
                "dimension. Got self.shape = ",
                self.sizes(), " source.shape = ", source.sizes());
  }
  TORCH_CHECK_INDEX(index.numel() == source.size(dim), op, "(): Number of indices (", index.numel(),
                    ") should be equal to source.size(dim): (", source.size(dim),
                    "), for dim: ", dim);
}

void start_from(const Tensor& self, const Tensor& index, const Tensor& source, Tensor& out,
                const char* op) {
  if (!out.is_same(self)) {
    if (out.defined()) assert_no_overlap(out, self);
    set_output(out, self.sizes(), self.scalar_type(), op);
    out.copy_(self);
  }
  assert_no_internal_overlap(out);
  assert_no_overlap(out, index);
  assert_no_overlap(out, source);
}

// Whole rows, when everything is row-major.
void select_rows(const Tensor& self, int64_t dim, const Tensor& index, const Tensor& out) {
  int64_t outer = 1;
  for (int64_t d = 0; d < dim; ++d) outer *= self.size(d);
  const int64_t size = self.size(dim);
  const int64_t count = index.numel();
  const int64_t run = out.numel() / (outer * count) * static_cast<int64_t>(self.itemsize());
  const int64_t* positions = index.const_data_ptr<int64_t>();
  for (int64_t i = 0; i < count; ++i) {
    if (positions[i] < 0 || positions[i] >= size) {
      index_out_of_range(positions[i], dim, size, "index_select");
    }
  }
  const char* from = static_cast<const char*>(self.const_data_ptr());
  char* to = static_cast<char*>(out.mutable_data_ptr());
  parallel_for(0, outer * count, std::max<int64_t>(1, at::internal::GRAIN_SIZE / run),
               [&](int64_t begin, int64_t end) {
                 for (int64_t i = begin; i < end; ++i) {
                   const int64_t row = i / count * size + positions[i % count];
                   std::memcpy(to + i * run, from + row * run, static_cast<size_t>(run));
                 }
               });
}

}  // namespace

void index_select_out(const Tensor& self, int64_t dim, const Tensor& index, Tensor& out) {
  dim = maybe_wrap_dim(dim, self.dim());
  check_index_vector(index, "index_select");
  TORCH_CHECK(self.dim() > 0 || index.numel() == 1,
              "index_select(): Index to scalar can have only 1 value, got ", index.numel(),
              " value(s)");
  if (out.defined()) {
    assert_no_internal_overlap(out);
    assert_no_overlap(out, self);
    assert_no_overlap(out, index);
  }
  DimVector sizes(self.sizes());
  if (self.dim() > 0) sizes[static_cast<size_t>(dim)] = index.numel();
  set_output(out, sizes, self.scalar_type(), "index_select");
  if (out.numel() == 0) return;
  const Tensor positions = index.to(kLong).contiguous();
  if (self.dim() > 0 && self.is_contiguous() && out.is_contiguous()) {
    return select_rows(self, dim, positions, out);
  }
  const Tensor target = at_least_1d(out);
  const DimIndex info(self, dim, expanded_index(positions, dim, target.sizes()), "index_select");
  for_itemsize(self.itemsize(), "index_select", [&](auto tag) {
    using Bytes = decltype(tag);
    for_each_along_dim(info, target, /*serial=*/false, [](char* from, char* to) {
      *reinterpret_cast<Bytes*>(to) = *reinterpret_cast<const Bytes*>(from);
    });
  });
}

void index_add_out(const Tensor& self, int64_t dim, const Tensor& index, const Tensor& source,
                   const Scalar& alpha, Tensor& out) {
  dim = maybe_wrap_dim(dim, self.dim());
  const Tensor values = at_least_1d(source);
  check_source(at_least_1d(self), dim, index, values, "index_add");
  start_from(self, index, source, out, "index_add");
  const Tensor scaled = alpha.equal(1) ? values : values.mul(alpha).to(values.scalar_type());
  Tensor target = at_least_1d(out);
  reduce_into(target, dim, expanded_index(index, dim, values.sizes()), scaled, ScatterOp::kSum,
              "index_add");
}

void index_copy_out(const Tensor& self, int64_t dim, const Tensor& index, const Tensor& source,
                    Tensor& out) {
  dim = maybe_wrap_dim(dim, self.dim());
  TORCH_CHECK_INDEX(self.dim() == 0 || source.dim() == 0 || self.dim() == source.dim(),
                    "index_copy_(): When source and destination are not scalars, their "
                    "dimensionality must match. Source dimensionality (",
                    source.dim(), "), destination dimensionality (", self.dim(), ")");
  const Tensor values = at_least_1d(source);
  check_source(at_least_1d(self), dim, index, values, "index_copy_");
  start_from(self, index, source, out, "index_copy_");
  Tensor target = at_least_1d(out);
  scatter_copy(target, dim, expanded_index(index, dim, values.sizes()), values, "index_copy_");
}

void index_reduce_out(const Tensor& self, int64_t dim, const Tensor& index, const Tensor& source,
                      c10::string_view reduce, bool include_self, Tensor& out) {
  dim = maybe_wrap_dim(dim, self.dim());
  TORCH_CHECK(reduce != "sum",
              "index_reduce(): Expected reduce to be one of prod, mean, amax or "
              "amin but got sum. Use index_add");
  const ScatterOp op = scatter_op_named(reduce, "index_reduce");
  const Tensor values = at_least_1d(source);
  check_source(at_least_1d(self), dim, index, values, "index_reduce");
  start_from(self, index, source, out, "index_reduce");
  Tensor target = at_least_1d(out);
  const Tensor positions = expanded_index(index, dim, values.sizes());
  if (!include_self) {
    const Tensor identity =
        at::full({}, scatter_identity(op, out.scalar_type()), out.scalar_type());
    scatter_copy(target, dim, positions, identity.expand(values.sizes()), "index_reduce");
  }
  reduce_into(target, dim, positions, values, op, "index_reduce");
  if (op == ScatterOp::kMean) divide_by_counts(target, dim, positions, include_self);
}

Tensor& index_fill_(Tensor& self, int64_t dim, const Tensor& index, const Scalar& value) {
  TORCH_CHECK_INDEX(index.scalar_type() == kLong || index.scalar_type() == kInt,
                    "index_fill_(): Expected dtype int64 for index, but got ",
                    toString(index.scalar_type()));
  TORCH_CHECK(index.dim() <= 1, "Index has to be a vector/scalar, but got ", index.dim(),
              " dimensions");
  TORCH_CHECK(self.is_complex() || !value.isComplex(),
              "index_fill_(): Converting complex Scalar to non-complex type is not supported");
  dim = maybe_wrap_dim(dim, self.dim());
  assert_no_internal_overlap(self);
  assert_no_overlap(self, index);
  Tensor target = at_least_1d(self);
  DimVector sizes(target.sizes());
  sizes[static_cast<size_t>(dim)] = index.numel();
  if (index.numel() == 0 || self.numel() == 0) return self;
  const DimIndex info(target, dim, expanded_index(index, dim, sizes), "index_fill_", /*wrap=*/true);
  const Tensor source = at::full({}, value, self.scalar_type()).expand(sizes);
  for_itemsize(self.itemsize(), "index_fill_", [&](auto tag) {
    using Bytes = decltype(tag);
    for_each_along_dim(info, source, /*serial=*/true, [](char* to, char* from) {
      *reinterpret_cast<Bytes*>(to) = *reinterpret_cast<const Bytes*>(from);
    });
  });
  return self;
}

Tensor& index_fill_(Tensor& self, int64_t dim, const Tensor& index, const Tensor& value) {
  TORCH_CHECK(value.dim() == 0,
              "index_fill_ only supports a 0-dimensional value tensor, but got tensor with ",
              value.dim(), " dimension(s).");
  return native::index_fill_(self, dim, index, value.item());
}

Tensor index_fill(const Tensor& self, int64_t dim, const Tensor& index, const Scalar& value) {
  Tensor result = self.clone(MemoryFormat::Preserve);
  return native::index_fill_(result, dim, index, value);
}

Tensor index_fill(const Tensor& self, int64_t dim, const Tensor& index, const Tensor& value) {
  Tensor result = self.clone(MemoryFormat::Preserve);
  return native::index_fill_(result, dim, index, value);
}

void take_along_dim_out(const Tensor& self, const Tensor& indices, std::optional<int64_t> dim,
                        Tensor& out) {
  TORCH_CHECK(indices.scalar_type() == kLong,
              "torch.take_along_dim(): dtype of indices should be Long but got ",
              toString(indices.scalar_type()));
  if (!dim) {
    at::native::gather_out(self.reshape(-1), 0, indices.reshape(-1), false, out);
    return;
  }
  TORCH_CHECK(
      self.dim() == indices.dim(),
      "torch.take_along_dim(): input and indices should have the same number of dimensions, "
      "but got ",
      self.dim(), " dimensions for input, and ", indices.dim(), " dimensions for indices");
  const int64_t along = maybe_wrap_dim(*dim, self.dim());
  // Broadcast against each other in all dims but the one taken from.
  DimVector self_sizes(self.sizes());
  DimVector index_sizes(indices.sizes());
  if (self.dim() > 0) {
    const size_t d = static_cast<size_t>(along);
    const int64_t kept = self_sizes[d];
    self_sizes[d] = index_sizes[d];
    const DimVector index_shape = infer_size_dimvector(self_sizes, index_sizes);
    self_sizes = index_shape;
    self_sizes[d] = kept;
    index_sizes = index_shape;
  }
  // Positions beyond the ends wrap around.
  const int64_t size = self.dim() == 0 ? 1 : self.size(along);
  const Tensor wrapped = size > 0 ? indices.remainder(size) : indices;
  at::native::gather_out(self.expand(self_sizes), along, wrapped.expand(index_sizes), false, out);
}

}  // namespace at::native
