// The operator table: which wrapper serves an operator.
//
// Every generated library holds constant arrays of rows, sorted by name, and puts one pointer to
// each array into the linker section `aten_lite_operators`. Nothing is registered at run time: the
// table is there before main(), and several libraries that are linked together are simply several
// arrays. Two libraries that select the same operator have equal rows. A user's kernel for an
// operator of ours is in a table that is searched first.
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
  // The Bazel target that selects the operators, such as "//app:operators"; empty without Bazel.
  const char* target = "";
  // Whether the kernels are a user's, which are found before ours.
  bool is_custom = false;

  const OperatorRow* begin() const { return rows; }
  const OperatorRow* end() const { return rows + size; }
};

// The row of "aten::add", "Tensor"; null when the binary does not hold the operator.
const OperatorRow* find_operator(std::string_view name, std::string_view overload);

// The row of an operator that TORCH_LIBRARY registered (library.h); null when there is none, and
// always where no such library is linked.
const OperatorRow* find_library_operator(std::string_view name, std::string_view overload);

// All tables of this binary, as a range of pointers.
struct OperatorTables {
  const OperatorTable* const* first;
  const OperatorTable* const* last;

  const OperatorTable* const* begin() const { return first; }
  const OperatorTable* const* end() const { return last; }
};
OperatorTables operator_tables();

// The targets that select this binary's operators, each once: what to edit when one is missing.
std::vector<std::string_view> selection_targets();

// The tables that registered themselves when the program started, which those above are not: the
// dispatcher flavour. Empty where library.cpp is not linked.
OperatorTables registered_tables();

// Calls `visit(row)` for every row of the binary. An operator that several libraries hold is
// visited once for each.
template <typename Visit>
void for_each_operator(Visit&& visit) {
  for (const OperatorTables& tables : {operator_tables(), registered_tables()}) {
    for (const OperatorTable* table : tables) {
      for (const OperatorRow& row : *table) visit(row);
    }
  }
}

// Registers a table at run time.
struct TableRegistration {
  explicit TableRegistration(const OperatorTable* table);
};

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

// Used by generated code only, once for a table. ATEN_LITE_DISPATCHER makes it the dispatcher
// flavour (--//aten_lite/config:use_lightweight_dispatch=false).
#ifdef ATEN_LITE_DISPATCHER
#define ATEN_LITE_REGISTER_OPERATORS(table) \
  static const at::registry::TableRegistration table##Registration(&(table))
#else
#define ATEN_LITE_REGISTER_OPERATORS(table)                                   \
  __attribute__((ATEN_LITE_RETAIN used, section(ATEN_LITE_OPERATOR_SECTION))) \
  const at::registry::OperatorTable* const table##Entry = &(table)
#endif

// Used by generated code only, for each operator with a user's kernel: a link error when two
// libraries bring different kernels for it. The symbol is named after the operator and strong; its
// section is in a group named after operator and kernel, of which the linker keeps one. Where
// object files know no such groups, the table that is linked first has the kernel.
#ifdef __ELF__
#define ATEN_LITE_ONE_KERNEL(op, wrapper)                                    \
  __asm__(".pushsection .rodata.aten_lite_kernels,\"aG\",%progbits," wrapper \
          ",comdat\n"                                                        \
          ".globl aten_lite_kernel_of_" op                                   \
          "\n"                                                               \
          ".hidden aten_lite_kernel_of_" op                                  \
          "\n"                                                               \
          "aten_lite_kernel_of_" op                                          \
          ":\n"                                                              \
          ".byte 0\n"                                                        \
          ".popsection")
#else
#define ATEN_LITE_ONE_KERNEL(op, wrapper) static_assert(sizeof(op wrapper) > 0)
#endif
