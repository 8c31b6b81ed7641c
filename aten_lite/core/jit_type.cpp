#include "aten_lite/core/jit_type.h"

#include <algorithm>

namespace c10 {
namespace {

const char* simple_name(TypeKind kind) {
  switch (kind) {
    case TypeKind::AnyType:
      return "Any";
    case TypeKind::TensorType:
      return "Tensor";
    case TypeKind::IntType:
      return "int";
    case TypeKind::FloatType:
      return "float";
    case TypeKind::ComplexType:
      return "complex";
    case TypeKind::NumberType:
      return "number";
    case TypeKind::BoolType:
      return "bool";
    case TypeKind::StringType:
      return "str";
    case TypeKind::NoneType:
      return "NoneType";
    case TypeKind::DeviceObjType:
      return "Device";
    case TypeKind::StreamObjType:
      return "Stream";
    case TypeKind::GeneratorType:
      return "Generator";
    case TypeKind::StorageType:
      return "Storage";
    case TypeKind::ScalarTypeType:
      return "ScalarType";
    case TypeKind::LayoutType:
      return "Layout";
    case TypeKind::MemoryFormatType:
      return "MemoryFormat";
    case TypeKind::QSchemeType:
      return "QScheme";
    case TypeKind::CapsuleType:
      return "Capsule";
    case TypeKind::AnyListType:
      return "list";
    case TypeKind::AnyTupleType:
      return "tuple";
    case TypeKind::AnyClassType:
      return "AnyClassType";
    case TypeKind::AnyEnumType:
      return "AnyEnumType";
    default:
      return nullptr;
  }
}

std::string joined(const std::vector<TypePtr>& types) {
  std::string text;
  for (const TypePtr& type : types) {
    if (!text.empty()) text += ", ";
    text += type->annotation_str();
  }
  return text;
}

bool is_int_like(TypeKind kind) {
  // Enumerations of c10 are integers in a mobile model.
  return kind == TypeKind::IntType || kind == TypeKind::ScalarTypeType ||
         kind == TypeKind::LayoutType || kind == TypeKind::MemoryFormatType ||
         kind == TypeKind::QSchemeType;
}

}  // namespace

#define ATEN_LITE_SIMPLE_TYPE(Name)                                                             \
  TypePtr Name::get() {                                                                         \
    static const TypePtr type = std::make_shared<Type>(TypeKind::Name, std::vector<TypePtr>()); \
    return type;                                                                                \
  }
ATEN_LITE_FORALL_SIMPLE_TYPES(ATEN_LITE_SIMPLE_TYPE)
#undef ATEN_LITE_SIMPLE_TYPE

TypePtr ListType::create(TypePtr element) {
  return std::make_shared<Type>(TypeKind::ListType, std::vector<TypePtr>{std::move(element)});
}

TypePtr DictType::create(TypePtr key, TypePtr value) {
  return std::make_shared<Type>(TypeKind::DictType,
                                std::vector<TypePtr>{std::move(key), std::move(value)});
}

TypePtr OptionalType::create(TypePtr element) {
  // Optional[Optional[T]] is Optional[T].
  if (element->kind() == TypeKind::OptionalType) return element;
  return std::make_shared<Type>(TypeKind::OptionalType, std::vector<TypePtr>{std::move(element)});
}

TypePtr TupleType::create(std::vector<TypePtr> elements) {
  return std::make_shared<Type>(TypeKind::TupleType, std::move(elements));
}

TypePtr TupleType::createNamed(std::string qualified_name, std::vector<std::string> field_names,
                               std::vector<TypePtr> field_types) {
  return std::make_shared<Type>(TypeKind::TupleType, std::move(field_types),
                                std::move(qualified_name), std::move(field_names));
}

std::string Type::annotation_str() const {
  if (const char* name = simple_name(kind_)) return name;
  switch (kind_) {
    case TypeKind::ListType:
      return "List[" + joined(contained_) + "]";
    case TypeKind::DictType:
      return "Dict[" + joined(contained_) + "]";
    case TypeKind::OptionalType:
      return "Optional[" + joined(contained_) + "]";
    case TypeKind::UnionType:
      return "Union[" + joined(contained_) + "]";
    case TypeKind::FutureType:
      return "Future[" + joined(contained_) + "]";
    case TypeKind::TupleType:
      if (!name_.empty()) return name_;
      return contained_.empty() ? "Tuple[()]" : "Tuple[" + joined(contained_) + "]";
    default:
      return name_;
  }
}

std::ostream& operator<<(std::ostream& out, const Type& type) {
  return out << type.annotation_str();
}

bool Type::equals(const Type& other) const {
  if (this == &other) return true;
  if (kind_ != other.kind_ || name_ != other.name_ ||
      contained_.size() != other.contained_.size()) {
    return false;
  }
  return std::equal(contained_.begin(), contained_.end(), other.contained_.begin(),
                    [](const TypePtr& a, const TypePtr& b) { return a->equals(*b); });
}

bool Type::isSubtypeOf(const Type& other) const {
  if (other.kind_ == TypeKind::AnyType || equals(other)) return true;
  if (kind_ == TypeKind::OptionalType) {
    return (other.kind_ == TypeKind::OptionalType &&
            getElementType()->isSubtypeOf(*other.getElementType()));
  }
  switch (other.kind_) {
    case TypeKind::OptionalType:
      return kind_ == TypeKind::NoneType || isSubtypeOf(*other.getElementType());
    case TypeKind::UnionType:
      return std::any_of(other.contained_.begin(), other.contained_.end(),
                         [&](const TypePtr& t) { return isSubtypeOf(*t); });
    case TypeKind::NumberType:
      return is_int_like(kind_) || kind_ == TypeKind::FloatType || kind_ == TypeKind::ComplexType;
    case TypeKind::AnyListType:
      return kind_ == TypeKind::ListType;
    case TypeKind::AnyTupleType:
      return kind_ == TypeKind::TupleType;
    case TypeKind::AnyClassType:
      return kind_ == TypeKind::ClassType;
    case TypeKind::TupleType:
      return kind_ == TypeKind::TupleType && (other.name_.empty() || name_ == other.name_) &&
             contained_.size() == other.contained_.size() &&
             std::equal(contained_.begin(), contained_.end(), other.contained_.begin(),
                        [](const TypePtr& a, const TypePtr& b) { return a->isSubtypeOf(*b); });
    default:
      return is_int_like(kind_) && is_int_like(other.kind_);
  }
}

std::optional<size_t> ClassType::findAttributeSlot(std::string_view name) const {
  const auto found = std::find(attributes_.begin(), attributes_.end(), name);
  if (found == attributes_.end()) return std::nullopt;
  return static_cast<size_t>(found - attributes_.begin());
}

size_t ClassType::addAttribute(std::string_view name) {
  if (const auto slot = findAttributeSlot(name)) return *slot;
  attributes_.emplace_back(name);
  return attributes_.size() - 1;
}

}  // namespace c10
