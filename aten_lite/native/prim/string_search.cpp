// Strings: find, count, replace, prefixes and suffixes.
#include <algorithm>
#include <string>

#include "aten_lite/native/prim/boxed.h"
#include "aten_lite/native/prim/sequence.h"

namespace at::native {

namespace {

// What start and end mean: negative ones count from the end of the text, and -1 as an end is the
// very end. Corners follow TorchScript, not Python.
struct Range {
  int64_t start;
  int64_t end;

  Range(const std::string& text, int64_t from, int64_t to) {
    const int64_t size = static_cast<int64_t>(text.size());
    start = from < 0 ? std::max<int64_t>(0, from + size) : from;
    end = to < 0 ? std::max<int64_t>(0, to + size + 1) : to;
  }

  bool empty() const { return end < start; }
  // The part of the text; an end before the start is taken for the text's.
  std::string_view of(const std::string& text) const {
    TORCH_CHECK_INDEX(static_cast<uint64_t>(start) <= text.size(),
                      "string index out of range: start is ", start, " but the string has ",
                      text.size(), " characters");
    return std::string_view(text).substr(
        static_cast<size_t>(start),
        empty() ? std::string_view::npos : static_cast<size_t>(end - start));
  }
};

// The position in the whole text, or -1.
template <typename Search>
int64_t find_in(const std::string& text, const std::string& part, const Range& range,
                const Search& search) {
  if (range.empty()) return part.empty() ? range.start : -1;
  const size_t found = search(range.of(text), part);
  return found == std::string_view::npos ? -1 : range.start + static_cast<int64_t>(found);
}

int64_t find_first(const std::string& text, const std::string& part, int64_t start, int64_t end) {
  return find_in(text, part, Range(text, start, end),
                 [](std::string_view where, const std::string& what) { return where.find(what); });
}
int64_t find_last(const std::string& text, const std::string& part, int64_t start, int64_t end) {
  return find_in(text, part, Range(text, start, end),
                 [](std::string_view where, const std::string& what) { return where.rfind(what); });
}

int64_t found_or_throw(int64_t position) {
  TORCH_CHECK_VALUE(position >= 0, "ValueError: substring not found");
  return position;
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
    const Range range(text, start, end);
    if (range.empty() || static_cast<uint64_t>(range.start) > text.size()) return int64_t{0};
    const std::string_view window = range.of(text);
    if (part.empty()) return static_cast<int64_t>(window.size()) + 1;
    int64_t count = 0;
    for (size_t at = window.find(part); at != std::string_view::npos;
         at = window.find(part, at + part.size())) {
      ++count;
    }
    return count;
  });
}

void string_startswith(Stack& stack) {
  boxed(stack, [](const std::string& text, const std::string& part, int64_t start, int64_t end) {
    return Range(text, start, end).of(text).substr(0, part.size()) == part;
  });
}
void string_endswith(Stack& stack) {
  boxed(stack, [](const std::string& text, const std::string& part, int64_t start, int64_t end) {
    const std::string_view window = Range(text, start, end).of(text);
    return window.size() >= part.size() && window.substr(window.size() - part.size()) == part;
  });
}

void string_replace(Stack& stack) {
  boxed(stack, [](const std::string& text, const std::string& old_part, const std::string& new_part,
                  int64_t max) { return replaced(text, old_part, new_part, max); });
}

}  // namespace at::native
