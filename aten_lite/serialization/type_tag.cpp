// Applies the types of lists and dicts.
#include "aten_lite/serialization/type_tag.h"

namespace aten_lite::serialization {

void TypeTagger::apply(const c10::IValue& value, const c10::Type& type) const {
  spend(1);
  switch (type.kind()) {
    case c10::TypeKind::OptionalType:
      if (!value.isNone()) apply(value, *type.getElementType());
      return;
    case c10::TypeKind::ListType: {
      check(value.isList(), "a value is tagged as a list, but is none");
      c10::impl::GenericList list = value.toList();
      for (const c10::IValue& element : value.toListRef()) {
        apply(element, *type.getElementType());
      }
      list.unsafeSetElementType(type.getElementType());
      return;
    }
    case c10::TypeKind::DictType: {
      check(value.isGenericDict(), "a value is tagged as a dict, but is none");
      const c10::impl::GenericDict dict = value.toGenericDict();
      for (const auto& entry : dict) {
        apply(entry.key(), *type.getKeyType());
        apply(entry.value(), *type.getValueType());
      }
      dict.impl()->key_type = type.getKeyType();
      dict.impl()->value_type = type.getValueType();
      return;
    }
    case c10::TypeKind::TupleType: {
      check(value.isTuple(), "a value is tagged as a tuple, but is none");
      const std::vector<c10::IValue>& elements = value.toTupleRef().elements();
      check(elements.size() == type.elements().size(),
            "a tuple has another number of elements than its type tag");
      for (size_t i = 0; i < elements.size(); ++i) apply(elements[i], *type.elements()[i]);
      return;
    }
    case c10::TypeKind::ClassType:
      check(value.isObject() || value.isCapsule(), "a value is tagged as an object, but is none");
      return;
    case c10::TypeKind::UnionType:
      return;  // which member it is cannot be told from here
    default:
      if (!value.is_instance_of(type)) {
        fail("a value of type " + std::string(value.tagKind()) + " is tagged as " +
             type.annotation_str());
      }
  }
}

}  // namespace aten_lite::serialization
