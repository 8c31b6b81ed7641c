// The schema of an operator as a constant: no allocation, no initialiser, no parsing.
//
// Generated code defines one `OperatorSchema` per operator (RegisterSchema.cpp). Names and types
// are slices of the schema's text, so an operator that the linker drops leaves nothing behind.
//
//   const OperatorSchema& schema = *find_operator("aten::add", "Scalar")->schema;
//   schema.text();            // aten::add.Scalar(Tensor self, Scalar other, ...
//   schema.argument_name(2);  // alpha
//   schema.has_default(2);    // true
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace at::schemas {

enum class DefaultKind : uint8_t {
  kAbsent,  // the argument has no default
  kNone,
  kBool,
  kInt,
  kFloat,
  kString,
  kIntList,
  kFloatList,
  kBoolList,
  kEmptyList,
};

// A default value: its kind, and a payload that is a constant too.
struct DefaultValue {
  union Payload {
    int64_t integer;
    double number;
    const char* text;
    const int64_t* integers;
    const double* numbers;
    constexpr Payload() : integer(0) {}
    constexpr explicit Payload(int64_t value) : integer(value) {}
    constexpr explicit Payload(double value) : number(value) {}
    constexpr explicit Payload(const char* value) : text(value) {}
    constexpr explicit Payload(const int64_t* value) : integers(value) {}
    constexpr explicit Payload(const double* value) : numbers(value) {}
  };

  DefaultKind kind = DefaultKind::kAbsent;
  uint16_t size = 0;  // of a list
  Payload payload;
};

constexpr DefaultValue default_none() { return {DefaultKind::kNone, 0, {}}; }
constexpr DefaultValue default_bool(bool value) {
  return {DefaultKind::kBool, 0, DefaultValue::Payload(static_cast<int64_t>(value))};
}
constexpr DefaultValue default_int(int64_t value) {
  return {DefaultKind::kInt, 0, DefaultValue::Payload(value)};
}
constexpr DefaultValue default_float(double value) {
  return {DefaultKind::kFloat, 0, DefaultValue::Payload(value)};
}
constexpr DefaultValue default_str(const char* value) {
  return {DefaultKind::kString, 0, DefaultValue::Payload(value)};
}
constexpr DefaultValue default_int_list(const int64_t* values, uint16_t size) {
  return {DefaultKind::kIntList, size, DefaultValue::Payload(values)};
}
constexpr DefaultValue default_float_list(const double* values, uint16_t size) {
  return {DefaultKind::kFloatList, size, DefaultValue::Payload(values)};
}
constexpr DefaultValue default_bool_list(const int64_t* values, uint16_t size) {
  return {DefaultKind::kBoolList, size, DefaultValue::Payload(values)};
}
constexpr DefaultValue default_empty_list(const int64_t* values, uint16_t size) {
  return {DefaultKind::kEmptyList, size, DefaultValue::Payload(values)};
}

enum ArgumentKind : uint8_t {
  kPositionalArgument,
  kKeywordArgument,
  kMutableArgument,  // written to, as `self` of an in-place operator
  kOutArgument,      // keyword-only and written to; out arguments are the last ones
};

struct ArgumentSchema {
  uint16_t type_begin;
  uint16_t type_size;
  uint16_t name_begin;
  uint16_t name_size;
  ArgumentKind kind;
  DefaultValue default_value = {};
};

class OperatorSchema {
 public:
  constexpr OperatorSchema(const char* text, const ArgumentSchema* arguments, uint16_t text_size,
                           uint16_t name_size, uint16_t full_name_size, uint8_t argument_count,
                           uint8_t return_count, bool is_vararg, bool is_varret)
      : text_(text),
        arguments_(arguments),
        text_size_(text_size),
        name_size_(name_size),
        full_name_size_(full_name_size),
        argument_count_(argument_count),
        return_count_(return_count),
        is_vararg_(is_vararg),
        is_varret_(is_varret) {}

  // The whole schema: "aten::abs(Tensor self) -> Tensor".
  std::string_view text() const { return {text_, text_size_}; }
  // "aten::add"
  std::string_view name() const { return {text_, name_size_}; }
  // "Tensor", or nothing
  std::string_view overload() const {
    const size_t begin = name_size_ + size_t{full_name_size_ != name_size_};
    return {text_ + begin, full_name_size_ - begin};
  }
  // "aten::add.Tensor"
  std::string_view full_name() const { return {text_, full_name_size_}; }

  size_t argument_count() const { return argument_count_; }
  size_t return_count() const { return return_count_; }
  bool is_vararg() const { return is_vararg_; }
  bool is_varret() const { return is_varret_; }

  // `index` must be below argument_count().
  const ArgumentSchema& argument(size_t index) const { return arguments_[index]; }
  std::string_view argument_name(size_t index) const {
    return {text_ + arguments_[index].name_begin, arguments_[index].name_size};
  }
  std::string_view argument_type(size_t index) const {
    return {text_ + arguments_[index].type_begin, arguments_[index].type_size};
  }
  bool has_default(size_t index) const {
    return arguments_[index].default_value.kind != DefaultKind::kAbsent;
  }
  // The number of out arguments, all of them at the end.
  size_t out_count() const {
    size_t count = 0;
    while (count < argument_count_ &&
           arguments_[argument_count_ - 1 - count].kind == kOutArgument) {
      ++count;
    }
    return count;
  }

 private:
  const char* text_;
  const ArgumentSchema* arguments_;
  uint16_t text_size_;
  uint16_t name_size_;
  uint16_t full_name_size_;
  uint8_t argument_count_;
  uint8_t return_count_;
  bool is_vararg_;
  bool is_varret_;
};

}  // namespace at::schemas
