#include "aten_lite/mobile/loader.h"

#include <gtest/gtest.h>

#include "aten_lite/mobile/operator_resolver.h"
#include "aten_lite/mobile/test_images.h"
#include "aten_lite/mobile/upgrade_table.h"

namespace aten_lite::testing {
namespace {

using torch::jit::mobile::find_upgrade;

TEST(Loader, ListsEveryMissingOperatorAtOnce) {
  ImageBuilder image;
  image.method("forward")
      .code({{"STORE", 1}, {"LOAD", 1}, {"RET"}})
      .registers(1)
      .operators({"my::first", "test::add", "my::second.out"});
  image.method("other")
      .code({{"STORE", 1}, {"LOAD", 1}, {"RET"}})
      .registers(1)
      .operators({"my::third"});
  const std::string error = image.build_error();
  EXPECT_NE(error.find("test image: this binary lacks 3 of the operators"), std::string::npos);
  EXPECT_NE(error.find("my::first  (__torch__.Net.forward)"), std::string::npos);
  EXPECT_NE(error.find("  \"my::second.out\",\n"), std::string::npos);
  EXPECT_NE(error.find("my::third  (__torch__.Net.other)"), std::string::npos);
  EXPECT_EQ(error.find("test::add"), std::string::npos);
}

// A method that calls an operator with this many arguments.
std::string call_error(const std::string& op, int64_t bytecode_version) {
  ImageBuilder image;
  image.image().bytecode_version = bytecode_version;
  image.method("forward").code({{"STORE", 1}, {"LOAD", 1}, {"RET"}}).registers(1).operators({op});
  return image.build_error();
}

TEST(Loader, ChecksNumbersOfArguments) {
  EXPECT_EQ(call_error("test::digits/2", 6), "");
  EXPECT_EQ(call_error("test::digits/3", 6), "");
  EXPECT_NE(call_error("test::digits/4", 6).find("the operator takes 3"), std::string::npos);
  EXPECT_NE(call_error("test::digits/1", 6).find("have no default"), std::string::npos);
  EXPECT_NE(call_error("test::add/1", 6).find("have no default"), std::string::npos);
  EXPECT_NE(call_error("test::add/-1", 6).find("with -1 arguments"), std::string::npos);
}

// Older models do not say how many arguments they push, and variadic operators have no number.
TEST(Loader, TakesUnknownNumbersWhereTheyAreMeant) {
  EXPECT_EQ(call_error("test::add", 5), "");
  EXPECT_EQ(call_error("test::count/-1", 6), "");
}

TEST(Loader, RefusesClassesOfCppThatAreNotLinkedIn) {
  ImageBuilder image;
  image.method("forward")
      .code({{"STORE", 1}, {"LOAD", 1}, {"RET"}})
      .registers(1)
      .types({"List[__torch__.torch.classes.no.Such]"});
  EXPECT_NE(image.build_error().find("class __torch__.torch.classes.no.Such is not registered"),
            std::string::npos);
}

TEST(Loader, FindsTheNumberOfArgumentsInTheCode) {
  ImageBuilder image;
  image.method("three").code({{"STOREN", 1, 3}, {"LOAD", 1}, {"RET"}}).registers(3);
  image.method("one").code({{"STORE", 1}, {"LOAD", 1}, {"RET"}}).registers(1);
  image.method("unknown").code({{"RET"}});
  const auto module = image.build();
  EXPECT_EQ(module.get_method("three").function().num_inputs(), 3u);
  EXPECT_EQ(module.get_method("one").function().num_inputs(), 1u);
  EXPECT_THROW(module.get_method("three")({1}), c10::Error);
  // What it cannot know it checks when the method runs: one argument is one result.
  EXPECT_TRUE(module.get_method("unknown")({}).isObject());
  EXPECT_THROW(module.get_method("unknown")({1}), c10::Error);
}

TEST(Loader, DefaultsComeFromTheSchema) {
  ImageBuilder image;
  image.method("forward")
      .code({{"STOREN", 1, 3}, {"LOAD", 2}, {"LOAD", 3}, {"OP", 0}, {"RET"}})
      .registers(3)
      .operators({"test::add"})
      .schema({{"x", "int", {}}, {"y", "int", c10::IValue(40)}});
  EXPECT_EQ(image.run("forward", {2}).toInt(), 42);
  EXPECT_EQ(image.run("forward", {2, 3}).toInt(), 5);
  EXPECT_EQ(image.build().get_method("forward")({2}, {{"y", 5}}).toInt(), 7);
  EXPECT_THROW(image.run("forward", {}), c10::Error);
}

TEST(UpgradeTable, CoversTheVersionsOfTheOldMeaning) {
  EXPECT_EQ(find_upgrade("aten::div", "Tensor", 3), "aten_lite::div_Tensor_0_3");
  EXPECT_EQ(find_upgrade("aten::div", "Tensor", 4), "");
  EXPECT_EQ(find_upgrade("aten::div", "Tensor_mode", 3), "");
  EXPECT_EQ(find_upgrade("aten::linspace", "out", 7), "aten_lite::linspace_out_0_7");
  EXPECT_EQ(find_upgrade("aten::logspace", "", 8), "aten_lite::logspace_0_8");
  EXPECT_EQ(find_upgrade("aten::add", "Tensor", 0), "");
}

}  // namespace
}  // namespace aten_lite::testing
