// Joining tensors: cat, stack and the numpy-like hstack, vstack, dstack, column_stack, block_diag.
#include "ATen/ops/cat.h"

#include <cstring>

#include "ATen/ops/atleast_1d.h"
#include "ATen/ops/atleast_2d.h"
#include "ATen/ops/atleast_3d.h"
#include "ATen/ops/block_diag.h"
#include "ATen/ops/column_stack.h"
#include "ATen/ops/copy.h"
#include "ATen/ops/dstack.h"
#include "ATen/ops/hstack.h"
#include "ATen/ops/narrow.h"
#include "ATen/ops/reshape.h"
#include "ATen/ops/stack.h"
#include "ATen/ops/unsqueeze.h"
#include "ATen/ops/view.h"
#include "ATen/ops/vstack.h"
#include "ATen/ops/zeros.h"
#include "aten_lite/native/internal/memory_overlap.h"
#include "aten_lite/native/internal/output.h"
#include "aten_lite/native/internal/promotion.h"
#include "aten_lite/native/internal/wrap_dim.h"
#include "aten_lite/parallel/parallel.h"

namespace at::native {
namespace {

// Tensors of shape [0] join with anything, whatever its number of dims: an old habit that models
// rely on.
bool is_skipped(const Tensor& tensor) { return tensor.dim() == 1 && tensor.size(0) == 0; }

ScalarType common_dtype(TensorList tensors) {
  PromotionState state;
  for (const Tensor& tensor : tensors) state.add(tensor);
  return state.result();
}

// The format that all inputs agree on.
MemoryFormat common_format(TensorList tensors) {
  std::optional<MemoryFormat> format;
  for (const Tensor& tensor : tensors) {
    const MemoryFormat own = tensor.suggest_memory_format();
    if (own == MemoryFormat::Contiguous) return own;
    if (format && *format != own) return MemoryFormat::Contiguous;
    format = own;
  }
  return format.value_or(MemoryFormat::Contiguous);
}

// The shape of the result; checks that the inputs fit together.
DimVector joined_shape(const std::vector<Tensor>& parts, int64_t dim) {
  DimVector shape(parts[0].sizes());
  int64_t total = 0;
  for (size_t i = 0; i < parts.size(); ++i) {
    const Tensor& part = parts[i];
    TORCH_CHECK(part.dim() == parts[0].dim(), "Tensors must have same number of dimensions: got ",
                parts[0].dim(), " and ", part.dim());
    for (int64_t d = 0; d < part.dim(); ++d) {
      TORCH_CHECK(d == dim || part.size(d) == parts[0].size(d),
                  "Sizes of tensors must match except in dimension ", dim, ". Expected size ",
                  parts[0].size(d), " but got size ", part.size(d), " for tensor number ", i,
                  " in the list.");
    }
    TORCH_CHECK(!__builtin_add_overflow(total, part.size(dim), &total),
                "cat: the sum of sizes along dimension ", dim, " overflows");
  }
  shape[static_cast<size_t>(dim)] = total;
  return shape;
}

// Everything row-major and of one dtype: each input gives `outer` runs of consecutive bytes.
bool copy_dense(const std::vector<Tensor>& parts, int64_t dim, const Tensor& out) {
  if (!out.is_contiguous()) return false;
  for (const Tensor& part : parts) {
    if (part.scalar_type() != out.scalar_type() || !part.is_contiguous()) return false;
  }
  int64_t outer = 1;
  for (int64_t d = 0; d < dim; ++d) outer *= out.size(d);
  if (out.numel() == 0) return true;
  const int64_t itemsize = static_cast<int64_t>(out.itemsize());
  const int64_t row_bytes = out.numel() / outer * itemsize;
  char* const to = static_cast<char*>(out.mutable_data_ptr());
  int64_t column = 0;
  for (const Tensor& part : parts) {
    const int64_t run = part.numel() / outer * itemsize;
    if (run == 0) continue;
    const char* const from = static_cast<const char*>(part.const_data_ptr());
    parallel_for(0, outer, std::max<int64_t>(1, at::internal::GRAIN_SIZE / run),
                 [&](int64_t begin, int64_t end) {
                   for (int64_t i = begin; i < end; ++i) {
                     std::memcpy(to + i * row_bytes + column, from + i * run,
                                 static_cast<size_t>(run));
                   }
                 });
    column += run;
  }
  return true;
}

std::vector<Tensor> unsqueezed(TensorList tensors, int64_t dim) {
  std::vector<Tensor> result;
  result.reserve(tensors.size());
  for (const Tensor& tensor : tensors) result.push_back(native::unsqueeze(tensor, dim));
  return result;
}

}  // namespace

void cat_out(TensorList tensors, int64_t dim, Tensor& out) {
  TORCH_CHECK_VALUE(!tensors.empty(), "torch.cat(): expected a non-empty list of Tensors");
  std::vector<Tensor> parts;
  for (size_t i = 0; i < tensors.size(); ++i) {
    TORCH_CHECK(tensors[i].dim() > 0, "zero-dimensional tensor (at position ", i,
                ") cannot be concatenated");
    if (!is_skipped(tensors[i])) parts.push_back(tensors[i]);
  }
  if (parts.empty()) parts.push_back(tensors[0]);
  dim = maybe_wrap_dim(dim, parts[0].dim());
  const DimVector shape = joined_shape(parts, dim);
  const ScalarType dtype = common_dtype(tensors);
  if (out.defined()) {
    check_out_castable(dtype, out.scalar_type(), "cat");
    assert_no_internal_overlap(out);
    for (const Tensor& part : parts) assert_no_overlap(out, part);
    resize_output(out, shape);
  } else {
    set_output(out, shape, dtype, common_format(tensors), "cat");
  }
  if (out.numel() == 0 || copy_dense(parts, dim, out)) return;
  int64_t start = 0;
  for (const Tensor& part : parts) {
    const int64_t length = part.size(dim);
    native::narrow(out, dim, start, length).copy_(part);
    start += length;
  }
}

// Joining in front of dim `dim` is joining along it, with that dim split in two afterwards.
void stack_out(TensorList tensors, int64_t dim, Tensor& out) {
  TORCH_CHECK(!tensors.empty(), "stack expects a non-empty TensorList");
  dim = maybe_wrap_dim(dim, tensors[0].dim() + 1);
  for (size_t i = 1; i < tensors.size(); ++i) {
    TORCH_CHECK(tensors[i].sizes() == tensors[0].sizes(),
                "stack expects each tensor to be equal size, but got ", tensors[0].sizes(),
                " at entry 0 and ", tensors[i].sizes(), " at entry ", i);
  }
  Tensor joined;
  if (dim == tensors[0].dim()) {
    cat_out(unsqueezed(tensors, dim), dim, joined);
  } else {
    DimVector shape(tensors[0].sizes());
    shape.insert(shape.begin() + dim, static_cast<int64_t>(tensors.size()));
    cat_out(tensors, dim, joined);
    joined = native::view(joined, shape);
  }
  write_output(out, joined, "stack");
}

void hstack_out(TensorList tensors, Tensor& out) {
  TORCH_CHECK(!tensors.empty(), "hstack expects a non-empty TensorList");
  const std::vector<Tensor> parts = native::atleast_1d(tensors);
  cat_out(parts, parts[0].dim() == 1 ? 0 : 1, out);
}

void vstack_out(TensorList tensors, Tensor& out) {
  TORCH_CHECK(!tensors.empty(), "vstack expects a non-empty TensorList");
  cat_out(native::atleast_2d(tensors), 0, out);
}

void dstack_out(TensorList tensors, Tensor& out) {
  TORCH_CHECK(!tensors.empty(), "dstack expects a non-empty TensorList");
  cat_out(native::atleast_3d(tensors), 2, out);
}

void column_stack_out(TensorList tensors, Tensor& out) {
  TORCH_CHECK(!tensors.empty(), "column_stack expects a non-empty TensorList");
  std::vector<Tensor> parts;
  for (const Tensor& tensor : tensors) {
    parts.push_back(tensor.dim() <= 1 ? native::reshape(tensor, {tensor.numel(), 1}) : tensor);
  }
  hstack_out(parts, out);
}

Tensor block_diag(TensorList tensors) {
  if (tensors.empty()) return at::zeros({1, 0});
  std::vector<Tensor> blocks;
  int64_t rows = 0;
  int64_t columns = 0;
  for (size_t i = 0; i < tensors.size(); ++i) {
    TORCH_CHECK(tensors[i].dim() <= 2,
                "block_diag: Input tensors must have 2 or fewer dimensions. Input ", i, " has ",
                tensors[i].dim(), " dimensions");
    blocks.push_back(native::atleast_2d(tensors[i]));
    rows += blocks.back().size(0);
    columns += blocks.back().size(1);
  }
  Tensor result = at::zeros({rows, columns}, common_dtype(tensors));
  int64_t row = 0;
  int64_t column = 0;
  for (const Tensor& block : blocks) {
    native::narrow(native::narrow(result, 0, row, block.size(0)), 1, column, block.size(1))
        .copy_(block);
    row += block.size(0);
    column += block.size(1);
  }
  return result;
}

}  // namespace at::native
