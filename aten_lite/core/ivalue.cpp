#include "aten_lite/core/ivalue.h"

#include "aten_lite/core/recursion_limit.h"

namespace c10 {

const char* IValue::tag_name(Tag tag) {
  constexpr const char* kNames[] = {"None",        "Int",         "Double",        "Bool",
                                    "Device",      "Tensor",      "ComplexDouble", "String",
                                    "GenericList", "GenericDict", "Tuple",         "Object",
                                    "Capsule",     "Storage",     "Stream",        "Generator"};
  return kNames[static_cast<size_t>(tag)];
}

void IValue::wrong_tag(Tag wanted) const {
  AT_ERROR("Expected ", tag_name(wanted), " but got ", tagKind());
}

// --- Values that are objects.

IValue::IValue(complex<double> v)
    : IValue(Tag::ComplexDouble, make_intrusive<ivalue::ComplexHolder>(v)) {}
IValue::IValue(Stream v) : IValue(Tag::Stream, make_intrusive<ivalue::StreamHolder>(v)) {}
IValue::IValue(std::string v) : IValue(ivalue::ConstantString::create(std::move(v))) {}
IValue::IValue(intrusive_ptr<ivalue::ConstantString> v) : IValue(Tag::String, std::move(v)) {}
IValue::IValue(intrusive_ptr<detail::ListImpl> v) : IValue(Tag::GenericList, std::move(v)) {}
IValue::IValue(intrusive_ptr<detail::DictImpl> v) : IValue(Tag::GenericDict, std::move(v)) {}
IValue::IValue(intrusive_ptr<ivalue::Tuple> v) : IValue(Tag::Tuple, std::move(v)) {}
IValue::IValue(intrusive_ptr<ivalue::Object> v) : IValue(Tag::Object, std::move(v)) {}

IValue::IValue(const at::Scalar& v) : IValue() {
  if (v.isBoolean()) {
    *this = IValue(v.toBool());
  } else if (v.isIntegral(/*include_bool=*/false)) {
    *this = IValue(v.toLong());
  } else if (v.isFloatingPoint()) {
    *this = IValue(v.toDouble());
  } else {
    *this = IValue(v.toComplexDouble());
  }
}

complex<double> IValue::toComplexDouble() const {
  return referent<ivalue::ComplexHolder>(Tag::ComplexDouble).value;
}

at::Scalar IValue::toScalar() const {
  switch (tag_) {
    case Tag::Int:
      return at::Scalar(toInt());
    case Tag::Double:
      return at::Scalar(toDouble());
    case Tag::Bool:
      return at::Scalar(toBool());
    case Tag::ComplexDouble:
      return at::Scalar(toComplexDouble());
    default:
      AT_ERROR("IValue is not a Scalar but ", tagKind());
  }
}

Layout IValue::toLayout() const {
  const int64_t number = toInt();
  TORCH_CHECK(number >= 0 && number < static_cast<int64_t>(Layout::NumOptions), number,
              " is no layout");
  return static_cast<Layout>(number);
}

MemoryFormat IValue::toMemoryFormat() const {
  const int64_t number = toInt();
  TORCH_CHECK(number >= 0 && number < static_cast<int64_t>(MemoryFormat::NumOptions), number,
              " is no memory format");
  return static_cast<MemoryFormat>(number);
}

Stream IValue::toStream() const { return referent<ivalue::StreamHolder>(Tag::Stream).value; }

intrusive_ptr<ivalue::ConstantString> IValue::toString() const {
  return shared<ivalue::ConstantString>(Tag::String);
}
const std::string& IValue::toStringRef() const {
  return referent<ivalue::ConstantString>(Tag::String).string();
}

bool IValue::isTensorList() const {
  return isList() && toList().elementType()->kind() == TypeKind::TensorType;
}
bool IValue::isIntList() const {
  return isList() && toList().elementType()->kind() == TypeKind::IntType;
}
bool IValue::isDoubleList() const {
  return isList() && toList().elementType()->kind() == TypeKind::FloatType;
}
bool IValue::isBoolList() const {
  return isList() && toList().elementType()->kind() == TypeKind::BoolType;
}
bool IValue::isStringList() const {
  return isList() && toList().elementType()->kind() == TypeKind::StringType;
}
impl::GenericList IValue::toList() const {
  return impl::GenericList(shared<detail::ListImpl>(Tag::GenericList));
}
ArrayRef<IValue> IValue::toListRef() const {
  return referent<detail::ListImpl>(Tag::GenericList).list;
}
List<int64_t> IValue::toIntList() const { return to<List<int64_t>>(); }
List<double> IValue::toDoubleList() const { return to<List<double>>(); }
List<bool> IValue::toBoolList() const { return to<List<bool>>(); }
List<at::Tensor> IValue::toTensorList() const { return to<List<at::Tensor>>(); }
List<std::optional<at::Tensor>> IValue::toOptionalTensorList() const {
  return to<List<std::optional<at::Tensor>>>();
}
std::vector<int64_t> IValue::toIntVector() const { return to<std::vector<int64_t>>(); }
std::vector<double> IValue::toDoubleVector() const { return to<std::vector<double>>(); }
std::vector<at::Tensor> IValue::toTensorVector() const { return to<std::vector<at::Tensor>>(); }

impl::GenericDict IValue::toGenericDict() const {
  return impl::GenericDict(shared<detail::DictImpl>(Tag::GenericDict));
}
intrusive_ptr<ivalue::Tuple> IValue::toTuple() const { return shared<ivalue::Tuple>(Tag::Tuple); }
const ivalue::Tuple& IValue::toTupleRef() const { return referent<ivalue::Tuple>(Tag::Tuple); }
intrusive_ptr<ivalue::Object> IValue::toObject() const {
  return shared<ivalue::Object>(Tag::Object);
}
ivalue::Object& IValue::toObjectRef() const { return referent<ivalue::Object>(Tag::Object); }
torch::CustomClassHolder& IValue::toCustomClassRef() const {
  return referent<torch::CustomClassHolder>(Tag::Capsule);
}

// --- Identity, equality, types.

bool IValue::is(const IValue& other) const {
  if (tag_ != other.tag_) return false;
  switch (tag_) {
    case Tag::None:
      return true;
    case Tag::Double:
      return toDouble() == other.toDouble();
    case Tag::ComplexDouble:
      return toComplexDouble() == other.toComplexDouble();
    case Tag::String:
      return toStringRef() == other.toStringRef();
    default:
      return get<int64_t>() == other.get<int64_t>();
  }
}

bool operator==(const IValue& a, const IValue& b) {
  if (a.isScalar() && b.isScalar() && a.tag() != b.tag()) {
    // 1 == 1.0 == True, as in Python.
    if (!a.isComplexDouble() && !b.isComplexDouble() && !a.isDouble() && !b.isDouble()) {
      return a.toScalar().toLong() == b.toScalar().toLong();
    }
    return a.toScalar().toComplexDouble() == b.toScalar().toComplexDouble();
  }
  if (a.tag() != b.tag()) return false;
  switch (a.tag()) {
    case IValue::Tag::GenericList: {
      const detail::RecursionLimit limit;
      const ArrayRef<IValue> x = a.toListRef();
      const ArrayRef<IValue> y = b.toListRef();
      return x.equals(y);
    }
    case IValue::Tag::Tuple: {
      const detail::RecursionLimit limit;
      return ArrayRef<IValue>(a.toTupleRef().elements()).equals(b.toTupleRef().elements());
    }
    case IValue::Tag::GenericDict: {
      const detail::RecursionLimit limit;
      const auto x = a.toGenericDict().impl();
      const auto y = b.toGenericDict().impl();
      if (x->entries.size() != y->entries.size()) return false;
      for (const auto& entry : x->entries) {
        const size_t at = y->find(entry.first);
        if (at == detail::DictImpl::npos || !(y->entries[at].second == entry.second)) return false;
      }
      return true;
    }
    case IValue::Tag::Stream:
      return a.toStream() == b.toStream();
    default:
      return a.is(b);
  }
}

TypePtr IValue::type() const {
  switch (tag_) {
    case Tag::None:
      return NoneType::get();
    case Tag::Int:
      return IntType::get();
    case Tag::Double:
      return FloatType::get();
    case Tag::Bool:
      return BoolType::get();
    case Tag::Device:
      return DeviceObjType::get();
    case Tag::Tensor:
      return TensorType::get();
    case Tag::ComplexDouble:
      return ComplexType::get();
    case Tag::String:
      return StringType::get();
    case Tag::GenericList:
      return ListType::create(toList().elementType());
    case Tag::GenericDict:
      return DictType::create(toGenericDict().keyType(), toGenericDict().valueType());
    case Tag::Tuple:
      return toTupleRef().type();
    case Tag::Object:
      return toObjectRef().type();
    case Tag::Capsule:
      return std::make_shared<ClassType>(toCustomClassRef().qualified_name());
    case Tag::Storage:
      return StorageType::get();
    case Tag::Stream:
      return StreamObjType::get();
    case Tag::Generator:
      return GeneratorType::get();
  }
  return AnyType::get();
}

bool IValue::is_instance_of(const Type& wanted) const {
  // The common cases need no TypePtr of this value.
  switch (wanted.kind()) {
    case TypeKind::AnyType:
      return true;
    case TypeKind::OptionalType:
      return isNone() || is_instance_of(*wanted.getElementType());
    case TypeKind::UnionType:
      for (const TypePtr& type : wanted.containedTypes()) {
        if (is_instance_of(*type)) return true;
      }
      return false;
    case TypeKind::ListType:
      return isList() && (toList().elementType()->isSubtypeOf(*wanted.getElementType()));
    case TypeKind::ClassType:
      return (isObject() || isCapsule()) && type()->qualified_name() == wanted.qualified_name();
    default:
      return type()->isSubtypeOf(wanted);
  }
}

// --- Copies.

namespace {

using Memo = std::unordered_map<const void*, IValue>;

at::Tensor copy_tensor(const at::Tensor& t, Memo& memo) {
  if (!t.defined()) return t;
  // The storage is copied whole, once: views of it stay views of the copy.
  const Storage& storage = t.storage();
  IValue& copy = memo[storage.unsafeGetStorageImpl()];
  if (copy.isNone()) {
    auto bytes = make_intrusive<StorageImpl>(storage.nbytes());
    if (storage.nbytes() != 0) std::memcpy(bytes->mutable_data(), storage.data(), storage.nbytes());
    copy = IValue(Storage(std::move(bytes)));
  }
  auto impl = t.unsafeGetTensorImpl()->shallow_copy();
  impl->set_storage(copy.toStorage());
  return at::Tensor(std::move(impl));
}

IValue copy_value(const IValue& value, Memo& memo) {
  const void* const key = value.reference();
  if (key == nullptr) return value;
  const auto seen = memo.find(key);
  if (seen != memo.end()) return seen->second;
  const detail::RecursionLimit limit;
  switch (value.tag()) {
    case IValue::Tag::Tensor: {
      IValue copy(copy_tensor(value.toTensor(), memo));
      memo[key] = copy;
      return copy;
    }
    case IValue::Tag::GenericList: {
      auto copy = make_intrusive<detail::ListImpl>(value.toList().elementType());
      memo[key] = IValue(copy);
      for (const IValue& element : value.toListRef())
        copy->list.push_back(copy_value(element, memo));
      return IValue(copy);
    }
    case IValue::Tag::GenericDict: {
      const auto dict = value.toGenericDict().impl();
      auto copy = make_intrusive<detail::DictImpl>(dict->key_type, dict->value_type);
      memo[key] = IValue(copy);
      for (const auto& entry : dict->entries) {
        copy->insert_or_assign(copy_value(entry.first, memo), copy_value(entry.second, memo));
      }
      return IValue(copy);
    }
    case IValue::Tag::Tuple: {
      std::vector<IValue> elements;
      for (const IValue& element : value.toTupleRef().elements()) {
        elements.push_back(copy_value(element, memo));
      }
      IValue copy(
          make_intrusive<ivalue::Tuple>(std::move(elements), value.toTupleRef().named_type()));
      memo[key] = copy;
      return copy;
    }
    case IValue::Tag::Object: {
      const ivalue::Object& object = value.toObjectRef();
      auto copy = ivalue::Object::create(object.type());
      memo[key] = IValue(copy);
      for (size_t i = 0; i < object.slots().size(); ++i) {
        copy->setSlot(i, copy_value(object.slots()[i], memo));
      }
      return IValue(copy);
    }
    default:
      return value;  // immutable, or a handle whose copy means the same thing
  }
}

}  // namespace

IValue IValue::deepcopy() const {
  Memo memo;
  return copy_value(*this, memo);
}

}  // namespace c10
