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

Tensor scalar_of_type(const Scalar& number, ScalarType type) {
  Tensor result(at::detail::empty_cpu({}, type));
  void* data = result.mutable_data_ptr();
  switch (type) {
#define ATEN_LITE_STORE(T, name)             \
  case ScalarType::name:                     \
    *static_cast<T*>(data) = number.to<T>(); \
    break;
    ATEN_LITE_STORE(bool, Bool)
    ATEN_LITE_STORE(uint8_t, Byte)
    ATEN_LITE_STORE(int8_t, Char)
    ATEN_LITE_STORE(int16_t, Short)
    ATEN_LITE_STORE(int32_t, Int)
    ATEN_LITE_STORE(int64_t, Long)
    ATEN_LITE_STORE(Half, Half)
    ATEN_LITE_STORE(BFloat16, BFloat16)
    ATEN_LITE_STORE(float, Float)
    ATEN_LITE_STORE(double, Double)
    ATEN_LITE_STORE(c10::ComplexHalf, ComplexHalf)
    ATEN_LITE_STORE(c10::complex<float>, ComplexFloat)
    ATEN_LITE_STORE(c10::complex<double>, ComplexDouble)
#undef ATEN_LITE_STORE
    default:
      TORCH_CHECK(false, "a number cannot become an element of type ", type);
  }
  return result;
}

Tensor wrapped_scalar(const Scalar& number) {
  Tensor result = scalar_of_type(number, number.type());
  result.unsafeGetTensorImpl()->set_wrapped_number(true);
  return result;
}

}  // namespace at::native
