// googletest matchers for tensors. A failure tells the first difference and how many there are.
//
//   EXPECT_THAT(result, TensorEquals(expected));            values, dtype, shape
//   EXPECT_THAT(result, TensorClose(expected));             tolerances of torch.testing
//   EXPECT_THAT(result, TensorClose(expected, 1e-3, 1e-5));
//   EXPECT_THAT(result, HasStrides({1, 4}));
#pragma once

#include <gmock/gmock.h>

#include <cmath>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "aten_lite/core/array_ref.h"
#include "aten_lite/core/tensor_base.h"

namespace aten_lite::testing {

struct Tolerance {
  double rtol = 0;
  double atol = 0;
};

// What torch.testing.assert_close allows for elements of that type.
Tolerance default_tolerance(c10::ScalarType dtype);

// What is different between the two, for a person to read; empty when nothing is. NaN equals NaN.
std::string describe_difference(const at::TensorBase& actual, const at::TensorBase& expected,
                                Tolerance tolerance);

class TensorMatcher {
 public:
  using is_gtest_matcher = void;

  TensorMatcher(at::TensorBase expected, std::optional<Tolerance> tolerance)
      : expected_(std::move(expected)), tolerance_(tolerance) {}

  bool MatchAndExplain(const at::TensorBase& actual, std::ostream* out) const;
  void DescribeTo(std::ostream* out) const;
  void DescribeNegationTo(std::ostream* out) const;

 private:
  Tolerance tolerance() const;

  at::TensorBase expected_;
  std::optional<Tolerance> tolerance_;
};

inline TensorMatcher TensorEquals(at::TensorBase expected) {
  return TensorMatcher(std::move(expected), Tolerance{});
}
inline TensorMatcher TensorClose(at::TensorBase expected) {
  return TensorMatcher(std::move(expected), std::nullopt);
}
inline TensorMatcher TensorClose(at::TensorBase expected, double rtol, double atol) {
  return TensorMatcher(std::move(expected), Tolerance{rtol, atol});
}

MATCHER_P(HasSizesVector, sizes, "has sizes " + ::testing::PrintToString(sizes)) {
  *result_listener << "whose sizes are " << ::testing::PrintToString(arg.sizes().vec());
  return arg.sizes().vec() == sizes;
}
inline auto HasSizes(std::vector<int64_t> sizes) { return HasSizesVector(std::move(sizes)); }

MATCHER_P(HasStridesVector, strides, "has strides " + ::testing::PrintToString(strides)) {
  *result_listener << "whose strides are " << ::testing::PrintToString(arg.strides().vec());
  return arg.strides().vec() == strides;
}
inline auto HasStrides(std::vector<int64_t> strides) {
  return HasStridesVector(std::move(strides));
}

MATCHER_P(HasDtype, dtype, std::string("has dtype ") + c10::dtype_name(dtype)) {
  *result_listener << "whose dtype is " << c10::dtype_name(arg.scalar_type());
  return arg.scalar_type() == dtype;
}

}  // namespace aten_lite::testing
