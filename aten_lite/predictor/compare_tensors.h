// Compares two tensors element by element.
#pragma once

#include <optional>
#include <string>

#include "aten_lite/core/tensor_base.h"
#include "aten_lite/predictor/compare.h"

namespace aten_lite::predictor {

struct Tolerance {
  double rtol = 0;
  double atol = 0;
};

// The tolerance for values of that type whose largest finite |expected| is `largest`.
Tolerance tolerance_for(c10::ScalarType dtype, double largest, const CompareOptions& options);

// Whether torch.isclose(actual, expected, equal_nan=True) holds.
bool is_close(double actual, double expected, const Tolerance& tolerance);
bool is_close(c10::complex<double> actual, c10::complex<double> expected,
              const Tolerance& tolerance);

// Nothing when they agree; else how they differ, without the path.
std::optional<std::string> compare_tensors(const at::TensorBase& actual,
                                           const at::TensorBase& expected,
                                           const CompareOptions& options);

}  // namespace aten_lite::predictor
