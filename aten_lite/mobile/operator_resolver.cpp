#include "aten_lite/mobile/operator_resolver.h"

#include <sstream>

#include "aten_lite/mobile/upgrade_table.h"
#include "aten_lite/registry/defaults.h"
#include "aten_lite/registry/operator_table.h"

namespace torch::jit::mobile {

namespace {

using at::registry::OperatorRow;
using at::schemas::OperatorSchema;
using aten_lite::serialization::OperatorImage;

// The first bytecode version that says how many arguments are pushed.
constexpr int64_t kArgumentCountsVersion = 6;

std::string full_name(const std::string& name, const std::string& overload) {
  return overload.empty() ? name : name + "." + overload;
}

void fill_defaults(OperatorCall* call, const std::string& method) {
  const OperatorSchema& schema = *call->row->schema;
  TORCH_CHECK(call->pushed <= schema.argument_count(), "method ", method, ": it calls ",
              schema.full_name(), " with ", call->pushed, " arguments, but the operator takes ",
              schema.argument_count(), ": ", schema.text(),
              ". The model was made for a newer version of the operator");
  TORCH_CHECK(at::registry::can_complete(schema, call->pushed), "method ", method, ": it calls ",
              schema.full_name(), " with ", call->pushed,
              " arguments, and those that are missing have no default: ", schema.text());
  call->out_count = schema.out_count();
  const size_t positional = schema.argument_count() - call->out_count;
  for (size_t i = call->pushed - call->out_count; i < positional; ++i) {
    call->defaults.push_back(at::registry::default_value(schema, i));
  }
}

}  // namespace

OperatorCall OperatorResolver::resolve(const OperatorImage& image, const std::string& method) {
  OperatorCall call;
  const std::string_view upgrade = find_upgrade(image.name, image.overload, operator_version_);
  call.row = upgrade.empty() ? at::registry::find_operator(image.name, image.overload)
                             : at::registry::find_operator(upgrade, "");
  if (call.row == nullptr) {
    missing_.emplace(upgrade.empty() ? full_name(image.name, image.overload) : std::string(upgrade),
                     method);
    return call;
  }
  call.wrapper = call.row->wrapper;
  const OperatorSchema& schema = *call.row->schema;
  if (schema.is_vararg()) return call;
  if (image.num_specified_args < 0) {
    TORCH_CHECK(bytecode_version_ < kArgumentCountsVersion, "method ", method, ": it calls ",
                schema.full_name(), " with ", image.num_specified_args,
                " arguments, but the operator takes ", schema.argument_count(), ": ",
                schema.text());
    call.pushed = schema.argument_count();
    return call;
  }
  call.pushed = static_cast<size_t>(image.num_specified_args);
  if (call.pushed != schema.argument_count()) fill_defaults(&call, method);
  return call;
}

void OperatorResolver::throw_if_missing(const std::string& model_name) const {
  if (missing_.empty()) return;
  std::ostringstream text;
  text << model_name << ": this binary lacks " << missing_.size()
       << " of the operators that the model calls:\n";
  for (const auto& [name, method] : missing_) text << "  " << name << "  (" << method << ")\n";
  const auto targets = at::registry::selection_targets();
  text << "The binary's operators are selected by ";
  if (targets.empty()) {
    text << "its aten_lite_library or op_selection target";
  } else {
    for (size_t i = 0; i < targets.size(); ++i) text << (i == 0 ? "" : " and ") << targets[i];
  }
  text << ".\nAdd the model to `models` there, or these lines to `ops`:\n";
  for (const auto& [name, method] : missing_) text << "  \"" << name << "\",\n";
  text << "An operator that the build then calls unknown has no kernel in this version; yaml and "
          "kernel of your own (`custom_ops`) can supply it.";
  TORCH_CHECK(false, text.str());
}

}  // namespace torch::jit::mobile
