// What lite_predictor does, mode by mode.
#include "aten_lite/predictor/predictor.h"

#include <exception>
#include <memory>
#include <new>
#include <utility>

#include "aten_lite/core/error.h"
#include "aten_lite/parallel/parallel.h"
#include "aten_lite/predictor/case_file.h"
#include "aten_lite/predictor/compare.h"
#include "aten_lite/predictor/inputs.h"
#include "aten_lite/predictor/list_ops.h"
#include "aten_lite/predictor/measure.h"
#include "aten_lite/predictor/options.h"
#include "aten_lite/predictor/print_values.h"
#include "aten_lite/predictor/runner.h"
#include "aten_lite/predictor/version.h"
#include "aten_lite/serialization/model_image.h"
#include "aten_lite/serialization/torch_file.h"

namespace aten_lite::predictor {
namespace {

constexpr int kPrintedValues = 5;

void print_version(std::ostream& out) {
  out << "lite_predictor " << ATEN_LITE_VERSION << " (bytecode versions "
      << serialization::kMinBytecodeVersion << " to " << serialization::kMaxBytecodeVersion
      << ")\n";
}

int run_cases(const Options& options, std::ostream& out) {
  // A model that cannot be loaded is an error, not a failed case; the first case gets this one.
  const std::string model = resolve_path(options.model);
  auto runner = std::make_unique<Runner>(model, options.max_steps, options.prepare);
  int passed = 0;
  int failed = 0;
  for (const std::string& path : options.case_files) {
    std::optional<std::string> problem;
    try {
      Case recorded = parse_case(
          serialization::load_values(resolve_path(path), serialization::Storages::kCopied), path);
      if (runner == nullptr) {
        runner = std::make_unique<Runner>(model, options.max_steps, options.prepare);
      }
      problem = run_case(std::move(recorded), options, runner.get());
    } catch (const std::exception& error) {
      problem = error.what();
    }
    runner.reset();
    if (problem) {
      ++failed;
      out << "FAIL " << path << ": " << *problem << "\n";
    } else {
      ++passed;
      out << "PASS " << path << "\n";
    }
  }
  out << passed << " passed, " << failed << " failed\n";
  return failed == 0 ? kSuccess : kDifference;
}

int compare_with_file(const c10::IValue& result, const Options& options, std::ostream& out,
                      std::ostream& err) {
  CompareOptions compare;
  compare.rtol = options.rtol;
  compare.atol = options.atol;
  compare.check_strides = options.check_strides;
  const c10::IValue expected = serialization::load_values(resolve_path(options.expect_file));
  if (const auto difference = compare_values(result, expected, compare, "result")) {
    err << "lite_predictor: differs from " << options.expect_file << ": " << *difference << "\n";
    return kDifference;
  }
  out << "agrees with " << options.expect_file << "\n";
  return kSuccess;
}

int run_model(const Options& options, std::ostream& out, std::ostream& err) {
  const Stopwatch load_time;
  Runner runner(resolve_path(options.model), options.max_steps, options.prepare);
  const double load_ms = load_time.milliseconds();
  runner.check_method(options.method);
  std::vector<c10::IValue> inputs =
      options.bundled_input ? runner.bundled_input(options.method, *options.bundled_input)
                            : make_inputs(options);
  runner.adapt_inputs(options.method, &inputs);

  for (int64_t i = 0; i < options.warmup; ++i) runner.run(options.method, inputs);
  c10::IValue result;
  std::vector<double> latencies;
  for (int64_t i = 0; i < options.iterations; ++i) {
    const Stopwatch time;
    result = runner.run(options.method, inputs);
    latencies.push_back(time.milliseconds());
  }

  print_first_values(out, result, kPrintedValues);
  if (options.report) out << report_text(load_ms, latencies);
  if (!options.output_file.empty()) {
    serialization::save_values(resolve_path(options.output_file), result);
  }
  return options.expect_file.empty() ? kSuccess : compare_with_file(result, options, out, err);
}

int run(const Options& options, std::ostream& out, std::ostream& err) {
  if (options.help) {
    out << help_text();
    return kSuccess;
  }
  if (options.version) {
    print_version(out);
    return kSuccess;
  }
  if (options.threads) at::set_num_threads(static_cast<int>(*options.threads));
  if (options.list_ops) {
    list_operators(out, resolve_path(options.model));
    return kSuccess;
  }
  return options.case_files.empty() ? run_model(options, out, err) : run_cases(options, out);
}

}  // namespace

int run_predictor(const std::vector<std::string>& arguments, std::ostream& out, std::ostream& err) {
  try {
    const int code = run(parse_options(arguments), out, err);
    out.flush();
    if (!out.good()) {
      err << "lite_predictor: writing the output failed\n";
      return kFailure;
    }
    return code;
  } catch (const UsageError& error) {
    err << "lite_predictor: " << error.what() << "\n";
    return kUsage;
  } catch (const std::bad_alloc&) {
    err << "lite_predictor: out of memory\n";
  } catch (const std::exception& error) {
    err << "lite_predictor: " << error.what() << "\n";
  } catch (...) {
    err << "lite_predictor: an unknown error occurred\n";
  }
  return kFailure;
}

}  // namespace aten_lite::predictor
