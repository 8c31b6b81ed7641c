#include "aten_lite/mobile/assumptions.h"

#include <algorithm>
#include <vector>

namespace torch::jit::mobile {

namespace {

using c10::IValue;

constexpr int kMaxDepth = 4;

// Null for values that cannot change.
const void* key_of(const IValue& value) {
  switch (value.tag()) {
    case IValue::Tag::Tensor:
      return value.toTensor().defined() ? value.toTensor().storage().unsafeGetStorageImpl()
                                        : nullptr;
    case IValue::Tag::GenericList:
    case IValue::Tag::GenericDict:
    case IValue::Tag::Tuple:
    case IValue::Tag::Object:
    case IValue::Tag::Storage:
    case IValue::Tag::Generator:
      return value.reference();
    default:
      return nullptr;
  }
}

}  // namespace

bool Assumptions::can_change(const Value& value) {
  return value.of_unknown_origin || value.origin != nullptr ||
         (value.is_constant && key_of(value.constant) != nullptr);
}

bool Assumptions::is_fixed(const c10::ivalue::Object& object, size_t slot) const {
  return slot < object.slots().size() && anywhere_.count(slot) == 0 &&
         written_.count({&object, slot}) == 0;
}

// Containers in containers are not relied upon, but for a few levels of tuples.
bool Assumptions::is_untouched(const IValue& value, int depth) const {
  const auto all = [&](c10::ArrayRef<IValue> elements) {
    return std::all_of(elements.begin(), elements.end(), [&](const IValue& element) {
      return !element.isList() && !element.isGenericDict() && is_untouched(element, depth + 1);
    });
  };
  switch (value.tag()) {
    case IValue::Tag::GenericList:
      return touched_.count(value.reference()) == 0 && all(value.toListRef());
    case IValue::Tag::Tuple:
      return depth < kMaxDepth && all(value.toTupleRef().elements());
    default:
      return touched_.count(key_of(value)) == 0;
  }
}

bool Assumptions::contents_known(const Value& value, const Code& code) const {
  return value.is_constant && (value.site == 0 || sites_.count({&code, value.site}) == 0) &&
         is_untouched(value.constant, 0);
}

bool Assumptions::write_attribute(const c10::ivalue::Object& object, size_t slot) {
  if (!written_.insert({&object, slot}).second) return false;
  // Whoever reads it may get what it holds now.
  if (slot < object.slots().size()) touch_reference(object.slots()[slot]);
  return true;
}

bool Assumptions::touch(const Value& value, const Code& code) {
  bool news = false;
  if (value.of_unknown_origin) news |= give_up();
  if (value.origin != nullptr) news |= touch(*value.origin, code);
  if (!value.is_constant) return news;
  if (value.site != 0) news |= sites_.insert({&code, value.site}).second;
  news |= touch_reference(value.constant);
  return news;
}

// Without recursion: objects may be nested deeply, or hold themselves.
bool Assumptions::touch_reference(const IValue& value) {
  bool news = false;
  std::vector<IValue> pending{value};
  const auto visit_all = [&pending](const std::vector<IValue>& values) {
    pending.insert(pending.end(), values.begin(), values.end());
  };
  std::unordered_set<const void*> seen;
  while (!pending.empty()) {
    const IValue current = std::move(pending.back());
    pending.pop_back();
    const void* key = key_of(current);
    if (key == nullptr || !seen.insert(key).second) continue;
    switch (current.tag()) {
      case IValue::Tag::Tensor:
        news |= touched_.insert(key).second;
        break;
      case IValue::Tag::GenericList:
        news |= touched_.insert(key).second;
        visit_all(current.toList().impl()->list);
        break;
      case IValue::Tag::GenericDict:
        news |= touched_.insert(key).second;
        for (const auto& entry : current.toGenericDict().impl()->entries) {
          pending.push_back(entry.first);
          pending.push_back(entry.second);
        }
        break;
      case IValue::Tag::Tuple:
        visit_all(current.toTupleRef().elements());
        break;
      case IValue::Tag::Object: {
        const c10::ivalue::Object& object = current.toObjectRef();
        for (size_t slot = 0; slot < object.slots().size(); ++slot) {
          news |= written_.insert({&object, slot}).second;
        }
        visit_all(object.slots());
        break;
      }
      default:
        break;
    }
  }
  return news;
}

}  // namespace torch::jit::mobile
