// Views as copies of their own, and copies of a tensor with a view of them replaced.
#include "ATen/ops/alias_copy.h"
#include "ATen/ops/as_strided.h"
#include "ATen/ops/as_strided_copy.h"
#include "ATen/ops/as_strided_scatter.h"
#include "ATen/ops/clone.h"
#include "ATen/ops/copy.h"
#include "ATen/ops/detach_copy.h"
#include "ATen/ops/diagonal.h"
#include "ATen/ops/diagonal_copy.h"
#include "ATen/ops/diagonal_scatter.h"
#include "ATen/ops/expand.h"
#include "ATen/ops/expand_copy.h"
#include "ATen/ops/narrow.h"
#include "ATen/ops/narrow_copy.h"
#include "ATen/ops/permute.h"
#include "ATen/ops/permute_copy.h"
#include "ATen/ops/reshape.h"
#include "ATen/ops/select.h"
#include "ATen/ops/select_copy.h"
#include "ATen/ops/select_scatter.h"
#include "ATen/ops/slice.h"
#include "ATen/ops/slice_copy.h"
#include "ATen/ops/slice_scatter.h"
#include "ATen/ops/split.h"
#include "ATen/ops/split_copy.h"
#include "ATen/ops/split_with_sizes.h"
#include "ATen/ops/split_with_sizes_copy.h"
#include "ATen/ops/squeeze.h"
#include "ATen/ops/squeeze_copy.h"
#include "ATen/ops/t.h"
#include "ATen/ops/t_copy.h"
#include "ATen/ops/transpose.h"
#include "ATen/ops/transpose_copy.h"
#include "ATen/ops/unbind.h"
#include "ATen/ops/unbind_copy.h"
#include "ATen/ops/unfold.h"
#include "ATen/ops/unfold_copy.h"
#include "ATen/ops/unsqueeze.h"
#include "ATen/ops/unsqueeze_copy.h"
#include "ATen/ops/view.h"
#include "ATen/ops/view_copy.h"
#include "aten_lite/native/internal/output.h"

namespace at::native {
namespace {

Tensor copied(const Tensor& view) { return view.clone(MemoryFormat::Contiguous); }

std::vector<Tensor> copied(std::vector<Tensor> views) {
  for (Tensor& view : views) view = copied(view);
  return views;
}

// `self` with `part`, a view of `copy`, replaced by `src`.
Tensor replaced(const Tensor& copy, const Tensor& part, const Tensor& src, const char* op) {
  TORCH_CHECK(part.sizes() == src.sizes(), op,
              ": expected src to have a size equal to the slice of "
              "self. src size = ",
              src.sizes(), ", slice size = ", part.sizes());
  part.copy_(src);
  return copy;
}

}  // namespace

Tensor alias_copy(const Tensor& self) { return copied(self); }
Tensor detach_copy(const Tensor& self) { return copied(self); }
Tensor view_copy(const Tensor& self, IntArrayRef size) { return copied(native::view(self, size)); }
Tensor permute_copy(const Tensor& self, IntArrayRef dims) {
  return copied(native::permute(self, dims));
}
Tensor expand_copy(const Tensor& self, IntArrayRef size, bool implicit) {
  return copied(native::expand(self, size, implicit));
}
Tensor select_copy(const Tensor& self, int64_t dim, int64_t index) {
  return copied(native::select(self, dim, index));
}
Tensor slice_copy(const Tensor& self, int64_t dim, std::optional<int64_t> start,
                  std::optional<int64_t> end, int64_t step) {
  return copied(native::slice(self, dim, start, end, step));
}
Tensor t_copy(const Tensor& self) { return copied(native::t(self)); }
Tensor transpose_copy(const Tensor& self, int64_t dim0, int64_t dim1) {
  return copied(native::transpose(self, dim0, dim1));
}
Tensor squeeze_copy(const Tensor& self) { return copied(native::squeeze(self)); }
Tensor squeeze_copy(const Tensor& self, int64_t dim) { return copied(native::squeeze(self, dim)); }
Tensor unsqueeze_copy(const Tensor& self, int64_t dim) {
  return copied(native::unsqueeze(self, dim));
}
Tensor as_strided_copy(const Tensor& self, IntArrayRef size, IntArrayRef stride,
                       std::optional<int64_t> storage_offset) {
  return copied(native::as_strided(self, size, stride, storage_offset));
}
Tensor diagonal_copy(const Tensor& self, int64_t offset, int64_t dim1, int64_t dim2) {
  return copied(native::diagonal(self, offset, dim1, dim2));
}
Tensor unfold_copy(const Tensor& self, int64_t dimension, int64_t size, int64_t step) {
  return copied(native::unfold(self, dimension, size, step));
}
std::vector<Tensor> unbind_copy(const Tensor& self, int64_t dim) {
  return copied(native::unbind(self, dim));
}
std::vector<Tensor> split_copy(const Tensor& self, int64_t split_size, int64_t dim) {
  return copied(native::split(self, split_size, dim));
}
std::vector<Tensor> split_with_sizes_copy(const Tensor& self, IntArrayRef split_sizes,
                                          int64_t dim) {
  return copied(native::split_with_sizes(self, split_sizes, dim));
}

void narrow_copy_out(const Tensor& self, int64_t dim, int64_t start, int64_t length, Tensor& out) {
  write_output(out, copied(native::narrow(self, dim, start, length)), "narrow_copy");
}

Tensor slice_scatter(const Tensor& self, const Tensor& src, int64_t dim,
                     std::optional<int64_t> start, std::optional<int64_t> end, int64_t step) {
  const Tensor copy = self.clone();
  return replaced(copy, native::slice(copy, dim, start, end, step), src, "slice_scatter");
}
Tensor select_scatter(const Tensor& self, const Tensor& src, int64_t dim, int64_t index) {
  const Tensor copy = self.clone();
  return replaced(copy, native::select(copy, dim, index), src, "select_scatter");
}
Tensor diagonal_scatter(const Tensor& self, const Tensor& src, int64_t offset, int64_t dim1,
                        int64_t dim2) {
  const Tensor copy = self.clone();
  return replaced(copy, native::diagonal(copy, offset, dim1, dim2), src, "diagonal_scatter");
}
Tensor as_strided_scatter(const Tensor& self, const Tensor& src, IntArrayRef size,
                          IntArrayRef stride, std::optional<int64_t> storage_offset) {
  const Tensor copy = self.clone();
  return replaced(copy, native::as_strided(copy, size, stride, storage_offset), src,
                  "as_strided_scatter");
}

}  // namespace at::native
