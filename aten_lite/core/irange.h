// c10::irange(end) and c10::irange(begin, end): integers for a range-based for loop.
#pragma once

#include <type_traits>

namespace c10 {
namespace detail {

template <typename T>
class IntegerIterator {
 public:
  explicit constexpr IntegerIterator(T value) : value_(value) {}
  constexpr T operator*() const { return value_; }
  constexpr IntegerIterator& operator++() {
    ++value_;
    return *this;
  }
  // "Not reached yet" rather than "different": an empty or reversed range ends at once.
  constexpr bool operator!=(const IntegerIterator& end) const { return value_ < end.value_; }

 private:
  T value_;
};

template <typename T>
class IntegerRange {
 public:
  constexpr IntegerRange(T begin, T end) : begin_(begin), end_(end) {}
  constexpr IntegerIterator<T> begin() const { return IntegerIterator<T>(begin_); }
  constexpr IntegerIterator<T> end() const { return IntegerIterator<T>(end_); }

 private:
  T begin_;
  T end_;
};

}  // namespace detail

// The integers of [begin, end), of `end`'s type.
template <
    typename Begin, typename End,
    typename = std::enable_if_t<std::is_integral<Begin>::value && std::is_integral<End>::value>>
constexpr detail::IntegerRange<End> irange(Begin begin, End end) {
  return {static_cast<End>(begin), end};
}

// The integers of [0, end).
template <typename End, typename = std::enable_if_t<std::is_integral<End>::value>>
constexpr detail::IntegerRange<End> irange(End end) {
  return {End(), end};
}

}  // namespace c10
