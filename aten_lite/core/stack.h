// torch::jit::Stack: where operators find their arguments and leave their results.
//
// Arguments are pushed in order, the last one on top. An operator removes its arguments and
// pushes its results.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include "aten_lite/core/ivalue.h"

namespace torch {
namespace jit {

using c10::IValue;
using Stack = std::vector<IValue>;

// The i-th of the top n values, counted from the lowest.
inline IValue& peek(Stack& stack, size_t i, size_t n) { return *(stack.end() - n + i); }
inline const IValue& peek(const Stack& stack, size_t i, size_t n) { return *(stack.end() - n + i); }
// The top n values.
inline c10::ArrayRef<IValue> last(const Stack& stack, size_t n) {
  return c10::ArrayRef<IValue>(stack.data() + stack.size() - n, n);
}
inline void drop(Stack& stack, size_t n) { stack.erase(stack.end() - n, stack.end()); }
inline IValue pop(Stack& stack) {
  IValue value = std::move(stack.back());
  stack.pop_back();
  return value;
}
inline std::vector<IValue> pop(Stack& stack, size_t n) {
  std::vector<IValue> values(std::make_move_iterator(stack.end() - n),
                             std::make_move_iterator(stack.end()));
  drop(stack, n);
  return values;
}
template <typename T>
void push_one(Stack& stack, T&& value) {
  stack.emplace_back(std::forward<T>(value));
}
template <typename... Values>
void push(Stack& stack, Values&&... values) {
  (push_one(stack, std::forward<Values>(values)), ...);
}

}  // namespace jit
}  // namespace torch
