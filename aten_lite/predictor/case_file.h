// Recorded cases: what a call of a model gave in PyTorch.
//
// A case is torch.save({"method": str (default "forward"), "inputs": [...],
//   "expected": value | "error": text, "after": the inputs after the call,
//   "compare": "exact" | "close" | "shape" (default "close"), "tol": float}).
// `error` must throw, its text is not compared. Other keys (a label) are for people.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "aten_lite/core/ivalue.h"
#include "aten_lite/predictor/compare.h"
#include "aten_lite/predictor/options.h"
#include "aten_lite/predictor/runner.h"

namespace aten_lite::predictor {

struct Case {
  std::string method = "forward";
  std::vector<c10::IValue> inputs;
  bool expects_error = false;
  c10::IValue expected;
  std::optional<std::vector<c10::IValue>> after;
  CompareMode mode = CompareMode::kClose;
  std::optional<double> tol;
};

// `name` is what messages call the case.
Case parse_case(const c10::IValue& value, const std::string& name);

// Nothing when the case passes; else what is wrong.
std::optional<std::string> run_case(Case recorded, const Options& options, Runner* runner);

}  // namespace aten_lite::predictor
