// c10::Type: the types of TorchScript values, as far as a mobile model mentions them: element
// types of lists and dicts, fields of named tuples, attributes of classes, operands of isinstance.
//
// Types are immutable and shared (TypePtr), but for a ClassType, which gets its attributes while
// its model is loaded.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

namespace c10 {

enum class TypeKind : uint8_t {
  AnyType,
  TensorType,
  IntType,
  FloatType,
  ComplexType,
  NumberType,
  BoolType,
  StringType,
  NoneType,
  DeviceObjType,
  StreamObjType,
  GeneratorType,
  StorageType,
  ScalarTypeType,
  LayoutType,
  MemoryFormatType,
  QSchemeType,
  CapsuleType,
  AnyListType,
  AnyTupleType,
  AnyClassType,
  AnyEnumType,
  ListType,
  DictType,
  OptionalType,
  TupleType,
  UnionType,
  FutureType,
  ClassType,
};

class Type;
using TypePtr = std::shared_ptr<const Type>;
using ConstTypePtr = TypePtr;

class Type {
 public:
  Type(TypeKind kind, std::vector<TypePtr> contained, std::string name = {},
       std::vector<std::string> field_names = {})
      : kind_(kind),
        contained_(std::move(contained)),
        name_(std::move(name)),
        field_names_(std::move(field_names)) {}
  virtual ~Type() = default;

  TypeKind kind() const { return kind_; }
  // Element types: one of a list or an optional, key and value of a dict, the fields of a tuple.
  const std::vector<TypePtr>& containedTypes() const { return contained_; }
  const TypePtr& containedType(size_t i) const { return contained_.at(i); }
  const TypePtr& getElementType() const { return contained_.at(0); }
  const TypePtr& getKeyType() const { return contained_.at(0); }
  const TypePtr& getValueType() const { return contained_.at(1); }
  const std::vector<TypePtr>& elements() const { return contained_; }
  // Qualified name of a class or named tuple, "__torch__.Net"; empty for others.
  const std::string& qualified_name() const { return name_; }
  std::optional<std::string> name() const {
    return name_.empty() ? std::nullopt : std::optional<std::string>(name_);
  }
  // Names of a named tuple's fields.
  const std::vector<std::string>& field_names() const { return field_names_; }

  // As Python's annotations spell it: "Dict[str, List[Tensor]]".
  std::string annotation_str() const;
  std::string str() const { return annotation_str(); }
  bool equals(const Type& other) const;
  bool isSubtypeOf(const Type& other) const;
  bool isSubtypeOf(const TypePtr& other) const { return isSubtypeOf(*other); }

 private:
  TypeKind kind_;
  std::vector<TypePtr> contained_;
  std::string name_;
  std::vector<std::string> field_names_;
};

inline bool operator==(const Type& a, const Type& b) { return a.equals(b); }
inline bool operator!=(const Type& a, const Type& b) { return !a.equals(b); }
std::ostream& operator<<(std::ostream& out, const Type& type);

// A TorchScript class: a name and its attributes in slot order.
class ClassType final : public Type {
 public:
  explicit ClassType(std::string qualified_name)
      : Type(TypeKind::ClassType, {}, std::move(qualified_name)) {}

  size_t numAttributes() const { return attributes_.size(); }
  const std::string& getAttributeName(size_t slot) const { return attributes_.at(slot); }
  const std::vector<std::string>& attribute_names() const { return attributes_; }
  std::optional<size_t> findAttributeSlot(std::string_view name) const;
  bool hasAttribute(std::string_view name) const { return findAttributeSlot(name).has_value(); }
  // Returns the slot; a name that is there already keeps its slot.
  size_t addAttribute(std::string_view name);

 private:
  std::vector<std::string> attributes_;
};
using ClassTypePtr = std::shared_ptr<ClassType>;

// The types without parameters.
#define ATEN_LITE_FORALL_SIMPLE_TYPES(_) \
  _(AnyType)                             \
  _(TensorType)                          \
  _(IntType)                             \
  _(FloatType)                           \
  _(ComplexType)                         \
  _(NumberType)                          \
  _(BoolType)                            \
  _(StringType)                          \
  _(NoneType)                            \
  _(DeviceObjType)                       \
  _(StreamObjType)                       \
  _(GeneratorType)                       \
  _(StorageType)                         \
  _(ScalarTypeType)                      \
  _(LayoutType)                          \
  _(MemoryFormatType)                    \
  _(QSchemeType)                         \
  _(CapsuleType)                         \
  _(AnyListType)                         \
  _(AnyTupleType)                        \
  _(AnyClassType)                        \
  _(AnyEnumType)

// IntType::get() and so on.
#define ATEN_LITE_SIMPLE_TYPE(Name) \
  struct Name {                     \
    static TypePtr get();           \
  };
ATEN_LITE_FORALL_SIMPLE_TYPES(ATEN_LITE_SIMPLE_TYPE)
#undef ATEN_LITE_SIMPLE_TYPE

struct ListType {
  static TypePtr create(TypePtr element);
  static TypePtr ofTensors() { return create(TensorType::get()); }
  static TypePtr ofInts() { return create(IntType::get()); }
  static TypePtr ofFloats() { return create(FloatType::get()); }
  static TypePtr ofBools() { return create(BoolType::get()); }
  static TypePtr ofStrings() { return create(StringType::get()); }
};
struct DictType {
  static TypePtr create(TypePtr key, TypePtr value);
};
struct OptionalType {
  static TypePtr create(TypePtr element);
};
struct TupleType {
  static TypePtr create(std::vector<TypePtr> elements);
  static TypePtr createNamed(std::string qualified_name, std::vector<std::string> field_names,
                             std::vector<TypePtr> field_types);
};

}  // namespace c10
