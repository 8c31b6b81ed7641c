// Bounds recursion over nested values. Loaders refuse deep nesting, but code can nest what it
// likes, and a list can hold itself; whoever walks into values must end with an error, not with the
// stack.
#pragma once

#include "aten_lite/core/error.h"

namespace c10::detail {

class RecursionLimit {
 public:
  RecursionLimit() {
    if (C10_UNLIKELY(depth() >= kMaxDepth)) {
      AT_ERROR("values are nested more than ", kMaxDepth, " deep, or one holds itself");
    }
    ++depth();
  }
  ~RecursionLimit() { --depth(); }
  RecursionLimit(const RecursionLimit&) = delete;
  RecursionLimit& operator=(const RecursionLimit&) = delete;

 private:
  // Twice what loaders accept would still fit the stack of a secondary thread.
  static constexpr int kMaxDepth = 1000;

  static int& depth() {
    static thread_local int depth = 0;
    return depth;
  }
};

}  // namespace c10::detail
