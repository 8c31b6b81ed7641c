// Dimension numbers as PyTorch takes them: negative ones count from the end.
//
//   dim = at::maybe_wrap_dim(dim, self.dim());  // tensor_base.h
//
// A tensor without dimensions accepts 0 and -1, as if it had one. What is out of range is a
// c10::IndexError that names the range.
#pragma once

#include <bitset>
#include <cstdint>

#include "aten_lite/core/small_vector.h"
#include "aten_lite/core/tensor_base.h"

namespace at {

// More dimensions than a dim list can be checked for; PyTorch has the same limit.
constexpr size_t kDimBitsetSize = 64;
using DimBitset = std::bitset<kDimBitsetSize>;

// Wraps each of `dims`. Duplicates are allowed here.
DimVector wrap_dims(IntArrayRef dims, int64_t ndim, bool wrap_scalars = true);

// The set of dims of a list, each at most once (an error otherwise).
DimBitset dim_list_to_bitset(IntArrayRef dims, int64_t ndim);

}  // namespace at
