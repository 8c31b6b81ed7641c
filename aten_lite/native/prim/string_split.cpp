// Strings: cut into parts, stripped, and joined.
#include <algorithm>
#include <string>
#include <tuple>

#include "aten_lite/native/prim/boxed.h"

namespace at::native {

namespace {

using Parts = c10::List<std::string>;

constexpr const char* kBlanks = " \t\n\r\v\f";

void check_separator(const std::string& separator) {
  TORCH_CHECK_VALUE(!separator.empty(), "ValueError: empty separator");
}

// Cuts at runs of blanks. `max` is not looked at, as in TorchScript.
Parts split_blanks(const std::string& text) {
  Parts parts;
  size_t end = 0;
  for (size_t begin = text.find_first_not_of(kBlanks); begin != std::string::npos;
       begin = text.find_first_not_of(kBlanks, end)) {
    end = std::min(text.find_first_of(kBlanks, begin), text.size());
    parts.push_back(text.substr(begin, end - begin));
  }
  return parts;
}

Parts split_at(const std::string& text, const std::string& separator, int64_t max) {
  check_separator(separator);
  Parts parts;
  size_t begin = 0;
  for (int64_t cuts = 0; max < 0 || cuts < max; ++cuts) {
    const size_t at = text.find(separator, begin);
    if (at == std::string::npos) break;
    parts.push_back(text.substr(begin, at - begin));
    begin = at + separator.size();
  }
  parts.push_back(text.substr(begin));
  return parts;
}

std::string stripped(const std::string& text, const std::string& characters, bool left,
                     bool right) {
  const size_t begin = left ? text.find_first_not_of(characters) : 0;
  if (begin == std::string::npos) return "";
  const size_t last = right ? text.find_last_not_of(characters) : text.size() - 1;
  return last == std::string::npos ? "" : text.substr(begin, last + 1 - begin);
}

bool is_line_end(char c) { return (c >= '\n' && c <= '\r') || (c >= '\x1c' && c <= '\x1e'); }

}  // namespace

void string_split(Stack& stack) {
  boxed(stack, [](const std::string& text, const IValue& separator, int64_t max) {
    return IValue(separator.isNone() ? split_blanks(text)
                                     : split_at(text, separator.toStringRef(), max));
  });
}

void string_rsplit(Stack& stack) {
  boxed(stack, [](const std::string& text, const std::string& separator, int64_t max) {
    check_separator(separator);
    std::vector<IValue> parts;
    size_t end = text.size();
    for (int64_t cuts = 0; max < 0 || cuts < max; ++cuts) {
      const size_t at = end < separator.size() ? std::string::npos
                                               : text.rfind(separator, end - separator.size());
      if (at == std::string::npos) break;
      parts.emplace_back(text.substr(at + separator.size(), end - at - separator.size()));
      end = at;
    }
    parts.emplace_back(text.substr(0, end));
    std::reverse(parts.begin(), parts.end());
    return IValue(
        c10::make_intrusive<c10::detail::ListImpl>(std::move(parts), c10::StringType::get()));
  });
}

// Every character that ends a line ends one, so "\r\n" ends two; kept ends are elements of their
// own. Both differ from Python's and are what TorchScript does.
void string_splitlines(Stack& stack) {
  boxed(stack, [](const std::string& text, bool keep_ends) {
    Parts lines;
    size_t begin = 0;
    for (size_t i = 0; i < text.size(); ++i) {
      if (!is_line_end(text[i])) continue;
      lines.push_back(text.substr(begin, i - begin));
      if (keep_ends) lines.push_back(std::string(1, text[i]));
      begin = i + 1;
    }
    if (begin < text.size()) lines.push_back(text.substr(begin));
    return IValue(lines);
  });
}

void string_partition(Stack& stack) {
  boxed(stack, [](const std::string& text, const std::string& separator) {
    check_separator(separator);
    const size_t at = text.find(separator);
    if (at == std::string::npos) return std::make_tuple(text, std::string(), std::string());
    return std::make_tuple(text.substr(0, at), separator, text.substr(at + separator.size()));
  });
}
void string_rpartition(Stack& stack) {
  boxed(stack, [](const std::string& text, const std::string& separator) {
    check_separator(separator);
    const size_t at = text.rfind(separator);
    if (at == std::string::npos) return std::make_tuple(std::string(), std::string(), text);
    return std::make_tuple(text.substr(0, at), separator, text.substr(at + separator.size()));
  });
}

void string_strip(Stack& stack) {
  boxed(stack, [](const std::string& text, const std::string& characters) {
    return stripped(text, characters, /*left=*/true, /*right=*/true);
  });
}
void string_lstrip(Stack& stack) {
  boxed(stack, [](const std::string& text, const std::string& characters) {
    return stripped(text, characters, /*left=*/true, /*right=*/false);
  });
}
void string_rstrip(Stack& stack) {
  boxed(stack, [](const std::string& text, const std::string& characters) {
    return stripped(text, characters, /*left=*/false, /*right=*/true);
  });
}

void string_join(Stack& stack) {
  boxed(stack, [](const std::string& separator, c10::ArrayRef<IValue> parts) {
    std::string result;
    for (size_t i = 0; i < parts.size(); ++i) {
      if (i != 0) result += separator;
      result += parts[i].toStringRef();
    }
    return result;
  });
}

}  // namespace at::native
