// Parses the command line of lite_predictor.
#include "aten_lite/predictor/options.h"

#include <cerrno>
#include <cmath>
#include <cstdlib>
#include <functional>
#include <utility>

namespace aten_lite::predictor {
namespace {

struct DtypeName {
  const char* name;
  c10::ScalarType dtype;
};

// Python's names and the C++ names that PyTorch's benchmark tools take.
constexpr DtypeName kDtypeNames[] = {
    {"float", c10::kFloat},
    {"float32", c10::kFloat},
    {"double", c10::kDouble},
    {"float64", c10::kDouble},
    {"half", c10::kHalf},
    {"float16", c10::kHalf},
    {"bfloat16", c10::kBFloat16},
    {"uint8", c10::kByte},
    {"uint8_t", c10::kByte},
    {"int8", c10::kChar},
    {"int8_t", c10::kChar},
    {"int16", c10::kShort},
    {"short", c10::kShort},
    {"int32", c10::kInt},
    {"int", c10::kInt},
    {"int64", c10::kLong},
    {"int64_t", c10::kLong},
    {"long", c10::kLong},
    {"bool", c10::kBool},
    {"complex64", c10::kComplexFloat},
    {"complex128", c10::kComplexDouble},
};

std::vector<std::string> split(const std::string& text, char separator) {
  std::vector<std::string> parts;
  size_t begin = 0;
  while (true) {
    const size_t end = text.find(separator, begin);
    parts.push_back(text.substr(begin, end == std::string::npos ? end : end - begin));
    if (end == std::string::npos) return parts;
    begin = end + 1;
  }
}

std::string trim(const std::string& text) {
  const size_t begin = text.find_first_not_of(" \t");
  if (begin == std::string::npos) return "";
  return text.substr(begin, text.find_last_not_of(" \t") - begin + 1);
}

int64_t parse_count(const std::string& flag, const std::string& text, int64_t minimum) {
  char* end = nullptr;
  errno = 0;
  const int64_t value = std::strtoll(text.c_str(), &end, 10);
  if (text.empty() || *end != '\0' || errno != 0 || value < minimum) {
    throw UsageError(flag + " is '" + text + "'; it takes a whole number from " +
                     std::to_string(minimum) + " on");
  }
  return value;
}

double parse_tolerance(const std::string& flag, const std::string& text) {
  char* end = nullptr;
  const double value = std::strtod(text.c_str(), &end);
  if (text.empty() || *end != '\0' || !(value >= 0) || std::isinf(value)) {
    throw UsageError(flag + " is '" + text + "'; it takes a number from 0 on, such as 1e-3");
  }
  return value;
}

c10::ScalarType parse_dtype(const std::string& text) {
  std::string accepted;
  for (const DtypeName& row : kDtypeNames) {
    if (text == row.name) return row.dtype;
    accepted += (accepted.empty() ? "" : ", ") + std::string(row.name);
  }
  throw UsageError("--input_type holds '" + text + "'; it takes " + accepted);
}

std::vector<int64_t> parse_sizes(const std::string& text) {
  std::vector<int64_t> sizes;
  if (text == "[]") return sizes;
  for (const std::string& part : split(text, ',')) {
    sizes.push_back(parse_count("--input_dims: a size", trim(part), 0));
  }
  return sizes;
}

struct FlagRow {
  const char* name;
  bool takes_value;
  std::function<void(const std::string& flag, const std::string& value)> set;
};

// The rules that hold between flags.
void check_combination(const Options& options) {
  if (options.model.empty()) {
    throw UsageError("no MODEL given; try `lite_predictor net.ptl`, or --help");
  }
  const int sources = (options.generated_inputs.empty() ? 0 : 1) +
                      (options.input_files.empty() ? 0 : 1) + (options.bundled_input ? 1 : 0);
  if (sources > 1) {
    throw UsageError(
        "inputs are given twice; use one of --input_dims, --inputs and --use_bundled_input");
  }
  if (!options.case_files.empty() &&
      (sources > 0 || !options.expect_file.empty() || !options.output_file.empty())) {
    throw UsageError(
        "--case brings its own inputs and expected values; drop --inputs, --input_dims, "
        "--use_bundled_input, --outputs and --expect, or the --case");
  }
  const bool compares = !options.expect_file.empty() || !options.case_files.empty();
  if ((options.rtol || options.atol || options.check_strides) && !compares) {
    throw UsageError("--rtol, --atol and --check_strides go with --expect or --case");
  }
}

}  // namespace

std::vector<GeneratedInput> parse_generated_inputs(const std::string& dims,
                                                   const std::string& types) {
  std::vector<GeneratedInput> inputs;
  const std::vector<std::string> type_names = split(types.empty() ? "float" : types, ';');
  for (const std::string& part : split(dims, ';')) {
    inputs.push_back({parse_sizes(trim(part)), c10::kFloat});
  }
  if (type_names.size() != 1 && type_names.size() != inputs.size()) {
    throw UsageError("--input_type names " + std::to_string(type_names.size()) +
                     " types, but --input_dims has " + std::to_string(inputs.size()) +
                     " shapes; give one type for all, or as many");
  }
  for (size_t i = 0; i < inputs.size(); ++i) {
    inputs[i].dtype = parse_dtype(trim(type_names[type_names.size() == 1 ? 0 : i]));
  }
  return inputs;
}

Options parse_options(const std::vector<std::string>& arguments) {
  Options options;
  std::optional<std::string> dims;
  std::string types;
  const auto text = [](std::string* to) {
    return [to](const std::string&, const std::string& value) { *to = value; };
  };
  const auto list = [](std::vector<std::string>* to) {
    return [to](const std::string&, const std::string& value) { to->push_back(value); };
  };
  const auto on = [](bool* to) {
    return [to](const std::string&, const std::string&) { *to = true; };
  };
  const auto off = [](bool* to) {
    return [to](const std::string&, const std::string&) { *to = false; };
  };
  const auto count = [](auto* to, int64_t minimum) {
    return [to, minimum](const std::string& flag, const std::string& value) {
      *to = parse_count(flag, value, minimum);
    };
  };
  const auto tolerance = [](std::optional<double>* to) {
    return [to](const std::string& flag, const std::string& value) {
      *to = parse_tolerance(flag, value);
    };
  };
  const std::vector<FlagRow> rows = {
      {"--method", true, text(&options.method)},
      {"--input_dims", true, [&](const std::string&, const std::string& value) { dims = value; }},
      {"--input_type", true, text(&types)},
      {"--inputs", true, list(&options.input_files)},
      {"--use_bundled_input", true, count(&options.bundled_input, 0)},
      {"--outputs", true, text(&options.output_file)},
      {"--expect", true, text(&options.expect_file)},
      {"--rtol", true, tolerance(&options.rtol)},
      {"--atol", true, tolerance(&options.atol)},
      {"--check_strides", false, on(&options.check_strides)},
      {"--case", true, list(&options.case_files)},
      {"--warmup", true, count(&options.warmup, 0)},
      {"--iter", true, count(&options.iterations, 1)},
      {"--threads", true, count(&options.threads, 1)},
      {"--max_steps", true, count(&options.max_steps, 1)},
      {"--prepare", false, on(&options.prepare)},
      {"--no_prepare", false, off(&options.prepare)},
      {"--report", false, on(&options.report)},
      {"--list_ops", false, on(&options.list_ops)},
      {"--version", false, on(&options.version)},
      {"--help", false, on(&options.help)},
  };

  bool only_positional = false;
  for (size_t i = 0; i < arguments.size(); ++i) {
    const std::string& argument = arguments[i];
    if (!only_positional && argument == "--") {
      only_positional = true;
      continue;
    }
    if (only_positional || argument.empty() || argument[0] != '-' || argument == "-") {
      if (!options.model.empty()) {
        throw UsageError("two models given, '" + options.model + "' and '" + argument +
                         "'; it takes one");
      }
      if (argument.empty()) throw UsageError("the MODEL is an empty string");
      options.model = argument;
      continue;
    }
    const size_t equals = argument.find('=');
    const std::string flag = argument == "-h" ? "--help" : argument.substr(0, equals);
    const FlagRow* row = nullptr;
    for (const FlagRow& candidate : rows) {
      if (flag == candidate.name) row = &candidate;
    }
    if (row == nullptr) throw UsageError("unknown flag '" + flag + "'; --help lists all");
    if (!row->takes_value) {
      if (equals != std::string::npos) throw UsageError(flag + " takes no value");
      row->set(flag, "");
    } else if (equals != std::string::npos) {
      row->set(flag, argument.substr(equals + 1));
    } else {
      if (i + 1 == arguments.size()) throw UsageError(flag + " needs a value");
      row->set(flag, arguments[++i]);
    }
  }
  if (options.help || options.version) return options;
  if (dims) {
    options.generated_inputs = parse_generated_inputs(*dims, types);
  } else if (!types.empty()) {
    throw UsageError("--input_type goes with --input_dims");
  }
  check_combination(options);
  return options;
}

std::string resolve_path(const std::string& path) {
  const char* directory = std::getenv("BUILD_WORKING_DIRECTORY");
  if (path.empty() || path[0] == '/' || directory == nullptr || *directory == '\0') return path;
  return std::string(directory) + "/" + path;
}

}  // namespace aten_lite::predictor
