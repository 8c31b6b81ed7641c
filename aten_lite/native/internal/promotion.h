// Which dtype an operator computes in: PyTorch's rules for tensors, 0-dim tensors and plain
// numbers.
//
// Operands fall into three classes: tensors with dimensions, 0-dim tensors, and numbers that were
// wrapped into a tensor. A lower class matters only when its category (bool, integer, floating,
// complex) is higher than that of the classes above it.
#pragma once

#include "ATen/core/TensorBody.h"

namespace at::native {

// Collects operands one by one; result() may be asked at any time.
class PromotionState {
 public:
  void add(const TensorBase& tensor);
  void add(const Scalar& number);
  ScalarType result() const;

 private:
  ScalarType dim_ = ScalarType::Undefined;
  ScalarType zero_dim_ = ScalarType::Undefined;
  ScalarType wrapped_ = ScalarType::Undefined;
};

// The common dtype of two operands (tensors or numbers).
template <typename A, typename B>
ScalarType promoted_type(const A& a, const B& b) {
  PromotionState state;
  state.add(a);
  state.add(b);
  return state.result();
}

// `type`, or the default floating type if it is an integer type or bool.
inline ScalarType float_result_type(ScalarType type) {
  return isIntegralType(type, true) ? c10::get_default_dtype_as_scalartype() : type;
}

// A 0-dim tensor of a dtype; throws where the number is out of its range.
Tensor scalar_of_type(const Scalar& number, ScalarType type);

// A 0-dim tensor that counts as a plain number in promotion.
Tensor wrapped_scalar(const Scalar& number);

}  // namespace at::native
