// The one iteration behind all operators that address elements through index tensors.
//
// Two forms, both on TensorIterator, whose operands are (a, b, index...):
//  * advanced indexing, self[i, j, :]: index tensors replace dims of `self`
//    (index, index_put_);
//  * along a dim, self[i][index[i][j][k]][k]: one index tensor as large as the other operand
//    (gather, scatter and, with the index expanded, index_add, index_copy, index_fill).
// In either, the operand that is indexed has stride 0 where an index decides, and the index adds
// its offset. What is done with an element pair is the caller's: it gets two pointers.
#pragma once

#include <optional>
#include <vector>

#include "aten_lite/core/list.h"
#include "aten_lite/native/internal/iterator.h"

namespace at::native {

using OptionalTensorList = c10::List<std::optional<Tensor>>;

// `indices` as integer tensors of dtype long: masks become the positions of their true elements,
// the list is as long as self has dims, undefined means "all of this dim".
std::vector<Tensor> expand_index_list(const Tensor& self, const OptionalTensorList& indices);

// self[indices], taken apart.
struct AdvancedIndex {
  AdvancedIndex(const Tensor& self, const OptionalTensorList& indices);

  // Of the shape of the result, with stride 0 in the dims that the indices make up.
  Tensor src;
  // Of a shape that broadcasts against `src`.
  std::vector<Tensor> indices;
  // For each index: the size of the dim that it runs over, its stride in bytes, its number.
  DimVector sizes;
  DimVector stride_bytes;
  DimVector dims;
};

[[noreturn]] void index_out_of_range(int64_t index, int64_t dim, int64_t size, const char* op);

namespace detail {

// Adds up the offsets of one position in all index tensors.
struct IndexOffset {
  const AdvancedIndex& info;
  char** index_data;
  const int64_t* index_strides;

  int64_t operator()(int64_t i) const {
    int64_t offset = 0;
    for (size_t k = 0; k < info.indices.size(); ++k) {
      int64_t value = *reinterpret_cast<const int64_t*>(index_data[k] + i * index_strides[k]);
      const int64_t size = info.sizes[k];
      if (C10_UNLIKELY(value < -size || value >= size)) {
        index_out_of_range(value, info.dims[k], size, "index");
      }
      if (value < 0) value += size;
      offset += value * info.stride_bytes[k];
    }
    return offset;
  }
};

}  // namespace detail

// Calls f(first, second) for each pair of elements of the iterator's first two operands, the one
// numbered `Indexed` moved to where the indices point. Serial where two pairs may meet in one
// element.
template <int Indexed, typename F>
void for_each_indexed(TensorIterator& iter, const AdvancedIndex& info, bool serial, const F& f) {
  const int operands = iter.ntensors();
  const auto loop = [&](char** data, const int64_t* strides, int64_t size0, int64_t size1) {
    c10::SmallVector<char*, 8> row(data, data + operands);
    for (int64_t j = 0; j < size1; ++j) {
      const detail::IndexOffset offset_of{info, row.data() + 2, strides + 2};
      bool constant = true;
      for (int k = 2; k < operands; ++k) constant = constant && strides[k] == 0;
      const int64_t common = constant ? offset_of(0) : 0;
      for (int64_t i = 0; i < size0; ++i) {
        const int64_t offset = constant ? common : offset_of(i);
        f(row[0] + i * strides[0] + (Indexed == 0 ? offset : 0),
          row[1] + i * strides[1] + (Indexed == 1 ? offset : 0));
      }
      for (int k = 0; k < operands; ++k) row[k] += strides[operands + k];
    }
  };
  if (serial) {
    iter.serial_for_each(loop, 0, iter.numel());
  } else {
    iter.for_each(loop);
  }
}

// An index tensor along `dim` of `indexed`, which has as many dims as `index`.
struct DimIndex {
  // `op` and `name` are for the messages. Negative indices count from the end where `wrap` is set,
  // otherwise they are errors.
  DimIndex(const Tensor& indexed, int64_t dim, const Tensor& index, const char* op,
           bool wrap = false);

  // Of the index's shape, with stride 0 along `dim`.
  Tensor base;
  Tensor index;  // dtype long
  int64_t dim;
  int64_t size;
  int64_t stride_bytes;
  const char* op;
  bool wrap;

  int64_t offset_of(int64_t value) const {
    if (wrap && value < 0) value += size;
    if (C10_UNLIKELY(value < 0 || value >= size)) index_out_of_range(value, dim, size, op);
    return value * stride_bytes;
  }
};

// Calls f(indexed_element, other_element) for each element of the index tensor. `other` has at
// least the index's sizes. Elements along `dim` come in order; `serial` is needed where f changes
// what is indexed.
template <typename F>
void for_each_along_dim(const DimIndex& info, const Tensor& other, bool serial, const F& f) {
  if (info.index.numel() == 0) return;
  TensorIterator iter = TensorIteratorConfig()
                            .name(info.op)
                            .set_check_mem_overlap(false)
                            .check_all_same_dtype(false)
                            .resize_outputs(false)
                            .add_output(info.base)
                            .add_input(other)
                            .add_input(info.index)
                            .build();
  const auto loop = [&](char** data, const int64_t* strides, int64_t size0, int64_t size1) {
    for (int64_t j = 0; j < size1; ++j) {
      char* indexed = data[0] + j * strides[3];
      char* element = data[1] + j * strides[4];
      const char* index = data[2] + j * strides[5];
      for (int64_t i = 0; i < size0; ++i) {
        const int64_t value = *reinterpret_cast<const int64_t*>(index + i * strides[2]);
        f(indexed + i * strides[0] + info.offset_of(value), element + i * strides[1]);
      }
    }
  };
  if (serial) {
    iter.serial_for_each(loop, 0, iter.numel());
  } else {
    iter.for_each(loop);
  }
}

// The part of `tensor` that has the sizes of `like` (no larger in any dim).
Tensor leading_part(const Tensor& tensor, IntArrayRef sizes);

}  // namespace at::native
