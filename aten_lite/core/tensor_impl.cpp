#include "aten_lite/core/tensor_impl.h"

#include <algorithm>
#include <limits>

namespace c10 {
namespace {

ScalarType default_dtype = kFloat;

// Walks the dimensions from the innermost outwards, in channels-last order.
constexpr int kOrder2d[] = {1, 3, 2, 0};
constexpr int kOrder3d[] = {1, 4, 3, 2, 0};

template <size_t N>
bool contiguous_in_order(IntArrayRef sizes, IntArrayRef strides, const int (&order)[N]) {
  if (sizes.size() != N) return false;
  int64_t expected = 1;
  for (const int dim : order) {
    if (sizes[dim] == 1) continue;
    if (strides[dim] != expected) return false;
    expected *= sizes[dim];
  }
  return true;
}

template <size_t N>
bool strides_in_order(IntArrayRef sizes, IntArrayRef strides, const int (&order)[N]) {
  if (sizes.size() != N) return false;
  int64_t smallest = 0;
  if (strides[1] == 0) return false;
  for (const int dim : order) {
    if (sizes[dim] == 0 || strides[dim] < smallest) return false;
    // [N, 1, H, W] with plain strides looks like both; it counts as plain.
    if (dim == 0 && smallest == strides[1]) return false;
    smallest = strides[dim];
    if (sizes[dim] > 1) smallest *= sizes[dim];
  }
  return true;
}

}  // namespace

ScalarType get_default_dtype_as_scalartype() { return default_dtype; }

void set_default_dtype(ScalarType type) {
  TORCH_CHECK(isFloatingType(type), "only floating-point types are supported as the default type");
  default_dtype = type;
}

ScalarType get_default_complex_dtype() { return toComplexType(default_dtype); }

int64_t checked_numel(IntArrayRef sizes) {
  int64_t numel = 1;
  bool overflow = false;
  bool empty = false;
  for (const int64_t size : sizes) {
    TORCH_CHECK(size >= 0, "Trying to create tensor with negative dimension ", size, ": ", sizes);
    empty |= size == 0;
    overflow |= __builtin_mul_overflow(numel, size == 0 ? 1 : size, &numel);
  }
  if (empty) return 0;
  TORCH_CHECK(!overflow, "numel: integer multiplication overflow for sizes ", sizes);
  return numel;
}

size_t storage_bytes_needed(IntArrayRef sizes, IntArrayRef strides, size_t itemsize,
                            int64_t storage_offset) {
  bool overflow = false;
  int64_t last = 0;
  for (size_t i = 0; i < sizes.size(); ++i) {
    if (sizes[i] == 0) return 0;
    int64_t reach = 0;
    overflow |= __builtin_mul_overflow(sizes[i] - 1, strides[i], &reach);
    overflow |= __builtin_add_overflow(last, reach, &last);
  }
  int64_t bytes = 0;
  overflow |= __builtin_add_overflow(last, storage_offset, &last);
  overflow |= __builtin_add_overflow(last, int64_t{1}, &last);
  overflow |= __builtin_mul_overflow(last, static_cast<int64_t>(itemsize), &bytes);
  TORCH_CHECK(!overflow && bytes >= 0, "Storage size calculation overflowed with sizes=", sizes,
              " and strides=", strides);
  return static_cast<size_t>(bytes);
}

bool is_contiguous_strides(IntArrayRef sizes, IntArrayRef strides) {
  int64_t expected = 1;
  for (size_t i = sizes.size(); i-- > 0;) {
    if (sizes[i] == 0) return true;
  }
  for (size_t i = sizes.size(); i-- > 0;) {
    if (sizes[i] == 1) continue;
    if (strides[i] != expected) return false;
    expected *= sizes[i];
  }
  return true;
}

bool is_channels_last_strides(IntArrayRef sizes, IntArrayRef strides) {
  return strides_in_order(sizes, strides, kOrder2d);
}

bool is_channels_last_3d_strides(IntArrayRef sizes, IntArrayRef strides) {
  return strides_in_order(sizes, strides, kOrder3d);
}

TensorImpl::TensorImpl(Storage storage, ScalarType dtype)
    : TensorImpl(std::move(storage), dtype, {0}, {1}, 0) {}

TensorImpl::TensorImpl(Storage storage, ScalarType dtype, IntArrayRef sizes, IntArrayRef strides,
                       int64_t storage_offset)
    : storage_(std::move(storage)),
      sizes_(sizes),
      strides_(strides),
      storage_offset_(storage_offset),
      itemsize_(elementSize(dtype)),
      dtype_(dtype) {
  refresh();
}

void TensorImpl::refresh() {
  numel_ = 1;
  for (const int64_t size : sizes_) numel_ *= size;
  is_contiguous_ = is_contiguous_strides(sizes_, strides_);
}

bool TensorImpl::is_contiguous(MemoryFormat format) const {
  switch (format) {
    case MemoryFormat::ChannelsLast:
      return contiguous_in_order(sizes_, strides_, kOrder2d);
    case MemoryFormat::ChannelsLast3d:
      return contiguous_in_order(sizes_, strides_, kOrder3d);
    default:
      return is_contiguous_;
  }
}

void TensorImpl::set_sizes_contiguous(IntArrayRef sizes) {
  sizes_ = sizes;
  strides_ = contiguous_strides(sizes_);
  refresh();
}

void TensorImpl::set_sizes_and_strides(IntArrayRef sizes, IntArrayRef strides) {
  TORCH_INTERNAL_ASSERT(sizes.size() == strides.size());
  sizes_ = sizes;
  strides_ = strides;
  refresh();
}

void TensorImpl::set_dtype(ScalarType dtype) {
  dtype_ = dtype;
  itemsize_ = elementSize(dtype);
}

intrusive_ptr<TensorImpl> TensorImpl::shallow_copy() const {
  auto copy = make_intrusive<TensorImpl>(storage_, dtype_, sizes_, strides_, storage_offset_);
  copy->is_wrapped_number_ = is_wrapped_number_;
  copy->requires_grad_ = requires_grad_;
  copy->quantizer_ = quantizer_;
  return copy;
}

}  // namespace c10
