// c10::string_view, c10::optional and their kin: the standard library's, under PyTorch's names.
#pragma once

#include <optional>
#include <string_view>

namespace c10 {
using std::make_optional;
using std::nullopt;
using std::nullopt_t;
using std::optional;
using std::string_view;
}  // namespace c10

namespace at {
using std::nullopt;
using std::optional;
}  // namespace at
