// Element types of lists and dicts.
#include "aten_lite/predictor/typing.h"

#include <utility>
#include <vector>

#include "aten_lite/core/device.h"

namespace aten_lite::predictor {
namespace {

using c10::TypeKind;

bool is_untyped(const c10::TypePtr& type) { return type->kind() == TypeKind::AnyType; }

void convert_list(const c10::IValue& value, const c10::TypePtr& element_type) {
  c10::impl::GenericList list = value.toList();
  for (size_t i = 0; i < list.size(); ++i) {
    list.set(i, convert_to_type(list.get(i), *element_type));
  }
  if (is_untyped(list.elementType())) list.unsafeSetElementType(element_type);
}

void convert_dict(const c10::IValue& value, const c10::Type& type) {
  const c10::impl::GenericDict dict = value.toGenericDict();
  const auto& impl = dict.impl();
  for (auto& entry : impl->entries) {
    entry.second = convert_to_type(entry.second, *type.getValueType());
  }
  if (is_untyped(impl->key_type)) impl->key_type = type.getKeyType();
  if (is_untyped(impl->value_type)) impl->value_type = type.getValueType();
}

// The tuple itself where no element changes.
c10::IValue convert_tuple(const c10::IValue& value, const c10::Type& type) {
  const std::vector<c10::IValue>& elements = value.toTupleRef().elements();
  if (elements.size() != type.elements().size()) return value;
  std::vector<c10::IValue> converted;
  bool changed = !type.qualified_name().empty();
  for (size_t i = 0; i < elements.size(); ++i) {
    converted.push_back(convert_to_type(elements[i], *type.elements()[i]));
    changed |= !converted.back().is(elements[i]);
  }
  if (!changed) return value;
  if (type.qualified_name().empty()) return c10::ivalue::Tuple::create(std::move(converted));
  return c10::ivalue::Tuple::createNamed(
      std::move(converted),
      c10::TupleType::createNamed(type.qualified_name(), type.field_names(), type.elements()));
}

// The one type of all values; null when they differ or there are none.
class CommonType {
 public:
  void add(const c10::IValue& value) {
    c10::TypePtr type = value.type();
    if (!seen_) {
      type_ = std::move(type);
      seen_ = true;
    } else if (type_ != nullptr && !type_->equals(*type)) {
      type_ = nullptr;
    }
  }
  const c10::TypePtr& get() const { return type_; }

 private:
  bool seen_ = false;
  c10::TypePtr type_;
};

}  // namespace

c10::IValue convert_to_type(const c10::IValue& value, const c10::Type& type) {
  switch (type.kind()) {
    case TypeKind::OptionalType:
      return value.isNone() ? value : convert_to_type(value, *type.getElementType());
    case TypeKind::FloatType:
      if (value.isInt()) return static_cast<double>(value.toInt());
      return value;
    case TypeKind::ComplexType:
      if (value.isInt()) return c10::complex<double>(static_cast<double>(value.toInt()), 0);
      if (value.isDouble()) return c10::complex<double>(value.toDouble(), 0);
      return value;
    case TypeKind::DeviceObjType:
      if (value.isString()) return c10::Device(value.toStringRef());
      return value;
    case TypeKind::ListType:
      if (value.isList()) convert_list(value, type.getElementType());
      return value;
    case TypeKind::DictType:
      if (value.isGenericDict()) convert_dict(value, type);
      return value;
    case TypeKind::TupleType:
      return value.isTuple() ? convert_tuple(value, type) : value;
    default:
      return value;
  }
}

void infer_types(const c10::IValue& value) {
  if (value.isTuple()) {
    for (const c10::IValue& element : value.toTupleRef().elements()) infer_types(element);
  } else if (value.isList()) {
    c10::impl::GenericList list = value.toList();
    // A list with a type was met before, or made by a model.
    if (!is_untyped(list.elementType())) return;
    CommonType common;
    for (const c10::IValue& element : value.toListRef()) {
      infer_types(element);
      common.add(element);
    }
    if (common.get() != nullptr) list.unsafeSetElementType(common.get());
  } else if (value.isGenericDict()) {
    const c10::impl::GenericDict dict = value.toGenericDict();
    const auto& impl = dict.impl();
    if (!is_untyped(impl->key_type)) return;
    CommonType keys;
    CommonType values;
    for (const auto& entry : impl->entries) {
      infer_types(entry.second);
      keys.add(entry.first);
      values.add(entry.second);
    }
    if (keys.get() != nullptr) impl->key_type = keys.get();
    if (values.get() != nullptr) impl->value_type = values.get();
  }
}

}  // namespace aten_lite::predictor
