// The table of operators that are registered at run time: by TORCH_LIBRARY, and, in the dispatcher
// flavour, all of them.
#include "aten_lite/registry/library.h"

#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "aten_lite/registry/schema_text.h"

namespace {

using at::registry::Kernel;
using at::registry::OperatorRow;
using at::registry::OperatorTable;
using at::registry::SchemaText;

struct Entry {
  std::unique_ptr<SchemaText> schema;
  std::optional<Kernel> kernel;
  OperatorRow row{nullptr, nullptr};

  // Schema and kernel come in any order, from several translation units.
  void complete() {
    if (schema != nullptr && kernel.has_value()) {
      row = {&schema->get(), kernel->bind(schema->get())};
    }
  }
};

// By "ns::name.overload". Made when it is first used: blocks run before main() in any order.
std::map<std::string, Entry, std::less<>>& entries() {
  static auto* const table = new std::map<std::string, Entry, std::less<>>();
  return *table;
}

std::vector<const OperatorTable*>& tables() {
  static auto* const list = new std::vector<const OperatorTable*>();
  return *list;
}

}  // namespace

namespace at::registry {

// These take the place of the weak ones in operator_table.cpp, which know no such operators.
OperatorTables registered_tables() { return {tables().data(), tables().data() + tables().size()}; }

TableRegistration::TableRegistration(const OperatorTable* table) {
  tables().push_back(table);
  for (const OperatorRow& row : *table) {
    Entry& entry = entries()[std::string(row.schema->full_name())];
    if (entry.row.schema == nullptr || table->is_custom) entry.row = row;
  }
}

const OperatorRow* find_library_operator(std::string_view name, std::string_view overload) {
  std::string key(name);
  if (!overload.empty()) key.append(".").append(overload);
  const auto entry = entries().find(key);
  return entry == entries().end() || entry->second.row.schema == nullptr ? nullptr
                                                                         : &entry->second.row;
}

}  // namespace at::registry

namespace torch {

Library::Library(Kind kind, std::string ns, const char* key)
    : kind_(kind), namespace_(std::move(ns)) {
  const std::string_view name = key;
  reachable_ = name == "CPU" || name == "CompositeImplicitAutograd" ||
               name == "CompositeExplicitAutograd" || name == "CatchAll";
}

std::string Library::qualified(const std::string& name) const {
  const size_t colons = name.substr(0, name.find('(')).find("::");
  if (colons == std::string::npos) return namespace_ + "::" + name;
  TORCH_CHECK(name.compare(0, colons, namespace_) == 0, "TORCH_LIBRARY(", namespace_,
              ", m) names an operator of another namespace: ", name);
  return name;
}

Library& Library::def(const std::string& schema) {
  TORCH_CHECK(kind_ != Kind::kImplementation, "TORCH_LIBRARY_IMPL(", namespace_, ", ...) declares ",
              schema, "; declare it in a TORCH_LIBRARY block");
  auto parsed = std::make_unique<SchemaText>(qualified(schema));
  const auto& row = parsed->get();
  Entry& entry = entries()[std::string(row.full_name())];
  TORCH_CHECK(entry.schema == nullptr, "TORCH_LIBRARY declares ", row.full_name(), " twice");
  TORCH_CHECK(at::registry::find_operator(row.name(), row.overload()) == nullptr,
              "TORCH_LIBRARY declares ", row.full_name(),
              ", which the binary holds already; to put a kernel in its place declare it in yaml");
  entry.schema = std::move(parsed);
  entry.complete();
  return *this;
}

void Library::define(const std::string& name_or_schema, const Kernel& kernel) {
  const bool has_schema = name_or_schema.find('(') != std::string::npos;
  def(has_schema ? name_or_schema : name_or_schema + kernel.signature());
  implement(name_or_schema.substr(0, name_or_schema.find('(')), kernel);
}

void Library::implement(const std::string& name, const Kernel& kernel) {
  if (!reachable_) return;
  Entry& entry = entries()[qualified(name)];
  TORCH_CHECK(!entry.kernel.has_value(), "operator ", qualified(name), " is given two kernels");
  entry.kernel = kernel;
  entry.complete();
}

}  // namespace torch
