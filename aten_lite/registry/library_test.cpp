// TORCH_LIBRARY: operators that C++ registers when the program starts.
#include "aten_lite/registry/library.h"

#include <gtest/gtest.h>

#include <string>
#include <tuple>
#include <vector>

#include "aten_lite/core/error.h"
#include "aten_lite/registry/defaults.h"
#include "aten_lite/registry/schema_text.h"

namespace {

using at::registry::find_operator;
using at::registry::OperatorRow;
using c10::IValue;
using torch::jit::Stack;

int64_t add(int64_t a, int64_t b) { return a + b; }
double scale(double x, double by) { return x * by; }
std::string join(const std::vector<int64_t>& numbers, std::string_view separator) {
  std::string text;
  for (const int64_t number : numbers)
    text += (text.empty() ? "" : std::string(separator)) + std::to_string(number);
  return text;
}
std::tuple<int64_t, bool> both(std::optional<int64_t> number) {
  return {number.value_or(-1), number.has_value()};
}
int64_t calls = 0;
void count(int64_t by) { calls += by; }
int64_t early() { return 11; }
int64_t subtract(int64_t a, int64_t b) { return a - b; }
int64_t wrong() { return 0; }

TORCH_LIBRARY_IMPL(lib_test, CPU, m) { m.impl("early", TORCH_FN(early)); }

TORCH_LIBRARY(lib_test, m) {
  m.def("add(int a, int b=40) -> int", &add);
  m.def("lib_test::add.float(float x, *, float by=2.0) -> float", &scale);
  m.def("join(int[] numbers, str separator=', ') -> str", &join);
  m.def("both", &both);
  m.def("count", &count);
  m.def("twice", [](int64_t n) { return 2 * n; });
  m.def("early() -> int");
  m.def("late(int a, int b) -> int");
  m.def("nowhere() -> int");
}

TORCH_LIBRARY_FRAGMENT(lib_test, m) { m.def("first(int a) -> int"); }
TORCH_LIBRARY_FRAGMENT(lib_test, m) {
  m.impl("first", [](int64_t a) { return a; });
}

TORCH_LIBRARY_IMPL(lib_test, CPU, m) { m.impl("late", &subtract); }
TORCH_LIBRARY_IMPL(lib_test, CUDA, m) {
  m.impl("late", &wrong);
  m.impl("nowhere", &wrong);
}

std::vector<IValue> call(const std::string& name, Stack stack, const std::string& overload = "") {
  const OperatorRow* row = find_operator("lib_test::" + name, overload);
  TORCH_CHECK(row != nullptr, "there is no operator ", name);
  row->wrapper(stack);
  return stack;
}

std::string error_of(void (*block)()) {
  try {
    block();
  } catch (const c10::Error& error) {
    return error.what();
  }
  return "";
}

TEST(Library, CallsFunctionsWithSchemas) {
  EXPECT_EQ(call("add", {1, 2}).at(0).toInt(), 3);
  EXPECT_EQ(call("add", {1.5, 4.0}, "float").at(0).toDouble(), 6);
  EXPECT_EQ(call("join", {c10::List<int64_t>({1, 2}), "-"}).at(0).toStringRef(), "1-2");
}

TEST(Library, InfersTheSchemasOfFunctions) {
  EXPECT_EQ(find_operator("lib_test::both", "")->schema->text(),
            "lib_test::both(int? _0) -> (int, bool)");
  EXPECT_EQ(find_operator("lib_test::count", "")->schema->text(), "lib_test::count(int _0) -> ()");
  EXPECT_EQ(call("twice", {21}).at(0).toInt(), 42);
}

TEST(Library, TakesAnyNumberOfResults) {
  const auto results = call("both", {7, IValue()});
  ASSERT_EQ(results.size(), 3u);  // the 7 below is not the operator's
  EXPECT_EQ(results[1].toInt(), -1);
  EXPECT_FALSE(results[2].toBool());
  EXPECT_TRUE(call("count", {5}).empty());
  EXPECT_EQ(calls, 5);
}

TEST(Library, JoinsSchemasAndKernelsInAnyOrder) {
  EXPECT_EQ(call("early", {}).at(0).toInt(), 11);
  EXPECT_EQ(call("late", {5, 3}).at(0).toInt(), 2);
  EXPECT_EQ(call("first", {4}).at(0).toInt(), 4);
  // Functions of one type have wrappers of their own.
  EXPECT_NE(find_operator("lib_test::add", "")->wrapper,
            find_operator("lib_test::late", "")->wrapper);
}

TEST(Library, IgnoresKernelsOfOtherDevices) {
  EXPECT_EQ(find_operator("lib_test::nowhere", ""), nullptr);
  EXPECT_EQ(find_operator("lib_test::no_such", ""), nullptr);
}

TEST(Library, ChecksArgumentsAsGeneratedWrappersDo) {
  Stack stack{"text", 2};
  try {
    find_operator("lib_test::add", "")->wrapper(stack);
    FAIL();
  } catch (const c10::Error& error) {
    EXPECT_NE(std::string(error.what()).find("lib_test::add"), std::string::npos);
  }
  EXPECT_EQ(stack.size(), 2u);
}

TEST(Library, RefusesMistakes) {
  using torch::Library;
  const auto find = [](const std::string& text, const char* part) {
    EXPECT_NE(text.find(part), std::string::npos) << text;
  };
  find(error_of([] { Library(Library::Kind::kFragment, "lib_test").def("add(int a) -> int"); }),
       "twice");
  find(error_of([] { Library(Library::Kind::kFragment, "lib_test").impl("add", &add); }),
       "two kernels");
  find(error_of([] { Library(Library::Kind::kFragment, "lib_test").def("n(int a) -> int", &add); }),
       "arguments");
  find(error_of([] { Library(Library::Kind::kFragment, "lib_test").def("other::n() -> int"); }),
       "another namespace");
  find(error_of([] { Library(Library::Kind::kImplementation, "lib_test").def("n() -> int"); }),
       "TORCH_LIBRARY block");
}

TEST(SchemaText, ReadsArgumentsAndDefaults) {
  const at::registry::SchemaText text(
      "ns::f.out(Tensor(a) self, int[2] size=[3, 4], float? p=None, bool b=True, str s='x, y', "
      "float[] l=[1, 2.5], Tensor[] ts=[], *, int k=-1, Tensor(b!) out) -> (Tensor(b!), int)");
  const auto& schema = text.get();
  EXPECT_EQ(schema.name(), "ns::f");
  EXPECT_EQ(schema.overload(), "out");
  ASSERT_EQ(schema.argument_count(), 9u);
  EXPECT_EQ(schema.return_count(), 2u);
  EXPECT_EQ(schema.out_count(), 1u);
  EXPECT_EQ(schema.argument_type(1), "int[2]");
  EXPECT_EQ(schema.argument_name(4), "s");
  EXPECT_FALSE(schema.has_default(0));
  const auto value = [&](size_t i) { return at::registry::default_value(schema, i); };
  EXPECT_EQ(value(1).toIntVector(), (std::vector<int64_t>{3, 4}));
  EXPECT_TRUE(value(2).isNone());
  EXPECT_TRUE(value(3).toBool());
  EXPECT_EQ(value(4).toStringRef(), "x, y");
  EXPECT_EQ(value(5).toDoubleVector(), (std::vector<double>{1, 2.5}));
  EXPECT_TRUE(value(6).isTensorList());
  EXPECT_EQ(value(7).toInt(), -1);
}

TEST(SchemaText, RefusesWhatIsNoSchema) {
  for (const char* text : {"", "f", "f(int a) -> int", "ns::f(int a)", "ns::f(int) -> int",
                           "ns::f(int a=x) -> int", "ns::f(int[] a=[x]) -> int"}) {
    EXPECT_THROW(at::registry::SchemaText{text}, c10::Error) << text;
  }
}

}  // namespace
