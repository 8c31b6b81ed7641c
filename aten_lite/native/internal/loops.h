// From a lambda over numbers to an operator over tensors.
//
//   void square_out(const Tensor& self, Tensor& out) {
//     unary_op<int64_t, float, double>(self, out, "square", [](auto x) { return x * x; });
//   }
//
// The types in angle brackets are the compute types that the lambda is compiled for (cast.h): for
// a dtype whose compute type is missing, a wider one that is there serves (double for float), and
// where there is none the operator is not implemented for that dtype. Masks (bool arrays) come and
// go as Mask.
#pragma once

#include <tuple>
#include <type_traits>
#include <utility>

#include "aten_lite/native/internal/blocks.h"
#include "aten_lite/native/internal/cast.h"
#include "aten_lite/native/internal/promotion.h"

// No iteration depends on another one: the arrays are distinct or the very same.
#if defined(__clang__)
#define ATEN_LITE_VECTORIZE _Pragma("clang loop vectorize(assume_safety)")
#elif defined(__GNUC__)
#define ATEN_LITE_VECTORIZE _Pragma("GCC ivdep")
#else
#define ATEN_LITE_VECTORIZE
#endif

namespace at::native {

// An element of a bool tensor: any byte, true unless 0.
struct Mask {
  uint8_t byte;
  Mask() = default;
  Mask(bool value) : byte(value) {}
  operator bool() const { return byte != 0; }
};
using Complex = c10::complex<double>;

template <typename T>
constexpr bool is_complex_v = std::is_same_v<T, Complex>;

template <typename T>
constexpr ScalarType block_type_of() {
  if constexpr (std::is_same_v<T, Mask>) {
    return kBool;
  } else {
    return c10::CppTypeToScalarType<T>::value;
  }
}

// Tells for_compute_type's function which type to use.
template <typename T>
struct Type {
  using type = T;
};

[[noreturn]] void not_implemented_for(const char* op, ScalarType type);

namespace detail {
template <typename T, typename... Ts>
constexpr bool contains = (std::is_same_v<T, Ts> || ...);
}

// Calls f(Type<T>()) with the one of Ts that `type` is computed in.
template <typename... Ts, typename F>
void for_compute_type(ScalarType type, const char* op, const F& f) {
  using detail::contains;
  switch (type) {
    case kHalf:
    case kBFloat16:
    case kFloat:
      if constexpr (contains<float, Ts...>) return f(Type<float>());
      if constexpr (contains<double, Ts...>) return f(Type<double>());
      break;
    case kDouble:
      if constexpr (contains<double, Ts...>) return f(Type<double>());
      break;
    case kComplexHalf:
    case kComplexFloat:
    case kComplexDouble:
      if constexpr (contains<Complex, Ts...>) return f(Type<Complex>());
      break;
    case kBool:
      if constexpr (contains<Mask, Ts...>) return f(Type<Mask>());
      if constexpr (contains<bool, Ts...>) return f(Type<int64_t>());
      break;
    case kByte:
    case kChar:
    case kShort:
    case kInt:
    case kLong:
      if constexpr (contains<int64_t, Ts...>) return f(Type<int64_t>());
      break;
    default:
      break;
  }
  not_implemented_for(op, type);
}

// The loop itself: f applied to arrays.
template <typename R, typename... A, typename F, size_t... I>
void apply_to_arrays(char* const* data, int64_t n, const F& f, std::index_sequence<I...>) {
  R* out = reinterpret_cast<R*>(data[0]);
  const std::tuple<const A*...> in(reinterpret_cast<const A*>(data[I + 1])...);
  ATEN_LITE_VECTORIZE
  for (int64_t i = 0; i < n; ++i) out[i] = f(std::get<I>(in)[i]...);
}

// out = f(inputs...) for all elements of an iterator; f takes A... and returns R.
template <typename R, typename... A, typename F>
void map(const TensorIterator& iter, const F& f, bool exact_scalar = false) {
  BlockType types[] = {{block_type_of<R>()}, {block_type_of<A>()}...};
  types[sizeof...(A)].exact_scalar = exact_scalar;
  run_blocks(iter, types, [&f](char* const* data, int64_t n) {
    apply_to_arrays<R, A...>(data, n, f, std::index_sequence_for<A...>());
  });
}

// A number given as an argument, as the type that is computed in. Throws where the number is out of
// the range of the integers of type `logical`.
void check_number_fits(const Scalar& number, ScalarType logical);
template <typename T>
T number_as(const Scalar& number, ScalarType logical) {
  check_number_fits(number, logical);
  return number.to<T>();
}

// Rounds intermediate results the way that PyTorch's kernels do which compute in a 16-bit type.
struct KeepPrecision {
  template <typename T>
  T operator()(T x) const {
    return x;
  }
};
template <typename Stored>
struct RoundTo {
  float operator()(float x) const { return Stored(x); }
  double operator()(double x) const { return x; }
};
// Calls f with the rounding that belongs to a dtype.
template <typename F>
void with_rounding(ScalarType type, const F& f) {
  switch (type) {
    case kHalf:
      return f(RoundTo<Half>());
    case kBFloat16:
      return f(RoundTo<BFloat16>());
    default:
      return f(KeepPrecision());
  }
}

// Iterators of the usual kinds. An undefined `out` becomes the result.
//
// The common dtype of the inputs, to float for integers where `to_float` says so.
TensorIterator unary_iterator(const char* op, const Tensor& self, Tensor& out,
                              bool to_float = false);
TensorIterator binary_iterator(const char* op, const Tensor& a, const Tensor& b, Tensor& out,
                               bool to_float = false);
TensorIterator ternary_iterator(const char* op, const Tensor& a, const Tensor& b, const Tensor& c,
                                Tensor& out, bool to_float = false);
// A common dtype that the caller found out.
TensorIterator typed_iterator(const char* op, const Tensor& self, ScalarType common, Tensor& out);
// New outputs are bool; a given one may be of any type.
TensorIterator predicate_iterator(const char* op, const Tensor& self, Tensor& out);
TensorIterator comparison_iterator(const char* op, const Tensor& a, const Tensor& b, Tensor& out);

// A loop written with SIMD for float arrays, where the lambda would be slow.
using FloatLoop1 = void (*)(const float* in, float* out, int64_t n);

inline void map_float(const TensorIterator& iter, FloatLoop1 loop) {
  const BlockType types[] = {{kFloat}, {kFloat}};
  run_blocks(iter, types, [loop](char* const* data, int64_t n) {
    loop(reinterpret_cast<const float*>(data[1]), reinterpret_cast<float*>(data[0]), n);
  });
}

// out = f(self), in the types Ts.
template <typename... Ts, typename F>
void map_unary(const TensorIterator& iter, const F& f, FloatLoop1 simd = nullptr) {
  if (simd != nullptr && compute_type(iter.common_dtype()) == kFloat) return map_float(iter, simd);
  for_compute_type<Ts...>(iter.common_dtype(), iter.name(), [&](auto type) {
    using T = typename decltype(type)::type;
    map<T, T>(iter, f);
  });
}
template <typename... Ts, typename F>
void unary_op(const Tensor& self, Tensor& out, const char* op, const F& f,
              FloatLoop1 simd = nullptr) {
  map_unary<Ts...>(unary_iterator(op, self, out), f, simd);
}
// Likewise; integers become floating.
template <typename... Ts, typename F>
void unary_float_op(const Tensor& self, Tensor& out, const char* op, const F& f,
                    FloatLoop1 simd = nullptr) {
  map_unary<Ts...>(unary_iterator(op, self, out, true), f, simd);
}

// out = f(a, b), in the types Ts. With `exact_scalar` a 0-dim b is not rounded to the common dtype.
template <typename... Ts, typename F>
void map_binary(const TensorIterator& iter, const F& f, bool exact_scalar = false) {
  for_compute_type<Ts...>(iter.common_dtype(), iter.name(), [&](auto type) {
    using T = typename decltype(type)::type;
    map<T, T, T>(iter, f, exact_scalar);
  });
}
template <typename... Ts, typename F>
void binary_op(const Tensor& a, const Tensor& b, Tensor& out, const char* op, const F& f) {
  map_binary<Ts...>(binary_iterator(op, a, b, out), f);
}
template <typename... Ts, typename F>
void binary_float_op(const Tensor& a, const Tensor& b, Tensor& out, const char* op, const F& f) {
  map_binary<Ts...>(binary_iterator(op, a, b, out, true), f);
}
// out = whether f(a, b), compared in the types Ts.
template <typename... Ts, typename F>
void comparison_op(const Tensor& a, const Tensor& b, Tensor& out, const char* op, const F& f) {
  const TensorIterator iter = comparison_iterator(op, a, b, out);
  for_compute_type<Ts...>(iter.common_dtype(), op, [&](auto type) {
    using T = typename decltype(type)::type;
    map<Mask, T, T>(iter, f);
  });
}
template <typename... Ts, typename F>
void predicate_op(const Tensor& self, Tensor& out, const char* op, const F& f) {
  const TensorIterator iter = predicate_iterator(op, self, out);
  for_compute_type<Ts...>(iter.common_dtype(), op, [&](auto type) {
    using T = typename decltype(type)::type;
    map<Mask, T>(iter, f);
  });
}

}  // namespace at::native
