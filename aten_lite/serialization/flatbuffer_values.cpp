// Makes the values of a flatbuffer model.
#include "aten_lite/serialization/flatbuffer_values.h"

#include <algorithm>
#include <utility>

#include "aten_lite/core/complex.h"
#include "aten_lite/core/device.h"
#include "aten_lite/core/type_parser.h"
#include "aten_lite/serialization/pickle_cell.h"
#include "aten_lite/serialization/type_tag.h"

namespace aten_lite::serialization {
namespace {

using flat::ObjectKind;
using flat::ValueKind;

struct ComplexNumber {
  double real;
  double imaginary;
};

template <typename T>
c10::IValue made_numbers(const FlatTable& table, c10::TypePtr type) {
  const auto numbers = table.vector<T>(flat::single::kContent, "a list of numbers");
  c10::impl::GenericList list(std::move(type));
  list.reserve(numbers.size());
  for (size_t i = 0; i < numbers.size(); ++i) {
    if constexpr (std::is_same_v<T, uint8_t>) {
      list.push_back(c10::IValue(numbers[i] != 0));
    } else {
      list.push_back(c10::IValue(numbers[i]));
    }
  }
  return list;
}

}  // namespace

FlatbufferValues::FlatbufferValues(std::shared_ptr<FileMapping> file, const Flatbuffer& buffer,
                                   const FlatTable& module)
    : buffer_(buffer),
      tables_(module.tables(flat::module::kValues, "the values")),
      object_types_(module.tables(flat::module::kObjectTypes, "the object types")),
      tensors_(std::move(file), buffer, module) {
  const auto mobile = module.scalar<uint32_t>(flat::module::kMobileValues, "the number of values");
  buffer.check(mobile <= tables_.size(), "it claims ", mobile, " values, but holds ",
               tables_.size());
  if (mobile != 0) tables_.erase(tables_.begin() + mobile, tables_.end());
  values_.resize(tables_.size());
}

ValueKind FlatbufferValues::kind(size_t number) const {
  const auto kind = tables_[number].scalar<uint8_t>(flat::value::kKind, "the kind of a value");
  buffer_.check(kind <= static_cast<uint8_t>(ValueKind::kFunction), "value ", number,
                " is of kind ", static_cast<int>(kind), ", which this version cannot read");
  return static_cast<ValueKind>(kind);
}

FlatTable FlatbufferValues::table(size_t number) const {
  return tables_[number].required_table(flat::value::kReference, "a value");
}

void FlatbufferValues::need(uint32_t number, size_t limit) {
  buffer_.check(number < tables_.size(), "it refers to value ", number, ", but has only ",
                tables_.size());
  buffer_.check(number < limit, "value ", limit, " consists of value ", number,
                ", which comes after it");
  buffer_.check(kind(number) != ValueKind::kFunction, "value ", number,
                " is a function where a value is expected");
  values_[number].needed = true;
}

void FlatbufferValues::need_parts_of(size_t number) {
  const auto all = [&](const FlatTable& table, size_t field) {
    const auto parts = table.vector<uint32_t>(field, "the parts of a value");
    for (size_t i = 0; i < parts.size(); ++i) need(parts[i], number);
  };
  switch (kind(number)) {
    case ValueKind::kList:
      all(table(number), flat::list::kItems);
      break;
    case ValueKind::kTuple:
      all(table(number), flat::tuple::kItems);
      break;
    case ValueKind::kDict:
      all(table(number), flat::dict::kKeys);
      all(table(number), flat::dict::kItems);
      break;
    case ValueKind::kObject:
      all(table(number), flat::object::kAttributes);
      need(table(number).scalar<uint32_t>(flat::object::kState, "an object's state"), number);
      break;
    default:
      break;
  }
}

void FlatbufferValues::make(const std::vector<uint32_t>& numbers, const ObjectResolver& resolver) {
  for (const uint32_t number : numbers) need(number, tables_.size());
  for (size_t i = values_.size(); i-- > 0;) {
    if (values_[i].needed && !values_[i].made) need_parts_of(i);
  }
  for (size_t i = 0; i < values_.size(); ++i) {
    if (!values_[i].needed || values_[i].made) continue;
    values_[i].value = made(i, resolver);
    values_[i].made = true;
  }
}

c10::IValue FlatbufferValues::made(size_t number, const ObjectResolver& resolver) {
  const ValueKind value_kind = kind(number);
  const FlatTable& value = tables_[number];
  constexpr size_t kReference = flat::value::kReference;
  // Structs are referred to directly; everything else is a table.
  switch (value_kind) {
    case ValueKind::kNone:
      return c10::IValue();
    case ValueKind::kInt:
      return value.structure<int64_t>(kReference, "an int");
    case ValueKind::kBool:
      return value.structure<uint8_t>(kReference, "a bool") != 0;
    case ValueKind::kDouble:
      return value.structure<double>(kReference, "a float");
    case ValueKind::kComplexDouble: {
      const auto parts = value.structure<ComplexNumber>(kReference, "a complex number");
      return c10::complex<double>(parts.real, parts.imaginary);
    }
    default:
      break;
  }
  const FlatTable parts = table(number);
  uint32_t depth = 1;
  const auto deepen = [&](size_t field) {
    const auto refs = parts.vector<uint32_t>(field, "the parts of a value");
    for (size_t i = 0; i < refs.size(); ++i) depth = std::max(depth, part(refs[i]).depth + 1);
  };
  c10::IValue result;
  switch (value_kind) {
    case ValueKind::kTensor:
      return tensors_.make(parts);
    case ValueKind::kString:
      return parts.text(flat::single::kContent, "a string");
    case ValueKind::kDevice:
      return c10::Device(parts.text(flat::single::kContent, "a device"));
    case ValueKind::kIntList:
      return made_numbers<int64_t>(parts, c10::IntType::get());
    case ValueKind::kDoubleList:
      return made_numbers<double>(parts, c10::FloatType::get());
    case ValueKind::kBoolList:
      return made_numbers<uint8_t>(parts, c10::BoolType::get());
    case ValueKind::kList:
      deepen(flat::list::kItems);
      result = made_list(parts, resolver);
      break;
    case ValueKind::kTuple:
      deepen(flat::tuple::kItems);
      result = c10::ivalue::Tuple::create(items(parts, flat::tuple::kItems));
      break;
    case ValueKind::kDict:
      deepen(flat::dict::kKeys);
      deepen(flat::dict::kItems);
      result = made_dict(parts, resolver);
      break;
    case ValueKind::kObject:
      deepen(flat::object::kAttributes);
      depth = std::max(depth, state_of(parts).depth + 1);
      buffer_.check(depth <= kMaxPickleDepth, "values are nested more than ", kMaxPickleDepth,
                    " deep");
      result = made_object(parts, resolver);
      break;
    default:
      buffer_.check(false, "value ", number,
                    " is an enumerator of a Python class, which the lite interpreter has not");
  }
  buffer_.check(depth <= kMaxPickleDepth, "values are nested more than ", kMaxPickleDepth, " deep");
  values_[number].depth = depth;
  return result;
}

const FlatbufferValues::Entry& FlatbufferValues::part(uint32_t number) const {
  buffer_.check(number < values_.size() && values_[number].made, "value ", number,
                " changed while the model was loaded");
  return values_[number];
}

const FlatbufferValues::Entry& FlatbufferValues::state_of(const FlatTable& object) const {
  return part(object.scalar<uint32_t>(flat::object::kState, "an object's state"));
}

std::vector<c10::IValue> FlatbufferValues::items(const FlatTable& table, size_t field) {
  const auto numbers = table.vector<uint32_t>(field, "the parts of a value");
  std::vector<c10::IValue> items;
  items.reserve(numbers.size());
  for (size_t i = 0; i < numbers.size(); ++i) items.push_back(part(numbers[i]).value);
  return items;
}

void FlatbufferValues::apply_type(const c10::IValue& value, const std::string& type,
                                  const ObjectResolver& resolver) const {
  const TypeTagger tagger{[this](size_t count) { buffer_.spend(count); },
                          [this](const std::string& what) { buffer_.check(false, what); }};
  tagger.apply(value, *(resolver.type != nullptr ? resolver.type(type) : c10::parseType(type)));
}

c10::IValue FlatbufferValues::made_list(const FlatTable& table, const ObjectResolver& resolver) {
  c10::impl::GenericList list(c10::AnyType::get());
  for (c10::IValue& item : items(table, flat::list::kItems)) list.push_back(std::move(item));
  const c10::IValue value(list);
  if (table.has(flat::list::kType)) {
    apply_type(value, table.text(flat::list::kType, "the type of a list"), resolver);
  }
  return value;
}

c10::IValue FlatbufferValues::made_dict(const FlatTable& table, const ObjectResolver& resolver) {
  const std::vector<c10::IValue> keys = items(table, flat::dict::kKeys);
  std::vector<c10::IValue> values = items(table, flat::dict::kItems);
  buffer_.check(keys.size() == values.size(), "a dict has ", keys.size(), " keys and ",
                values.size(), " values");
  c10::impl::GenericDict dict(c10::AnyType::get(), c10::AnyType::get());
  for (size_t i = 0; i < keys.size(); ++i) {
    buffer_.check(keys[i].isString() || keys[i].isScalar(), "a dict's key is a value of type ",
                  keys[i].tagKind(), "; strings and numbers can be keys");
    dict.insert_or_assign(keys[i], std::move(values[i]));
  }
  const c10::IValue value(dict);
  if (table.has(flat::dict::kType)) {
    apply_type(value, table.text(flat::dict::kType, "the type of a dict"), resolver);
  }
  return value;
}

FlatTable FlatbufferValues::object_type(const FlatTable& object) const {
  const auto number = object.scalar<uint32_t>(flat::object::kType, "an object's type");
  buffer_.check(number < object_types_.size(), "an object is of type ", number,
                ", but the file has only ", object_types_.size());
  return object_types_[number];
}

c10::IValue FlatbufferValues::made_object(const FlatTable& table, const ObjectResolver& resolver) {
  const FlatTable type = object_type(table);
  const std::string name = type.text(flat::object_type::kName, "a class's name");
  buffer_.check(resolver.object != nullptr, "holds an object of class ", name,
                " where values are expected");
  const auto object_kind = type.scalar<uint8_t>(flat::object_type::kKind, "a class's kind");
  switch (static_cast<ObjectKind>(object_kind)) {
    case ObjectKind::kFields: {
      const auto names = type.texts(flat::object_type::kAttributes, "a class's attributes");
      std::vector<c10::IValue> values = items(table, flat::object::kAttributes);
      buffer_.check(names.size() == values.size(), "an object of class ", name, " has ",
                    values.size(), " attributes, its class has ", names.size());
      c10::impl::GenericDict state(c10::StringType::get(), c10::AnyType::get());
      for (size_t i = 0; i < names.size(); ++i) state.insert(names[i], std::move(values[i]));
      buffer_.check(state.size() == names.size(), "class ", name, " names an attribute twice");
      return resolver.object(name, state);
    }
    case ObjectKind::kSetState: {
      const auto set_state =
          table.scalar<uint32_t>(flat::object::kSetState, "an object's __setstate__");
      buffer_.check(set_state < size() && kind(set_state) == ValueKind::kFunction &&
                        this->table(set_state).text(flat::function::kName, "a method's name") ==
                            name + ".__setstate__",
                    "the __setstate__ of class ", name, " is value ", set_state,
                    ", which is no such method");
      break;
    }
    case ObjectKind::kCustomClass:
      break;
    default:
      buffer_.check(false, "class ", name, " is of kind ", static_cast<int>(object_kind),
                    ", of which there are no objects");
  }
  return resolver.object(name, state_of(table).value);
}

}  // namespace aten_lite::serialization
