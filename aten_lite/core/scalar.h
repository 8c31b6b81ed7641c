// c10::Scalar: one number that remembers whether it was a bool, an integer, a float or complex.
#pragma once

#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <type_traits>

#include "aten_lite/core/complex.h"
#include "aten_lite/core/error.h"
#include "aten_lite/core/scalar_type.h"

namespace c10 {

class Scalar {
 public:
  Scalar() : Scalar(int64_t{0}) {}
  Scalar(bool value) : kind_(Kind::kBool) { payload_.i = value; }
  template <typename T, typename std::enable_if_t<
                            std::is_integral<T>::value && !std::is_same<T, bool>::value, int> = 0>
  Scalar(T value) : kind_(Kind::kInt) {
    payload_.i = static_cast<int64_t>(value);
  }
  Scalar(float value) : Scalar(static_cast<double>(value)) {}
  Scalar(double value) : kind_(Kind::kDouble) { payload_.d = value; }
  Scalar(Half value) : Scalar(static_cast<double>(static_cast<float>(value))) {}
  Scalar(BFloat16 value) : Scalar(static_cast<double>(static_cast<float>(value))) {}
  Scalar(complex<float> value) : Scalar(complex<double>(value)) {}
  Scalar(complex<double> value) : kind_(Kind::kComplex) {
    payload_.z[0] = value.real();
    payload_.z[1] = value.imag();
  }

  bool isFloatingPoint() const { return kind_ == Kind::kDouble; }
  bool isComplex() const { return kind_ == Kind::kComplex; }
  bool isBoolean() const { return kind_ == Kind::kBool; }
  bool isIntegral(bool include_bool) const {
    return kind_ == Kind::kInt || (include_bool && kind_ == Kind::kBool);
  }
  // Bool, Long, Double or ComplexDouble.
  ScalarType type() const {
    switch (kind_) {
      case Kind::kBool:
        return kBool;
      case Kind::kInt:
        return kLong;
      case Kind::kDouble:
        return kDouble;
      default:
        return kComplexDouble;
    }
  }

  // The value as a T; throws when it does not fit (an imaginary part, or out of T's range).
  template <typename T>
  T to() const {
    using Limits = std::numeric_limits<T>;
    if constexpr (std::is_same<T, complex<double>>::value) {
      return as_complex();
    } else if constexpr (std::is_same<T, complex<float>>::value) {
      return complex<float>(as_complex());
    } else if constexpr (std::is_same<T, ComplexHalf>::value) {
      const complex<double> z = as_complex();
      return ComplexHalf{Half(static_cast<float>(z.real())), Half(static_cast<float>(z.imag()))};
    } else if constexpr (std::is_same<T, bool>::value) {
      return kind_ == Kind::kComplex ? as_complex() != complex<double>()
                                     : (kind_ == Kind::kDouble ? payload_.d != 0 : payload_.i != 0);
    } else if constexpr (std::is_integral<T>::value) {
      if (is_integer()) {
        // Negative numbers wrap in unsigned types, as in PyTorch.
        const bool fits =
            std::is_signed<T>::value
                ? payload_.i >= static_cast<int64_t>(Limits::lowest()) &&
                      payload_.i <= static_cast<int64_t>(Limits::max())
                : sizeof(T) == 8 || std::llabs(payload_.i) <= static_cast<int64_t>(Limits::max());
        if (!fits) overflow(CppTypeToScalarType<T>::value);
        return static_cast<T>(payload_.i);
      }
      const double d = real_part();
      const double low = std::is_signed<T>::value ? static_cast<double>(Limits::lowest())
                                                  : -static_cast<double>(Limits::max());
      // The upper limit of int64 is no double; the next double above it is.
      if (!(d >= low && d < static_cast<double>(Limits::max()) + 1.0)) {
        overflow(CppTypeToScalarType<T>::value);
      }
      return static_cast<T>(static_cast<int64_t>(d));
    } else {
      const double d = is_integer() ? static_cast<double>(payload_.i) : real_part();
      if constexpr (!std::is_same<T, double>::value) {
        // Infinities convert; a finite number must not become one.
        if (std::isfinite(d) &&
            std::fabs(d) > static_cast<double>(static_cast<float>(Limits::max()))) {
          overflow(CppTypeToScalarType<T>::value);
        }
      }
      if constexpr (sizeof(T) == 2) {
        return static_cast<T>(static_cast<float>(d));
      } else {
        return static_cast<T>(d);
      }
    }
  }
  bool toBool() const { return to<bool>(); }
  int64_t toLong() const { return to<int64_t>(); }
  int32_t toInt() const { return to<int32_t>(); }
  double toDouble() const { return to<double>(); }
  float toFloat() const { return to<float>(); }
  complex<double> toComplexDouble() const { return as_complex(); }

  Scalar operator-() const {
    switch (kind_) {
      case Kind::kBool:
        AT_ERROR("torch boolean negative, the `-` operator, is not supported.");
      case Kind::kInt:
        return Scalar(static_cast<int64_t>(-static_cast<uint64_t>(payload_.i)));
      case Kind::kDouble:
        return Scalar(-payload_.d);
      default:
        return Scalar(-as_complex());
    }
  }
  // Equal values of whatever kinds.
  template <typename T>
  bool equal(T number) const {
    if (is_integer() && std::is_integral<T>::value) {
      return payload_.i == static_cast<int64_t>(number);
    }
    return as_complex() == complex<double>(static_cast<double>(number));
  }

 private:
  enum class Kind : uint8_t { kBool, kInt, kDouble, kComplex };

  bool is_integer() const { return kind_ == Kind::kInt || kind_ == Kind::kBool; }
  complex<double> as_complex() const {
    if (kind_ == Kind::kComplex) return {payload_.z[0], payload_.z[1]};
    return {is_integer() ? static_cast<double>(payload_.i) : payload_.d, 0.0};
  }
  double real_part() const {
    if (kind_ == Kind::kDouble) return payload_.d;
    if (payload_.z[1] != 0) {
      AT_ERROR("value cannot be converted to a real type without losing its imaginary part: ",
               payload_.z[0], "+", payload_.z[1], "j");
    }
    return payload_.z[0];
  }
  [[noreturn]] void overflow(ScalarType type) const;

  Kind kind_;
  union {
    int64_t i;
    double d;
    double z[2];
  } payload_;
};

std::ostream& operator<<(std::ostream& out, const Scalar& value);

}  // namespace c10

namespace at {
using c10::Scalar;
}
