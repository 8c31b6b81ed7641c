#include "aten_lite/core/error.h"

#include <cstdio>

namespace c10 {
namespace {

void warn_on_stderr(const std::string& message) {
  std::fprintf(stderr, "Warning: %s\n", message.c_str());
}

WarningHandler warning_handler = warn_on_stderr;

}  // namespace

Error::Error(std::string message) : message_(std::move(message)), what_(message_) {}

void Error::add_context(std::string line) {
  what_ += "\n  ";
  what_ += line;
  context_.push_back(std::move(line));
}

void set_warning_handler(WarningHandler handler) {
  warning_handler = handler != nullptr ? handler : warn_on_stderr;
}

void detail::print_warning(const std::string& message) { warning_handler(message); }

}  // namespace c10
