// A loaded model, as lite_predictor calls it.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "aten_lite/core/ivalue.h"
#include "aten_lite/mobile/module.h"

namespace aten_lite::predictor {

class Runner {
 public:
  // `max_steps`: instructions that one call may run; a model may loop for ever. `prepare`: see
  // mobile/preparation.h.
  Runner(const std::string& path, std::optional<int64_t> max_steps, bool prepare);

  // Throws c10::Error that lists the model's methods when there is none of that name.
  void check_method(const std::string& method);
  // Gives lists and numbers that come from a file the types that the method takes.
  void adapt_inputs(const std::string& method, std::vector<c10::IValue>* inputs);
  c10::IValue run(const std::string& method, std::vector<c10::IValue> inputs);
  // The arguments that the model itself carries for the method.
  std::vector<c10::IValue> bundled_input(const std::string& method, int64_t index);

 private:
  std::string path_;
  torch::jit::mobile::Module module_;
};

}  // namespace aten_lite::predictor
