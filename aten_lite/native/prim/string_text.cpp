// Strings: tests of their characters, case, padding, elements. Strings are bytes; only ASCII
// letters have a case.
#include <algorithm>
#include <string>

#include "aten_lite/native/prim/boxed.h"
#include "aten_lite/native/prim/sequence.h"

namespace at::native {

namespace {

// ASCII only, whatever the locale is.
bool is_upper(char c) { return c >= 'A' && c <= 'Z'; }
bool is_lower(char c) { return c >= 'a' && c <= 'z'; }
bool is_alpha(char c) { return is_upper(c) || is_lower(c); }
bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_alnum(char c) { return is_alpha(c) || is_digit(c); }
bool is_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }
bool is_printable(char c) { return c >= ' ' && c <= '~'; }
char to_upper(char c) { return is_lower(c) ? static_cast<char>(c - 'a' + 'A') : c; }
char to_lower(char c) { return is_upper(c) ? static_cast<char>(c - 'A' + 'a') : c; }

bool all_and_some(const std::string& text, bool (*test)(char)) {
  return !text.empty() && std::all_of(text.begin(), text.end(), test);
}

// Whether there are letters and none of them passes `forbidden`.
bool cased_without(const std::string& text, bool (*forbidden)(char)) {
  return std::any_of(text.begin(), text.end(), is_alpha) &&
         std::none_of(text.begin(), text.end(), forbidden);
}

bool is_title(const std::string& text) {
  bool inside_word = false;
  bool any = false;
  for (const char c : text) {
    if (is_alpha(c)) {
      if (is_upper(c) == inside_word) return false;
      any = true;
    }
    inside_word = is_alpha(c);
  }
  return any;
}

bool is_identifier(const std::string& text) {
  return !text.empty() && !is_digit(text[0]) &&
         std::all_of(text.begin(), text.end(), [](char c) { return is_alnum(c) || c == '_'; });
}

std::string mapped(std::string text, char (*map)(char)) {
  std::transform(text.begin(), text.end(), text.begin(), map);
  return text;
}

// The fill of a text that is to be `width` wide.
std::string fill(const std::string& text, int64_t width, const std::string& character) {
  TORCH_CHECK(character.size() == 1,
              "TypeError: The fill character must be exactly one character long");
  const int64_t size = static_cast<int64_t>(text.size());
  if (width <= size) return "";
  TORCH_CHECK(width <= static_cast<int64_t>(kMaxSequenceSize), "a string of width ", width,
              " is too long");
  return std::string(static_cast<size_t>(width - size), character[0]);
}

}  // namespace

#define STRING_TEST(name, expression)                                         \
  void name(Stack& stack) {                                                   \
    boxed(stack, [](const std::string& text) -> bool { return expression; }); \
  }
STRING_TEST(string_isalnum, all_and_some(text, is_alnum))
STRING_TEST(string_isalpha, all_and_some(text, is_alpha))
STRING_TEST(string_isdigit, all_and_some(text, is_digit))
STRING_TEST(string_isspace, all_and_some(text, is_space))
STRING_TEST(string_isprintable, std::all_of(text.begin(), text.end(), is_printable))
STRING_TEST(string_isupper, cased_without(text, is_lower))
STRING_TEST(string_islower, cased_without(text, is_upper))
STRING_TEST(string_istitle, is_title(text))
STRING_TEST(string_isidentifier, is_identifier(text))
#undef STRING_TEST

#define STRING_MAP(name, map)                                                \
  void name(Stack& stack) {                                                  \
    boxed(stack, [](const std::string& text) { return mapped(text, map); }); \
  }
STRING_MAP(string_upper, to_upper)
STRING_MAP(string_lower, to_lower)
STRING_MAP(string_swapcase, [](char c) { return is_upper(c) ? to_lower(c) : to_upper(c); })
#undef STRING_MAP

void string_capitalize(Stack& stack) {
  boxed(stack, [](const std::string& text) {
    std::string result = mapped(text, to_lower);
    if (!result.empty()) result[0] = to_upper(result[0]);
    return result;
  });
}

void string_title(Stack& stack) {
  boxed(stack, [](const std::string& text) {
    std::string result = text;
    bool inside_word = false;
    for (char& c : result) {
      c = inside_word ? to_lower(c) : to_upper(c);
      inside_word = is_alpha(c);
    }
    return result;
  });
}

void string_ljust(Stack& stack) {
  boxed(stack, [](const std::string& text, int64_t width, const std::string& character) {
    return text + fill(text, width, character);
  });
}
void string_rjust(Stack& stack) {
  boxed(stack, [](const std::string& text, int64_t width, const std::string& character) {
    return fill(text, width, character) + text;
  });
}
// An odd fill puts its extra character to the left when the width is odd, as Python does.
void string_center(Stack& stack) {
  boxed(stack, [](const std::string& text, int64_t width, const std::string& character) {
    const std::string padding = fill(text, width, character);
    const size_t left = padding.size() / 2 + (padding.size() & static_cast<size_t>(width) & 1);
    return padding.substr(0, left) + text + padding.substr(left);
  });
}
void string_zfill(Stack& stack) {
  boxed(stack, [](const std::string& text, int64_t width) {
    const size_t sign = !text.empty() && (text[0] == '-' || text[0] == '+') ? 1 : 0;
    return text.substr(0, sign) + fill(text, width, "0") + text.substr(sign);
  });
}

// Columns are counted from the beginning of the text, not of the line, as TorchScript does.
void string_expandtabs(Stack& stack) {
  boxed(stack, [](const std::string& text, int64_t tab_size) {
    TORCH_CHECK(tab_size <= static_cast<int64_t>(kMaxSequenceSize / (text.size() + 1)),
                "expandtabs() of size ", tab_size, " makes the string too long");
    std::string result;
    size_t column = 0;
    for (const char c : text) {
      if (c != '\t') {
        result.push_back(c);
        ++column;
      } else if (tab_size > 0) {
        const size_t blanks =
            static_cast<size_t>(tab_size) - column % static_cast<size_t>(tab_size);
        result.append(blanks, ' ');
        column += blanks;
      }
    }
    return result;
  });
}

void string_len(Stack& stack) {
  boxed(stack, [](const std::string& text) { return static_cast<int64_t>(text.size()); });
}

void string_add(Stack& stack) {
  boxed(stack, [](const std::string& a, const std::string& b) { return a + b; });
}

void string_getitem(Stack& stack) {
  boxed(stack, [](const std::string& text, int64_t index) {
    const int64_t size = static_cast<int64_t>(text.size());
    TORCH_CHECK_INDEX(index >= -size && index < size, "string index out of range: ", index, " of ",
                      size);
    return std::string(1, text[static_cast<size_t>(index < 0 ? index + size : index)]);
  });
}

void string_slice(Stack& stack) {
  boxed(stack, [](const std::string& text, std::optional<int64_t> start, std::optional<int64_t> end,
                  int64_t step) {
    const SliceRange range = slice_range(start, end, step, text.size());
    std::string result;
    result.reserve(range.count);
    for (size_t i = 0; i < range.count; ++i) result.push_back(text[range.at(i)]);
    return result;
  });
}

// list("abc")
void string_to_list(Stack& stack) {
  boxed(stack, [](const std::string& text) {
    c10::List<std::string> list;
    for (const char c : text) list.push_back(std::string(1, c));
    return IValue(list);
  });
}

}  // namespace at::native
