#include "aten_lite/native/internal/iterator.h"

#include <algorithm>

#include "aten_lite/core/empty.h"
#include "aten_lite/native/internal/infer_size.h"
#include "aten_lite/native/internal/memory_overlap.h"
#include "aten_lite/native/internal/output.h"
#include "aten_lite/native/internal/promotion.h"

namespace at {
TensorIteratorConfig& TensorIteratorConfig::add_output(const Tensor& output) {
  TORCH_INTERNAL_ASSERT(num_inputs_ == 0, "outputs come before inputs");
  tensors_.push_back(output);
  ++num_outputs_;
  return *this;
}

TensorIteratorConfig& TensorIteratorConfig::add_input(const Tensor& input) {
  TORCH_CHECK(input.defined(), name_, "(): an input tensor is undefined (None)");
  tensors_.push_back(input);
  ++num_inputs_;
  return *this;
}

TensorIteratorConfig& TensorIteratorConfig::add_mask(const Tensor& mask) {
  masks_ |= uint32_t{1} << tensors_.size();
  return add_input(mask);
}

TensorIterator TensorIteratorConfig::build() { return TensorIterator(*this); }

TensorIterator::TensorIterator(const TensorIteratorConfig& config)
    : num_outputs_(config.num_outputs_), name_(config.name_) {
  operands_.resize(config.tensors_.size());
  for (size_t i = 0; i < operands_.size(); ++i) {
    Operand& op = operands_[i];
    op.tensor = config.tensors_[i];
    op.is_output = static_cast<int>(i) < num_outputs_;
    op.is_mask = (config.masks_ >> i) & 1;
    if (op.tensor.defined()) op.dtype = op.tensor.scalar_type();
  }
  mark_outputs();
  if (config.check_mem_overlap_) check_overlaps();
  compute_shape(config);
  compute_types(config);
  if (!try_same_layout(config)) {
    compute_strides();
    reorder_dims(config);
    allocate_outputs();
    if (!config.enforce_linear_) coalesce_dims();
  }
  for (Operand& op : operands_) op.data = static_cast<char*>(op.tensor.data_ptr());
}

void TensorIterator::mark_outputs() {
  for (int i = 0; i < num_outputs_; ++i) {
    Operand& out = operands_[i];
    if (!out.tensor.defined()) continue;
    for (int j = num_outputs_; j < ntensors(); ++j) {
      out.is_in_place |= out.tensor.is_same(operands_[j].tensor);
    }
  }
}

void TensorIterator::check_overlaps() const {
  for (int i = 0; i < num_outputs_; ++i) {
    const Tensor& out = operands_[i].tensor;
    if (!out.defined()) continue;
    assert_no_internal_overlap(out);
    for (int j = num_outputs_; j < ntensors(); ++j) {
      if (!out.is_same(operands_[j].tensor)) assert_no_partial_overlap(out, operands_[j].tensor);
    }
  }
}

void TensorIterator::compute_shape(const TensorIteratorConfig& config) {
  if (config.static_shape_) {
    shape_ = *config.static_shape_;
  } else {
    bool first = true;
    bool has_scalars = false;
    bool has_tensors = false;
    for (const Operand& op : operands_) {
      // Outputs that may be resized have no say.
      if (!op.tensor.defined() || (config.resize_outputs_ && op.is_output)) continue;
      const IntArrayRef sizes = op.tensor.sizes();
      (sizes.empty() ? has_scalars : has_tensors) = true;
      if (first) {
        shape_ = sizes;
        first = false;
      } else if (!sizes.equals(shape_)) {
        all_same_shape_ = false;
        shape_ = infer_size_dimvector(shape_, sizes);
      }
    }
    all_same_shape_ &= !(has_scalars && has_tensors);
  }
  for (int i = 0; i < num_outputs_; ++i) {
    Operand& op = operands_[i];
    if (!op.tensor.defined() || op.tensor.sizes().equals(shape_)) continue;
    if (config.resize_outputs_ && !op.is_in_place) {
      op.will_resize = true;
    } else {
      TORCH_CHECK(config.is_reduction_, name_, "(): output with shape ", op.tensor.sizes(),
                  " doesn't match the broadcast shape ", IntArrayRef(shape_));
    }
  }
}

void TensorIterator::compute_types(const TensorIteratorConfig& config) {
  // Without promotion the first input speaks for all.
  if (config.static_dtype_) {
    common_dtype_ = *config.static_dtype_;
  } else if (config.promote_inputs_) {
    native::PromotionState state;
    for (const Operand& op : operands_) {
      if (!op.is_output && !op.is_mask) state.add(op.tensor);
    }
    common_dtype_ = state.result();
    if (config.promote_to_float_) common_dtype_ = native::float_result_type(common_dtype_);
  } else {
    for (const Operand& op : operands_) {
      if (op.is_mask || (op.is_output && !op.tensor.defined())) continue;
      if (common_dtype_ == ScalarType::Undefined || !op.is_output) common_dtype_ = op.dtype;
      if (!op.is_output) break;
    }
  }
  for (Operand& op : operands_) {
    if (op.dtype == ScalarType::Undefined) {
      op.dtype = config.new_output_dtype_.value_or(common_dtype_);
    }
    if (op.is_mask) {
      op.logical_dtype = op.dtype;
      continue;
    }
    TORCH_CHECK(!config.check_all_same_dtype_ || op.dtype == common_dtype_, name_,
                "(): Found dtype ", toString(op.dtype), " but expected ", toString(common_dtype_));
    const bool casts = op.is_output ? config.cast_outputs_ : config.promote_inputs_;
    op.logical_dtype = casts ? common_dtype_ : op.dtype;
    if (op.is_output && (config.cast_outputs_ || config.enforce_safe_casting_)) {
      TORCH_CHECK(canCast(common_dtype_, op.dtype), name_, "(): result type ",
                  toString(common_dtype_), " can't be cast to the desired output type ",
                  toString(op.dtype));
    }
  }
}

// The common case: operands of one shape that lie in memory in the same order. Then the iteration
// space is one dim, and new outputs take over that order.
bool TensorIterator::try_same_layout(const TensorIteratorConfig& config) {
  if (config.is_reduction_ || !all_same_shape_) return false;
  bool contiguous = true;
  bool channels_last = !config.enforce_linear_;
  bool dense = !config.enforce_linear_;
  const Tensor* model = nullptr;
  for (const Operand& op : operands_) {
    if (unresolved(op)) continue;
    const Tensor& t = op.tensor;
    contiguous = contiguous && t.is_contiguous();
    channels_last = channels_last && t.is_contiguous(MemoryFormat::ChannelsLast);
    dense = dense && t.is_non_overlapping_and_dense() &&
            (model == nullptr || model->strides() == t.strides());
    model = &t;
  }
  if (!contiguous && !channels_last && !dense) return false;
  for (Operand& op : operands_) {
    if (!unresolved(op)) continue;
    if (contiguous) {
      set_output(op, shape_, std::nullopt);
    } else if (channels_last) {
      const int64_t row = shape_[3] * shape_[1];
      const int64_t strides[] = {shape_[2] * row, 1, row, shape_[1]};
      set_output(op, shape_, IntArrayRef(strides));
    } else {
      set_output(op, shape_, model->strides());
    }
  }
  int64_t numel = 1;
  for (const int64_t size : shape_) numel *= size;
  shape_ = IntArrayRef(numel);
  for (Operand& op : operands_) {
    const int64_t size = static_cast<int64_t>(elementSize(op.dtype));
    op.stride_bytes = IntArrayRef(size);
  }
  return true;
}

void TensorIterator::compute_strides() {
  for (Operand& op : operands_) {
    if (unresolved(op)) continue;
    const IntArrayRef sizes = op.tensor.sizes();
    const IntArrayRef strides = op.tensor.strides();
    const int64_t itemsize = static_cast<int64_t>(elementSize(op.dtype));
    const size_t offset = shape_.size() - sizes.size();
    op.stride_bytes.assign(shape_.size(), 0);
    for (size_t i = 0; i < sizes.size(); ++i) {
      const bool broadcast = sizes[i] == 1 && shape_[offset + i] != 1;
      op.stride_bytes[offset + i] = broadcast ? 0 : strides[i] * itemsize;
    }
  }
}

// Positive if dim0 should come after dim1, negative if before, 0 if the operands do not tell.
int TensorIterator::compare_dims(size_t dim0, size_t dim1, bool is_reduction) const {
  for (const Operand& op : operands_) {
    if (op.stride_bytes.empty() || op.will_resize) continue;
    const int64_t stride0 = op.stride_bytes[dim0];
    const int64_t stride1 = op.stride_bytes[dim1];
    if (is_reduction && op.is_output && (stride0 == 0) != (stride1 == 0)) {
      // Reduced dims go innermost.
      return stride1 == 0 ? 1 : -1;
    }
    if (stride0 == 0 || stride1 == 0) continue;
    if (stride0 != stride1) return stride0 < stride1 ? -1 : 1;
    if (shape_[dim0] > shape_[dim1]) return 1;
  }
  return 0;
}

// Sorts dims by stride, innermost first. An insertion sort: the comparison is no order (it may not
// tell), and which result is right is defined by PyTorch's use of this very algorithm.
void TensorIterator::reorder_dims(const TensorIteratorConfig& config) {
  const int ndim = this->ndim();
  perm_.resize(static_cast<size_t>(ndim));
  for (int i = 0; i < ndim; ++i) perm_[i] = ndim - 1 - i;
  if (!config.enforce_linear_) {
    for (int i = 1; i < ndim; ++i) {
      int at = i;
      for (int j = i - 1; j >= 0; --j) {
        const int order = compare_dims(perm_[j], perm_[at], config.is_reduction_);
        if (order > 0) {
          std::swap(perm_[j], perm_[at]);
          at = j;
        } else if (order < 0) {
          break;
        }
      }
    }
  }
  const auto permuted = [&](const DimVector& values) {
    DimVector result(values.size());
    for (size_t i = 0; i < values.size(); ++i) result[i] = values[perm_[i]];
    return result;
  };
  shape_ = permuted(shape_);
  for (Operand& op : operands_) {
    if (!op.stride_bytes.empty()) op.stride_bytes = permuted(op.stride_bytes);
  }
}

void TensorIterator::allocate_outputs() {
  const size_t ndim = shape_.size();
  for (int i = 0; i < num_outputs_; ++i) {
    Operand& op = operands_[i];
    if (!unresolved(op)) continue;
    // Dense, in iteration order.
    const int64_t itemsize = static_cast<int64_t>(elementSize(op.dtype));
    op.stride_bytes.assign(ndim, 0);
    DimVector sizes(ndim);
    DimVector strides(ndim);
    bool row_major = true;
    int64_t stride = 1;
    for (size_t d = 0; d < ndim; ++d) {
      op.stride_bytes[d] = stride * itemsize;
      sizes[perm_[d]] = shape_[d];
      strides[perm_[d]] = stride;
      row_major &= perm_[d] == static_cast<int64_t>(ndim - 1 - d);
      stride *= shape_[d];
    }
    if (row_major) {
      set_output(op, sizes, std::nullopt);
    } else {
      set_output(op, sizes, IntArrayRef(strides));
    }
  }
}

void TensorIterator::set_output(Operand& op, IntArrayRef sizes, OptionalIntArrayRef strides) {
  if (!op.tensor.defined()) {
    op.tensor = Tensor(strides ? at::detail::empty_strided_cpu(sizes, *strides, op.dtype)
                               : at::detail::empty_cpu(sizes, op.dtype));
    return;
  }
  native::resize_output(op.tensor, sizes);
  if (strides) op.tensor.unsafeGetTensorImpl()->set_sizes_and_strides(sizes, *strides);
}

void TensorIterator::coalesce_dims() {
  if (ndim() <= 1) return;
  const auto mergeable = [&](size_t dim0, size_t dim1) {
    if (shape_[dim0] == 1 || shape_[dim1] == 1) return true;
    for (const Operand& op : operands_) {
      if (shape_[dim0] * op.stride_bytes[dim0] != op.stride_bytes[dim1]) return false;
    }
    return true;
  };
  size_t last = 0;
  for (size_t d = 1; d < shape_.size(); ++d) {
    if (mergeable(last, d)) {
      if (shape_[last] == 1) {
        for (Operand& op : operands_) op.stride_bytes[last] = op.stride_bytes[d];
      }
      shape_[last] *= shape_[d];
      continue;
    }
    ++last;
    if (last != d) {
      for (Operand& op : operands_) op.stride_bytes[last] = op.stride_bytes[d];
      shape_[last] = shape_[d];
    }
  }
  shape_.resize(last + 1);
  for (Operand& op : operands_) op.stride_bytes.resize(last + 1);
}

int64_t TensorIterator::numel() const {
  int64_t numel = 1;
  for (const int64_t size : shape_) numel *= size;
  return numel;
}

bool TensorIterator::is_contiguous() const {
  for (const Operand& op : operands_) {
    int64_t expected = static_cast<int64_t>(elementSize(op.dtype));
    for (size_t d = 0; d < shape_.size(); ++d) {
      if (shape_[d] != 1 && op.stride_bytes[d] != expected) return false;
      expected *= shape_[d];
    }
  }
  return true;
}

void TensorIterator::for_each(const loop2d_t& loop, int64_t grain_size) {
  at::parallel_for(0, numel(), grain_size,
                   [&](int64_t begin, int64_t end) { serial_for_each(loop, begin, end); });
}

void TensorIterator::serial_for_each(const loop2d_t& loop, int64_t begin, int64_t end) {
  const int count = ntensors();
  for (const Operand& op : operands_) {
    TORCH_INTERNAL_ASSERT(op.dtype == op.logical_dtype, name_,
                          " needs casts, which only run_blocks() makes");
  }
  const size_t ndim = shape_.size();
  SmallVector<char*, 8> pointers(static_cast<size_t>(count));
  SmallVector<int64_t, 16> strides(static_cast<size_t>(2 * count), 0);
  for (int i = 0; i < count; ++i) {
    if (ndim > 0) strides[i] = operands_[i].stride_bytes[0];
    if (ndim > 1) strides[count + i] = operands_[i].stride_bytes[1];
  }
  while (begin < end) {
    // Where `begin` is, and how far the two inner dims go from there.
    int64_t rest = begin;
    for (int i = 0; i < count; ++i) pointers[i] = operands_[i].data;
    int64_t inner = 0;
    int64_t second = 0;
    for (size_t d = 0; d < ndim; ++d) {
      const int64_t index = rest % shape_[d];
      rest /= shape_[d];
      if (d == 0) inner = index;
      if (d == 1) second = index;
      for (int i = 0; i < count; ++i) pointers[i] += index * operands_[i].stride_bytes[d];
    }
    const int64_t row = ndim > 0 ? shape_[0] : 1;
    int64_t size0 = std::min(row - inner, end - begin);
    int64_t size1 = 1;
    if (inner == 0 && size0 == row && ndim > 1) {
      size1 = std::min(shape_[1] - second, (end - begin) / row);
    }
    loop(pointers.data(), strides.data(), size0, size1);
    begin += size0 * size1;
  }
}

}  // namespace at
