// lite_predictor without its main(), so that tests can call it.
#pragma once

#include <ostream>
#include <string>
#include <vector>

namespace aten_lite::predictor {

enum ExitCode {
  kSuccess = 0,
  kFailure = 1,
  kUsage = 2,
  kDifference = 3,
};

// Runs one command line, without the program's name. Never throws: what is wrong is written to
// `err`, and told by the exit code.
int run_predictor(const std::vector<std::string>& arguments, std::ostream& out, std::ostream& err);

}  // namespace aten_lite::predictor
