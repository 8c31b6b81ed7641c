#include "aten_lite/core/scalar.h"

namespace c10 {

void Scalar::overflow(ScalarType type) const {
  AT_ERROR("value cannot be converted to type ", dtype_name(type), " without overflow: ", *this);
}

std::ostream& operator<<(std::ostream& out, const Scalar& value) {
  switch (value.type()) {
    case kBool:
      return out << (value.toBool() ? "true" : "false");
    case kLong:
      return out << value.toLong();
    case kDouble:
      return out << value.toDouble();
    default: {
      const complex<double> z = value.toComplexDouble();
      return out << "(" << z.real() << ", " << z.imag() << ")";
    }
  }
}

}  // namespace c10
