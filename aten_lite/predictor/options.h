// The command line of lite_predictor.
//
//   Options options = parse_options({"net.ptl", "--input_dims", "1,3,224,224"});
//
// Flags take their value as `--flag value` or `--flag=value`; switches take none. A wrong command
// line is a UsageError, whose message tells what is wrong and what is accepted.
#pragma once

#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "aten_lite/core/scalar_type.h"

namespace aten_lite::predictor {

class UsageError : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

// A tensor of ones of that shape and type.
struct GeneratedInput {
  std::vector<int64_t> sizes;
  c10::ScalarType dtype = c10::kFloat;
};

struct Options {
  std::string model;
  std::string method = "forward";

  std::vector<GeneratedInput> generated_inputs;  // --input_dims with --input_type
  std::vector<std::string> input_files;          // --inputs, may be repeated
  std::optional<int64_t> bundled_input;          // --use_bundled_input

  std::string output_file;  // --outputs
  std::string expect_file;  // --expect
  std::optional<double> rtol;
  std::optional<double> atol;
  bool check_strides = false;
  std::vector<std::string> case_files;  // --case, may be repeated

  int64_t warmup = 0;
  int64_t iterations = 1;
  std::optional<int64_t> threads;
  std::optional<int64_t> max_steps;
  bool report = false;
  bool prepare = true;  // --prepare, --no_prepare

  bool list_ops = false;
  bool version = false;
  bool help = false;
};

Options parse_options(const std::vector<std::string>& arguments);

// What --help prints.
std::string help_text();

// "1,3,224,224;1,10" with types "float;int64" (or one type for all).
std::vector<GeneratedInput> parse_generated_inputs(const std::string& dims,
                                                   const std::string& types);

// A relative path holds from where the user called `bazel run`, not from where Bazel runs us.
std::string resolve_path(const std::string& path);

}  // namespace aten_lite::predictor
