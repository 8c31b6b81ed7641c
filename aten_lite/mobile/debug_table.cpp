#include "aten_lite/mobile/debug_table.h"

#include <algorithm>

#include "aten_lite/core/error.h"

namespace torch::jit::mobile {

namespace {

using c10::IValue;

constexpr const char* kStringTable = "FORMAT_WITH_STRING_TABLE";
// Inlined calls that are described; a hostile file may nest more.
constexpr int kMaxFrames = 64;

// The elements of a tuple, or none.
c10::ArrayRef<IValue> elements(const IValue& value) {
  if (!value.isTuple()) return {};
  return value.toTupleRef().elements();
}

bool is_int(c10::ArrayRef<IValue> values, size_t i) {
  return i < values.size() && values[i].isInt();
}

std::string text(c10::ArrayRef<IValue> values, size_t i) {
  return i < values.size() && values[i].isString() ? values[i].toStringRef() : std::string();
}

std::string table_text(const IValue& strings, const IValue& index) {
  const c10::ArrayRef<IValue> table = elements(strings);
  if (!index.isInt() || index.toInt() < 0) return "";
  return text(table, static_cast<size_t>(index.toInt()));
}

// "__torch__.net.Conv" is "Conv".
std::string last_part(const std::string& name) {
  const size_t dot = name.rfind('.');
  return dot == std::string::npos ? name : name.substr(dot + 1);
}

std::string trimmed(const std::string& line) {
  const size_t begin = line.find_first_not_of(" \t");
  return begin == std::string::npos ? "" : line.substr(begin);
}

// (module (class, name), source tag, callee, function): one call that the exporter inlined.
struct InlinedCall {
  std::string class_name;
  std::string instance;
  int64_t tag = 0;
  std::string function;
  IValue callee;

  // Whether the value is one.
  bool read(const IValue& value) {
    const c10::ArrayRef<IValue> parts = elements(value);
    if (parts.size() < 3 || !is_int(parts, 1)) return false;
    class_name = text(elements(parts[0]), 0);
    instance = text(elements(parts[0]), 1);
    tag = parts[1].toInt();
    callee = parts[2];
    function = text(parts, 3);
    return true;
  }
};

}  // namespace

DebugTable::DebugTable(const std::vector<std::pair<std::string, IValue>>& records) {
  for (const auto& [name, value] : records) {
    if (name == "callstack_debug_map.pkl") {
      add_call_stacks(value);
    } else {
      add_sources(value);
    }
  }
}

// ((handle, source tag, node, inlined call or None), ...)
void DebugTable::add_call_stacks(const IValue& record) {
  for (const IValue& row : elements(record)) {
    const c10::ArrayRef<IValue> parts = elements(row);
    if (is_int(parts, 0)) stacks_.emplace(parts[0].toInt(), row);
  }
}

// (marker, strings, ((offset, ((indexes of the text's pieces, index of the file's name, its first
// line), begin, end), tag), ...))
void DebugTable::add_sources(const IValue& record) {
  const c10::ArrayRef<IValue> parts = elements(record);
  if (parts.size() != 3 || text(parts, 0) != kStringTable) return;
  for (const IValue& row : elements(parts[2])) {
    const c10::ArrayRef<IValue> fields = elements(row);
    if (fields.size() == 3 && is_int(fields, 2)) {
      sources_.emplace(fields[2].toInt(), Source{fields[1], parts[1]});
    }
  }
}

std::string DebugTable::describe_source(int64_t tag, const std::string& function) const {
  const auto found = sources_.find(tag);
  if (found == sources_.end()) return "";
  const c10::ArrayRef<IValue> range = elements(found->second.range);
  if (range.size() != 3 || !is_int(range, 1)) return "";
  const c10::ArrayRef<IValue> source = elements(range[0]);
  if (source.size() != 3 || !source[0].isList() || !source[2].isInt()) return "";
  const std::string file = table_text(found->second.strings, source[1]);
  if (file.empty()) return "";
  std::string code;
  for (const IValue& piece : source[0].toListRef())
    code += table_text(found->second.strings, piece);
  const int64_t offset = range[1].toInt();
  if (offset < 0 || static_cast<uint64_t>(offset) > code.size()) return "";
  const size_t begin = static_cast<size_t>(offset);
  const int64_t line = source[2].toInt() + std::count(code.begin(), code.begin() + offset, '\n');
  const size_t line_begin = begin == 0 ? 0 : code.rfind('\n', begin - 1) + 1;
  const size_t line_end = std::min(code.find('\n', begin), code.size());
  return c10::str("File ", file, ", line ", line, function.empty() ? "" : ", in " + function, ": ",
                  trimmed(code.substr(line_begin, line_end - line_begin)));
}

std::string DebugTable::module_hierarchy(int64_t handle, const std::string& root_class) const {
  const auto found = stacks_.find(handle);
  if (found == stacks_.end()) return "";
  const c10::ArrayRef<IValue> parts = elements(found->second);
  std::string path = "top(" + last_part(root_class) + ")";
  InlinedCall call;
  IValue next = parts.size() > 3 ? parts[3] : IValue();
  for (int depth = 0; depth < kMaxFrames && call.read(next); ++depth) {
    if (!call.instance.empty() || !call.class_name.empty()) {
      path += "." + call.instance + "(" + last_part(call.class_name) + ")";
    }
    if (!call.function.empty()) path += "::" + call.function;
    next = IValue(call.callee);
  }
  const std::string node = text(parts, 2);
  return node.empty() ? path : path + "." + node;
}

std::vector<std::string> DebugTable::call_stack(int64_t handle) const {
  std::vector<std::string> lines;
  const auto found = stacks_.find(handle);
  if (found == stacks_.end()) return lines;
  const c10::ArrayRef<IValue> parts = elements(found->second);
  // Each call's tag is where it was made: in the function that encloses it.
  InlinedCall call;
  std::string enclosing;
  IValue next = parts.size() > 3 ? parts[3] : IValue();
  for (int depth = 0; depth < kMaxFrames && call.read(next); ++depth) {
    lines.push_back(describe_source(call.tag, enclosing));
    enclosing = call.function;
    next = IValue(call.callee);
  }
  if (is_int(parts, 1)) lines.push_back(describe_source(parts[1].toInt(), enclosing));
  std::reverse(lines.begin(), lines.end());
  lines.erase(std::remove(lines.begin(), lines.end(), ""), lines.end());
  return lines;
}

}  // namespace torch::jit::mobile
