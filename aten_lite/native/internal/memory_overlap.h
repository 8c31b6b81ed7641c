// Whether tensors share memory, as far as it can be told cheaply.
//
// Kernels that write call these before they do: writing through an expanded tensor, or into an
// output that partly covers an input, would give results that depend on the order of the loop.
#pragma once

#include "ATen/core/TensorBody.h"

namespace at {

// Expanded: two indices lead to one element. Only what strides of 0 show is found.
bool has_internal_overlap(const TensorBase& tensor);
// An error if writing to `tensor` would write an element twice.
void assert_no_internal_overlap(const TensorBase& tensor);

// kFull: the very same elements in the same order. kTooHard: strided tensors in one storage whose
// element sets would have to be intersected.
enum class MemOverlapStatus { kFull, kPartial, kNo, kTooHard };
MemOverlapStatus get_overlap_status(const TensorBase& a, const TensorBase& b);
// An error if the two share part of their elements.
void assert_no_partial_overlap(const TensorBase& a, const TensorBase& b);
// An error if the two share any element.
void assert_no_overlap(const TensorBase& a, const TensorBase& b);

}  // namespace at
