// Conversions that are not worth inlining, and the error messages.
#include "aten_lite/registry/unboxing.h"

#include <limits>

#include "aten_lite/core/error.h"

namespace at::unboxing {

namespace {

// "argument 'other' (position 1) of aten::add.Tensor"
std::string describe(const schemas::OperatorSchema& schema, size_t i) {
  return c10::str("argument '", schema.argument_name(i), "' (position ", i, ") of ",
                  schema.full_name());
}

std::string type_of(const c10::IValue& value) { return value.type()->str(); }

}  // namespace

void Arguments::too_few() const {
  TORCH_CHECK(false, schema_.full_name(), " takes ", schema_.argument_count(),
              " arguments, but the stack holds ", stack_.size(),
              " values. Schema: ", schema_.text());
}

void Arguments::wrong_type(size_t i, const c10::IValue& value) const {
  TORCH_CHECK(false, describe(schema_, i), " must be ", schema_.argument_type(i), ", but is ",
              type_of(value));
}

void Arguments::wrong_element(size_t i, size_t element, const c10::IValue& value) const {
  TORCH_CHECK(false, describe(schema_, i), " must be ", schema_.argument_type(i),
              ", but its element ", element, " is ", type_of(value));
}

void Arguments::wrong_size(size_t i, size_t actual, size_t expected) const {
  TORCH_CHECK(false, describe(schema_, i), " must have ", expected, " elements, but has ", actual);
}

void Arguments::out_of_range(size_t i, int64_t value, int64_t limit) const {
  TORCH_CHECK(false, describe(schema_, i), " must be ", schema_.argument_type(i),
              " as a number from 0 to ", limit - 1, ", but is ", value);
}

int64_t Arguments::enumerator(size_t i, int64_t limit) const {
  const int64_t number = integer(i);
  if (C10_UNLIKELY(number < 0 || number >= limit)) out_of_range(i, number, limit);
  return number;
}

c10::ArrayRef<c10::IValue> Arguments::list(size_t i) const {
  if (C10_UNLIKELY(!values_[i].isList())) wrong_type(i, values_[i]);
  return values_[i].toListRef();
}

std::vector<at::Tensor> Arguments::tensor_list(size_t i) const {
  const auto elements = list(i);
  std::vector<at::Tensor> result;
  result.reserve(elements.size());
  for (size_t e = 0; e < elements.size(); ++e) {
    if (C10_UNLIKELY(!elements[e].isTensor())) wrong_element(i, e, elements[e]);
    result.push_back(elements[e].toTensor());
  }
  return result;
}

c10::List<std::optional<at::Tensor>> Arguments::optional_tensor_list(size_t i) const {
  const auto elements = list(i);
  for (size_t e = 0; e < elements.size(); ++e) {
    if (C10_UNLIKELY(!elements[e].isTensor() && !elements[e].isNone())) {
      wrong_element(i, e, elements[e]);
    }
  }
  return values_[i].toOptionalTensorList();
}

c10::complex<double> Arguments::complex_number(size_t i) const {
  if (C10_UNLIKELY(!values_[i].isComplexDouble())) wrong_type(i, values_[i]);
  return values_[i].toComplexDouble();
}

at::Scalar Arguments::scalar(size_t i) const {
  const c10::IValue& value = values_[i];
  if (C10_UNLIKELY(!value.isScalar() && !(value.isTensor() && value.toTensor().defined() &&
                                          value.toTensor().dim() == 0))) {
    wrong_type(i, value);
  }
  return value.toScalar();
}

IntList Arguments::int_list(size_t i, size_t broadcast_to) const {
  if (broadcast_to != 0 && values_[i].isInt()) return IntList(broadcast_to, values_[i].toInt());
  const auto elements = list(i);
  IntList result;
  result.reserve(elements.size());
  for (size_t e = 0; e < elements.size(); ++e) {
    if (C10_UNLIKELY(!elements[e].isInt())) wrong_element(i, e, elements[e]);
    result.push_back(elements[e].toInt());
  }
  return result;
}

OptionalIntList Arguments::optional_int_list(size_t i, size_t broadcast_to) const {
  if (values_[i].isNone()) return {};
  return {int_list(i, broadcast_to)};
}

FloatList Arguments::float_list(size_t i, size_t broadcast_to) const {
  if (broadcast_to != 0 && values_[i].isDouble()) {
    return FloatList(broadcast_to, values_[i].toDouble());
  }
  const auto elements = list(i);
  FloatList result;
  result.reserve(elements.size());
  for (size_t e = 0; e < elements.size(); ++e) {
    if (C10_UNLIKELY(!elements[e].isDouble())) wrong_element(i, e, elements[e]);
    result.push_back(elements[e].toDouble());
  }
  return result;
}

OptionalFloatList Arguments::optional_float_list(size_t i) const {
  if (values_[i].isNone()) return {};
  return {float_list(i)};
}

BoolList Arguments::bool_list(size_t i) const {
  const auto elements = list(i);
  BoolList result;
  for (size_t e = 0; e < elements.size(); ++e) {
    if (C10_UNLIKELY(!elements[e].isBool())) wrong_element(i, e, elements[e]);
    result.push_back(elements[e].toBool());
  }
  return result;
}

std::vector<c10::complex<double>> Arguments::complex_list(size_t i) const {
  const auto elements = list(i);
  std::vector<c10::complex<double>> result;
  for (size_t e = 0; e < elements.size(); ++e) {
    if (C10_UNLIKELY(!elements[e].isComplexDouble())) wrong_element(i, e, elements[e]);
    result.push_back(elements[e].toComplexDouble());
  }
  return result;
}

ScalarList Arguments::scalar_list(size_t i) const {
  const auto elements = list(i);
  ScalarList result;
  for (size_t e = 0; e < elements.size(); ++e) {
    if (C10_UNLIKELY(!elements[e].isScalar())) wrong_element(i, e, elements[e]);
    result.push_back(elements[e].toScalar());
  }
  return result;
}

std::string_view Arguments::string(size_t i) const {
  if (C10_UNLIKELY(!values_[i].isString())) wrong_type(i, values_[i]);
  return values_[i].toStringView();
}

StringList Arguments::string_list(size_t i) const {
  const auto elements = list(i);
  StringList result;
  for (size_t e = 0; e < elements.size(); ++e) {
    if (C10_UNLIKELY(!elements[e].isString())) wrong_element(i, e, elements[e]);
    result.push_back(elements[e].toStringView());
  }
  return result;
}

at::ScalarType Arguments::scalar_type(size_t i) const {
  return static_cast<at::ScalarType>(
      enumerator(i, static_cast<int64_t>(at::ScalarType::NumOptions)));
}

at::Layout Arguments::layout(size_t i) const {
  return static_cast<at::Layout>(enumerator(i, static_cast<int64_t>(at::Layout::NumOptions)));
}

at::MemoryFormat Arguments::memory_format(size_t i) const {
  return static_cast<at::MemoryFormat>(
      enumerator(i, static_cast<int64_t>(at::MemoryFormat::NumOptions)));
}

c10::QScheme Arguments::qscheme(size_t i) const {
  return static_cast<c10::QScheme>(enumerator(i, 5));
}

at::Device Arguments::device(size_t i) const {
  if (C10_UNLIKELY(!values_[i].isDevice())) wrong_type(i, values_[i]);
  return values_[i].toDevice();
}

c10::DeviceIndex Arguments::device_index(size_t i) const {
  using Limits = std::numeric_limits<c10::DeviceIndex>;
  const int64_t number = integer(i);
  // -1 is the current device.
  TORCH_CHECK(number >= -1 && number <= Limits::max(), describe(schema_, i),
              " must be a device index, but is ", number);
  return static_cast<c10::DeviceIndex>(number);
}

at::Generator Arguments::generator(size_t i) const {
  if (C10_UNLIKELY(!values_[i].isGenerator())) wrong_type(i, values_[i]);
  return values_[i].toGenerator();
}

at::Storage Arguments::storage(size_t i) const {
  if (C10_UNLIKELY(!values_[i].isStorage())) wrong_type(i, values_[i]);
  return values_[i].toStorage();
}

c10::Stream Arguments::stream(size_t i) const {
  if (C10_UNLIKELY(!values_[i].isStream())) wrong_type(i, values_[i]);
  return values_[i].toStream();
}

at::Dimname Arguments::dimname(size_t i) const {
  return at::Dimname::fromSymbol(std::string(string(i)));
}

std::vector<at::Dimname> Arguments::dimname_list(size_t i) const {
  std::vector<at::Dimname> result;
  for (const std::string_view name : string_list(i)) {
    result.push_back(at::Dimname::fromSymbol(std::string(name)));
  }
  return result;
}

OptionalDimnameList Arguments::optional_dimname_list(size_t i) const {
  if (values_[i].isNone()) return {};
  return {dimname_list(i)};
}

void Arguments::keep_arguments(const size_t* positions, size_t count) {
  if (count == 1) {
    if (positions[0] != 0) values_[0] = std::move(values_[positions[0]]);
  } else {
    // An argument may be a result twice, or move to where another kept one is: copy first.
    std::vector<c10::IValue> kept;
    kept.reserve(count);
    for (size_t k = 0; k < count; ++k) kept.push_back(values_[positions[k]]);
    for (size_t k = 0; k < count; ++k) values_[k] = std::move(kept[k]);
  }
  stack_.erase(stack_.begin() + static_cast<std::ptrdiff_t>(first_ + count), stack_.end());
}

}  // namespace at::unboxing
