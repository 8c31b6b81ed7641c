// Memory overlap from storages, offsets and strides.
#include "aten_lite/native/internal/memory_overlap.h"

namespace at {

bool has_internal_overlap(const TensorBase& tensor) {
  if (tensor.is_contiguous()) return false;
  for (int64_t dim = 0; dim < tensor.dim(); ++dim) {
    if (tensor.stride(dim) == 0 && tensor.size(dim) > 1) return true;
  }
  return false;
}

void assert_no_internal_overlap(const TensorBase& tensor) {
  TORCH_CHECK(!has_internal_overlap(tensor), "Cannot write to an expanded tensor of shape ",
              tensor.sizes(), " and strides ", tensor.strides(),
              ": several of its elements are one memory location. Clone it first");
}

MemOverlapStatus get_overlap_status(const TensorBase& a, const TensorBase& b) {
  if (a.is_same(b)) return MemOverlapStatus::kFull;
  if (a.numel() == 0 || b.numel() == 0) return MemOverlapStatus::kNo;
  if (!a.storage().is_alias_of(b.storage())) return MemOverlapStatus::kNo;
  if (!a.is_non_overlapping_and_dense() || !b.is_non_overlapping_and_dense()) {
    return MemOverlapStatus::kTooHard;
  }
  const char* a_begin = static_cast<const char*>(a.const_data_ptr());
  const char* b_begin = static_cast<const char*>(b.const_data_ptr());
  const char* a_end = a_begin + a.nbytes();
  const char* b_end = b_begin + b.nbytes();
  if (a_begin == b_begin && a_end == b_end) {
    return a.strides() == b.strides() ? MemOverlapStatus::kFull : MemOverlapStatus::kPartial;
  }
  return a_begin < b_end && b_begin < a_end ? MemOverlapStatus::kPartial : MemOverlapStatus::kNo;
}

void assert_no_partial_overlap(const TensorBase& a, const TensorBase& b) {
  TORCH_CHECK(get_overlap_status(a, b) != MemOverlapStatus::kPartial,
              "The input and the output share part of their memory. Clone the input first");
}

void assert_no_overlap(const TensorBase& a, const TensorBase& b) {
  const MemOverlapStatus status = get_overlap_status(a, b);
  TORCH_CHECK(
      status != MemOverlapStatus::kPartial && status != MemOverlapStatus::kFull,
      "The input and the output share memory, which this operator does not allow. Clone the "
      "input first");
}

}  // namespace at
