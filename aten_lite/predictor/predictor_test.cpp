// The program's exit codes and messages, where no model is needed.
#include "aten_lite/predictor/predictor.h"

#include <gtest/gtest.h>

#include <fstream>
#include <sstream>
#include <string>
#include <vector>

namespace aten_lite::predictor {
namespace {

struct Result {
  int code;
  std::string out;
  std::string err;
};

Result run(const std::vector<std::string>& arguments) {
  std::ostringstream out;
  std::ostringstream err;
  const int code = run_predictor(arguments, out, err);
  return {code, out.str(), err.str()};
}

TEST(Predictor, PrintsHelpAndVersion) {
  const Result help = run({"--help"});
  EXPECT_EQ(help.code, kSuccess);
  EXPECT_NE(help.out.find("Usage: lite_predictor"), std::string::npos);
  const Result version = run({"--version"});
  EXPECT_EQ(version.code, kSuccess);
  EXPECT_NE(version.out.find("bytecode versions 4 to 9"), std::string::npos);
}

TEST(Predictor, TellsWrongUsageByCodeTwo) {
  const Result result = run({"net.ptl", "--nonsense"});
  EXPECT_EQ(result.code, kUsage);
  EXPECT_NE(result.err.find("--nonsense"), std::string::npos);
  EXPECT_EQ(run({}).code, kUsage);
}

TEST(Predictor, TellsErrorsByCodeOne) {
  const Result missing = run({"/nowhere/net.ptl"});
  EXPECT_EQ(missing.code, kFailure);
  EXPECT_NE(missing.err.find("/nowhere/net.ptl: cannot be opened"), std::string::npos);
  const std::string path = testing::TempDir() + "/text.ptl";
  std::ofstream(path) << "no model\n";
  for (const std::vector<std::string>& arguments :
       {std::vector<std::string>{path}, {path, "--list_ops"}, {path, "--case", "c.pt"}}) {
    const Result text = run(arguments);
    EXPECT_EQ(text.code, kFailure);
    EXPECT_NE(text.err.find("text file"), std::string::npos) << text.err;
  }
}

}  // namespace
}  // namespace aten_lite::predictor
