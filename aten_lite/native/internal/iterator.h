// TensorIterator: what elementwise operators and reductions have in common.
//
// It broadcasts the operands to one shape, finds the dtype to compute in, allocates or resizes the
// outputs with the strides that PyTorch gives them, checks that outputs do not overlap, and brings
// the iteration space into the shape that is quickest to walk: dims sorted by stride, innermost
// first, adjacent dims merged.
//
//   TensorIterator iter = TensorIteratorConfig()
//                             .add_output(out)        // undefined: will be allocated
//                             .add_input(self)
//                             .add_input(other)
//                             .promote_inputs_to_common_dtype(true)
//                             .cast_common_dtype_to_outputs(true)
//                             .build();
//   run_blocks(iter, ...);                            // blocks.h; loops.h for lambdas
//   out = iter.output(0);
//
// An output that is the same tensor as an input (an in-place call) is never resized. Operands are
// held by reference count; an iterator may outlive the tensors it was made from. Not thread-safe,
// but for_each() itself runs on several threads.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "ATen/core/TensorBody.h"
#include "aten_lite/core/small_vector.h"
#include "aten_lite/parallel/parallel.h"

namespace at {

class TensorIterator;

class TensorIteratorConfig {
 public:
  TensorIteratorConfig() = default;

  // Outputs come before inputs.
  TensorIteratorConfig& add_output(const Tensor& output);
  TensorIteratorConfig& add_input(const Tensor& input);
  // An input that is neither promoted nor counts in promotion: a condition, an index.
  TensorIteratorConfig& add_mask(const Tensor& mask);
  TensorIteratorConfig& add_owned_output(const Tensor& t) { return add_output(t); }
  TensorIteratorConfig& add_owned_input(const Tensor& t) { return add_input(t); }
  TensorIteratorConfig& add_const_input(const Tensor& t) { return add_input(t); }
  TensorIteratorConfig& add_owned_const_input(const Tensor& t) { return add_input(t); }
  TensorIteratorConfig& add_borrowed_output(const Tensor& t) { return add_output(t); }
  TensorIteratorConfig& add_borrowed_input(const Tensor& t) { return add_input(t); }

  // Names the operator in error messages.
  TensorIteratorConfig& name(const char* op) { return set(&TensorIteratorConfig::name_, op); }
  TensorIteratorConfig& set_check_mem_overlap(bool v) {
    return set(&TensorIteratorConfig::check_mem_overlap_, v);
  }
  TensorIteratorConfig& check_all_same_dtype(bool v) {
    return set(&TensorIteratorConfig::check_all_same_dtype_, v);
  }
  TensorIteratorConfig& check_all_same_device(bool) { return *this; }
  TensorIteratorConfig& allow_cpu_scalars(bool) { return *this; }
  TensorIteratorConfig& enforce_safe_casting_to_output(bool v) {
    return set(&TensorIteratorConfig::enforce_safe_casting_, v);
  }
  TensorIteratorConfig& enforce_linear_iteration(bool v = true) {
    return set(&TensorIteratorConfig::enforce_linear_, v);
  }
  TensorIteratorConfig& promote_inputs_to_common_dtype(bool v) {
    if (v) check_all_same_dtype_ = false;
    return set(&TensorIteratorConfig::promote_inputs_, v);
  }
  TensorIteratorConfig& promote_integer_inputs_to_float(bool v) {
    return set(&TensorIteratorConfig::promote_to_float_, v);
  }
  TensorIteratorConfig& cast_common_dtype_to_outputs(bool v) {
    if (v) check_all_same_dtype_ = false;
    return set(&TensorIteratorConfig::cast_outputs_, v);
  }
  TensorIteratorConfig& is_reduction(bool v) {
    return set(&TensorIteratorConfig::is_reduction_, v);
  }
  // The dtype of outputs to allocate, where it is not the common one (comparisons give bool).
  TensorIteratorConfig& new_output_dtype(ScalarType dtype) {
    return set(&TensorIteratorConfig::new_output_dtype_, dtype);
  }
  TensorIteratorConfig& resize_outputs(bool v) {
    return set(&TensorIteratorConfig::resize_outputs_, v);
  }
  TensorIteratorConfig& declare_static_dtype(ScalarType dtype) {
    return set(&TensorIteratorConfig::static_dtype_, dtype);
  }
  TensorIteratorConfig& declare_static_dtype_and_device(ScalarType dtype, Device) {
    return declare_static_dtype(dtype);
  }
  TensorIteratorConfig& declare_static_shape(IntArrayRef shape) {
    static_shape_ = DimVector(shape);
    return *this;
  }

  TensorIterator build();

 private:
  friend class TensorIterator;

  template <typename T, typename V>
  TensorIteratorConfig& set(T TensorIteratorConfig::* member, V value) {
    this->*member = value;
    return *this;
  }

  std::vector<Tensor> tensors_;
  int num_outputs_ = 0;
  int num_inputs_ = 0;
  uint32_t masks_ = 0;  // bit i: tensor i is a mask
  const char* name_ = "operator";
  std::optional<DimVector> static_shape_;
  std::optional<ScalarType> static_dtype_;
  std::optional<ScalarType> new_output_dtype_;
  bool check_mem_overlap_ = true;
  bool check_all_same_dtype_ = true;
  bool enforce_safe_casting_ = false;
  bool enforce_linear_ = false;
  bool promote_inputs_ = false;
  bool promote_to_float_ = false;
  bool cast_outputs_ = false;
  bool is_reduction_ = false;
  bool resize_outputs_ = true;
};

class TensorIterator {
 public:
  // Two inner dims: pointers to the first elements; strides in bytes, those of the inner dim for
  // all operands, then those of the outer dim.
  using loop2d_t =
      std::function<void(char** data, const int64_t* strides, int64_t size0, int64_t size1)>;

  TensorIterator() = default;
  explicit TensorIterator(const TensorIteratorConfig& config);

  int ndim() const { return static_cast<int>(shape_.size()); }
  // Merged and sorted, innermost dim first.
  IntArrayRef shape() const { return shape_; }
  int64_t numel() const;
  int ntensors() const { return static_cast<int>(operands_.size()); }
  int noutputs() const { return num_outputs_; }
  int ninputs() const { return ntensors() - num_outputs_; }

  const Tensor& tensor(int arg) const { return operands_[arg].tensor; }
  const Tensor& output(int arg = 0) const { return operands_[arg].tensor; }
  const Tensor& input(int arg = 0) const { return operands_[num_outputs_ + arg].tensor; }
  // The stored element type.
  ScalarType dtype(int arg = 0) const { return operands_[arg].dtype; }
  ScalarType input_dtype(int arg = 0) const { return operands_[num_outputs_ + arg].dtype; }
  // The type that an operand has for the operator: the common dtype, if it is cast to it.
  ScalarType logical_dtype(int arg) const { return operands_[arg].logical_dtype; }
  ScalarType common_dtype() const { return common_dtype_; }
  // In bytes, a number for each dim of shape().
  IntArrayRef strides(int arg) const { return operands_[arg].stride_bytes; }
  char* data_ptr(int arg) const { return operands_[arg].data; }
  const char* name() const { return name_; }
  // A 0-dim input, before broadcasting.
  bool is_cpu_scalar(int arg) const { return operands_[arg].tensor.dim() == 0; }
  // All elements of all operands follow one another in memory.
  bool is_contiguous() const;

  // Walks everything; the loop sees the stored types, so that operands must not need a cast.
  void for_each(const loop2d_t& loop, int64_t grain_size = at::internal::GRAIN_SIZE);
  // The elements [begin, end) in iteration order, on this thread.
  void serial_for_each(const loop2d_t& loop, int64_t begin, int64_t end);

 private:
  struct Operand {
    Tensor tensor;
    DimVector stride_bytes;
    char* data = nullptr;
    ScalarType dtype = ScalarType::Undefined;
    ScalarType logical_dtype = ScalarType::Undefined;
    bool is_output = false;
    bool is_mask = false;
    bool is_in_place = false;  // an output that is an input, too
    bool will_resize = false;
  };

  void mark_outputs();
  void check_overlaps() const;
  void compute_shape(const TensorIteratorConfig& config);
  void compute_types(const TensorIteratorConfig& config);
  bool try_same_layout(const TensorIteratorConfig& config);
  void compute_strides();
  void reorder_dims(const TensorIteratorConfig& config);
  void allocate_outputs();
  void coalesce_dims();
  int compare_dims(size_t dim0, size_t dim1, bool is_reduction) const;
  static void set_output(Operand& op, IntArrayRef sizes, OptionalIntArrayRef strides);
  bool unresolved(const Operand& op) const { return !op.tensor.defined() || op.will_resize; }

  std::vector<Operand> operands_;
  DimVector shape_;
  DimVector perm_;
  int num_outputs_ = 0;
  ScalarType common_dtype_ = ScalarType::Undefined;
  bool all_same_shape_ = true;
  const char* name_ = "operator";
};

}  // namespace at
