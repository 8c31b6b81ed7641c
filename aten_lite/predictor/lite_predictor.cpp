// The lite_predictor program: runs a model and prints, saves, compares or measures its results.
#include <iostream>
#include <string>
#include <vector>

#include "aten_lite/predictor/predictor.h"

int main(int argc, char** argv) {
  const std::vector<std::string> arguments(argv + (argc > 0 ? 1 : 0), argv + argc);
  return aten_lite::predictor::run_predictor(arguments, std::cout, std::cerr);
}
