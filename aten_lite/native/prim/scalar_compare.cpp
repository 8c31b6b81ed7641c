// Comparisons and logic of Python numbers, strings and devices, minimum and maximum.
#include <algorithm>
#include <string>

#include "aten_lite/native/prim/number.h"

namespace at::native {

namespace {

// Orders numbers by value and strings by bytes.
template <typename Compare>
void ordered(Stack& stack, Compare compare) {
  IValue* values = prim::arguments(stack, 2);
  const bool result =
      values[0].isString()
          ? compare(values[0].toStringRef(), values[1].toStringRef())
          : apply_binary(
                [&](auto a,
                    auto b) -> std::enable_if_t<!c10::is_complex<decltype(a)>::value, bool> {
                  return compare(a, b);
                },
                values[0], values[1])
                .toBool();
  prim::replace(stack, 2, IValue(result));
}

// As std::min and std::max order a NaN: the first value stays unless the second compares better.
struct Minimum {
  template <typename T>
  std::enable_if_t<!c10::is_complex<T>::value, T> operator()(T a, T b) const {
    return b < a ? b : a;
  }
};
struct Maximum {
  template <typename T>
  std::enable_if_t<!c10::is_complex<T>::value, T> operator()(T a, T b) const {
    return a < b ? b : a;
  }
};
// PyTorch's scalar min and max keep the second value when the two do not compare.
template <typename Pick>
struct SecondOnTie {
  template <typename T>
  auto operator()(T a, T b) const -> decltype(Pick{}(a, b)) {
    return Pick{}(b, a);
  }
};

template <typename Pick>
void pick_of_list(Stack& stack, Pick pick, const char* name) {
  boxed(stack, [&](c10::ArrayRef<IValue> list) {
    TORCH_CHECK(!list.empty(), name, "() arg is an empty sequence");
    IValue best = list[0];
    for (const IValue& value : list) {
      const bool is_bool = best.isBool() && value.isBool();
      best = apply_binary(pick, best, value);
      if (is_bool) best = IValue(best.toInt() != 0);
    }
    return best;
  });
}

// Lists compare element by element, then by length.
bool list_less(c10::ArrayRef<IValue> a, c10::ArrayRef<IValue> b) {
  return std::lexicographical_compare(
      a.begin(), a.end(), b.begin(), b.end(),
      [](const IValue& x, const IValue& y) { return prim::as_double(x) < prim::as_double(y); });
}

}  // namespace

// Numbers, strings, devices, bools, and lists of them.
void value_eq(Stack& stack) {
  IValue* values = prim::arguments(stack, 2);
  const bool result = values[0].isInt() && values[1].isInt()
                          ? values[0].toInt() == values[1].toInt()
                          : values[0] == values[1];
  values[0] = IValue(result);
  stack.pop_back();
}
void value_ne(Stack& stack) {
  value_eq(stack);
  stack.back() = IValue(!stack.back().toBool());
}
void value_lt(Stack& stack) {
  ordered(stack, [](const auto& a, const auto& b) { return a < b; });
}
void value_gt(Stack& stack) {
  ordered(stack, [](const auto& a, const auto& b) { return a > b; });
}
void value_le(Stack& stack) {
  ordered(stack, [](const auto& a, const auto& b) { return a <= b; });
}
void value_ge(Stack& stack) {
  ordered(stack, [](const auto& a, const auto& b) { return a >= b; });
}

void number_min(Stack& stack) { number_binary(stack, SecondOnTie<Minimum>{}); }
void number_max(Stack& stack) { number_binary(stack, SecondOnTie<Maximum>{}); }
void list_min(Stack& stack) { pick_of_list(stack, Minimum{}, "min"); }
void list_max(Stack& stack) { pick_of_list(stack, Maximum{}, "max"); }
void lists_min(Stack& stack) {
  boxed(stack, [](const IValue& a, const IValue& b) {
    return list_less(b.toListRef(), a.toListRef()) ? b : a;
  });
}
void lists_max(Stack& stack) {
  boxed(stack, [](const IValue& a, const IValue& b) {
    return list_less(a.toListRef(), b.toListRef()) ? b : a;
  });
}

// --- Logic. On bools the result is a bool.

#define LOGIC(name, op)                                                             \
  void name(Stack& stack) {                                                         \
    boxed(stack, [](const IValue& a, const IValue& b) {                             \
      if (a.isBool() && b.isBool()) return IValue((a.toBool() op b.toBool()) != 0); \
      return IValue(a.toInt() op b.toInt());                                        \
    });                                                                             \
  }
LOGIC(value_and, &)
LOGIC(value_or, |)
LOGIC(value_xor, ^)
#undef LOGIC

void value_not(Stack& stack) {
  boxed(stack, [](bool a) { return !a; });
}

// The count is taken modulo 64, as x86 shifts.
void integer_lshift(Stack& stack) {
  boxed(stack, [](int64_t a, int64_t count) {
    return static_cast<int64_t>(static_cast<uint64_t>(a) << (count & 63));
  });
}
// A count of 64 and more shifts everything out.
void integer_rshift(Stack& stack) {
  boxed(stack,
        [](int64_t a, int64_t count) { return a >> (count < 0 || count > 63 ? 63 : count); });
}

}  // namespace at::native
