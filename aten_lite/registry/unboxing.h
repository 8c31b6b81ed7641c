// What generated wrappers are made of: typed access to arguments on the stack.
//
//   // aten::add.Tensor(Tensor self, Tensor other, *, Scalar alpha=1) -> Tensor
//   void add_Tensor(Stack& stack) {
//     Arguments arguments(stack, schemas::add_Tensor_schema);
//     arguments.push(at::native::add(arguments.tensor(0), arguments.tensor(1),
//     arguments.scalar(2)));
//   }
//
// Arguments are read in place and leave the stack only after the kernel has returned: when it
// throws, the stack is as the caller left it, so that the caller can describe the arguments.
// Every access checks the value's tag; a wrong one is a c10::Error that names operator, argument
// and both types. Integer lists of up to eight elements need no allocation.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "ATen/core/TensorBody.h"
#include "aten_lite/core/array_ref.h"
#include "aten_lite/core/complex.h"
#include "aten_lite/core/ivalue.h"
#include "aten_lite/core/list.h"
#include "aten_lite/core/macros.h"
#include "aten_lite/core/small_vector.h"
#include "aten_lite/core/stack.h"
#include "aten_lite/core/storage.h"
#include "aten_lite/registry/operator_schema.h"

// Two libraries that select the same operator hold the same wrapper; the linker keeps one of them.
#define ATEN_LITE_WEAK __attribute__((weak))

namespace at::unboxing {

using torch::jit::Stack;
namespace schemas = at::schemas;

// A list that may be None, convertible to the view of it that kernels take.
template <typename Values, typename View>
struct OptionalValues {
  std::optional<Values> values;

  operator View() const { return values.has_value() ? View(*values) : View(); }
};

using IntList = c10::SmallVector<int64_t, 8>;
using FloatList = c10::SmallVector<double, 8>;
using BoolList = c10::SmallVector<bool, 8>;
using ScalarList = c10::SmallVector<at::Scalar, 8>;
using StringList = c10::SmallVector<std::string_view, 8>;
using OptionalIntList = OptionalValues<IntList, at::OptionalIntArrayRef>;
using OptionalFloatList = OptionalValues<FloatList, std::optional<at::ArrayRef<double>>>;
using OptionalDimnameList =
    OptionalValues<std::vector<at::Dimname>, std::optional<at::DimnameList>>;

class Arguments {
 public:
  Arguments(Stack& stack, const schemas::OperatorSchema& schema) : stack_(stack), schema_(schema) {
    const size_t count = schema.argument_count();
    if (C10_UNLIKELY(stack.size() < count)) too_few();
    first_ = stack.size() - count;
    values_ = stack.data() + first_;
  }
  Arguments(const Arguments&) = delete;
  Arguments& operator=(const Arguments&) = delete;

  // --- Arguments by position; named after the schema types.
  const c10::IValue& value(size_t i) const { return values_[i]; }
  const at::Tensor& tensor(size_t i) const { return mutable_tensor(i); }
  at::Tensor& mutable_tensor(size_t i) const {
    if (C10_UNLIKELY(!values_[i].isTensor())) wrong_type(i, values_[i]);
    return values_[i].toTensor();
  }
  std::optional<at::Tensor> optional_tensor(size_t i) const {
    if (values_[i].isNone()) return std::nullopt;
    return tensor(i);
  }
  std::vector<at::Tensor> tensor_list(size_t i) const;
  c10::List<std::optional<at::Tensor>> optional_tensor_list(size_t i) const;

  int64_t integer(size_t i) const {
    if (C10_UNLIKELY(!values_[i].isInt())) wrong_type(i, values_[i]);
    return values_[i].toInt();
  }
  double floating(size_t i) const {
    if (C10_UNLIKELY(!values_[i].isDouble())) wrong_type(i, values_[i]);
    return values_[i].toDouble();
  }
  bool boolean(size_t i) const {
    if (C10_UNLIKELY(!values_[i].isBool())) wrong_type(i, values_[i]);
    return values_[i].toBool();
  }
  std::optional<int64_t> optional_integer(size_t i) const {
    if (values_[i].isNone()) return std::nullopt;
    return integer(i);
  }
  std::optional<double> optional_floating(size_t i) const {
    if (values_[i].isNone()) return std::nullopt;
    return floating(i);
  }
  std::optional<bool> optional_boolean(size_t i) const {
    if (values_[i].isNone()) return std::nullopt;
    return boolean(i);
  }
  c10::complex<double> complex_number(size_t i) const;
  // Any number; a tensor of no dimensions counts as one.
  at::Scalar scalar(size_t i) const;
  std::optional<at::Scalar> optional_scalar(size_t i) const {
    if (values_[i].isNone()) return std::nullopt;
    return scalar(i);
  }

  // `broadcast_to` is the N of an argument int[N]: a single number stands for N equal ones.
  IntList int_list(size_t i, size_t broadcast_to = 0) const;
  OptionalIntList optional_int_list(size_t i, size_t broadcast_to = 0) const;
  FloatList float_list(size_t i, size_t broadcast_to = 0) const;
  OptionalFloatList optional_float_list(size_t i) const;
  BoolList bool_list(size_t i) const;
  std::vector<c10::complex<double>> complex_list(size_t i) const;
  ScalarList scalar_list(size_t i) const;
  template <size_t N>
  std::array<bool, N> bool_array(size_t i) const {
    const BoolList list = bool_list(i);
    if (C10_UNLIKELY(list.size() != N)) wrong_size(i, list.size(), N);
    std::array<bool, N> result;
    std::copy(list.begin(), list.end(), result.begin());
    return result;
  }

  std::string_view string(size_t i) const;
  std::optional<std::string_view> optional_string(size_t i) const {
    if (values_[i].isNone()) return std::nullopt;
    return string(i);
  }
  StringList string_list(size_t i) const;

  // Enumerations travel as integers; one that is out of range is an error.
  at::ScalarType scalar_type(size_t i) const;
  at::Layout layout(size_t i) const;
  at::MemoryFormat memory_format(size_t i) const;
  c10::QScheme qscheme(size_t i) const;
  at::Device device(size_t i) const;
  c10::DeviceIndex device_index(size_t i) const;
  std::optional<at::ScalarType> optional_scalar_type(size_t i) const {
    if (values_[i].isNone()) return std::nullopt;
    return scalar_type(i);
  }
  std::optional<at::Layout> optional_layout(size_t i) const {
    if (values_[i].isNone()) return std::nullopt;
    return layout(i);
  }
  std::optional<at::MemoryFormat> optional_memory_format(size_t i) const {
    if (values_[i].isNone()) return std::nullopt;
    return memory_format(i);
  }
  std::optional<at::Device> optional_device(size_t i) const {
    if (values_[i].isNone()) return std::nullopt;
    return device(i);
  }

  at::Generator generator(size_t i) const;
  std::optional<at::Generator> optional_generator(size_t i) const {
    if (values_[i].isNone()) return std::nullopt;
    return generator(i);
  }
  at::Storage storage(size_t i) const;
  c10::Stream stream(size_t i) const;
  at::Dimname dimname(size_t i) const;
  std::optional<at::Dimname> optional_dimname(size_t i) const {
    if (values_[i].isNone()) return std::nullopt;
    return dimname(i);
  }
  std::vector<at::Dimname> dimname_list(size_t i) const;
  OptionalDimnameList optional_dimname_list(size_t i) const;

  // --- The end of a call: exactly one of these.
  // Replaces the arguments by a result.
  template <typename T>
  void push(T&& result) {
    replace(c10::IValue(std::forward<T>(result)));
  }
  // Replaces the arguments by several results, the last one on top.
  template <typename... T>
  void push(std::tuple<T...> results) {
    drop();
    std::apply([&](auto&... each) { (stack_.emplace_back(std::move(each)), ...); }, results);
  }
  // The results are these arguments, in this order; the others are dropped.
  template <typename... Positions>
  void keep(Positions... positions) {
    const size_t kept[] = {static_cast<size_t>(positions)...};
    keep_arguments(kept, sizeof...(positions));
  }
  // There is no result.
  void drop() { stack_.erase(stack_.begin() + static_cast<std::ptrdiff_t>(first_), stack_.end()); }

 private:
  void replace(c10::IValue result) {
    if (first_ == stack_.size()) {
      stack_.push_back(std::move(result));
      return;
    }
    *values_ = std::move(result);
    stack_.erase(stack_.begin() + static_cast<std::ptrdiff_t>(first_) + 1, stack_.end());
  }
  void keep_arguments(const size_t* positions, size_t count);
  c10::ArrayRef<c10::IValue> list(size_t i) const;

  [[noreturn]] ATEN_LITE_COLD void too_few() const;
  [[noreturn]] ATEN_LITE_COLD void wrong_type(size_t i, const c10::IValue& value) const;
  [[noreturn]] ATEN_LITE_COLD void wrong_element(size_t i, size_t element,
                                                 const c10::IValue& value) const;
  [[noreturn]] ATEN_LITE_COLD void wrong_size(size_t i, size_t actual, size_t expected) const;
  [[noreturn]] ATEN_LITE_COLD void out_of_range(size_t i, int64_t value, int64_t limit) const;
  int64_t enumerator(size_t i, int64_t limit) const;

  Stack& stack_;
  const schemas::OperatorSchema& schema_;
  size_t first_;
  c10::IValue* values_;
};

}  // namespace at::unboxing
