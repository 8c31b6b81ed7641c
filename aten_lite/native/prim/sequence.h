// Positions in lists and strings: Python's negative indexes and slices, checked.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "aten_lite/core/error.h"

namespace at::native {

// No list or string that an operator makes by repetition may be longer: a guard against models that
// ask for all memory.
constexpr size_t kMaxSequenceSize = size_t{1} << 31;

// The position that `index` means in a list of `size` elements.
inline size_t list_index(int64_t index, size_t size) {
  const int64_t from_front = index < 0 ? index + static_cast<int64_t>(size) : index;
  TORCH_CHECK_INDEX(from_front >= 0 && static_cast<uint64_t>(from_front) < size,
                    "list index out of range: ", index, " of ", size);
  return static_cast<size_t>(from_front);
}

// The positions first, first + step, ... that a slice selects.
struct SliceRange {
  int64_t first;
  int64_t step;
  size_t count;

  size_t at(size_t i) const { return static_cast<size_t>(first + static_cast<int64_t>(i) * step); }
};

// As Python's slice(start, end, step).indices(size).
inline SliceRange slice_range(std::optional<int64_t> start, std::optional<int64_t> end,
                              int64_t step, size_t size) {
  TORCH_CHECK(step != 0, "List slice should have non-zero step");
  const int64_t length = static_cast<int64_t>(size);
  const int64_t lowest = step > 0 ? 0 : -1;
  const int64_t highest = step > 0 ? length : length - 1;
  const auto clamp = [&](int64_t index) {
    if (index < 0) index = index < -length ? lowest : index + length;
    return index < lowest ? lowest : (index > highest ? highest : index);
  };
  const int64_t first = start.has_value() ? clamp(*start) : (step > 0 ? lowest : highest);
  const int64_t last = end.has_value() ? clamp(*end) : (step > 0 ? highest : lowest);
  const int64_t distance = step > 0 ? last - first : first - last;
  if (distance <= 0) return {first, step, 0};
  const uint64_t stride =
      step > 0 ? static_cast<uint64_t>(step) : uint64_t{0} - static_cast<uint64_t>(step);
  return {first, step, static_cast<size_t>(1 + (static_cast<uint64_t>(distance) - 1) / stride)};
}

}  // namespace at::native
