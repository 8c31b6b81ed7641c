// Operators as the bytecode names them.
#include "aten_lite/predictor/list_ops.h"

#include <map>
#include <set>
#include <utility>

#include "aten_lite/registry/operator_table.h"
#include "aten_lite/serialization/model_file.h"

namespace aten_lite::predictor {

void list_operators(std::ostream& out, const std::string& model_path) {
  serialization::ObjectResolver resolver;
  // Constants may be objects of C++ classes, which nobody looks at here.
  resolver.object = [](const std::string&, const c10::IValue&) { return c10::IValue(); };
  const auto image = serialization::ModelFile::open(model_path)->read_code(resolver);
  std::set<std::pair<std::string, std::string>> names;
  for (const auto& function : image.functions) {
    for (const auto& op : function.operators) names.emplace(op.name, op.overload);
  }
  size_t missing = 0;
  for (const auto& name : names) {
    const bool found = at::registry::find_operator(name.first, name.second) != nullptr;
    missing += found ? 0 : 1;
    out << name.first << (name.second.empty() ? "" : ".") << name.second
        << (found ? "  supported" : "  missing") << "\n";
  }
  out << names.size() << " operators, " << missing << " missing in this program\n";
  for (const auto target : at::registry::selection_targets()) {
    out << "selected by " << target << "\n";
  }
}

}  // namespace aten_lite::predictor
