// Comparing tensors for tests.
#include "aten_lite/testing/tensor_matchers.h"

#include <sstream>

#include "aten_lite/core/irange.h"
#include "aten_lite/testing/tensor_values.h"

namespace aten_lite::testing {
namespace {

using Number = c10::complex<double>;

bool close(double a, double b, Tolerance tolerance) {
  if (std::isnan(a) || std::isnan(b)) return std::isnan(a) && std::isnan(b);
  if (std::isinf(a) || std::isinf(b)) return a == b;
  return std::fabs(a - b) <= tolerance.atol + tolerance.rtol * std::fabs(b);
}

bool close(Number a, Number b, Tolerance tolerance) {
  const auto finite = [](Number z) { return std::isfinite(z.real()) && std::isfinite(z.imag()); };
  if (finite(a) && finite(b) && (a.imag() != 0 || b.imag() != 0)) {
    return std::abs(a - b) <= tolerance.atol + tolerance.rtol * std::abs(b);
  }
  return close(a.real(), b.real(), tolerance) && close(a.imag(), b.imag(), tolerance);
}

// The index of the element that is `position`-th row by row, as [i, j].
std::string index_text(const at::TensorBase& tensor, size_t position) {
  std::vector<size_t> index(static_cast<size_t>(tensor.dim()));
  for (size_t dim = index.size(); dim-- > 0;) {
    const size_t size = static_cast<size_t>(tensor.sizes()[dim]);
    index[dim] = position % size;
    position /= size;
  }
  std::ostringstream out;
  out << "[";
  for (const auto i : c10::irange(index.size())) out << (i ? ", " : "") << index[i];
  out << "]";
  return out.str();
}

template <typename Value, typename Same>
std::string first_difference(const at::TensorBase& tensor, const std::vector<Value>& actual,
                             const std::vector<Value>& expected, Same same) {
  size_t differences = 0;
  size_t first = 0;
  for (const auto i : c10::irange(actual.size())) {
    if (same(actual[i], expected[i])) continue;
    if (differences++ == 0) first = i;
  }
  if (differences == 0) return "";
  std::ostringstream out;
  out.precision(9);
  out << "differs in " << differences << " of " << actual.size() << " elements, first at "
      << index_text(tensor, first) << ": " << actual[first] << " instead of " << expected[first];
  return out.str();
}

}  // namespace

Tolerance default_tolerance(c10::ScalarType dtype) {
  switch (dtype) {
    case c10::kHalf:
    case c10::kComplexHalf:
      return {1e-3, 1e-5};
    case c10::kBFloat16:
      return {1.6e-2, 1e-5};
    case c10::kFloat:
    case c10::kComplexFloat:
    case c10::kQInt8:
    case c10::kQUInt8:
    case c10::kQInt32:
      return {1.3e-6, 1e-5};
    case c10::kDouble:
    case c10::kComplexDouble:
      return {1e-7, 1e-7};
    default:
      return {};
  }
}

std::string describe_difference(const at::TensorBase& actual, const at::TensorBase& expected,
                                Tolerance tolerance) {
  std::ostringstream out;
  if (actual.defined() != expected.defined()) {
    return actual.defined() ? "is defined" : "is undefined";
  }
  if (!actual.defined()) return "";
  if (actual.scalar_type() != expected.scalar_type()) {
    out << "has dtype " << c10::dtype_name(actual.scalar_type()) << " instead of "
        << c10::dtype_name(expected.scalar_type());
    return out.str();
  }
  if (actual.sizes() != expected.sizes()) {
    out << "has shape " << actual.sizes() << " instead of " << expected.sizes();
    return out.str();
  }
  if (c10::isIntegralType(actual.scalar_type(), /*include_bool=*/true) && tolerance.rtol == 0 &&
      tolerance.atol == 0) {
    return first_difference(actual, integers_of(actual), integers_of(expected),
                            [](int64_t a, int64_t b) { return a == b; });
  }
  return first_difference(actual, values_of(actual), values_of(expected),
                          [&](Number a, Number b) { return close(a, b, tolerance); });
}

Tolerance TensorMatcher::tolerance() const {
  if (tolerance_) return *tolerance_;
  return expected_.defined() ? default_tolerance(expected_.scalar_type()) : Tolerance{};
}

bool TensorMatcher::MatchAndExplain(const at::TensorBase& actual, std::ostream* out) const {
  const std::string difference = describe_difference(actual, expected_, tolerance());
  if (out != nullptr && !difference.empty()) *out << "which " << difference;
  return difference.empty();
}

void TensorMatcher::DescribeTo(std::ostream* out) const {
  const Tolerance t = tolerance();
  *out << (t.rtol == 0 && t.atol == 0 ? "equals" : "is close to") << " the expected tensor";
  if (t.rtol != 0 || t.atol != 0) *out << " (rtol " << t.rtol << ", atol " << t.atol << ")";
}

void TensorMatcher::DescribeNegationTo(std::ostream* out) const {
  *out << "differs from the expected tensor";
}

}  // namespace aten_lite::testing
