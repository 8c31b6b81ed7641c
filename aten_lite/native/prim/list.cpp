// Lists of any element type: length, elements, slices, and what changes them in place.
#include <algorithm>
#include <limits>

#include "aten_lite/native/prim/boxed.h"
#include "aten_lite/native/prim/sequence.h"

namespace at::native {

namespace {

// A list of the same element type.
GenericList list_like(const GenericList& list, std::vector<IValue> values) {
  return GenericList(
      c10::make_intrusive<c10::detail::ListImpl>(std::move(values), list.elementType()));
}

std::vector<IValue>& values_of(const GenericList& list) { return list.impl()->list; }

std::vector<IValue> repeated(const std::vector<IValue>& values, int64_t times) {
  std::vector<IValue> result;
  if (times <= 0 || values.empty()) return result;
  TORCH_CHECK(static_cast<uint64_t>(times) <= kMaxSequenceSize / values.size(), "a list of ",
              values.size(), " elements times ", times, " is too long");
  result.reserve(values.size() * static_cast<size_t>(times));
  for (int64_t i = 0; i < times; ++i) result.insert(result.end(), values.begin(), values.end());
  return result;
}

}  // namespace

void list_len(Stack& stack) {
  IValue& value = *prim::arguments(stack, 1);
  value = IValue(static_cast<int64_t>(value.toListRef().size()));
}

void list_getitem(Stack& stack) {
  IValue* values = prim::arguments(stack, 2);
  const c10::ArrayRef<IValue> list = values[0].toListRef();
  IValue element = list[list_index(values[1].toInt(), list.size())];
  prim::replace(stack, 2, std::move(element));
}

void list_setitem(Stack& stack) {
  IValue* values = prim::arguments(stack, 3);
  const GenericList list = values[0].toList();
  values_of(list)[list_index(values[1].toInt(), list.size())] = values[2];
  drop(stack, 2);
}

void list_append(Stack& stack) {
  IValue* values = prim::arguments(stack, 2);
  values_of(values[0].toList()).push_back(values[1]);
  stack.pop_back();
}

void list_extend(Stack& stack) {
  boxed(stack,
        [](const IValue& list, const IValue& other) { list.toList().append(other.toList()); });
}

// aten::add_.t: as extend(), and gives the list.
void list_add_(Stack& stack) {
  boxed(stack, [](const IValue& list, const IValue& other) {
    list.toList().append(other.toList());
    return list;
  });
}

void list_add(Stack& stack) {
  boxed(stack, [](const IValue& list, const IValue& other) {
    const GenericList sum = list.toList().copy();
    sum.append(other.toList());
    return IValue(sum);
  });
}

void list_insert(Stack& stack) {
  boxed(stack, [](const IValue& list, int64_t index, const IValue& element) {
    std::vector<IValue>& values = values_of(list.toList());
    const int64_t size = static_cast<int64_t>(values.size());
    const int64_t from_front = index < 0 ? index + size : index;
    values.insert(values.begin() + std::min(std::max<int64_t>(from_front, 0), size), element);
  });
}

void list_pop(Stack& stack) {
  boxed(stack, [](const IValue& list, int64_t index) {
    std::vector<IValue>& values = values_of(list.toList());
    TORCH_CHECK(!values.empty(), "pop from empty list");
    const auto place =
        values.begin() + static_cast<std::ptrdiff_t>(list_index(index, values.size()));
    IValue element = std::move(*place);
    values.erase(place);
    return element;
  });
}

void list_delete(Stack& stack) {
  boxed(stack, [](const IValue& list, int64_t index) {
    std::vector<IValue>& values = values_of(list.toList());
    values.erase(values.begin() + static_cast<std::ptrdiff_t>(list_index(index, values.size())));
  });
}

void list_clear(Stack& stack) {
  boxed(stack, [](const IValue& list) { list.toList().clear(); });
}

void list_reverse(Stack& stack) {
  boxed(stack, [](const IValue& list) {
    std::vector<IValue>& values = values_of(list.toList());
    std::reverse(values.begin(), values.end());
  });
}

// list.copy() and list(list)
void list_copy(Stack& stack) {
  boxed(stack, [](const IValue& list) { return IValue(list.toList().copy()); });
}

void list_slice(Stack& stack) {
  boxed(stack, [](const IValue& value, std::optional<int64_t> start, std::optional<int64_t> end,
                  int64_t step) {
    const GenericList list = value.toList();
    const SliceRange range = slice_range(start, end, step, list.size());
    std::vector<IValue> result;
    result.reserve(range.count);
    for (size_t i = 0; i < range.count; ++i) result.push_back(values_of(list)[range.at(i)]);
    return IValue(list_like(list, std::move(result)));
  });
}

void list_mul(Stack& stack) {
  boxed(stack, [](const IValue& value, int64_t times) {
    const GenericList list = value.toList();
    return IValue(list_like(list, repeated(values_of(list), times)));
  });
}
void list_mul_right(Stack& stack) {
  boxed(stack, [](int64_t times, const IValue& value) {
    const GenericList list = value.toList();
    return IValue(list_like(list, repeated(values_of(list), times)));
  });
}
void list_mul_(Stack& stack) {
  boxed(stack, [](const IValue& value, int64_t times) {
    std::vector<IValue>& values = values_of(value.toList());
    values = repeated(values, times);
    return value;
  });
}

void range_list(Stack& stack) {
  boxed(stack, [](int64_t count) {
    TORCH_CHECK(count <= static_cast<int64_t>(kMaxSequenceSize), "a range of ", count,
                " elements is too long");
    c10::List<int64_t> list;
    for (int64_t i = 0; i < count; ++i) list.push_back(i);
    return IValue(list);
  });
}

}  // namespace at::native
