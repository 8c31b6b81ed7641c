// Parses schemas at run time.
#include "aten_lite/registry/schema_text.h"

#include <cstdlib>
#include <limits>
#include <utility>

#include "aten_lite/core/error.h"

namespace at::registry {
namespace {

using schemas::ArgumentSchema;
using schemas::DefaultValue;
using schemas::OperatorSchema;

std::string_view trimmed(std::string_view text) {
  const size_t first = text.find_first_not_of(' ');
  if (first == std::string_view::npos) return text.substr(text.size());
  return text.substr(first, text.find_last_not_of(' ') - first + 1);
}

// Follows brackets and quotes: whether a character belongs to the text's top level.
class Nesting {
 public:
  bool top_level(char c) {
    if (quote_ != '\0') {
      if (c == quote_) quote_ = '\0';
      return false;
    }
    if (c == '\'' || c == '"') {
      quote_ = c;
      return false;
    }
    if (c == ')' || c == ']') --depth_;
    const bool top = depth_ == 0;
    if (c == '(' || c == '[') ++depth_;
    return top;
  }

 private:
  int depth_ = 0;
  char quote_ = '\0';
};

std::vector<std::string_view> split(std::string_view text) {
  std::vector<std::string_view> parts;
  if (trimmed(text).empty()) return parts;
  Nesting nesting;
  size_t begin = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    if (!nesting.top_level(text[i]) || text[i] != ',') continue;
    parts.push_back(trimmed(text.substr(begin, i - begin)));
    begin = i + 1;
  }
  parts.push_back(trimmed(text.substr(begin)));
  return parts;
}

size_t find_top_level(std::string_view text, char wanted) {
  Nesting nesting;
  for (size_t i = 0; i < text.size(); ++i) {
    if (nesting.top_level(text[i]) && text[i] == wanted) return i;
  }
  return std::string_view::npos;
}

// How many results "-> Tensor", "-> (Tensor, Tensor)" or "-> ()" names.
size_t count_returns(std::string_view text) {
  if (text.empty() || text.front() != '(' || text.back() != ')') return 1;
  return split(text.substr(1, text.size() - 2)).size();
}

bool contains(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

bool parse_number(std::string_view text, bool floating, int64_t* integer, double* number) {
  const std::string copy(text);
  char* end = nullptr;
  if (floating) {
    *number = std::strtod(copy.c_str(), &end);
  } else {
    *integer = std::strtoll(copy.c_str(), &end, 10);
  }
  return !copy.empty() && *end == '\0';
}

}  // namespace

SchemaText::SchemaText(std::string text) : text_(std::move(text)), schema_(parse()) {}

void SchemaText::fail(std::string_view part, const char* what) const {
  TORCH_CHECK(false, "schema '", text_, "': '", part, "' ", what);
}

OperatorSchema SchemaText::parse() {
  constexpr size_t kMaxText = std::numeric_limits<uint16_t>::max();
  constexpr size_t kMaxCount = std::numeric_limits<uint8_t>::max();
  const std::string_view text = text_;
  const size_t open = text.find('(');
  const size_t arrow = text.rfind("->");
  const size_t close = text.rfind(')', arrow);
  TORCH_CHECK(text.size() <= kMaxText && open != std::string_view::npos &&
                  arrow != std::string_view::npos && close != std::string_view::npos &&
                  open < close && text.find("::") < open,
              "schema '", text_, "' is not of the form 'ns::name(int argument, ...) -> Tensor'");
  for (const std::string_view part : split(text.substr(open + 1, close - open - 1))) {
    parse_argument(part);
  }
  const std::string_view returns = trimmed(text.substr(arrow + 2));
  const size_t return_count = count_returns(returns);
  TORCH_CHECK(arguments_.size() <= kMaxCount && return_count <= kMaxCount, "schema '", text_,
              "' has more than ", kMaxCount, " arguments");
  const size_t name_end = text.find('.') < open ? text.find('.') : open;
  return OperatorSchema(text_.c_str(), arguments_.data(), static_cast<uint16_t>(text.size()),
                        static_cast<uint16_t>(name_end), static_cast<uint16_t>(open),
                        static_cast<uint8_t>(arguments_.size()), static_cast<uint8_t>(return_count),
                        vararg_, returns == "...");
}

void SchemaText::parse_argument(std::string_view text) {
  if (text == "*") {
    keyword_only_ = true;
    return;
  }
  if (text == "...") {
    vararg_ = true;
    return;
  }
  const size_t equals = find_top_level(text, '=');
  const std::string_view declared = trimmed(text.substr(0, equals));
  const size_t space = declared.rfind(' ');
  if (space == std::string_view::npos) fail(text, "is no type and name of an argument");
  const std::string_view type = trimmed(declared.substr(0, space));
  const std::string_view name = declared.substr(space + 1);
  ArgumentSchema argument{};
  argument.type_begin = static_cast<uint16_t>(position_of(type));
  argument.type_size = static_cast<uint16_t>(type.size());
  argument.name_begin = static_cast<uint16_t>(position_of(name));
  argument.name_size = static_cast<uint16_t>(name.size());
  if (contains(type, "!")) {
    argument.kind = keyword_only_ ? schemas::kOutArgument : schemas::kMutableArgument;
  } else {
    argument.kind = keyword_only_ ? schemas::kKeywordArgument : schemas::kPositionalArgument;
  }
  if (equals != std::string_view::npos) {
    argument.default_value = parse_default(trimmed(text.substr(equals + 1)), type);
  }
  arguments_.push_back(argument);
}

DefaultValue SchemaText::parse_default(std::string_view text, std::string_view type) {
  if (text == "None") return schemas::default_none();
  if (text == "True" || text == "False") return schemas::default_bool(text == "True");
  if (text.size() >= 2 && (text.front() == '\'' || text.front() == '"')) {
    strings_.emplace_back(text.substr(1, text.size() - 2));
    return schemas::default_str(strings_.back().c_str());
  }
  if (text.size() >= 2 && text.front() == '[' && text.back() == ']') return parse_list(text, type);
  int64_t integer = 0;
  double number = 0;
  const bool is_float = contains(type, "float");
  if (!is_float && parse_number(text, false, &integer, &number)) {
    return schemas::default_int(integer);
  }
  if (!parse_number(text, true, &integer, &number)) {
    fail(text, "is no default: numbers, strings, True, False, None and lists are");
  }
  return schemas::default_float(number);
}

DefaultValue SchemaText::parse_list(std::string_view text, std::string_view type) {
  const auto elements = split(text.substr(1, text.size() - 2));
  const auto size = static_cast<uint16_t>(elements.size());
  const bool is_float = contains(type, "float");
  const bool is_bool = contains(type, "bool");
  if (elements.empty() && !is_float && !is_bool && !contains(type, "int")) {
    return schemas::default_empty_list(nullptr, 0);
  }
  std::vector<int64_t> integers;
  std::vector<double> numbers;
  for (const std::string_view element : elements) {
    int64_t integer = element == "True" ? 1 : 0;
    double number = 0;
    const bool known = is_bool ? element == "True" || element == "False"
                               : parse_number(element, is_float, &integer, &number);
    if (!known) fail(text, "is no default of that type");
    integers.push_back(integer);
    numbers.push_back(number);
  }
  if (is_float) {
    numbers_.push_back(std::move(numbers));
    return schemas::default_float_list(numbers_.back().data(), size);
  }
  integers_.push_back(std::move(integers));
  return is_bool ? schemas::default_bool_list(integers_.back().data(), size)
                 : schemas::default_int_list(integers_.back().data(), size);
}

}  // namespace at::registry
