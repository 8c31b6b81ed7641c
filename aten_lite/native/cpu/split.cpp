// Views of consecutive parts: split, chunk, tensor_split and the numpy-like hsplit, vsplit, dsplit.
#include "ATen/ops/split.h"

#include <algorithm>

#include "ATen/ops/chunk.h"
#include "ATen/ops/dsplit.h"
#include "ATen/ops/hsplit.h"
#include "ATen/ops/slice.h"
#include "ATen/ops/split_with_sizes.h"
#include "ATen/ops/tensor_split.h"
#include "ATen/ops/unsafe_chunk.h"
#include "ATen/ops/unsafe_split.h"
#include "ATen/ops/unsafe_split_with_sizes.h"
#include "ATen/ops/vsplit.h"
#include "aten_lite/native/internal/wrap_dim.h"

namespace at::native {

std::vector<Tensor> split(const Tensor& self, int64_t split_size, int64_t dim) {
  TORCH_CHECK(self.dim() != 0, "split expects at least a 1-dimensional tensor");
  TORCH_CHECK(split_size >= 0, "split expects split_size to be non-negative, but got ", split_size);
  dim = maybe_wrap_dim(dim, self.dim());
  const int64_t size = self.size(dim);
  TORCH_CHECK(split_size > 0 || size == 0,
              "split_size can only be 0 if the dimension size is 0, but it is ", size);
  if (size == 0) return {native::slice(self, dim, 0, 0, 1)};
  std::vector<Tensor> parts;
  for (int64_t start = 0; start < size;) {
    const int64_t length = std::min(split_size, size - start);
    parts.push_back(native::slice(self, dim, start, start + length, 1));
    start += length;
  }
  return parts;
}

std::vector<Tensor> split_with_sizes(const Tensor& self, IntArrayRef split_sizes, int64_t dim) {
  TORCH_CHECK(self.dim() != 0, "split_with_sizes expects at least a 1-dimensional tensor");
  dim = maybe_wrap_dim(dim, self.dim());
  const int64_t size = self.size(dim);
  std::vector<Tensor> parts;
  parts.reserve(split_sizes.size());
  int64_t start = 0;
  for (const int64_t length : split_sizes) {
    TORCH_CHECK(length >= 0, "split_with_sizes expects split_sizes to be non-negative, but got ",
                split_sizes);
    TORCH_CHECK(length <= size - start, "split_with_sizes expects split_sizes to sum exactly to ",
                size, " (input tensor's size at dimension ", dim, "), but got ", split_sizes);
    parts.push_back(native::slice(self, dim, start, start + length, 1));
    start += length;
  }
  TORCH_CHECK(start == size, "split_with_sizes expects split_sizes to sum exactly to ", size,
              " (input tensor's size at dimension ", dim, "), but got ", split_sizes);
  return parts;
}

std::vector<Tensor> split(const Tensor& self, IntArrayRef split_size, int64_t dim) {
  return native::split_with_sizes(self, split_size, dim);
}

std::vector<Tensor> unsafe_split(const Tensor& self, int64_t split_size, int64_t dim) {
  return native::split(self, split_size, dim);
}

std::vector<Tensor> unsafe_split_with_sizes(const Tensor& self, IntArrayRef split_sizes,
                                            int64_t dim) {
  return native::split_with_sizes(self, split_sizes, dim);
}

std::vector<Tensor> chunk(const Tensor& self, int64_t chunks, int64_t dim) {
  TORCH_CHECK(self.dim() > 0, "chunk expects at least a 1-dimensional tensor");
  TORCH_CHECK(chunks > 0, "chunk expects `chunks` to be greater than 0, got: ", chunks);
  const int64_t size = self.size(dim);
  // Nothing to share out: as many empty chunks as were asked for.
  if (size == 0) {
    return native::split_with_sizes(self, std::vector<int64_t>(static_cast<size_t>(chunks), 0),
                                    dim);
  }
  return native::split(self, (size - 1) / chunks + 1, dim);
}

std::vector<Tensor> unsafe_chunk(const Tensor& self, int64_t chunks, int64_t dim) {
  return native::chunk(self, chunks, dim);
}

std::vector<Tensor> tensor_split(const Tensor& self, int64_t sections, int64_t dim) {
  TORCH_CHECK(self.dim() > 0, "tensor_split expected at least a 1-dimensional tensor");
  dim = maybe_wrap_dim(dim, self.dim());
  TORCH_CHECK(sections > 0, "tensor_split: number of sections must be larger than 0, got ",
              sections);
  const int64_t size = self.size(dim);
  const int64_t smaller = size / sections;
  const int64_t larger_count = size % sections;
  std::vector<Tensor> parts;
  int64_t start = 0;
  for (int64_t i = 0; i < sections; ++i) {
    const int64_t length = i < larger_count ? smaller + 1 : smaller;
    parts.push_back(native::slice(self, dim, start, start + length, 1));
    start += length;
  }
  return parts;
}

std::vector<Tensor> tensor_split(const Tensor& self, IntArrayRef indices, int64_t dim) {
  TORCH_CHECK(self.dim() > 0, "tensor_split expected at least a 1-dimensional tensor");
  dim = maybe_wrap_dim(dim, self.dim());
  std::vector<Tensor> parts;
  int64_t start = 0;
  for (const int64_t end : indices) {
    parts.push_back(native::slice(self, dim, start, end, 1));
    start = end;
  }
  parts.push_back(native::slice(self, dim, start, self.size(dim), 1));
  return parts;
}

std::vector<Tensor> tensor_split(const Tensor& self, const Tensor& tensor_indices_or_sections,
                                 int64_t dim) {
  TORCH_CHECK(self.dim() > 0, "tensor_split expected at least a 1-dimensional tensor");
  const Tensor& given = tensor_indices_or_sections;
  TORCH_CHECK(given.scalar_type() == kLong,
              "tensor_split: tensor_indices_or_sections must have dtype long, but got ",
              toString(given.scalar_type()));
  TORCH_CHECK(given.dim() <= 1,
              "tensor_split: tensor_indices_or_sections must be a zero-dimensional or "
              "one-dimensional tensor, but got ",
              given.dim(), " dimensions");
  const Tensor values = given.contiguous();
  const int64_t* data = values.const_data_ptr<int64_t>();
  if (given.dim() == 0) return native::tensor_split(self, data[0], dim);
  return native::tensor_split(self, IntArrayRef(data, static_cast<size_t>(values.numel())), dim);
}

namespace {

std::vector<Tensor> split_evenly(const Tensor& self, int64_t sections, int64_t dim,
                                 const char* op) {
  TORCH_CHECK(sections != 0 && self.size(dim) % sections == 0, op, " attempted to split dimension ",
              dim, " of size ", self.size(dim), " into ", sections,
              " sections, but the size is not divisible by it");
  return native::tensor_split(self, sections, dim);
}

int64_t hsplit_dim(const Tensor& self) {
  TORCH_CHECK(self.dim() >= 1, "hsplit requires a tensor with at least 1 dimension, but got 0");
  return self.dim() == 1 ? 0 : 1;
}

void check_min_dim(const Tensor& self, int64_t min_dim, const char* op) {
  TORCH_CHECK(self.dim() >= min_dim, op, " requires a tensor with at least ", min_dim,
              " dimensions, but got ", self.dim());
}

}  // namespace

std::vector<Tensor> hsplit(const Tensor& self, int64_t sections) {
  return split_evenly(self, sections, hsplit_dim(self), "hsplit");
}
std::vector<Tensor> hsplit(const Tensor& self, IntArrayRef indices) {
  return native::tensor_split(self, indices, hsplit_dim(self));
}
std::vector<Tensor> vsplit(const Tensor& self, int64_t sections) {
  check_min_dim(self, 2, "vsplit");
  return split_evenly(self, sections, 0, "vsplit");
}
std::vector<Tensor> vsplit(const Tensor& self, IntArrayRef indices) {
  check_min_dim(self, 2, "vsplit");
  return native::tensor_split(self, indices, 0);
}
std::vector<Tensor> dsplit(const Tensor& self, int64_t sections) {
  check_min_dim(self, 3, "dsplit");
  return split_evenly(self, sections, 2, "dsplit");
}
std::vector<Tensor> dsplit(const Tensor& self, IntArrayRef indices) {
  check_min_dim(self, 3, "dsplit");
  return native::tensor_split(self, indices, 2);
}

}  // namespace at::native
