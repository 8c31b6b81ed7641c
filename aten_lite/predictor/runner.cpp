// Loading and calling models through PyTorch's mobile API.
#include "aten_lite/predictor/runner.h"

#include <utility>

#include "aten_lite/core/error.h"
#include "aten_lite/mobile/import.h"
#include "aten_lite/predictor/inputs.h"

namespace aten_lite::predictor {

namespace {

torch::jit::mobile::Module load(const std::string& path, bool prepare) {
  uint64_t load_options = torch::jit::kDefaultMobileLoadOptions;
  if (!prepare) load_options |= torch::jit::NO_PREPARATION;
  torch::jit::ExtraFilesMap none;
  return torch::jit::_load_for_mobile(path, std::nullopt, none, load_options);
}

}  // namespace

Runner::Runner(const std::string& path, std::optional<int64_t> max_steps, bool prepare)
    : module_(load(path, prepare)) {
  torch::jit::mobile::RunOptions options;
  options.max_steps = max_steps.value_or(0);
  module_.set_run_options(options);
}

void Runner::check_method(const std::string& method) { module_.get_method(method); }

void Runner::adapt_inputs(const std::string& method, std::vector<c10::IValue>* inputs) {
  const torch::jit::mobile::Method target = module_.get_method(method);
  std::vector<c10::TypePtr> types;
  if (target.function().hasSchema()) {
    const auto& arguments = target.function().getSchema().arguments();
    // The first one is self.
    for (size_t i = 1; i < arguments.size(); ++i) types.push_back(arguments[i].type());
  }
  predictor::adapt_inputs(inputs, types);
}

c10::IValue Runner::run(const std::string& method, std::vector<c10::IValue> inputs) {
  return module_.get_method(method)(std::move(inputs));
}

std::vector<c10::IValue> Runner::bundled_input(const std::string& method, int64_t index) {
  const std::string own = "get_all_bundled_inputs_for_" + method;
  const std::string general = "get_all_bundled_inputs";
  auto getter = module_.find_method(own);
  if (!getter && method == "forward") getter = module_.find_method(general);
  TORCH_CHECK(getter.has_value(), "--use_bundled_input: the model has no bundled inputs for ",
              method, "; add them with torch.utils.bundled_inputs, or give --inputs");
  const c10::IValue all = (*getter)({});
  TORCH_CHECK(all.isList(), "--use_bundled_input: ", getter->name(), "() returned a value of type ",
              all.tagKind(), " instead of a list");
  const auto inputs = all.toListRef();
  TORCH_CHECK(static_cast<uint64_t>(index) < inputs.size(), "--use_bundled_input is ", index,
              ", but the model has ", inputs.size(), " bundled inputs, counted from 0");
  const c10::IValue& chosen = inputs[static_cast<size_t>(index)];
  TORCH_CHECK(chosen.isTuple(), "--use_bundled_input: bundled input ", index,
              " is a value of type ", chosen.tagKind(), " instead of a tuple of arguments");
  return chosen.toTupleRef().elements();
}

}  // namespace aten_lite::predictor
