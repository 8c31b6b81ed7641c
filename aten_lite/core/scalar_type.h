// c10::ScalarType: the element types of tensors, with their numbers as PyTorch serialises them.
//
// Type promotion follows PyTorch's lattice (bool < integers < floating < complex; uint8 with a
// signed type gives the next larger signed type; float16 with bfloat16 gives float32).
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <ostream>

#include "aten_lite/core/complex.h"
#include "aten_lite/core/error.h"
#include "aten_lite/core/half.h"

namespace c10 {

// Storage types of quantized tensors.
struct qint8 {
  using underlying = int8_t;
  int8_t val_;
};
struct quint8 {
  using underlying = uint8_t;
  uint8_t val_;
};
struct qint32 {
  using underlying = int32_t;
  int32_t val_;
};
// Two or four values a byte.
struct quint4x2 {
  using underlying = uint8_t;
  uint8_t val_;
};
struct quint2x4 {
  using underlying = uint8_t;
  uint8_t val_;
};
struct ComplexHalf {
  Half real_, imag_;
};

// clang-format off
#define ATEN_LITE_FORALL_SCALAR_TYPES(_) \
  _(uint8_t, Byte, 0)                    \
  _(int8_t, Char, 1)                     \
  _(int16_t, Short, 2)                   \
  _(int32_t, Int, 3)                     \
  _(int64_t, Long, 4)                    \
  _(::c10::Half, Half, 5)                \
  _(float, Float, 6)                     \
  _(double, Double, 7)                   \
  _(::c10::ComplexHalf, ComplexHalf, 8)  \
  _(::c10::complex<float>, ComplexFloat, 9)    \
  _(::c10::complex<double>, ComplexDouble, 10) \
  _(bool, Bool, 11)                      \
  _(::c10::qint8, QInt8, 12)             \
  _(::c10::quint8, QUInt8, 13)           \
  _(::c10::qint32, QInt32, 14)           \
  _(::c10::BFloat16, BFloat16, 15)       \
  _(::c10::quint4x2, QUInt4x2, 16)       \
  _(::c10::quint2x4, QUInt2x4, 17)
// clang-format on

enum class ScalarType : int8_t {
#define ATEN_LITE_ENUM(type, name, number) name = number,
  ATEN_LITE_FORALL_SCALAR_TYPES(ATEN_LITE_ENUM)
#undef ATEN_LITE_ENUM
      Undefined = 18,
  NumOptions
};

#define ATEN_LITE_CONSTANT(type, name, number) constexpr ScalarType k##name = ScalarType::name;
ATEN_LITE_FORALL_SCALAR_TYPES(ATEN_LITE_CONSTANT)
#undef ATEN_LITE_CONSTANT

template <typename T>
struct CppTypeToScalarType;
template <ScalarType N>
struct ScalarTypeToCPPType;
#define ATEN_LITE_MAP(type_, name, number)                  \
  template <>                                               \
  struct CppTypeToScalarType<type_> {                       \
    static constexpr ScalarType value = ScalarType::name;   \
    constexpr operator ScalarType() const { return value; } \
  };                                                        \
  template <>                                               \
  struct ScalarTypeToCPPType<ScalarType::name> {            \
    using type = type_;                                     \
  };
ATEN_LITE_FORALL_SCALAR_TYPES(ATEN_LITE_MAP)
#undef ATEN_LITE_MAP
template <ScalarType N>
using ScalarTypeToCPPTypeT = typename ScalarTypeToCPPType<N>::type;

// PyTorch's C++ name: "Float", "Long", "BFloat16".
const char* toString(ScalarType type);
// Python's name: "float32", "int64", "bfloat16".
const char* dtype_name(ScalarType type);
std::ostream& operator<<(std::ostream& out, ScalarType type);
// The type of a number in a file (model or pickle); throws c10::Error when there is none.
ScalarType scalar_type_from_number(int64_t number, const char* what);

// Bytes of one element.
size_t elementSize(ScalarType type);

constexpr bool isFloatingType(ScalarType t) {
  return t == kDouble || t == kFloat || t == kHalf || t == kBFloat16;
}
constexpr bool isReducedFloatingType(ScalarType t) { return t == kHalf || t == kBFloat16; }
constexpr bool isComplexType(ScalarType t) {
  return t == kComplexHalf || t == kComplexFloat || t == kComplexDouble;
}
constexpr bool isIntegralType(ScalarType t, bool include_bool) {
  return t == kByte || t == kChar || t == kShort || t == kInt || t == kLong ||
         (include_bool && t == kBool);
}
constexpr bool isQIntType(ScalarType t) {
  return t == kQInt8 || t == kQUInt8 || t == kQInt32 || t == kQUInt4x2 || t == kQUInt2x4;
}
constexpr bool isSignedType(ScalarType t) { return t != kByte && t != kBool; }
// float32 of complex64, and so on; the type itself where it is not complex.
ScalarType toRealValueType(ScalarType type);
// complex64 of float32, and so on.
ScalarType toComplexType(ScalarType type);
// The integer type that a quantized type stores.
ScalarType toUnderlying(ScalarType type);

// The smallest type that both can be converted to without changing category downwards.
ScalarType promoteTypes(ScalarType a, ScalarType b);
// Whether a result of type `from` may be written to a tensor of type `to` (out=, in-place):
// never complex to real, floating to integral, or anything but bool to bool.
bool canCast(ScalarType from, ScalarType to);

inline ScalarType promote_types(ScalarType a, ScalarType b) { return promoteTypes(a, b); }

}  // namespace c10

namespace at {
using c10::canCast;
using c10::elementSize;
using c10::isComplexType;
using c10::isFloatingType;
using c10::isIntegralType;
using c10::isQIntType;
using c10::isReducedFloatingType;
using c10::promoteTypes;
using c10::ScalarType;
using c10::toComplexType;
using c10::toRealValueType;
using c10::toString;
#define ATEN_LITE_USING(type, name, number) using c10::k##name;
ATEN_LITE_FORALL_SCALAR_TYPES(ATEN_LITE_USING)
#undef ATEN_LITE_USING
using c10::qint32;
using c10::qint8;
using c10::quint8;
}  // namespace at
