// Every operator of prim_functions.yaml that PyTorch has, against what PyTorch computes: see
// record_prim_cases.py. An error must be an error; its text is not compared.
#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <string>

#include "aten_lite/core/error.h"
#include "aten_lite/core/ivalue.h"
#include "aten_lite/core/stack.h"
#include "aten_lite/registry/operator_table.h"
#include "aten_lite/serialization/torch_file.h"

namespace {

using c10::IValue;

constexpr const char* kCases = "aten_lite/mobile/testdata/prim_cases.pt";

// Python's lists and dicts know no element types; operators count on them.
void give_types(const IValue& value) {
  if (value.isList()) {
    const auto list = value.toList().impl();
    for (const IValue& element : list->list) give_types(element);
    if (!list->list.empty()) list->element_type = list->list[0].type();
  } else if (value.isGenericDict()) {
    const auto dict = value.toGenericDict().impl();
    for (const auto& entry : dict->entries) give_types(entry.second);
    if (!dict->entries.empty()) {
      dict->key_type = dict->entries[0].first.type();
      dict->value_type = dict->entries[0].second.type();
    }
  } else if (value.isTuple()) {
    for (const IValue& element : value.toTupleRef().elements()) give_types(element);
  }
}

bool close(double a, double b) {
  if (std::isnan(a) || std::isnan(b)) return std::isnan(a) && std::isnan(b);
  // Functions of Scalars are computed in single precision by PyTorch.
  return a == b || std::abs(a - b) <= 1e-6 * std::abs(b) + 1e-300;
}

bool same(const IValue& a, const IValue& b);

bool same_lists(c10::ArrayRef<IValue> a, c10::ArrayRef<IValue> b) {
  if (a.size() != b.size()) return false;
  for (size_t i = 0; i < a.size(); ++i) {
    if (!same(a[i], b[i])) return false;
  }
  return true;
}

// Tensors of the cases are small and contiguous: their text shows everything.
bool same(const IValue& a, const IValue& b) {
  if (a.isTensor() && b.isTensor()) {
    return a.toTensor().scalar_type() == b.toTensor().scalar_type() &&
           a.toTensor().sizes() == b.toTensor().sizes() && c10::str(a) == c10::str(b);
  }
  if (a.tag() != b.tag()) return false;
  if (a.isDouble()) return close(a.toDouble(), b.toDouble());
  if (a.isComplexDouble()) {
    return close(a.toComplexDouble().real(), b.toComplexDouble().real()) &&
           close(a.toComplexDouble().imag(), b.toComplexDouble().imag());
  }
  if (a.isList()) return same_lists(a.toListRef(), b.toListRef());
  if (a.isTuple()) return same_lists(a.toTupleRef().elements(), b.toTupleRef().elements());
  if (a.isGenericDict()) {
    const auto x = a.toGenericDict().impl();
    const auto y = b.toGenericDict().impl();
    if (x->entries.size() != y->entries.size()) return false;
    for (size_t i = 0; i < x->entries.size(); ++i) {
      if (!same(x->entries[i].first, y->entries[i].first)) return false;
      if (!same(x->entries[i].second, y->entries[i].second)) return false;
    }
    return true;
  }
  return a == b;
}

std::string text_of(const IValue& value) {
  return c10::str(value.isTensor() ? c10::str(value.toTensor().scalar_type(), " ") : "",
                  value.tagKind(), " ", value);
}

struct Case {
  std::string name;
  std::string overload;
  std::vector<IValue> arguments;
  IValue result;
  IValue error;
  IValue after;
};

// What is wrong with our result; empty when nothing is.
std::string difference(const Case& c, const at::registry::OperatorRow& row) {
  const std::string before = c10::str(IValue(c10::ivalue::Tuple::create(c.arguments)));
  torch::jit::Stack stack;
  for (const IValue& argument : c.arguments) stack.push_back(argument);
  try {
    row.wrapper(stack);
  } catch (const c10::Error& error) {
    return c.error.isNone() ? before + " throws " + error.what() : "";
  }
  if (!c.error.isNone()) return before + " should throw: " + c.error.toStringRef();
  if (stack.size() != row.schema->return_count()) {
    return before + " leaves " + std::to_string(stack.size()) + " values";
  }
  const IValue result = stack.empty()       ? IValue()
                        : stack.size() == 1 ? stack[0]
                                            : IValue(c10::ivalue::Tuple::create(stack));
  if (!stack.empty() && !same(result, c.result)) {
    return before + " gives " + text_of(result) + " instead of " + text_of(c.result);
  }
  if (!c.after.isNone() && !same(c.arguments[0], c.after)) {
    return before + " makes " + text_of(c.arguments[0]) + " instead of " + text_of(c.after);
  }
  return "";
}

TEST(PrimCases, ComputeWhatPyTorchComputes) {
  const IValue cases = aten_lite::serialization::load_values(kCases);
  size_t count = 0;
  for (const IValue& element : cases.toListRef()) {
    const std::vector<IValue>& parts = element.toTupleRef().elements();
    ASSERT_EQ(parts.size(), 6u);
    // The file holds each value once, however many cases use it; operators change lists in place.
    Case c{parts[0].toStringRef(),
           parts[1].toStringRef(),
           parts[2].deepcopy().toTupleRef().elements(),
           parts[3],
           parts[4],
           parts[5]};
    for (const IValue& argument : c.arguments) give_types(argument);
    const at::registry::OperatorRow* row = at::registry::find_operator(c.name, c.overload);
    ASSERT_NE(row, nullptr) << c.name << "." << c.overload << " is not linked in";
    const std::string wrong = difference(c, *row);
    EXPECT_EQ(wrong, "") << c.name << "." << c.overload;
    ++count;
  }
  EXPECT_GT(count, 4000u);
}

}  // namespace
