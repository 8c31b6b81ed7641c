// What scatter, scatter_reduce, index_add and index_reduce share: reductions into indexed elements.
#pragma once

#include "ATen/core/TensorBody.h"

namespace at::native {

enum class ScatterOp { kSum, kProd, kMean, kMax, kMin };

// "sum", "prod", "mean", "amax" or "amin".
ScatterOp scatter_op_named(c10::string_view name, const char* op);
// The value that a reduction starts from.
Scalar scatter_identity(ScatterOp op, ScalarType dtype);

// Copies / reduces src[i] into out at index[i] along `dim`, in order. `index` is no larger than
// `src` in any dim and no larger than `out` in any but `dim`. kMean only sums up; see
// divide_by_counts.
void scatter_copy(Tensor& out, int64_t dim, const Tensor& index, const Tensor& src, const char* op);
void reduce_into(Tensor& out, int64_t dim, const Tensor& index, const Tensor& src, ScatterOp reduce,
                 const char* op);
// Turns sums into means: divides by how often each element of `out` was met.
void divide_by_counts(Tensor& out, int64_t dim, const Tensor& index, bool include_self);

}  // namespace at::native
