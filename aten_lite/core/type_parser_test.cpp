// Type strings of models: what parses, how it prints again, and what is refused.
#include "aten_lite/core/type_parser.h"

#include <gtest/gtest.h>

#include "aten_lite/core/error.h"

namespace {

TEST(ParseType, PrintsBackWhatItRead) {
  for (const char* text :
       {"int", "Tensor", "Optional[List[int]]", "Dict[str, List[Tensor]]", "Tuple[int, str]",
        "Tuple[()]", "__torch__.Net", "Union[int, str]", "Any", "NoneType"}) {
    EXPECT_EQ(c10::parseType(text)->annotation_str(), text);
  }
}

TEST(ParseType, NamedTuple) {
  const auto type =
      c10::parseType("__torch__.NT[NamedTuple, [[first, Tensor], [second, List[int]]]]");
  EXPECT_EQ(type->annotation_str(), "__torch__.NT");
  EXPECT_EQ(type->field_names(), (std::vector<std::string>{"first", "second"}));
  EXPECT_EQ(type->elements().at(1)->annotation_str(), "List[int]");
}

TEST(ParseType, AsksTheResolverForClasses) {
  std::string asked;
  c10::parseType("List[__torch__.a.B]", [&](const std::string& name) -> c10::TypePtr {
    asked = name;
    return std::make_shared<c10::ClassType>(name);
  });
  EXPECT_EQ(asked, "__torch__.a.B");
}

TEST(ParseType, RefusesWhatItDoesNotKnow) {
  for (const char* text : {"", "List", "List[", "List[int", "Dict[int]", "int]", "Frob[int]",
                           "List[int, int]", "__torch__.NT[NamedTuple, [[a"}) {
    EXPECT_THROW(c10::parseType(text), c10::Error) << text;
  }
  std::string deep;
  for (int i = 0; i < 100000; ++i) deep += "List[";
  EXPECT_THROW(c10::parseType(deep), c10::Error);
}

TEST(Subtypes, AsIsinstanceSeesThem) {
  const auto is = [](const char* a, const char* b) {
    return c10::parseType(a)->isSubtypeOf(*c10::parseType(b));
  };
  EXPECT_TRUE(is("int", "Optional[int]"));
  EXPECT_TRUE(is("NoneType", "Optional[int]"));
  EXPECT_TRUE(is("int", "number"));
  EXPECT_TRUE(is("Tuple[int, str]", "tuple"));
  EXPECT_FALSE(is("List[int]", "List[float]"));
  EXPECT_FALSE(is("Optional[int]", "int"));
}

}  // namespace
