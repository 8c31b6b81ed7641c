// Reads and runs recorded cases.
#include "aten_lite/predictor/case_file.h"

#include <exception>
#include <utility>

#include "aten_lite/core/error.h"

namespace aten_lite::predictor {
namespace {

std::vector<c10::IValue> values_of(const c10::IValue& value, const std::string& name,
                                   const char* key) {
  TORCH_CHECK(value.isList() || value.isTuple(), name, ": '", key, "' is a value of type ",
              value.tagKind(), " instead of a list of arguments");
  if (value.isTuple()) return value.toTupleRef().elements();
  return value.toListRef().vec();
}

CompareMode mode_of(const std::string& text, const std::string& name) {
  if (text == "exact") return CompareMode::kExact;
  if (text == "close") return CompareMode::kClose;
  if (text == "shape") return CompareMode::kShape;
  AT_ERROR(name, ": 'compare' is '", text, "'; it is 'exact', 'close' or 'shape'");
}

}  // namespace

Case parse_case(const c10::IValue& value, const std::string& name) {
  TORCH_CHECK(value.isGenericDict(), name, ": is a value of type ", value.tagKind(),
              " instead of a dict with 'inputs' and 'expected'");
  const c10::impl::GenericDict dict = value.toGenericDict();
  const auto find = [&](const char* key) -> std::optional<c10::IValue> {
    const auto found = dict.find(c10::IValue(key));
    if (found == dict.end()) return std::nullopt;
    return found->value();
  };
  const auto find_text = [&](const char* key) -> std::optional<std::string> {
    const auto found = find(key);
    if (!found || found->isNone()) return std::nullopt;
    TORCH_CHECK(found->isString(), name, ": '", key, "' is no string");
    return found->toStringRef();
  };
  Case result;
  result.method = find_text("method").value_or("forward");
  const auto inputs = find("inputs");
  TORCH_CHECK(inputs.has_value(), name, ": has no 'inputs'");
  result.inputs = values_of(*inputs, name, "inputs");
  const auto expected = find("expected");
  result.expects_error = find("error").has_value();
  TORCH_CHECK(expected.has_value() != result.expects_error, name,
              ": needs either 'expected' or 'error'");
  if (expected) result.expected = *expected;
  const auto after = find("after");
  if (after && !after->isNone()) result.after = values_of(*after, name, "after");
  if (const auto mode = find_text("compare")) result.mode = mode_of(*mode, name);
  const auto tol = find("tol");
  if (tol && !tol->isNone()) {
    TORCH_CHECK(tol->isDouble() || tol->isInt(), name, ": 'tol' is no number");
    result.tol = tol->isInt() ? static_cast<double>(tol->toInt()) : tol->toDouble();
  }
  return result;
}

std::optional<std::string> run_case(Case recorded, const Options& options, Runner* runner) {
  CompareOptions compare;
  compare.mode = recorded.mode;
  compare.tol = recorded.tol;
  compare.rtol = options.rtol;
  compare.atol = options.atol;
  compare.check_strides = options.check_strides;
  c10::IValue result;
  try {
    runner->adapt_inputs(recorded.method, &recorded.inputs);
    result = runner->run(recorded.method, recorded.inputs);
  } catch (const std::exception& error) {
    if (recorded.expects_error) return std::nullopt;
    return std::string(error.what());
  }
  if (recorded.expects_error) return std::string("returned a value where an error was expected");
  if (auto difference = compare_values(result, recorded.expected, compare, "result")) {
    return difference;
  }
  if (!recorded.after) return std::nullopt;
  runner->adapt_inputs(recorded.method, &*recorded.after);
  const auto tuple = [](std::vector<c10::IValue> values) {
    return c10::IValue(c10::ivalue::Tuple::create(std::move(values)));
  };
  return compare_values(tuple(recorded.inputs), tuple(std::move(*recorded.after)), compare,
                        "inputs after the call");
}

}  // namespace aten_lite::predictor
