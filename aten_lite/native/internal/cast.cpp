#include "aten_lite/native/internal/cast.h"

#include <algorithm>
#include <cstring>
#include <limits>
#include <type_traits>

#include "aten_lite/native/internal/half_kernel.h"

namespace at::native {
namespace {

using internal::HalfKernels;

// Floating to integer as cvttsd2si does it: what does not fit becomes the lowest number.
template <typename To, typename From>
To truncate(From value) {
  constexpr From kLow = static_cast<From>(std::numeric_limits<To>::lowest());
  return value >= kLow && value < -kLow ? static_cast<To>(value)
                                        : std::numeric_limits<To>::lowest();
}

template <typename To, typename From>
To convert(From value) {
  if constexpr (std::is_same_v<From, c10::complex<double>>) {
    if constexpr (std::is_same_v<To, bool>) {
      return value != From();
    } else if constexpr (std::is_same_v<To, c10::ComplexHalf>) {
      return {Half(static_cast<float>(value.real())), Half(static_cast<float>(value.imag()))};
    } else if constexpr (std::is_same_v<To, c10::complex<float>>) {
      return To(value);
    } else if constexpr (std::is_same_v<To, From>) {
      return value;
    } else {
      return convert<To>(value.real());
    }
  } else if constexpr (std::is_same_v<To, bool>) {
    return value != From(0);
  } else if constexpr (std::is_same_v<To, Half> || std::is_same_v<To, BFloat16>) {
    return To(static_cast<float>(value));
  } else if constexpr (std::is_same_v<To, c10::ComplexHalf>) {
    return {Half(static_cast<float>(value)), Half(0.0f)};
  } else if constexpr (std::is_same_v<To, c10::complex<float>>) {
    return To(static_cast<float>(value), 0.0f);
  } else if constexpr (std::is_same_v<To, c10::complex<double>>) {
    return To(value);
  } else if constexpr (std::is_integral_v<To> && std::is_floating_point_v<From>) {
    // uint8 goes through int64 and the smaller signed types through int32, as PyTorch's do.
    using Wide = std::conditional_t<std::is_same_v<To, uint8_t> || std::is_same_v<To, int64_t>,
                                    int64_t, int32_t>;
    return static_cast<To>(truncate<Wide>(value));
  } else {
    return static_cast<To>(value);
  }
}

template <typename To, typename From>
void convert_all(void* dst, const void* src, int64_t n) {
  To* to = static_cast<To*>(dst);
  const From* from = static_cast<const From*>(src);
  for (int64_t i = 0; i < n; ++i) to[i] = convert<To>(from[i]);
}

// A stored bool may be any byte.
void widen_bool(void* dst, const void* src, int64_t n) {
  int64_t* to = static_cast<int64_t*>(dst);
  const uint8_t* from = static_cast<const uint8_t*>(src);
  for (int64_t i = 0; i < n; ++i) to[i] = from[i] != 0;
}

void widen_complex_half(void* dst, const void* src, int64_t n) {
  auto* to = static_cast<c10::complex<double>*>(dst);
  const auto* from = static_cast<const c10::ComplexHalf*>(src);
  for (int64_t i = 0; i < n; ++i) {
    to[i] = {static_cast<float>(from[i].real_), static_cast<float>(from[i].imag_)};
  }
}

template <auto kKernel, typename To, typename From>
void convert_with(void* dst, const void* src, int64_t n) {
  (internal::half_kernels().*kKernel)(static_cast<const From*>(src), n, static_cast<To*>(dst));
}

using Convert = void (*)(void* dst, const void* src, int64_t n);

// From a stored type to its compute type; null where they are the same or there is none.
Convert widening(ScalarType from) {
  switch (from) {
    case kByte:
      return convert_all<int64_t, uint8_t>;
    case kChar:
      return convert_all<int64_t, int8_t>;
    case kShort:
      return convert_all<int64_t, int16_t>;
    case kInt:
      return convert_all<int64_t, int32_t>;
    case kBool:
      return widen_bool;
    case kHalf:
      return convert_with<&HalfKernels::half_to_float, float, Half>;
    case kBFloat16:
      return convert_with<&HalfKernels::bfloat16_to_float, float, BFloat16>;
    case kComplexHalf:
      return widen_complex_half;
    case kComplexFloat:
      return convert_all<c10::complex<double>, c10::complex<float>>;
    default:
      return nullptr;
  }
}

template <typename From>
Convert narrowing(ScalarType to) {
  switch (to) {
    case kByte:
      return convert_all<uint8_t, From>;
    case kChar:
      return convert_all<int8_t, From>;
    case kShort:
      return convert_all<int16_t, From>;
    case kInt:
      return convert_all<int32_t, From>;
    case kLong:
      return convert_all<int64_t, From>;
    case kBool:
      return convert_all<bool, From>;
    case kHalf:
      return convert_all<Half, From>;
    case kBFloat16:
      return convert_all<BFloat16, From>;
    case kFloat:
      return convert_all<float, From>;
    case kDouble:
      return convert_all<double, From>;
    case kComplexHalf:
      return convert_all<c10::ComplexHalf, From>;
    case kComplexFloat:
      return convert_all<c10::complex<float>, From>;
    case kComplexDouble:
      return convert_all<c10::complex<double>, From>;
    default:
      return nullptr;
  }
}

// From a compute type to any.
Convert narrowing(ScalarType from, ScalarType to) {
  switch (from) {
    case kLong:
      return narrowing<int64_t>(to);
    case kFloat:
      if (to == kHalf) return convert_with<&HalfKernels::float_to_half, Half, float>;
      if (to == kBFloat16) return convert_with<&HalfKernels::float_to_bfloat16, BFloat16, float>;
      return narrowing<float>(to);
    case kDouble:
      return narrowing<double>(to);
    default:
      return narrowing<c10::complex<double>>(to);
  }
}

template <typename Item>
void copy_items(char* dst, int64_t dst_stride, const char* src, int64_t src_stride, int64_t n) {
  constexpr int64_t kSize = static_cast<int64_t>(sizeof(Item));
  if (dst_stride == kSize && src_stride == 0) {
    Item value;
    std::memcpy(&value, src, sizeof(Item));
    for (int64_t i = 0; i < n; ++i) std::memcpy(dst + i * kSize, &value, sizeof(Item));
  } else if (dst_stride == kSize) {
    for (int64_t i = 0; i < n; ++i)
      std::memcpy(dst + i * kSize, src + i * src_stride, sizeof(Item));
  } else {
    for (int64_t i = 0; i < n; ++i) {
      std::memcpy(dst + i * dst_stride, src + i * src_stride, sizeof(Item));
    }
  }
}

struct Item16 {
  uint64_t parts[2];
};

}  // namespace

ScalarType compute_type(ScalarType type) {
  switch (type) {
    case kHalf:
    case kBFloat16:
    case kFloat:
      return kFloat;
    case kDouble:
      return kDouble;
    case kComplexHalf:
    case kComplexFloat:
    case kComplexDouble:
      return kComplexDouble;
    default:
      TORCH_CHECK(isIntegralType(type, true), "there is no arithmetic on elements of type ", type);
      return kLong;
  }
}

void cast_block(ScalarType to, void* dst, ScalarType from, const void* src, int64_t n) {
  if (to == from) {
    if (dst != src) std::memcpy(dst, src, static_cast<size_t>(n) * elementSize(to));
    return;
  }
  TORCH_CHECK(!isQIntType(to) && !isQIntType(from), "cannot convert elements of type ", from,
              " to ", to, "; use quantize_per_tensor or dequantize");
  const ScalarType wide = compute_type(from);
  const Convert widen = widening(from);
  if (widen == nullptr) {
    narrowing(from, to)(dst, src, n);
  } else if (wide == to) {
    widen(dst, src, n);
  } else {
    constexpr int64_t kBlock = 256;
    alignas(64) char buffer[kBlock * sizeof(c10::complex<double>)];
    const Convert narrow = narrowing(wide, to);
    const int64_t to_size = static_cast<int64_t>(elementSize(to));
    const int64_t from_size = static_cast<int64_t>(elementSize(from));
    for (int64_t i = 0; i < n; i += kBlock) {
      const int64_t count = std::min(kBlock, n - i);
      widen(buffer, static_cast<const char*>(src) + i * from_size, count);
      narrow(static_cast<char*>(dst) + i * to_size, buffer, count);
    }
  }
}

void copy_strided(void* dst, int64_t dst_stride, const void* src, int64_t src_stride,
                  int64_t itemsize, int64_t n) {
  char* to = static_cast<char*>(dst);
  const char* from = static_cast<const char*>(src);
  if (dst_stride == itemsize && src_stride == itemsize) {
    if (to != from) std::memmove(to, from, static_cast<size_t>(n * itemsize));
    return;
  }
  switch (itemsize) {
    case 1:
      return copy_items<uint8_t>(to, dst_stride, from, src_stride, n);
    case 2:
      return copy_items<uint16_t>(to, dst_stride, from, src_stride, n);
    case 4:
      return copy_items<uint32_t>(to, dst_stride, from, src_stride, n);
    case 8:
      return copy_items<uint64_t>(to, dst_stride, from, src_stride, n);
    default:
      return copy_items<Item16>(to, dst_stride, from, src_stride, n);
  }
}

}  // namespace at::native
