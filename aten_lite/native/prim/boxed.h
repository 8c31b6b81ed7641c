// Boxed kernels in a line: from plain C++ functions to functions of the stack.
//
//   // aten::ord(str string) -> int
//   void string_ord(Stack& stack) {
//     boxed(stack, [](const std::string& text) { return ordinal(text); });
//   }
//
// The parameters say what the values must be; a value of another kind throws. The arguments stay
// on the stack until the function returns, so that an error can still describe them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "aten_lite/core/stack.h"

namespace at::native {

using c10::IValue;
using c10::impl::GenericDict;
using c10::impl::GenericList;
using torch::jit::drop;
using torch::jit::peek;
using torch::jit::Stack;

namespace prim {

// The n topmost values; throws when there are fewer.
inline IValue* arguments(Stack& stack, size_t n) {
  TORCH_CHECK(stack.size() >= n, "the operator takes ", n, " values but the stack holds ",
              stack.size());
  return stack.data() + (stack.size() - n);
}

// Replaces the n topmost values by `result`.
inline void replace(Stack& stack, size_t n, IValue result) {
  drop(stack, n);
  stack.push_back(std::move(result));
}

// How a stack value becomes a parameter: objects by reference, numbers by value.
template <typename T>
struct Argument {
  static T get(const IValue& value) { return value.to<T>(); }
};
template <>
struct Argument<const IValue&> {
  static const IValue& get(const IValue& value) { return value; }
};
template <>
struct Argument<const std::string&> {
  static const std::string& get(const IValue& value) { return value.toStringRef(); }
};
template <>
struct Argument<const at::Tensor&> {
  static const at::Tensor& get(const IValue& value) {
    const at::Tensor& tensor = value.toTensor();
    TORCH_CHECK(tensor.defined(), "the operator was given an undefined tensor");
    return tensor;
  }
};
template <>
struct Argument<const at::Scalar&> {
  static at::Scalar get(const IValue& value) { return value.toScalar(); }
};
template <>
struct Argument<c10::ArrayRef<IValue>> {
  static c10::ArrayRef<IValue> get(const IValue& value) { return value.toListRef(); }
};
// An integer may stand for a float, as in Python.
template <>
struct Argument<double> {
  static double get(const IValue& value) {
    return value.isInt() ? static_cast<double>(value.toInt()) : value.toDouble();
  }
};

template <typename Fn>
struct Signature : Signature<decltype(&Fn::operator())> {};
template <typename R, typename... Args>
struct Signature<R (*)(Args...)> {
  using Result = R;
  static constexpr size_t kCount = sizeof...(Args);
  template <typename Fn, size_t... I>
  static R call(Fn& fn, const IValue* values, std::index_sequence<I...>) {
    static_cast<void>(values);
    return fn(Argument<Args>::get(values[I])...);
  }
};
template <typename C, typename R, typename... Args>
struct Signature<R (C::*)(Args...) const> : Signature<R (*)(Args...)> {};

// Pushes the elements of a C++ tuple one by one.
template <typename... T>
void push_all(Stack& stack, std::tuple<T...> results) {
  std::apply([&](auto&... each) { (stack.emplace_back(std::move(each)), ...); }, results);
}
template <typename T>
void push_all(Stack& stack, T result) {
  stack.emplace_back(std::move(result));
}

}  // namespace prim

// Calls `fn` with the topmost values and puts its result, or the elements of the std::tuple that it
// returns, in their place.
template <typename Fn>
void boxed(Stack& stack, Fn fn) {
  using Signature = prim::Signature<Fn>;
  constexpr size_t kCount = Signature::kCount;
  const IValue* values = prim::arguments(stack, kCount);
  constexpr auto kIndices = std::make_index_sequence<kCount>();
  if constexpr (std::is_void<typename Signature::Result>::value) {
    Signature::call(fn, values, kIndices);
    drop(stack, kCount);
  } else {
    auto result = Signature::call(fn, values, kIndices);
    drop(stack, kCount);
    prim::push_all(stack, std::move(result));
  }
}

// The number of values that a variadic operator was called with; the topmost value says it. That
// many lie below it.
inline size_t variadic_count(const Stack& stack) {
  TORCH_CHECK(!stack.empty(), "the operator takes a number of arguments but the stack is empty");
  const int64_t count = stack.back().toInt();
  TORCH_CHECK(count >= 0 && static_cast<uint64_t>(count) < stack.size(),
              "the operator was called with ", count, " arguments but the stack holds ",
              stack.size() - 1);
  return static_cast<size_t>(count);
}

}  // namespace at::native
