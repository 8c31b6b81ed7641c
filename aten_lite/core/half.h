// c10::Half (IEEE 754 binary16) and c10::BFloat16 as storage types.
//
// Arithmetic is that of float: both convert to float implicitly and back explicitly rounded to
// nearest, ties to even. NaN stays NaN (quiet), infinities and subnormals are kept.
#pragma once

#include <cstdint>
#include <cstring>
#include <limits>
#include <ostream>

namespace c10 {
namespace detail {

inline uint32_t float_bits(float value) {
  uint32_t bits;
  std::memcpy(&bits, &value, sizeof(bits));
  return bits;
}
inline float bits_float(uint32_t bits) {
  float value;
  std::memcpy(&value, &bits, sizeof(value));
  return value;
}

inline float half_to_float(uint16_t half) {
  const uint32_t sign = static_cast<uint32_t>(half & 0x8000u) << 16;
  const uint32_t rest = static_cast<uint32_t>(half & 0x7fffu) << 13;
  // Scaling by 2^112 moves the exponent's bias and normalises subnormals in one exact product.
  float value = bits_float(rest) * bits_float(0x77800000u);
  // What was infinity or NaN has the exponent 2^16 now and must get the largest one back.
  uint32_t bits = float_bits(value);
  if ((half & 0x7c00u) == 0x7c00u) bits |= 0x7f800000u;
  return bits_float(bits | sign);
}

inline uint16_t float_to_half(float value) {
  const uint32_t bits = float_bits(value);
  const uint32_t sign = (bits >> 16) & 0x8000u;
  const uint32_t magnitude = bits & 0x7fffffffu;
  if (magnitude > 0x7f800000u) return static_cast<uint16_t>(sign | 0x7e00u);   // NaN
  if (magnitude >= 0x477ff000u) return static_cast<uint16_t>(sign | 0x7c00u);  // rounds to infinity
  if (magnitude < 0x38800000u) {
    // Subnormal or zero: adding 0.5 lets the float adder round at bit 2^-24.
    const uint32_t rounded = float_bits(bits_float(magnitude) + 0.5f) - 0x3f000000u;
    return static_cast<uint16_t>(sign | rounded);
  }
  const uint32_t odd = (magnitude >> 13) & 1u;
  const uint32_t rounded = (magnitude - 0x38000000u + 0xfffu + odd) >> 13;
  return static_cast<uint16_t>(sign | rounded);
}

inline uint16_t float_to_bfloat16(float value) {
  const uint32_t bits = float_bits(value);
  if ((bits & 0x7fffffffu) > 0x7f800000u) return 0x7fc0u;  // NaN
  return static_cast<uint16_t>((bits + 0x7fffu + ((bits >> 16) & 1u)) >> 16);
}

}  // namespace detail

struct alignas(2) Half {
  uint16_t x = 0;

  struct from_bits_t {};
  static constexpr from_bits_t from_bits() { return {}; }

  Half() = default;
  constexpr Half(uint16_t bits, from_bits_t) : x(bits) {}
  Half(float value) : x(detail::float_to_half(value)) {}
  operator float() const { return detail::half_to_float(x); }
};

struct alignas(2) BFloat16 {
  uint16_t x = 0;

  struct from_bits_t {};
  static constexpr from_bits_t from_bits() { return {}; }

  BFloat16() = default;
  constexpr BFloat16(uint16_t bits, from_bits_t) : x(bits) {}
  BFloat16(float value) : x(detail::float_to_bfloat16(value)) {}
  operator float() const { return detail::bits_float(static_cast<uint32_t>(x) << 16); }
};

inline std::ostream& operator<<(std::ostream& out, Half value) {
  return out << static_cast<float>(value);
}
inline std::ostream& operator<<(std::ostream& out, BFloat16 value) {
  return out << static_cast<float>(value);
}

}  // namespace c10

namespace at {
using c10::BFloat16;
using c10::Half;
}  // namespace at

namespace std {
template <>
class numeric_limits<c10::Half> : public numeric_limits<float> {
 public:
  static constexpr int digits = 11;
  static constexpr int max_digits10 = 5;
  static constexpr c10::Half bits(uint16_t b) { return c10::Half(b, c10::Half::from_bits()); }
  static constexpr c10::Half min() { return bits(0x0400); }
  static constexpr c10::Half lowest() { return bits(0xfbff); }
  static constexpr c10::Half max() { return bits(0x7bff); }
  static constexpr c10::Half epsilon() { return bits(0x1400); }
  static constexpr c10::Half infinity() { return bits(0x7c00); }
  static constexpr c10::Half quiet_NaN() { return bits(0x7e00); }
};
template <>
class numeric_limits<c10::BFloat16> : public numeric_limits<float> {
 public:
  static constexpr int digits = 8;
  static constexpr int max_digits10 = 4;
  static constexpr c10::BFloat16 bits(uint16_t b) {
    return c10::BFloat16(b, c10::BFloat16::from_bits());
  }
  static constexpr c10::BFloat16 min() { return bits(0x0080); }
  static constexpr c10::BFloat16 lowest() { return bits(0xff7f); }
  static constexpr c10::BFloat16 max() { return bits(0x7f7f); }
  static constexpr c10::BFloat16 epsilon() { return bits(0x3c00); }
  static constexpr c10::BFloat16 infinity() { return bits(0x7f80); }
  static constexpr c10::BFloat16 quiet_NaN() { return bits(0x7fc0); }
};
}  // namespace std
