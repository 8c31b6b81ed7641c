#include "aten_lite/native/internal/promotion.h"

#include "aten_lite/core/empty.h"

namespace at::native {
namespace {

ScalarType promote_defined(ScalarType a, ScalarType b) {
  if (a == ScalarType::Undefined) return b;
  if (b == ScalarType::Undefined) return a;
  return promoteTypes(a, b);
}

// The type of two classes of operands, of which `higher` ranks first.
ScalarType combine_classes(ScalarType higher, ScalarType lower) {
  if (isComplexType(higher)) return higher;
  if (isFloatingType(higher)) {
    // The precision of the higher class is kept.
    return isComplexType(lower) ? toComplexType(higher) : higher;
  }
  if (higher == kBool || isFloatingType(lower) || isComplexType(lower)) {
    return promote_defined(higher, lower);
  }
  return higher != ScalarType::Undefined ? higher : lower;
}

ScalarType type_of_number(ScalarType type) {
  if (isComplexType(type)) return c10::get_default_complex_dtype();
  return isFloatingType(type) ? c10::get_default_dtype_as_scalartype() : type;
}

}  // namespace

void PromotionState::add(const TensorBase& tensor) {
  const ScalarType type = tensor.scalar_type();
  if (tensor.dim() > 0) {
    dim_ = promote_defined(dim_, type);
  } else if (tensor.unsafeGetTensorImpl()->is_wrapped_number()) {
    wrapped_ = promote_defined(wrapped_, type_of_number(type));
  } else {
    zero_dim_ = promote_defined(zero_dim_, type);
  }
}

void PromotionState::add(const Scalar& number) {
  wrapped_ = promote_defined(wrapped_, type_of_number(number.type()));
}

ScalarType PromotionState::result() const {
  return combine_classes(dim_, combine_classes(zero_dim_, wrapped_));
}

Tensor wrapped_scalar(const Scalar& number) {
  const ScalarType type = number.type();
  Tensor result(at::detail::empty_cpu({}, type));
  void* data = result.mutable_data_ptr();
  switch (type) {
    case kBool:
      *static_cast<bool*>(data) = number.toBool();
      break;
    case kLong:
      *static_cast<int64_t*>(data) = number.toLong();
      break;
    case kDouble:
      *static_cast<double*>(data) = number.toDouble();
      break;
    default:
      *static_cast<c10::complex<double>*>(data) = number.toComplexDouble();
  }
  result.unsafeGetTensorImpl()->set_wrapped_number(true);
  return result;
}

}  // namespace at::native
