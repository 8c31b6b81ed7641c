// c10::Error and the checks that throw it.
//
//   TORCH_CHECK(dim >= 0, "select(): dim is ", dim, "; it must not be negative");
//
// Every failure of the runtime is a c10::Error (or one of its subclasses), as in PyTorch. The
// message is what a person reads; context is added by whoever knows more (the interpreter's loop
// adds the operator and its arguments) through add_context().
#pragma once

#include <cstdint>
#include <exception>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "aten_lite/core/macros.h"

namespace c10 {

// An error with a message and any number of context lines, outermost last.
class Error : public std::exception {
 public:
  explicit Error(std::string message);

  // Message and context, a line each.
  const char* what() const noexcept override { return what_.c_str(); }
  const char* what_without_backtrace() const noexcept { return what_.c_str(); }
  // The message alone.
  const std::string& msg() const noexcept { return message_; }
  const std::vector<std::string>& context() const noexcept { return context_; }

  void add_context(std::string line);

 private:
  std::string message_;
  std::vector<std::string> context_;
  std::string what_;
};

// Raised for an index out of range (Python's IndexError).
class IndexError : public Error {
  using Error::Error;
};
// Raised for a value of the right type that makes no sense (ValueError).
class ValueError : public Error {
  using Error::Error;
};
// Raised for a value of a wrong type (TypeError).
class TypeError : public Error {
  using Error::Error;
};
// Raised for what PyTorch does not implement either (NotImplementedError).
class NotImplementedError : public Error {
  using Error::Error;
};
// Raised by linear algebra on singular or otherwise unsuitable input.
class LinAlgError : public Error {
  using Error::Error;
};

namespace detail {

inline void append(std::ostringstream&) {}
template <typename T, typename... Rest>
void append(std::ostringstream& out, const T& first, const Rest&... rest) {
  out << first;
  append(out, rest...);
}

// Out of line, so that a check costs its caller one compare and one call.
template <typename E, typename... Args>
[[noreturn]] ATEN_LITE_COLD void throw_error(const Args&... args) {
  std::ostringstream out;
  append(out, args...);
  throw E(out.str());
}

// What a check says that was given no message.
template <typename E>
[[noreturn]] ATEN_LITE_COLD void throw_check_failed(const char* file, int line,
                                                    const char* condition) {
  throw_error<E>("Expected ", condition, " to be true, but got false (", file, ":", line, ")");
}
template <typename E, typename... Args>
[[noreturn]] ATEN_LITE_COLD void throw_check_failed(const char*, int, const char*,
                                                    const Args&... args) {
  throw_error<E>(args...);
}
template <typename... Args>
[[noreturn]] ATEN_LITE_COLD void throw_internal_error(const char* file, int line,
                                                      const char* condition, const Args&... args) {
  throw_error<Error>("Internal error: ", condition, " is false at ", file, ":", line, ". ", args...,
                     " Please report this with the model that caused it.");
}

void print_warning(const std::string& message);

}  // namespace detail

// The arguments, printed one after another.
template <typename... Args>
std::string str(const Args&... args) {
  std::ostringstream out;
  detail::append(out, args...);
  return out.str();
}

// Receives warnings; stderr is where they go unless set otherwise. Not thread-safe: set it before
// the first model runs.
using WarningHandler = void (*)(const std::string& message);
void set_warning_handler(WarningHandler handler);

}  // namespace c10

namespace at {
using c10::Error;
}

#define ATEN_LITE_CHECK_AS(type, cond, ...)                                              \
  do {                                                                                   \
    if (C10_UNLIKELY(!(cond))) {                                                         \
      ::c10::detail::throw_check_failed<type>(__FILE__, __LINE__, #cond, ##__VA_ARGS__); \
    }                                                                                    \
  } while (false)

#define TORCH_CHECK(cond, ...) ATEN_LITE_CHECK_AS(::c10::Error, cond, ##__VA_ARGS__)
#define TORCH_CHECK_INDEX(cond, ...) ATEN_LITE_CHECK_AS(::c10::IndexError, cond, ##__VA_ARGS__)
#define TORCH_CHECK_VALUE(cond, ...) ATEN_LITE_CHECK_AS(::c10::ValueError, cond, ##__VA_ARGS__)
#define TORCH_CHECK_TYPE(cond, ...) ATEN_LITE_CHECK_AS(::c10::TypeError, cond, ##__VA_ARGS__)
#define TORCH_CHECK_LINALG(cond, ...) ATEN_LITE_CHECK_AS(::c10::LinAlgError, cond, ##__VA_ARGS__)
#define TORCH_CHECK_NOT_IMPLEMENTED(cond, ...) \
  ATEN_LITE_CHECK_AS(::c10::NotImplementedError, cond, ##__VA_ARGS__)
#define TORCH_CHECK_ARG(cond, argN, ...) \
  TORCH_CHECK(cond, "invalid argument ", argN, ": ", ##__VA_ARGS__)

#define TORCH_INTERNAL_ASSERT(cond, ...)                                             \
  do {                                                                               \
    if (C10_UNLIKELY(!(cond))) {                                                     \
      ::c10::detail::throw_internal_error(__FILE__, __LINE__, #cond, ##__VA_ARGS__); \
    }                                                                                \
  } while (false)

#ifdef NDEBUG
#define TORCH_INTERNAL_ASSERT_DEBUG_ONLY(...) static_cast<void>(0)
#else
#define TORCH_INTERNAL_ASSERT_DEBUG_ONLY(...) TORCH_INTERNAL_ASSERT(__VA_ARGS__)
#endif

#define TORCH_WARN(...) ::c10::detail::print_warning(::c10::str(__VA_ARGS__))
// Warns the first time that a place is reached.
#define TORCH_WARN_ONCE(...)                                         \
  do {                                                               \
    static const bool warned_here = (TORCH_WARN(__VA_ARGS__), true); \
    static_cast<void>(warned_here);                                  \
  } while (false)

#define AT_ASSERT(...) TORCH_INTERNAL_ASSERT(__VA_ARGS__)
#define AT_ASSERTM(...) TORCH_INTERNAL_ASSERT(__VA_ARGS__)
#define AT_ERROR(...) ::c10::detail::throw_error<::c10::Error>(__VA_ARGS__)
