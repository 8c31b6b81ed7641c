// The operator table: which wrapper serves an operator.
//
// Every generated library holds constant arrays of rows, sorted by name, and puts one pointer to
// each array into the linker section `aten_lite_operators`. Nothing is registered at run time: the
// table is there before main(), and several libraries that are linked together are simply several
// arrays. Two libraries that select the same operator have equal rows.
//
//   const OperatorRow* row = find_operator("aten::add", "Tensor");
//   if (row != nullptr) row->wrapper(stack);
//
// Read-only, hence safe from any thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "aten_lite/registry/operator_schema.h"

namespace c10 {
class IValue;
}

namespace torch::jit {
using Stack = std::vector<c10::IValue>;
}

namespace at::registry {

using schemas::OperatorSchema;
// Takes its arguments from the end of the stack and leaves its results there.
using Wrapper = void (*)(torch::jit::Stack& stack);

struct OperatorRow {
  const OperatorSchema* schema;
  Wrapper wrapper;

  std::string_view name() const { return schema->name(); }
  std::string_view overload() const { return schema->overload(); }
};

// Rows of one generated file, sorted by name, then overload.
struct OperatorTable {
  const OperatorRow* rows;
  size_t size;

  const OperatorRow* begin() const { return rows; }
  const OperatorRow* end() const { return rows + size; }
};

// The row of "aten::add", "Tensor"; null when the binary does not hold the operator.
const OperatorRow* find_operator(std::string_view name, std::string_view overload);

// All tables of this binary, as a range of pointers.
struct OperatorTables {
  const OperatorTable* const* first;
  const OperatorTable* const* last;

  const OperatorTable* const* begin() const { return first; }
  const OperatorTable* const* end() const { return last; }
};
OperatorTables operator_tables();

// Calls `visit(row)` for every row of the binary. An operator that several libraries hold is
// visited once for each.
template <typename Visit>
void for_each_operator(Visit&& visit) {
  for (const OperatorTable* table : operator_tables()) {
    for (const OperatorRow& row : *table) visit(row);
  }
}

}  // namespace at::registry

// Nothing but the section's name joins tables and registry. `retain` keeps the entry under the
// linkers that collect such sections (lld); for the others the reference to the section's bounds
// does.
#if defined(__has_attribute)
#if __has_attribute(retain) && !defined(__APPLE__)
#define ATEN_LITE_RETAIN retain,
#endif
#endif
#ifndef ATEN_LITE_RETAIN
#define ATEN_LITE_RETAIN
#endif

#ifdef __APPLE__
#define ATEN_LITE_OPERATOR_SECTION "__DATA,aten_lite_ops"
#else
#define ATEN_LITE_OPERATOR_SECTION "aten_lite_operators"
#endif

// Used by generated code only, once in a file.
#define ATEN_LITE_REGISTER_OPERATORS(table)                                   \
  __attribute__((ATEN_LITE_RETAIN used, section(ATEN_LITE_OPERATOR_SECTION))) \
  const at::registry::OperatorTable* const kOperatorTableEntry = &(table)
