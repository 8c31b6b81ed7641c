// Values of any kind, part by part.
#include "aten_lite/predictor/compare.h"

#include <sstream>

#include "aten_lite/core/error.h"
#include "aten_lite/predictor/compare_tensors.h"

namespace aten_lite::predictor {
namespace {

// Deeper values are not compared: a model can build a list that contains itself.
constexpr int kMaxDepth = 500;

// Python's names.
std::string kind_of(const c10::IValue& value) {
  if (value.isTensor()) return "a tensor";
  if (value.isInt()) return "an int";
  if (value.isDouble()) return "a float";
  if (value.isBool()) return "a bool";
  if (value.isComplexDouble()) return "a complex number";
  if (value.isString()) return "a string";
  if (value.isList()) return "a list";
  if (value.isTuple()) return "a tuple";
  if (value.isGenericDict()) return "a dict";
  if (value.isNone()) return "None";
  if (value.isDevice()) return "a device";
  return "a value of type " + std::string(value.tagKind());
}

std::string quoted(const std::string& text) { return "'" + text + "'"; }

std::string key_text(const c10::IValue& key) {
  if (key.isString()) return quoted(key.toStringRef());
  if (key.isInt()) return std::to_string(key.toInt());
  if (key.isBool()) return key.toBool() ? "True" : "False";
  if (key.isDouble()) return c10::str(key.toDouble());
  return kind_of(key);
}

class Comparer {
 public:
  explicit Comparer(const CompareOptions& options) : options_(options) {}

  std::optional<std::string> compare(const c10::IValue& actual, const c10::IValue& expected,
                                     const std::string& path, int depth) const {
    if (depth > kMaxDepth) return path + ": is nested too deep to be compared";
    if (actual.tag() != expected.tag()) {
      return path + ": is " + kind_of(actual) + " instead of " + kind_of(expected);
    }
    if (actual.isTensor()) {
      const auto difference = compare_tensors(actual.toTensor(), expected.toTensor(), options_);
      return difference ? std::optional<std::string>(path + ": " + *difference) : std::nullopt;
    }
    if (actual.isTuple()) {
      return compare_items(actual.toTupleRef().elements(), expected.toTupleRef().elements(), path,
                           depth);
    }
    if (actual.isList()) {
      return compare_items(actual.toListRef(), expected.toListRef(), path, depth);
    }
    if (actual.isGenericDict()) {
      return compare_dicts(actual.toGenericDict(), expected.toGenericDict(), path, depth);
    }
    if (options_.mode == CompareMode::kShape) return std::nullopt;
    return compare_plain(actual, expected, path);
  }

 private:
  std::optional<std::string> compare_items(c10::ArrayRef<c10::IValue> actual,
                                           c10::ArrayRef<c10::IValue> expected,
                                           const std::string& path, int depth) const {
    if (actual.size() != expected.size()) {
      return c10::str(path, ": has ", actual.size(), " elements instead of ", expected.size());
    }
    for (size_t i = 0; i < actual.size(); ++i) {
      auto difference =
          compare(actual[i], expected[i], path + "[" + std::to_string(i) + "]", depth + 1);
      if (difference) return difference;
    }
    return std::nullopt;
  }

  std::optional<std::string> compare_dicts(const c10::impl::GenericDict& actual,
                                           const c10::impl::GenericDict& expected,
                                           const std::string& path, int depth) const {
    for (const auto& entry : expected) {
      const c10::IValue key = entry.key();
      const auto found = actual.find(key);
      if (found == actual.end()) return path + ": has no key " + key_text(key);
      auto difference =
          compare(found->value(), entry.value(), path + "[" + key_text(key) + "]", depth + 1);
      if (difference) return difference;
    }
    for (const auto& entry : actual) {
      if (!expected.contains(entry.key())) {
        return path + ": has the unexpected key " + key_text(entry.key());
      }
    }
    return std::nullopt;
  }

  template <typename T>
  std::optional<std::string> compare_number(T actual, T expected, c10::ScalarType dtype,
                                            const std::string& path) const {
    if (is_close(actual, expected, tolerance_for(dtype, std::abs(expected), options_))) {
      return std::nullopt;
    }
    std::ostringstream text;
    text.precision(17);
    text << path << ": is " << actual << " instead of " << expected;
    return text.str();
  }

  std::optional<std::string> compare_plain(const c10::IValue& actual, const c10::IValue& expected,
                                           const std::string& path) const {
    if (actual.isDouble()) {
      return compare_number(actual.toDouble(), expected.toDouble(), c10::kDouble, path);
    }
    if (actual.isComplexDouble()) {
      return compare_number(actual.toComplexDouble(), expected.toComplexDouble(),
                            c10::kComplexDouble, path);
    }
    if (actual.isString()) {
      if (actual.toStringRef() == expected.toStringRef()) return std::nullopt;
      return path + ": is " + quoted(actual.toStringRef()) + " instead of " +
             quoted(expected.toStringRef());
    }
    if (actual.isDevice()) {
      if (actual.toDevice() == expected.toDevice()) return std::nullopt;
      return path + ": is device " + actual.toDevice().str() + " instead of " +
             expected.toDevice().str();
    }
    if (actual.isNone()) return std::nullopt;
    if (actual.isInt() || actual.isBool()) {
      if (actual == expected) return std::nullopt;
      return path + ": is " + key_text(actual) + " instead of " + key_text(expected);
    }
    return path + ": is " + kind_of(actual) + ", which cannot be compared";
  }

  const CompareOptions& options_;
};

}  // namespace

std::optional<std::string> compare_values(const c10::IValue& actual, const c10::IValue& expected,
                                          const CompareOptions& options, const std::string& path) {
  return Comparer(options).compare(actual, expected, path, 0);
}

}  // namespace aten_lite::predictor
