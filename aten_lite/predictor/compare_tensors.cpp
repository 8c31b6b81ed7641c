// Tensors, element by element, whatever their strides.
#include "aten_lite/predictor/compare_tensors.h"

#include <cmath>
#include <sstream>
#include <type_traits>
#include <vector>

#include "aten_lite/core/error.h"
#include "aten_lite/predictor/dequantize.h"

namespace aten_lite::predictor {
namespace {

// What an element is compared as: integers exactly, the rest in double precision.
template <typename T>
auto widen(const T& value) {
  if constexpr (std::is_same_v<T, c10::Half> || std::is_same_v<T, c10::BFloat16>) {
    return static_cast<double>(static_cast<float>(value));
  } else if constexpr (std::is_same_v<T, c10::ComplexHalf>) {
    return c10::complex<double>(static_cast<float>(value.real_), static_cast<float>(value.imag_));
  } else if constexpr (std::is_same_v<T, c10::complex<float>> ||
                       std::is_same_v<T, c10::complex<double>>) {
    return c10::complex<double>(value.real(), value.imag());
  } else if constexpr (std::is_integral_v<T>) {
    return static_cast<int64_t>(value);
  } else if constexpr (std::is_floating_point_v<T>) {
    return static_cast<double>(value);
  } else {
    return static_cast<int64_t>(value.val_);  // quantized: the stored integer
  }
}

double magnitude(int64_t value) { return std::abs(static_cast<double>(value)); }
double magnitude(double value) { return std::abs(value); }
double magnitude(c10::complex<double> value) { return std::abs(value); }

double distance(int64_t a, int64_t b) {
  const uint64_t gap = a > b ? static_cast<uint64_t>(a) - static_cast<uint64_t>(b)
                             : static_cast<uint64_t>(b) - static_cast<uint64_t>(a);
  return static_cast<double>(gap);
}
double distance(double a, double b) { return std::abs(a - b); }
double distance(c10::complex<double> a, c10::complex<double> b) { return std::abs(a - b); }

bool close_enough(int64_t actual, int64_t expected, const Tolerance& tolerance) {
  return actual == expected ||
         distance(actual, expected) <= tolerance.atol + tolerance.rtol * magnitude(expected);
}
template <typename T>
bool close_enough(T actual, T expected, const Tolerance& tolerance) {
  return is_close(actual, expected, tolerance);
}

// Calls visit(actual element, expected element, index) in row-major order.
template <typename T, typename Visit>
void for_each_pair(const at::TensorBase& a, const at::TensorBase& b, Visit visit) {
  const auto sizes = a.sizes();
  const size_t dims = sizes.size();
  const T* a_data = static_cast<const T*>(a.const_data_ptr());
  const T* b_data = static_cast<const T*>(b.const_data_ptr());
  std::vector<int64_t> index(dims, 0);
  int64_t a_offset = 0;
  int64_t b_offset = 0;
  for (int64_t left = a.numel(); left > 0; --left) {
    visit(a_data[a_offset], b_data[b_offset], index);
    for (size_t d = dims; d-- > 0;) {
      a_offset += a.strides()[d];
      b_offset += b.strides()[d];
      if (++index[d] < sizes[d]) break;
      a_offset -= a.strides()[d] * sizes[d];
      b_offset -= b.strides()[d] * sizes[d];
      index[d] = 0;
    }
  }
}

std::string join(const std::vector<int64_t>& index) {
  std::string text = "[";
  for (size_t i = 0; i < index.size(); ++i) {
    text += (i > 0 ? ", " : "") + std::to_string(index[i]);
  }
  return text + "]";
}

template <typename T>
std::optional<std::string> compare_elements(const at::TensorBase& actual,
                                            const at::TensorBase& expected,
                                            const CompareOptions& options) {
  double largest = 0;
  if (options.tol) {
    for_each_pair<T>(expected, expected, [&](const T& value, const T&, const auto&) {
      const double size = magnitude(widen(value));
      if (std::isfinite(size) && size > largest) largest = size;
    });
  }
  const Tolerance tolerance = tolerance_for(actual.scalar_type(), largest, options);
  int64_t differing = 0;
  double worst = -1;
  std::ostringstream first;
  std::vector<int64_t> worst_index;
  for_each_pair<T>(actual, expected, [&](const T& a, const T& e, const auto& index) {
    const auto got = widen(a);
    const auto want = widen(e);
    if (close_enough(got, want, tolerance)) return;
    const double gap = distance(got, want);
    if (++differing == 1) {
      first.precision(sizeof(T) > 4 ? 17 : 9);
      first << "element " << join(index) << " is " << got << " instead of " << want;
      first.precision(6);
      first << " (difference " << gap << ", allowed "
            << tolerance.atol + tolerance.rtol * magnitude(want) << ")";
    }
    if (gap > worst) {
      worst = gap;
      worst_index = index;
    }
  });
  if (differing == 0) return std::nullopt;
  first << "; " << differing << " of " << actual.numel() << " elements differ";
  if (differing > 1 && !worst_index.empty()) {
    first << ", the largest difference is " << worst << " at " << join(worst_index);
  }
  return first.str();
}

Tolerance default_tolerance(c10::ScalarType dtype) {
  switch (dtype) {
    case c10::kHalf:
    case c10::kComplexHalf:
      return {1e-3, 1e-5};
    case c10::kBFloat16:
      return {1.6e-2, 1e-5};
    case c10::kFloat:
    case c10::kComplexFloat:
      return {1.3e-6, 1e-5};
    case c10::kDouble:
    case c10::kComplexDouble:
      return {1e-7, 1e-7};
    default:
      return {0, 0};
  }
}

template <typename Value>
bool is_close_value(Value actual, Value expected, const Tolerance& tolerance) {
  if (actual == expected) return true;
  if (actual != actual && expected != expected) return true;
  const double gap = std::abs(actual - expected);
  return std::isfinite(gap) && gap <= tolerance.atol + tolerance.rtol * std::abs(expected);
}

}  // namespace

Tolerance tolerance_for(c10::ScalarType dtype, double largest, const CompareOptions& options) {
  if (options.mode == CompareMode::kExact) return {0, 0};
  if (options.tol) return {*options.tol, *options.tol * largest};
  const Tolerance defaults = default_tolerance(dtype);
  return {options.rtol.value_or(defaults.rtol), options.atol.value_or(defaults.atol)};
}

bool is_close(double actual, double expected, const Tolerance& tolerance) {
  return is_close_value(actual, expected, tolerance);
}

bool is_close(c10::complex<double> actual, c10::complex<double> expected,
              const Tolerance& tolerance) {
  return is_close_value(actual, expected, tolerance);
}

std::optional<std::string> compare_tensors(const at::TensorBase& actual,
                                           const at::TensorBase& expected,
                                           const CompareOptions& options) {
  if (actual.defined() != expected.defined()) {
    return std::string(actual.defined() ? "is a tensor instead of an undefined one"
                                        : "is an undefined tensor");
  }
  if (!actual.defined()) return std::nullopt;
  if (actual.scalar_type() != expected.scalar_type()) {
    return c10::str("is of dtype ", c10::dtype_name(actual.scalar_type()), " instead of ",
                    c10::dtype_name(expected.scalar_type()));
  }
  if (actual.sizes() != expected.sizes()) {
    return c10::str("is of shape ", actual.sizes(), " instead of ", expected.sizes());
  }
  if (options.check_strides && actual.strides() != expected.strides()) {
    return c10::str("has strides ", actual.strides(), " instead of ", expected.strides());
  }
  if (options.mode == CompareMode::kShape) return std::nullopt;
  if (actual.is_quantized()) {
    // What the integers stand for; scales that differ a little are no difference by themselves.
    CompareOptions values = options;
    values.check_strides = false;
    return compare_tensors(dequantized(actual), dequantized(expected), values);
  }
  switch (actual.scalar_type()) {
#define ATEN_LITE_COMPARE(type, name, number) \
  case c10::ScalarType::name:                 \
    return compare_elements<type>(actual, expected, options);
    ATEN_LITE_FORALL_SCALAR_TYPES(ATEN_LITE_COMPARE)
#undef ATEN_LITE_COMPARE
    default:
      break;
  }
  return c10::str("is of dtype ", c10::dtype_name(actual.scalar_type()),
                  ", which cannot be compared");
}

}  // namespace aten_lite::predictor
