// Strings from values: str(), format(), the % operator, print() and warnings.
#include <cmath>
#include <cstdio>
#include <iostream>
#include <sstream>
#include <string>

#include "aten_lite/native/prim/boxed.h"
#include "aten_lite/native/prim/format.h"

namespace at::native {

namespace {

std::string printed(const char* format, double number) {
  char buffer[512];
  const int size = std::snprintf(buffer, sizeof(buffer), format, number);
  return std::string(buffer, static_cast<size_t>(size));
}

double number_for(char key, const IValue& value) {
  TORCH_CHECK(value.isInt() || value.isDouble(), "%", key,
              " requires a number for formatting, but got ", value.tagKind());
  return value.isInt() ? static_cast<double>(value.toInt()) : value.toDouble();
}

std::string formatted(char key, const IValue& value) {
  switch (key) {
    case 's':
      return c10::str(value);
    case 'd':
    case 'i':
      if (value.isInt()) return std::to_string(value.toInt());
      return printed("%.0f", std::trunc(number_for(key, value)));
    case 'e':
      return printed("%e", number_for(key, value));
    case 'E':
      return printed("%E", number_for(key, value));
    case 'f':
    case 'F':
      return printed("%f", number_for(key, value));
    case 'c':
      if (value.isInt()) return std::string(1, static_cast<char>(value.toInt()));
      TORCH_CHECK(value.isString() && value.toStringRef().size() == 1,
                  "%c requires an int or char for formatting, but got ", value.tagKind());
      return value.toStringRef();
    default:
      TORCH_CHECK(false, "The specifier %", key, " is not supported in TorchScript format strings");
      return "";
  }
}

std::string percent_format(const std::string& format, c10::ArrayRef<IValue> values) {
  std::string result;
  size_t used = 0;
  for (size_t i = 0; i < format.size(); ++i) {
    if (format[i] != '%') {
      result.push_back(format[i]);
      continue;
    }
    TORCH_CHECK(++i < format.size(), "Incomplete format specifier");
    if (format[i] == '%') {
      result.push_back('%');
      continue;
    }
    TORCH_CHECK(used < values.size(), "Too few arguments for format string");
    result += formatted(format[i], values[used++]);
  }
  TORCH_CHECK(used == values.size(), "Too many arguments for format string");
  return result;
}

}  // namespace

std::string format_values(const std::string& format, c10::ArrayRef<IValue> values) {
  std::ostringstream out;
  size_t used = 0;
  size_t begin = 0;
  for (size_t at = format.find("{}"); at != std::string::npos; at = format.find("{}", begin)) {
    TORCH_CHECK(used < values.size(), "Too few arguments for format string: ", format);
    out << std::string_view(format).substr(begin, at - begin) << values[used++];
    begin = at + 2;
  }
  out << std::string_view(format).substr(begin);
  return out.str();
}

void value_str(Stack& stack) {
  boxed(stack, [](const IValue& value) { return c10::str(value); });
}

// aten::format(str self, ...)
void string_format(Stack& stack) {
  const size_t count = variadic_count(stack);
  TORCH_CHECK(count >= 1, "format() needs a format string");
  const c10::ArrayRef<IValue> values(stack.data() + (stack.size() - 1 - count), count);
  std::string result = format_values(values[0].toStringRef(), values.slice(1));
  prim::replace(stack, count + 1, IValue(std::move(result)));
}

// aten::percentFormat(str self, ...): the right operand of %, a value or a tuple of values.
void string_percent_format(Stack& stack) {
  const size_t count = variadic_count(stack);
  TORCH_CHECK(count >= 2, "the % operator needs a format string and a value");
  const c10::ArrayRef<IValue> values(stack.data() + (stack.size() - 1 - count), count);
  const c10::ArrayRef<IValue> operand =
      values[1].isTuple() ? c10::ArrayRef<IValue>(values[1].toTupleRef().elements())
                          : values.slice(1, 1);
  std::string result = percent_format(values[0].toStringRef(), operand);
  prim::replace(stack, count + 1, IValue(std::move(result)));
}

// prim::Print(...): the values, a blank between two, and a line's end.
void print_values(Stack& stack) {
  const size_t count = variadic_count(stack);
  std::ostringstream line;
  for (size_t i = 0; i < count; ++i) {
    line << (i == 0 ? "" : " ") << stack[stack.size() - 1 - count + i];
  }
  line << "\n";
  std::cout << line.str() << std::flush;
  drop(stack, count + 1);
}

// aten::warn(str message, int stacklevel=2)
void warn_message(Stack& stack) {
  boxed(stack, [](const std::string& message, int64_t) { TORCH_WARN(message); });
}

}  // namespace at::native
