// The version of aten_lite, the same as in MODULE.bazel.
#pragma once

namespace aten_lite::predictor {

inline constexpr const char* kVersion = "0.1.0";

}  // namespace aten_lite::predictor
