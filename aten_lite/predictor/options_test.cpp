// The command line: what is accepted, and what is told about the rest.
#include "aten_lite/predictor/options.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <string>
#include <vector>

namespace aten_lite::predictor {
namespace {

std::string error_of(const std::vector<std::string>& arguments) {
  try {
    parse_options(arguments);
  } catch (const UsageError& error) {
    return error.what();
  }
  return "";
}

#define EXPECT_USAGE_ERROR(text, ...) \
  EXPECT_NE(error_of(__VA_ARGS__).find(text), std::string::npos) << error_of(__VA_ARGS__)

TEST(Options, TakesAModelAlone) {
  const Options options = parse_options({"net.ptl"});
  EXPECT_EQ(options.model, "net.ptl");
  EXPECT_EQ(options.method, "forward");
  EXPECT_EQ(options.iterations, 1);
  EXPECT_TRUE(options.generated_inputs.empty());
}

TEST(Options, TakesValuesAfterASpaceOrAnEqualsSign) {
  const Options options = parse_options({"--method", "run", "--iter=7", "net.ptl", "--warmup", "2",
                                         "--rtol=1e-3", "--expect", "out.pt", "--report"});
  EXPECT_EQ(options.method, "run");
  EXPECT_EQ(options.iterations, 7);
  EXPECT_EQ(options.warmup, 2);
  EXPECT_EQ(options.rtol, 1e-3);
  EXPECT_TRUE(options.report);
}

TEST(Options, ParsesShapesAndTypes) {
  const auto inputs = parse_generated_inputs("1,3,224,224;[]; 0,2", "float;int64;bool");
  ASSERT_EQ(inputs.size(), 3u);
  EXPECT_EQ(inputs[0].sizes, (std::vector<int64_t>{1, 3, 224, 224}));
  EXPECT_TRUE(inputs[1].sizes.empty());
  EXPECT_EQ(inputs[1].dtype, c10::kLong);
  EXPECT_EQ(inputs[2].sizes, (std::vector<int64_t>{0, 2}));
  EXPECT_EQ(inputs[2].dtype, c10::kBool);
  EXPECT_EQ(parse_generated_inputs("1;2", "half")[1].dtype, c10::kHalf);
  EXPECT_EQ(parse_generated_inputs("1", "")[0].dtype, c10::kFloat);
}

TEST(Options, ExplainsBadShapesAndTypes) {
  EXPECT_USAGE_ERROR("a size is 'x'", {"m", "--input_dims", "1,x"});
  EXPECT_USAGE_ERROR("a size is '-1'", {"m", "--input_dims", "-1"});
  EXPECT_USAGE_ERROR("a size is ''", {"m", "--input_dims", ""});
  EXPECT_USAGE_ERROR("float32, double", {"m", "--input_dims", "1", "--input_type", "quad"});
  EXPECT_USAGE_ERROR("names 2 types", {"m", "--input_dims", "1;2;3", "--input_type", "int;int"});
  EXPECT_USAGE_ERROR("goes with --input_dims", {"m", "--input_type", "int"});
}

TEST(Options, CollectsRepeatedFlags) {
  const Options options = parse_options({"m", "--case", "a.pt", "--case=b.pt"});
  EXPECT_EQ(options.case_files, (std::vector<std::string>{"a.pt", "b.pt"}));
  EXPECT_EQ(parse_options({"m", "--inputs", "a.npy", "--inputs", "b.npy"}).input_files.size(), 2u);
}

TEST(Options, RefusesWhatItDoesNotKnow) {
  EXPECT_USAGE_ERROR("no MODEL", {});
  EXPECT_USAGE_ERROR("no MODEL", {"--report"});
  EXPECT_USAGE_ERROR("unknown flag '--itr'", {"m", "--itr=3"});
  EXPECT_USAGE_ERROR("two models", {"a.ptl", "b.ptl"});
  EXPECT_USAGE_ERROR("--iter needs a value", {"m", "--iter"});
  EXPECT_USAGE_ERROR("--report takes no value", {"m", "--report=yes"});
  EXPECT_USAGE_ERROR("from 1 on", {"m", "--iter", "0"});
  EXPECT_USAGE_ERROR("whole number", {"m", "--iter", "3.5"});
  EXPECT_USAGE_ERROR("whole number", {"m", "--max_steps", "99999999999999999999"});
  EXPECT_USAGE_ERROR("such as 1e-3", {"m", "--expect", "x", "--rtol", "-1"});
  EXPECT_USAGE_ERROR("such as 1e-3", {"m", "--expect", "x", "--rtol", "nan"});
}

TEST(Options, RefusesCombinationsWithoutMeaning) {
  EXPECT_USAGE_ERROR("given twice", {"m", "--inputs", "a", "--input_dims", "1"});
  EXPECT_USAGE_ERROR("given twice", {"m", "--use_bundled_input", "0", "--input_dims", "1"});
  EXPECT_USAGE_ERROR("--case brings", {"m", "--case", "a", "--expect", "b"});
  EXPECT_USAGE_ERROR("go with --expect", {"m", "--atol", "1"});
}

TEST(Options, NeedsNoModelForHelpAndVersion) {
  EXPECT_TRUE(parse_options({"--help"}).help);
  EXPECT_TRUE(parse_options({"-h"}).help);
  EXPECT_TRUE(parse_options({"--version"}).version);
}

TEST(Options, TakesAnythingAfterTwoDashesAsTheModel) {
  EXPECT_EQ(parse_options({"--report", "--", "--odd.ptl"}).model, "--odd.ptl");
}

TEST(Options, HelpNamesEveryFlag) {
  const std::string text = help_text();
  for (const char* flag :
       {"--method", "--input_dims", "--input_type", "--inputs", "--use_bundled_input", "--outputs",
        "--expect", "--rtol", "--atol", "--check_strides", "--case", "--warmup", "--iter",
        "--threads", "--max_steps", "--report", "--list_ops", "--version", "--help"}) {
    EXPECT_NE(text.find(flag), std::string::npos) << flag;
  }
}

TEST(Options, ResolvesPathsFromWhereBazelWasCalled) {
  setenv("BUILD_WORKING_DIRECTORY", "/home/me", 1);
  EXPECT_EQ(resolve_path("net.ptl"), "/home/me/net.ptl");
  EXPECT_EQ(resolve_path("/net.ptl"), "/net.ptl");
  unsetenv("BUILD_WORKING_DIRECTORY");
  EXPECT_EQ(resolve_path("net.ptl"), "net.ptl");
}

}  // namespace
}  // namespace aten_lite::predictor
