// gather, scatter and scatter_reduce: one index along a dimension for each element.
#include <algorithm>

#include "ATen/ops/clone.h"
#include "ATen/ops/copy.h"
#include "ATen/ops/div.h"
#include "ATen/ops/eq.h"
#include "ATen/ops/expand.h"
#include "ATen/ops/full.h"
#include "ATen/ops/gather.h"
#include "ATen/ops/masked_fill.h"
#include "ATen/ops/ones_like.h"
#include "ATen/ops/scatter.h"
#include "ATen/ops/scatter_add.h"
#include "ATen/ops/scatter_reduce.h"
#include "ATen/ops/zeros_like.h"
#include "aten_lite/native/internal/element_bytes.h"
#include "aten_lite/native/internal/index_iterator.h"
#include "aten_lite/native/internal/memory_overlap.h"
#include "aten_lite/native/internal/output.h"
#include "aten_lite/native/internal/scatter.h"
#include "aten_lite/native/internal/wrap_dim.h"

namespace at::native {
namespace {

// A tensor without dims counts as one of a single element.
int64_t dims_of(const Tensor& tensor) { return std::max<int64_t>(tensor.dim(), 1); }
int64_t size_at(const Tensor& tensor, int64_t dim) {
  return tensor.dim() == 0 ? 1 : tensor.size(dim);
}

// `index` may be smaller than `bound` in any dim but `skip` (-1: none).
void check_index_shape(const Tensor& index, const Tensor& bound, int64_t skip, const char* op,
                       const char* name) {
  TORCH_CHECK(dims_of(index) == dims_of(bound), op,
              "(): Index tensor must have the same number of dimensions as ", name,
              " tensor, but got ", index.dim(), " and ", bound.dim());
  for (int64_t dim = 0; dim < dims_of(index); ++dim) {
    TORCH_CHECK(dim == skip || size_at(index, dim) <= size_at(bound, dim), op,
                "(): Size does not match at dimension ", dim, ": expected index ", index.sizes(),
                " to be no larger than ", name, " ", bound.sizes(),
                skip >= 0 ? " apart from dimension " : "", skip >= 0 ? std::to_string(skip) : "");
  }
}

// The result of a scatter starts as a copy of self; in-place it is self.
void start_from(const Tensor& self, Tensor& out, const char* op) {
  if (out.is_same(self)) {
    assert_no_internal_overlap(out);
    return;
  }
  if (out.defined()) assert_no_overlap(out, self);
  set_output(out, self.sizes(), self.scalar_type(), op);
  out.copy_(self);
}

void check_scatter(const Tensor& self, int64_t dim, const Tensor& index, const Tensor& src,
                   const char* op) {
  TORCH_CHECK(self.scalar_type() == src.scalar_type(), op,
              "(): Expected self.dtype to be equal to src.dtype, but got ",
              toString(self.scalar_type()), " and ", toString(src.scalar_type()));
  if (index.numel() == 0) return;
  check_index_shape(index, self, dim, op, "self");
  check_index_shape(index, src, -1, op, "src");
}

Tensor expanded_value(const Tensor& self, const Tensor& index, const Scalar& value) {
  return at::full({}, value, self.scalar_type()).expand(index.sizes());
}

// src brought to the sizes of index, of as many dims.
Tensor source_part(const Tensor& src, const DimIndex& info) {
  return src.dim() == 0 ? src.expand(info.index.sizes()) : leading_part(src, info.index.sizes());
}

void copy_into(Tensor& out, int64_t dim, const Tensor& index, const Tensor& src, const char* op) {
  if (index.numel() == 0) return;
  const DimIndex info(out, dim, index, op);
  for_itemsize(out.itemsize(), op, [&](auto tag) {
    using Bytes = decltype(tag);
    for_each_along_dim(info, source_part(src, info), /*serial=*/true, [](char* to, char* from) {
      *reinterpret_cast<Bytes*>(to) = *reinterpret_cast<const Bytes*>(from);
    });
  });
}

}  // namespace

void gather_out(const Tensor& self, int64_t dim, const Tensor& index, bool /*sparse_grad*/,
                Tensor& out) {
  dim = maybe_wrap_dim(dim, self.dim());
  if (index.numel() > 0) check_index_shape(index, self, dim, "gather", "input");
  if (out.defined()) {
    assert_no_internal_overlap(out);
    assert_no_overlap(out, self);
    assert_no_partial_overlap(out, index);
  }
  set_output(out, index.sizes(), self.scalar_type(), "gather");
  // What is empty may be of any dtype.
  if (index.numel() == 0) return;
  const DimIndex info(self, dim, index, "gather");
  const Tensor target = source_part(out, info);
  for_itemsize(self.itemsize(), "gather", [&](auto tag) {
    using Bytes = decltype(tag);
    for_each_along_dim(info, target, /*serial=*/false, [](char* from, char* to) {
      *reinterpret_cast<Bytes*>(to) = *reinterpret_cast<const Bytes*>(from);
    });
  });
}

void scatter_src_out(const Tensor& self, int64_t dim, const Tensor& index, const Tensor& src,
                     Tensor& out) {
  dim = maybe_wrap_dim(dim, self.dim());
  check_scatter(self, dim, index, src, "scatter");
  start_from(self, out, "scatter");
  copy_into(out, dim, index, src, "scatter");
}

void scatter_value_out(const Tensor& self, int64_t dim, const Tensor& index, const Scalar& value,
                       Tensor& out) {
  native::scatter_src_out(self, dim, index, expanded_value(self, index, value), out);
}

void scatter_reduce_out(const Tensor& self, int64_t dim, const Tensor& index, const Tensor& src,
                        c10::string_view reduce, Tensor& out) {
  TORCH_CHECK(reduce == "add" || reduce == "multiply",
              "scatter(): reduce argument must be either add or multiply, but got \"", reduce,
              "\"");
  dim = maybe_wrap_dim(dim, self.dim());
  check_scatter(self, dim, index, src, "scatter");
  start_from(self, out, "scatter");
  reduce_into(out, dim, index, src, reduce == "add" ? ScatterOp::kSum : ScatterOp::kProd,
              "scatter");
}

void scatter_value_reduce_out(const Tensor& self, int64_t dim, const Tensor& index,
                              const Scalar& value, c10::string_view reduce, Tensor& out) {
  native::scatter_reduce_out(self, dim, index, expanded_value(self, index, value), reduce, out);
}

void scatter_add_out(const Tensor& self, int64_t dim, const Tensor& index, const Tensor& src,
                     Tensor& out) {
  dim = maybe_wrap_dim(dim, self.dim());
  check_scatter(self, dim, index, src, "scatter_add");
  start_from(self, out, "scatter_add");
  reduce_into(out, dim, index, src, ScatterOp::kSum, "scatter_add");
}

void scatter_reduce_two_out(const Tensor& self, int64_t dim, const Tensor& index, const Tensor& src,
                            c10::string_view reduce, bool include_self, Tensor& out) {
  dim = maybe_wrap_dim(dim, self.dim());
  const ScatterOp op = scatter_op_named(reduce, "scatter_reduce");
  check_scatter(self, dim, index, src, "scatter_reduce");
  start_from(self, out, "scatter_reduce");
  if (index.numel() == 0) return;
  if (!include_self) {
    copy_into(out, dim, index, expanded_value(out, index, scatter_identity(op, out.scalar_type())),
              "scatter_reduce");
  }
  reduce_into(out, dim, index, src, op, "scatter_reduce");
  if (op == ScatterOp::kMean) divide_by_counts(out, dim, index, include_self);
}

// ---- shared with index_add, index_reduce (internal/scatter.h)

void scatter_copy(Tensor& out, int64_t dim, const Tensor& index, const Tensor& src,
                  const char* op) {
  copy_into(out, dim, index, src, op);
}

void divide_by_counts(Tensor& out, int64_t dim, const Tensor& index, bool include_self) {
  Tensor counts = include_self ? at::ones_like(out) : at::zeros_like(out);
  const Tensor ones = expanded_value(out, index, 1);
  reduce_into(counts, dim, index, ones, ScatterOp::kSum, "scatter_reduce");
  counts.masked_fill_(counts.eq(0), 1);
  if (out.is_floating_point() || out.is_complex()) {
    out.div_(counts);
  } else {
    out.div_(counts, "floor");
  }
}

}  // namespace at::native
