// Wrappers of plain C++ functions: what torch::Library makes of a kernel.
//
//   at::Tensor scale(const at::Tensor& x, double by);
//   Kernel kernel = make_kernel(&scale);
//   Wrapper wrapper = kernel.bind(schema);   // takes its arguments from a stack
//
// A wrapper is a plain function that knows no object, so each type of function has a number of
// them, with a slot each for the function that it calls.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "aten_lite/core/error.h"
#include "aten_lite/registry/operator_table.h"
#include "aten_lite/registry/unboxing.h"

namespace at::registry {

using torch::jit::Stack;
using unboxing::Arguments;

// --- Argument and result types: how they are read, and what schemas call them.

template <typename T>
struct BoxedType {
  static T get(const Arguments& arguments, size_t i) { return arguments.value(i).to<T>(); }
  static std::string name() { return "Any"; }
};

#define ATEN_LITE_BOXED_TYPE(type, accessor, schema_name)             \
  template <>                                                         \
  struct BoxedType<type> {                                            \
    static decltype(auto) get(const Arguments& arguments, size_t i) { \
      return arguments.accessor(i);                                   \
    }                                                                 \
    static std::string name() { return schema_name; }                 \
  };

ATEN_LITE_BOXED_TYPE(at::Tensor, mutable_tensor, "Tensor")
ATEN_LITE_BOXED_TYPE(std::optional<at::Tensor>, optional_tensor, "Tensor?")
ATEN_LITE_BOXED_TYPE(std::vector<at::Tensor>, tensor_list, "Tensor[]")
ATEN_LITE_BOXED_TYPE(at::TensorList, tensor_list, "Tensor[]")
ATEN_LITE_BOXED_TYPE(c10::List<std::optional<at::Tensor>>, optional_tensor_list, "Tensor?[]")
ATEN_LITE_BOXED_TYPE(int64_t, integer, "int")
ATEN_LITE_BOXED_TYPE(double, floating, "float")
ATEN_LITE_BOXED_TYPE(bool, boolean, "bool")
ATEN_LITE_BOXED_TYPE(std::optional<int64_t>, optional_integer, "int?")
ATEN_LITE_BOXED_TYPE(std::optional<double>, optional_floating, "float?")
ATEN_LITE_BOXED_TYPE(std::optional<bool>, optional_boolean, "bool?")
ATEN_LITE_BOXED_TYPE(at::Scalar, scalar, "Scalar")
ATEN_LITE_BOXED_TYPE(std::optional<at::Scalar>, optional_scalar, "Scalar?")
ATEN_LITE_BOXED_TYPE(at::IntArrayRef, int_list, "int[]")
ATEN_LITE_BOXED_TYPE(at::OptionalIntArrayRef, optional_int_list, "int[]?")
ATEN_LITE_BOXED_TYPE(at::ArrayRef<double>, float_list, "float[]")
ATEN_LITE_BOXED_TYPE(std::string_view, string, "str")
ATEN_LITE_BOXED_TYPE(at::ScalarType, scalar_type, "ScalarType")
ATEN_LITE_BOXED_TYPE(std::optional<at::ScalarType>, optional_scalar_type, "ScalarType?")
ATEN_LITE_BOXED_TYPE(at::Device, device, "Device")
ATEN_LITE_BOXED_TYPE(std::optional<at::Device>, optional_device, "Device?")
ATEN_LITE_BOXED_TYPE(c10::IValue, value, "Any")
#undef ATEN_LITE_BOXED_TYPE

template <>
struct BoxedType<std::string> {
  static std::string get(const Arguments& arguments, size_t i) {
    return std::string(arguments.string(i));
  }
  static std::string name() { return "str"; }
};
template <>
struct BoxedType<std::vector<int64_t>> {
  static std::vector<int64_t> get(const Arguments& arguments, size_t i) {
    const auto list = arguments.int_list(i);
    return std::vector<int64_t>(list.begin(), list.end());
  }
  static std::string name() { return "int[]"; }
};
template <>
struct BoxedType<std::vector<double>> {
  static std::vector<double> get(const Arguments& arguments, size_t i) {
    const auto list = arguments.float_list(i);
    return std::vector<double>(list.begin(), list.end());
  }
  static std::string name() { return "float[]"; }
};

template <typename T>
using Plain = std::remove_cv_t<std::remove_reference_t<T>>;

template <typename T>
struct BoxedResult {
  static std::string name() { return BoxedType<Plain<T>>::name(); }
};
template <>
struct BoxedResult<void> {
  static std::string name() { return "()"; }
};
template <typename... T>
struct BoxedResult<std::tuple<T...>> {
  static std::string name() {
    std::string text;
    ((text += (text.empty() ? "(" : ", ") + BoxedResult<T>::name()), ...);
    return text + ")";
  }
};

// --- Functions.

// A function without its type, with what knows the type.
struct Kernel {
  using Function = void (*)();
  Function function = nullptr;
  // Makes a wrapper that calls it; throws unless the schema has as many arguments.
  Wrapper (*bind_to)(Function function, const OperatorSchema& schema) = nullptr;
  // "(Tensor _0, int _1) -> Tensor"
  std::string (*signature)() = nullptr;

  Wrapper bind(const OperatorSchema& schema) const { return bind_to(function, schema); }
};

struct WrapperSlot {
  Kernel::Function function = nullptr;
  const OperatorSchema* schema = nullptr;
};

template <typename Result, typename... Args>
class Boxing {
 public:
  static Wrapper bind(Kernel::Function function, const OperatorSchema& schema) {
    TORCH_CHECK(schema.argument_count() == sizeof...(Args), "schema '", schema.text(), "' has ",
                schema.argument_count(), " arguments, but its C++ function has ", sizeof...(Args));
    return bind_in_turn(function, schema, std::make_index_sequence<kWrappers>());
  }

  static std::string signature() {
    std::string text = "(";
    size_t number = 0;
    ((text +=
      (number == 0 ? "" : ", ") + BoxedType<Plain<Args>>::name() + " _" + std::to_string(number),
      ++number),
     ...);
    return text + ") -> " + BoxedResult<Result>::name();
  }

 private:
  static constexpr size_t kWrappers = 32;

  template <size_t I>
  static void wrapper(Stack& stack) {
    call(slots_[I], stack);
  }

  template <size_t... I>
  static Wrapper bind_in_turn(Kernel::Function function, const OperatorSchema& schema,
                              std::index_sequence<I...>) {
    static constexpr Wrapper kAll[] = {&wrapper<I>...};
    for (size_t i = 0; i < kWrappers; ++i) {
      if (slots_[i].function != nullptr) continue;
      slots_[i] = {function, &schema};
      return kAll[i];
    }
    TORCH_CHECK(false, "schema '", schema.text(), "': more than ", kWrappers,
                " functions of this C++ type are registered; declare such operators in yaml");
  }

  static void call(const WrapperSlot& slot, Stack& stack) {
    Arguments arguments(stack, *slot.schema);
    call_with(reinterpret_cast<Result (*)(Args...)>(slot.function), arguments,
              std::index_sequence_for<Args...>());
  }

  template <size_t... I>
  static void call_with(Result (*function)(Args...), Arguments& arguments,
                        std::index_sequence<I...>) {
    if constexpr (std::is_void_v<Result>) {
      function(BoxedType<Plain<Args>>::get(arguments, I)...);
      arguments.drop();
    } else {
      Plain<Result> result = function(BoxedType<Plain<Args>>::get(arguments, I)...);
      arguments.push(std::move(result));
    }
  }

  static inline WrapperSlot slots_[kWrappers];
};

template <typename Result, typename... Args>
Kernel make_kernel(Result (*function)(Args...)) {
  return {reinterpret_cast<Kernel::Function>(function), &Boxing<Result, Args...>::bind,
          &Boxing<Result, Args...>::signature};
}

// A lambda without captures.
template <typename F, typename = std::enable_if_t<std::is_class_v<F>>>
Kernel make_kernel(const F& lambda) {
  return make_kernel(+lambda);
}

}  // namespace at::registry
