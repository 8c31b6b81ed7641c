// Parses the type strings of a model's type table into c10::Type.
//
// The grammar is that of Python's annotations as PyTorch writes them:
//   int, Tensor, Optional[List[int]], Dict[str, Tensor], Tuple[int, str],
//   __torch__.Net, and named tuples as __torch__.NT[NamedTuple, [[a, Tensor], [b, int]]].
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "aten_lite/core/jit_type.h"

namespace c10 {

// Gives the type of a dotted name that begins with "__torch__"; may throw.
using ClassResolver = std::function<TypePtr(const std::string& qualified_name)>;

// Throws c10::Error that names the string and the place for anything else; nesting deeper than 64
// is refused, so that a hostile string cannot exhaust the stack. Without a resolver every
// "__torch__" name gives a fresh ClassType.
TypePtr parseType(std::string_view text, const ClassResolver& resolve_class = nullptr);

}  // namespace c10
