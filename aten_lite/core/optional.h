// c10::optional: the standard's, under the name that PyTorch's API had before C++17.
#pragma once

#include <optional>

namespace c10 {
using std::in_place;
using std::make_optional;
using std::nullopt;
using std::nullopt_t;
using std::optional;
}  // namespace c10
