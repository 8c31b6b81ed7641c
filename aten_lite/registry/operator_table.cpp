// Finds the tables through the bounds of their linker section.
#include "aten_lite/registry/operator_table.h"

#include <algorithm>
#include <utility>

using at::registry::OperatorTable;

#ifdef __APPLE__
extern "C" {
extern const OperatorTable* const aten_lite_first_table __asm("section$start$__DATA$aten_lite_ops");
extern const OperatorTable* const aten_lite_last_table __asm("section$end$__DATA$aten_lite_ops");
}
#define ATEN_LITE_FIRST_TABLE (&aten_lite_first_table)
#define ATEN_LITE_LAST_TABLE (&aten_lite_last_table)
#else
// Defined by the linker when there is such a section. Weak: a binary may hold no operator at all.
extern "C" {
extern const OperatorTable* const __start_aten_lite_operators[]
    __attribute__((weak, visibility("hidden")));
extern const OperatorTable* const __stop_aten_lite_operators[]
    __attribute__((weak, visibility("hidden")));
}
#define ATEN_LITE_FIRST_TABLE __start_aten_lite_operators
#define ATEN_LITE_LAST_TABLE __stop_aten_lite_operators
#endif

namespace at::registry {

OperatorTables operator_tables() { return {ATEN_LITE_FIRST_TABLE, ATEN_LITE_LAST_TABLE}; }

std::vector<std::string_view> selection_targets() {
  std::vector<std::string_view> targets;
  for (const OperatorTables& tables : {operator_tables(), registered_tables()}) {
    for (const OperatorTable* table : tables) {
      const std::string_view target = table->target;
      if (target.empty()) continue;
      if (std::find(targets.begin(), targets.end(), target) == targets.end()) {
        targets.push_back(target);
      }
    }
  }
  return targets;
}

const OperatorRow* find_operator(std::string_view name, std::string_view overload) {
  const auto wanted = std::make_pair(name, overload);
  const auto key = [](const OperatorRow& row) {
    return std::make_pair(row.name(), row.overload());
  };
  const OperatorRow* found = nullptr;
  for (const OperatorTable* table : operator_tables()) {
    const OperatorRow* row = std::lower_bound(
        table->begin(), table->end(), wanted,
        [&](const OperatorRow& candidate, const auto& value) { return key(candidate) < value; });
    if (row == table->end() || key(*row) != wanted) continue;
    if (table->is_custom) return row;
    if (found == nullptr) found = row;
  }
  return found != nullptr ? found : find_library_operator(name, overload);
}

// library.cpp has those that count, where it is linked.
__attribute__((weak)) OperatorTables registered_tables() { return {nullptr, nullptr}; }
__attribute__((weak)) const OperatorRow* find_library_operator(std::string_view, std::string_view) {
  return nullptr;
}

}  // namespace at::registry
