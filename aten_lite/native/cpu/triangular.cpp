// Triangles and diagonals: tril, triu, eye, tril_indices, diag, diag_embed, diagflat,
// fill_diagonal_, trace.
#include <algorithm>

#include "ATen/ops/copy.h"
#include "ATen/ops/diag.h"
#include "ATen/ops/diag_embed.h"
#include "ATen/ops/diagflat.h"
#include "ATen/ops/diagonal.h"
#include "ATen/ops/eye.h"
#include "ATen/ops/fill.h"
#include "ATen/ops/fill_diagonal.h"
#include "ATen/ops/sum.h"
#include "ATen/ops/trace.h"
#include "ATen/ops/tril.h"
#include "ATen/ops/tril_indices.h"
#include "ATen/ops/triu.h"
#include "ATen/ops/triu_indices.h"
#include "ATen/ops/zero.h"
#include "aten_lite/native/internal/alias.h"
#include "aten_lite/native/internal/element_bytes.h"
#include "aten_lite/native/internal/factory.h"
#include "aten_lite/native/internal/output.h"
#include "aten_lite/native/internal/strided_loop.h"
#include "aten_lite/native/internal/wrap_dim.h"

namespace at::native {
namespace {

// Zeroes what lies above (tril) or below (triu) diagonal `k` of every matrix.
void zero_triangle(Tensor& out, int64_t k, bool lower) {
  if (out.numel() == 0) return;
  const int64_t rows = out.size(-2);
  const int64_t columns = out.size(-1);
  const int64_t row_stride = out.stride(-2);
  const int64_t column_stride = out.stride(-1);
  const size_t batch_dims = static_cast<size_t>(out.dim() - 2);
  for_itemsize(out.itemsize(), lower ? "tril" : "triu", [&](auto tag) {
    using Bytes = decltype(tag);
    Bytes* data = static_cast<Bytes*>(out.mutable_data_ptr());
    const auto zero_matrix = [&](Bytes* matrix) {
      for (int64_t i = 0; i < rows; ++i) {
        const int64_t begin = lower ? std::max<int64_t>(i + k + 1, 0) : 0;
        const int64_t end = lower ? columns : std::min(i + k, columns);
        for (int64_t j = begin; j < end; ++j) matrix[i * row_stride + j * column_stride] = Bytes();
      }
    };
    for_each_row<1>(out.sizes().slice(0, batch_dims), {out.strides().slice(0, batch_dims)},
                    [&](const Offsets<1>& at, const Offsets<1>& step, int64_t count) {
                      for (int64_t b = 0; b < count; ++b) zero_matrix(data + at[0] + b * step[0]);
                    });
  });
}

void triangle_out(const Tensor& self, int64_t k, bool lower, Tensor& out) {
  TORCH_CHECK(self.dim() >= 2, lower ? "tril" : "triu",
              ": input tensor must have at least 2 dimensions, but got ", self.dim());
  // As far from the matrix as all or nothing: k + i must not overflow.
  const int64_t reach = self.size(-1) + self.size(-2);
  k = std::max(-reach, std::min(k, reach));
  if (!out.is_same(self)) {
    if (out.defined()) {
      set_output(out, self.sizes(), self.scalar_type(), lower ? "tril" : "triu");
    } else {
      out = make_tensor_like(self, self.scalar_type());
    }
    out.copy_(self);
  }
  zero_triangle(out, k, lower);
}

}  // namespace

void tril_out(const Tensor& self, int64_t diagonal, Tensor& out) {
  triangle_out(self, diagonal, /*lower=*/true, out);
}
void triu_out(const Tensor& self, int64_t diagonal, Tensor& out) {
  triangle_out(self, diagonal, /*lower=*/false, out);
}

namespace {

// Positions (row, column) with column - row <= k (lower) or >= k.
Tensor triangle_indices(int64_t rows, int64_t columns, int64_t k, bool lower, ScalarType dtype) {
  const char* op = lower ? "tril_indices" : "triu_indices";
  TORCH_CHECK(rows >= 0, op, ": row must be non-negative, got ", rows);
  TORCH_CHECK(columns >= 0, op, ": col must be non-negative, got ", columns);
  std::vector<int64_t> at[2];
  for (int64_t i = 0; i < rows; ++i) {
    const __int128 edge = static_cast<__int128>(i) + k;  // the diagonal's column
    const int64_t clipped =
        static_cast<int64_t>(std::max<__int128>(-1, std::min<__int128>(edge, columns)));
    const int64_t begin = lower ? 0 : std::max<int64_t>(clipped, 0);
    const int64_t end = lower ? std::min(clipped + 1, columns) : columns;
    for (int64_t j = begin; j < end; ++j) {
      at[0].push_back(i);
      at[1].push_back(j);
    }
  }
  Tensor result = make_tensor({2, static_cast<int64_t>(at[0].size())}, kLong);
  int64_t* out = result.mutable_data_ptr<int64_t>();
  for (const auto& part : at) out = std::copy(part.begin(), part.end(), out);
  return result.to(dtype);
}

}  // namespace

Tensor tril_indices(int64_t row, int64_t col, int64_t offset, std::optional<ScalarType> dtype,
                    std::optional<Layout> layout, std::optional<Device> device,
                    std::optional<bool> pin_memory) {
  return triangle_indices(row, col, offset, true,
                          factory_dtype(dtype, layout, device, pin_memory, kLong));
}
Tensor triu_indices(int64_t row, int64_t col, int64_t offset, std::optional<ScalarType> dtype,
                    std::optional<Layout> layout, std::optional<Device> device,
                    std::optional<bool> pin_memory) {
  return triangle_indices(row, col, offset, false,
                          factory_dtype(dtype, layout, device, pin_memory, kLong));
}

Tensor& eye_out(int64_t n, int64_t m, Tensor& out) {
  TORCH_CHECK(n >= 0, "n must be greater or equal to 0, got ", n);
  TORCH_CHECK(m >= 0, "m must be greater or equal to 0, got ", m);
  resize_output(out, {n, m});
  out.zero_();
  native::diagonal(out, 0, 0, 1).fill_(1);
  return out;
}
Tensor& eye_out(int64_t n, Tensor& out) { return native::eye_out(n, n, out); }
Tensor eye(int64_t n, int64_t m, std::optional<ScalarType> dtype, std::optional<Layout> layout,
           std::optional<Device> device, std::optional<bool> pin_memory) {
  Tensor result = make_tensor({0}, factory_dtype(dtype, layout, device, pin_memory));
  return native::eye_out(n, m, result);
}
Tensor eye(int64_t n, std::optional<ScalarType> dtype, std::optional<Layout> layout,
           std::optional<Device> device, std::optional<bool> pin_memory) {
  return native::eye(n, n, dtype, layout, device, pin_memory);
}

Tensor diag_embed(const Tensor& self, int64_t offset, int64_t dim1, int64_t dim2) {
  const int64_t ndim = self.dim() + 1;
  const int64_t first = maybe_wrap_dim(dim1, ndim);
  const int64_t second = maybe_wrap_dim(dim2, ndim);
  TORCH_CHECK(first != second, "diagonal dimensions cannot be identical ", dim1, ", ", dim2);
  const int64_t size = self.size(-1) + std::abs(offset);
  DimVector sizes(self.sizes());
  sizes.pop_back();
  sizes.insert(sizes.begin() + std::min(first, second), size);
  sizes.insert(sizes.begin() + std::max(first, second), size);
  Tensor result = make_tensor(sizes, self.scalar_type());
  result.zero_();
  native::diagonal(result, offset, first, second).copy_(self);
  return result;
}

void diag_out(const Tensor& self, int64_t diagonal, Tensor& out) {
  TORCH_CHECK(self.dim() == 1 || self.dim() == 2, "diag(): Supports 1D or 2D tensors. Got ",
              self.dim(), "D");
  const Tensor result =
      self.dim() == 1 ? native::diag_embed(self, diagonal, 0, 1)
                      : native::diagonal(self, diagonal, 0, 1).clone(MemoryFormat::Contiguous);
  write_output(out, result, "diag");
}

Tensor diagflat(const Tensor& self, int64_t offset) {
  return native::diag_embed(self.contiguous().view(-1), offset, 0, 1);
}

Tensor& fill_diagonal_(Tensor& self, const Scalar& fill_value, bool wrap) {
  TORCH_CHECK(self.dim() >= 2, "dimensions must larger than 1, but got ", self.dim());
  int64_t stride = 0;
  int64_t length = self.size(0);
  for (int64_t dim = 0; dim < self.dim(); ++dim) {
    TORCH_CHECK(self.dim() == 2 || self.size(dim) == self.size(0),
                "fill_diagonal_: all dimensions of input must be of equal length, but they are ",
                self.sizes());
    stride += self.stride(dim);
    length = std::min(length, self.size(dim));
  }
  native::alias_with(self, {length}, {stride}).fill_(fill_value);
  // In tall matrices the diagonal may start again one row below its end.
  const int64_t columns = self.size(1);
  if (wrap && self.dim() == 2 && self.size(0) > columns + 1) {
    for (int64_t row = columns + 1; row < self.size(0); row += columns + 1) {
      const int64_t again = std::min(columns, self.size(0) - row);
      native::alias_with(self, {again}, {stride}, self.storage_offset() + row * self.stride(0))
          .fill_(fill_value);
    }
  }
  return self;
}

Tensor trace(const Tensor& self) {
  TORCH_CHECK(self.dim() == 2, "trace: expected a matrix, but got tensor with dim ", self.dim());
  return native::diagonal(self, 0, 0, 1).sum();
}

}  // namespace at::native
