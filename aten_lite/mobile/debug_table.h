// Where instructions come from: module and line of Python, for models that were exported with
// _save_mobile_debug_info=True.
//
// The records are kept as they were read and looked at only when an error is described. They are
// not trusted: what is not as it should be is left out of the description.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "aten_lite/core/ivalue.h"

namespace torch::jit::mobile {

class DebugTable {
 public:
  // Records as ModelFile::read_debug_records() gives them.
  explicit DebugTable(const std::vector<std::pair<std::string, c10::IValue>>& records);

  // "top(Net)::forward.conv(Conv2d)::forward.aten::conv2d"; empty when nothing is known.
  std::string module_hierarchy(int64_t handle, const std::string& root_class) const;
  // Lines "File net.py, line 12, in forward: y = self.conv(x)", the innermost first.
  std::vector<std::string> call_stack(int64_t handle) const;

 private:
  struct Source {
    c10::IValue range;
    c10::IValue strings;
  };

  void add_call_stacks(const c10::IValue& record);
  void add_sources(const c10::IValue& record);
  std::string describe_source(int64_t tag, const std::string& function) const;

  std::unordered_map<int64_t, c10::IValue> stacks_;
  std::unordered_map<int64_t, Source> sources_;
};

}  // namespace torch::jit::mobile
