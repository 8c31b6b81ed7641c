// Lists whose elements compare: search, count, removal, order, sums.
#include <algorithm>

#include "ATen/ops/eq.h"
#include "ATen/ops/is_nonzero.h"
#include "ATen/ops/lt.h"
#include "aten_lite/native/prim/number.h"

namespace at::native {

namespace {

// Python's == of elements. Tensors compare by value and must give one truth.
bool equal_elements(const IValue& a, const IValue& b) {
  if (a.isTensor() && b.isTensor()) return at::is_nonzero(at::eq(a.toTensor(), b.toTensor()));
  return a == b;
}

// Tuples nested deeper than this are refused: a hostile model could exhaust the C++ stack.
constexpr int kMaxTupleDepth = 32;

// Negative, zero or positive as `a` comes before, with or after `b` in Python's order.
int order(const IValue& a, const IValue& b, int depth = 0) {
  const auto sign = [](bool before, bool after) { return int{after} - int{before}; };
  if (a.isInt() && b.isInt()) return sign(a.toInt() < b.toInt(), b.toInt() < a.toInt());
  if (a.isString() && b.isString()) return a.toStringRef().compare(b.toStringRef());
  if (a.isTensor() && b.isTensor()) {
    const bool before = at::is_nonzero(at::lt(a.toTensor(), b.toTensor()));
    return sign(before, !before && at::is_nonzero(at::lt(b.toTensor(), a.toTensor())));
  }
  if (a.isTuple() && b.isTuple()) {
    TORCH_CHECK(depth < kMaxTupleDepth, "tuples nested more than ", kMaxTupleDepth,
                " deep cannot be sorted");
    const std::vector<IValue>& x = a.toTupleRef().elements();
    const std::vector<IValue>& y = b.toTupleRef().elements();
    for (size_t i = 0; i < std::min(x.size(), y.size()); ++i) {
      const int first_difference = order(x[i], y[i], depth + 1);
      if (first_difference != 0) return first_difference;
    }
    return sign(x.size() < y.size(), y.size() < x.size());
  }
  TORCH_CHECK(a.isScalar() && b.isScalar() && !a.isComplexDouble() && !b.isComplexDouble(),
              "Only lists of Tensors, ints, floats, bools, strs, or Tuples of aforementioned types "
              "can be sorted, got an element of type ",
              (a.isScalar() ? b : a).type()->annotation_str());
  const double x = prim::as_double(a);
  const double y = prim::as_double(b);
  return sign(x < y, y < x);
}

bool less(const IValue& a, const IValue& b) { return order(a, b) < 0; }

// A merge sort of our own: std::sort and std::stable_sort may run out of bounds when the order is
// none (a NaN among the numbers, tensors that compare as they like).
void merge_sort(std::vector<IValue>& values, bool reverse) {
  std::vector<IValue> merged(values.size());
  for (size_t width = 1; width < values.size(); width *= 2) {
    for (size_t begin = 0; begin < values.size(); begin += 2 * width) {
      const size_t middle = std::min(begin + width, values.size());
      const size_t end = std::min(begin + 2 * width, values.size());
      size_t left = begin;
      size_t right = middle;
      for (size_t out = begin; out < end; ++out) {
        const bool take_right =
            left == middle || (right < end && (reverse ? less(values[left], values[right])
                                                       : less(values[right], values[left])));
        merged[out] = values[take_right ? right++ : left++];
      }
    }
    values.swap(merged);
  }
}

// The position of the first element that equals `wanted`, or the size.
size_t find(c10::ArrayRef<IValue> list, const IValue& wanted) {
  size_t i = 0;
  while (i < list.size() && !equal_elements(list[i], wanted)) ++i;
  return i;
}

bool equal_lists(c10::ArrayRef<IValue> a, c10::ArrayRef<IValue> b) {
  return a.size() == b.size() && std::equal(a.begin(), a.end(), b.begin(), equal_elements);
}

}  // namespace

void list_contains(Stack& stack) {
  boxed(stack, [](c10::ArrayRef<IValue> list, const IValue& wanted) {
    return find(list, wanted) != list.size();
  });
}

void list_count(Stack& stack) {
  boxed(stack, [](c10::ArrayRef<IValue> list, const IValue& wanted) {
    return int64_t{std::count_if(list.begin(), list.end(), [&](const IValue& element) {
      return equal_elements(element, wanted);
    })};
  });
}

void list_find_index(Stack& stack) {
  boxed(stack, [](c10::ArrayRef<IValue> list, const IValue& wanted) {
    const size_t position = find(list, wanted);
    TORCH_CHECK(position != list.size(), "'", wanted, "' is not in list");
    return static_cast<int64_t>(position);
  });
}

void list_remove(Stack& stack) {
  boxed(stack, [](const IValue& list, const IValue& wanted) {
    std::vector<IValue>& values = list.toList().impl()->list;
    const size_t position = find(values, wanted);
    TORCH_CHECK(position != values.size(), "list.remove(x): x not in list");
    values.erase(values.begin() + static_cast<std::ptrdiff_t>(position));
  });
}

void list_sort(Stack& stack) {
  boxed(stack, [](const IValue& list, bool reverse) {
    // Comparing tensors runs kernels, and a failing one must leave the list whole.
    std::vector<IValue> values = list.toList().impl()->list;
    merge_sort(values, reverse);
    list.toList().impl()->list = std::move(values);
  });
}

void list_sorted(Stack& stack) {
  boxed(stack, [](const IValue& list) {
    const GenericList result = list.toList().copy();
    merge_sort(result.impl()->list, /*reverse=*/false);
    return IValue(result);
  });
}

// eq and ne of lists of tensors; value_eq serves the others.
void tensor_list_eq(Stack& stack) {
  boxed(stack, [](c10::ArrayRef<IValue> a, c10::ArrayRef<IValue> b) { return equal_lists(a, b); });
}
void tensor_list_ne(Stack& stack) {
  boxed(stack, [](c10::ArrayRef<IValue> a, c10::ArrayRef<IValue> b) { return !equal_lists(a, b); });
}

namespace {

bool truth(const IValue& value) {
  return value.isString() ? !value.toStringRef().empty() : value.toScalar().to<bool>();
}

}  // namespace

void list_all(Stack& stack) {
  boxed(stack,
        [](c10::ArrayRef<IValue> list) { return std::all_of(list.begin(), list.end(), truth); });
}
void list_any(Stack& stack) {
  boxed(stack,
        [](c10::ArrayRef<IValue> list) { return std::any_of(list.begin(), list.end(), truth); });
}

// The sum of no elements has the type of the list's elements.
void list_sum(Stack& stack) {
  boxed(stack, [](const IValue& value) {
    struct Add {
      int64_t operator()(int64_t a, int64_t b) const { return wrapping_add(a, b); }
      double operator()(double a, double b) const { return a + b; }
      Complex operator()(Complex a, Complex b) const { return a + b; }
    };
    const c10::TypeKind kind = value.toList().elementType()->kind();
    IValue sum = kind == c10::TypeKind::FloatType     ? IValue(0.0)
                 : kind == c10::TypeKind::ComplexType ? IValue(Complex())
                                                      : IValue(int64_t{0});
    for (const IValue& element : value.toListRef()) sum = apply_binary(Add{}, sum, element);
    return sum;
  });
}

}  // namespace at::native
