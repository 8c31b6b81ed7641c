// Strings: find, count, replace, prefixes and suffixes.
#include <algorithm>
#include <string>

#include "aten_lite/native/prim/boxed.h"
#include "aten_lite/native/prim/sequence.h"

namespace at::native {

namespace {

// The part of a text that [start, end) means. Negative positions count from the end, and -1 as an
// end is the very end. Other than Python, TorchScript refuses a start beyond the end of the text.
struct Window {
  std::string_view text;
  int64_t start;

  Window(const std::string& whole, int64_t from, int64_t to) {
    const int64_t size = static_cast<int64_t>(whole.size());
    start = from < 0 ? std::max<int64_t>(0, from + size) : from;
    TORCH_CHECK_INDEX(start <= size, "string index out of range: start is ", from,
                      " but the string has ", size, " characters");
    const int64_t end = to < 0 ? std::max<int64_t>(0, to + size + 1) : std::min(to, size);
    text = std::string_view(whole).substr(static_cast<size_t>(start),
                                          static_cast<size_t>(std::max<int64_t>(0, end - start)));
  }

  int64_t position(size_t found) const {
    return found == std::string_view::npos ? -1 : start + static_cast<int64_t>(found);
  }
};

int64_t found_or_throw(int64_t position) {
  TORCH_CHECK_VALUE(position >= 0, "ValueError: substring not found");
  return position;
}

int64_t find_first(const std::string& text, const std::string& part, int64_t start, int64_t end) {
  const Window window(text, start, end);
  return window.position(window.text.find(part));
}
int64_t find_last(const std::string& text, const std::string& part, int64_t start, int64_t end) {
  const Window window(text, start, end);
  return window.position(window.text.rfind(part));
}

std::string replaced(const std::string& text, const std::string& old_part,
                     const std::string& new_part, int64_t max) {
  std::string result;
  size_t from = 0;
  for (int64_t done = 0; max < 0 || done < max; ++done) {
    const size_t at = text.find(old_part, from);
    // An empty part is found once before every character and once at the end.
    const size_t step = old_part.empty() ? 1 : 0;
    if (at == std::string::npos) break;
    result.append(text, from, at - from);
    result += new_part;
    TORCH_CHECK(result.size() <= kMaxSequenceSize, "replace() makes the string too long");
    from = at + old_part.size();
    if (step != 0) {
      if (from == text.size()) return result;
      result.push_back(text[from++]);
    }
  }
  return result.append(text, from, std::string::npos);
}

}  // namespace

void string_find(Stack& stack) {
  boxed(stack, [](const std::string& text, const std::string& part, int64_t start, int64_t end) {
    return find_first(text, part, start, end);
  });
}
void string_rfind(Stack& stack) {
  boxed(stack, [](const std::string& text, const std::string& part, int64_t start, int64_t end) {
    return find_last(text, part, start, end);
  });
}
void string_index(Stack& stack) {
  boxed(stack, [](const std::string& text, const std::string& part, int64_t start, int64_t end) {
    return found_or_throw(find_first(text, part, start, end));
  });
}
void string_rindex(Stack& stack) {
  boxed(stack, [](const std::string& text, const std::string& part, int64_t start, int64_t end) {
    return found_or_throw(find_last(text, part, start, end));
  });
}

void string_count(Stack& stack) {
  boxed(stack, [](const std::string& text, const std::string& part, int64_t start, int64_t end) {
    const Window window(text, start, end);
    if (part.empty()) return static_cast<int64_t>(window.text.size()) + 1;
    int64_t count = 0;
    for (size_t at = window.text.find(part); at != std::string_view::npos;
         at = window.text.find(part, at + part.size())) {
      ++count;
    }
    return count;
  });
}

void string_startswith(Stack& stack) {
  boxed(stack, [](const std::string& text, const std::string& part, int64_t start, int64_t end) {
    return Window(text, start, end).text.substr(0, part.size()) == part;
  });
}
void string_endswith(Stack& stack) {
  boxed(stack, [](const std::string& text, const std::string& part, int64_t start, int64_t end) {
    const Window window(text, start, end);
    return window.text.size() >= part.size() &&
           window.text.substr(window.text.size() - part.size()) == part;
  });
}

void string_replace(Stack& stack) {
  boxed(stack, [](const std::string& text, const std::string& old_part, const std::string& new_part,
                  int64_t max) { return replaced(text, old_part, new_part, max); });
}

}  // namespace at::native
