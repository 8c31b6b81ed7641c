#include "aten_lite/core/scalar_type.h"

namespace c10 {
namespace {

struct TypeFacts {
  const char* cpp_name;
  const char* python_name;
  size_t size;
};

constexpr TypeFacts kFacts[] = {
    {"Byte", "uint8", 1},
    {"Char", "int8", 1},
    {"Short", "int16", 2},
    {"Int", "int32", 4},
    {"Long", "int64", 8},
    {"Half", "float16", 2},
    {"Float", "float32", 4},
    {"Double", "float64", 8},
    {"ComplexHalf", "complex32", 4},
    {"ComplexFloat", "complex64", 8},
    {"ComplexDouble", "complex128", 16},
    {"Bool", "bool", 1},
    {"QInt8", "qint8", 1},
    {"QUInt8", "quint8", 1},
    {"QInt32", "qint32", 4},
    {"BFloat16", "bfloat16", 2},
    {"QUInt4x2", "quint4x2", 1},
    {"QUInt2x4", "quint2x4", 1},
};
constexpr int kNumTypes = sizeof(kFacts) / sizeof(kFacts[0]);
static_assert(kNumTypes == static_cast<int>(ScalarType::Undefined), "a row for every type");

const TypeFacts* facts(ScalarType type) {
  const int number = static_cast<int>(type);
  return number >= 0 && number < kNumTypes ? &kFacts[number] : nullptr;
}

// Position in the order of promotion, uint8 aside.
int rank(ScalarType type) {
  switch (type) {
    case kBool:
      return 0;
    case kByte:
    case kChar:
      return 1;
    case kShort:
      return 2;
    case kInt:
      return 3;
    case kLong:
      return 4;
    case kHalf:
    case kBFloat16:
      return 5;
    case kFloat:
      return 6;
    case kDouble:
      return 7;
    case kComplexHalf:
      return 8;
    case kComplexFloat:
      return 9;
    case kComplexDouble:
      return 10;
    default:
      return -1;
  }
}

}  // namespace

const char* toString(ScalarType type) {
  const TypeFacts* f = facts(type);
  return f != nullptr ? f->cpp_name : "Undefined";
}

const char* dtype_name(ScalarType type) {
  const TypeFacts* f = facts(type);
  return f != nullptr ? f->python_name : "undefined";
}

std::ostream& operator<<(std::ostream& out, ScalarType type) { return out << toString(type); }

size_t elementSize(ScalarType type) {
  const TypeFacts* f = facts(type);
  TORCH_CHECK(f != nullptr, "elementSize(): the type is undefined");
  return f->size;
}

ScalarType scalar_type_from_number(int64_t number, const char* what) {
  TORCH_CHECK(number >= 0 && number < kNumTypes, what, ": ", number, " is no scalar type (0 to ",
              kNumTypes - 1, ")");
  return static_cast<ScalarType>(number);
}

ScalarType toRealValueType(ScalarType type) {
  switch (type) {
    case kComplexHalf:
      return kHalf;
    case kComplexFloat:
      return kFloat;
    case kComplexDouble:
      return kDouble;
    default:
      return type;
  }
}

ScalarType toComplexType(ScalarType type) {
  switch (type) {
    case kHalf:
      return kComplexHalf;
    case kBFloat16:
    case kFloat:
      return kComplexFloat;
    case kDouble:
      return kComplexDouble;
    default:
      TORCH_CHECK(isComplexType(type), "There is no complex type of ", toString(type));
      return type;
  }
}

ScalarType toUnderlying(ScalarType type) {
  switch (type) {
    case kQInt8:
      return kChar;
    case kQUInt8:
    case kQUInt4x2:
    case kQUInt2x4:
      return kByte;
    case kQInt32:
      return kInt;
    default:
      return type;
  }
}

ScalarType promoteTypes(ScalarType a, ScalarType b) {
  if (a == b) return a;
  const int rank_a = rank(a);
  const int rank_b = rank(b);
  TORCH_CHECK(rank_a >= 0 && rank_b >= 0, "promoteTypes(): there is no common type of ",
              toString(a), " and ", toString(b));
  const ScalarType larger = rank_a >= rank_b ? a : b;
  const ScalarType smaller = rank_a >= rank_b ? b : a;
  // The unsigned byte and a signed byte need 16 bits.
  if (rank_a == 1 && rank_b == 1) return kShort;
  // float16 with bfloat16.
  if (rank_a == 5 && rank_b == 5) return kFloat;
  // A complex number keeps the precision of the real one it meets.
  if (isComplexType(larger) && isFloatingType(smaller)) {
    return smaller == kDouble ? kComplexDouble
                              : (smaller == kHalf ? larger : promoteTypes(larger, kComplexFloat));
  }
  return larger;
}

bool canCast(ScalarType from, ScalarType to) {
  if (isComplexType(from) && !isComplexType(to)) return false;
  if (isFloatingType(from) && isIntegralType(to, /*include_bool=*/false)) return false;
  if (from != kBool && to == kBool) return false;
  return true;
}

}  // namespace c10
