#include "aten_lite/mobile/function_schema.h"

#include <gtest/gtest.h>

#include "aten_lite/core/error.h"
#include "aten_lite/core/type_parser.h"

namespace c10 {
namespace {

using torch::jit::Stack;

// forward(Tensor-like Any self, int x, List[float] scales, str? name=None, float rate=0.5)
FunctionSchema schema() {
  std::vector<Argument> arguments;
  arguments.emplace_back("self", parseType("Any"), std::nullopt);
  arguments.emplace_back("x", parseType("int"), std::nullopt);
  arguments.emplace_back("scales", parseType("List[float]"), std::nullopt);
  arguments.emplace_back("name", parseType("Optional[str]"), IValue());
  arguments.emplace_back("rate", parseType("float"), IValue(0.5));
  return FunctionSchema("forward", std::move(arguments),
                        {Argument("", parseType("int"), std::nullopt)});
}

std::string error_of(Stack stack, const std::unordered_map<std::string, IValue>& kwargs = {}) {
  try {
    schema().check_and_normalize_inputs(stack, kwargs);
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

TEST(FunctionSchema, FillsInDefaults) {
  Stack stack{IValue(), 1, List<double>({1.0})};
  schema().check_and_normalize_inputs(stack, {});
  ASSERT_EQ(stack.size(), 5u);
  EXPECT_TRUE(stack[3].isNone());
  EXPECT_EQ(stack[4].toDouble(), 0.5);
}

TEST(FunctionSchema, TakesKeywordArguments) {
  Stack stack{IValue(), 1};
  schema().check_and_normalize_inputs(stack, {{"rate", 0.25}, {"scales", List<double>()}});
  EXPECT_EQ(stack[4].toDouble(), 0.25);
}

TEST(FunctionSchema, SaysWhatIsMissing) {
  EXPECT_EQ(error_of({IValue()})
                .find("forward() is missing value for argument 'x'. Declaration: "
                      "forward(Any self, int x, List[float] scales"),
            0u)
      << error_of({IValue()});
}

TEST(FunctionSchema, RefusesTooManyArguments) {
  EXPECT_EQ(error_of(Stack(6)).find("forward() expected at most 5 argument(s) but received 6"), 0u);
}

TEST(FunctionSchema, RefusesWrongTypes) {
  const std::string error = error_of({IValue(), "text", List<double>()});
  EXPECT_EQ(
      error.find("forward() Expected a value of type 'int' for argument 'x' but instead found "
                 "type 'str'."),
      0u)
      << error;
  EXPECT_NE(error_of({IValue(), 1, List<int64_t>({1})}), "");
  EXPECT_NE(error_of({IValue(), 1, List<double>(), 3}), "") << "an int is no optional string";
}

TEST(FunctionSchema, RefusesUnknownAndRepeatedKeywords) {
  const Stack complete{IValue(), 1, List<double>()};
  EXPECT_NE(error_of(complete, {{"speed", 1}}).find("Unknown keyword argument 'speed'"),
            std::string::npos);
  EXPECT_NE(error_of(complete, {{"x", 1}}).find("'x' twice"), std::string::npos);
}

// A list that was built as List<IValue> says nothing about its elements.
TEST(FunctionSchema, LooksAtTheElementsOfUntypedLists) {
  impl::GenericList list(AnyType::get());
  list.push_back(1.5);
  EXPECT_EQ(error_of({IValue(), 1, list}), "");
  list.push_back("text");
  EXPECT_NE(error_of({IValue(), 1, list}), "");
}

}  // namespace
}  // namespace c10
