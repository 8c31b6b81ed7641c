// Compares what a model computed with what was recorded.
//
//   std::optional<std::string> difference = compare_values(actual, expected, options);
//   if (difference) std::cout << *difference << "\n";
//
// Types, dtypes, shapes, lengths and keys must be the same; numbers within tolerance, as
// torch.testing.assert_close sees it: |actual - expected| <= atol + rtol * |expected|, infinities
// only equal themselves, NaN equals NaN. The message says where the first difference is.
#pragma once

#include <optional>
#include <string>

#include "aten_lite/core/ivalue.h"

namespace aten_lite::predictor {

enum class CompareMode {
  kExact,  // equal numbers
  kClose,  // within tolerance
  kShape,  // types, dtypes and shapes only
};

struct CompareOptions {
  CompareMode mode = CompareMode::kClose;
  // Absent: what torch.testing.assert_close takes for the dtype.
  std::optional<double> rtol;
  std::optional<double> atol;
  // rtol = tol and atol = tol times the largest finite |expected| of the tensor.
  std::optional<double> tol;
  bool check_strides = false;
};

// Nothing when they agree; else where and how they differ. `path` is what the message calls the
// value: "result" gives "result[0]: ...".
std::optional<std::string> compare_values(const c10::IValue& actual, const c10::IValue& expected,
                                          const CompareOptions& options, const std::string& path);

}  // namespace aten_lite::predictor
