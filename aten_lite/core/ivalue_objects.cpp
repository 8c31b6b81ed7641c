// Lists, dicts, tuples and objects as values: making, comparing, copying.
#include <algorithm>
#include <functional>

#include "aten_lite/core/ivalue.h"
#include "aten_lite/core/recursion_limit.h"

namespace c10 {

namespace detail {
namespace {

// How many containers may die inside one another before the rest is put aside.
constexpr int kMaxReleaseDepth = 64;
// Dicts up to this size are searched from front to back.
constexpr size_t kLinearSearch = 8;

struct ReleaseState {
  int depth = 0;
  std::vector<std::vector<IValue>> postponed;
};
thread_local ReleaseState release_state;

}  // namespace

void release_values(std::vector<IValue>& values) noexcept {
  if (values.empty()) return;
  ReleaseState& state = release_state;
  if (state.depth >= kMaxReleaseDepth) {
    state.postponed.push_back(std::move(values));
    return;
  }
  ++state.depth;
  values.clear();
  if (state.depth == 1) {
    while (!state.postponed.empty()) {
      std::vector<IValue> next = std::move(state.postponed.back());
      state.postponed.pop_back();
      next.clear();
    }
  }
  --state.depth;
}

DictImpl::~DictImpl() { clear(); }

void DictImpl::clear() {
  std::vector<IValue> values;
  values.reserve(entries.size() * 2);
  for (Entry& entry : entries) {
    values.push_back(std::move(entry.first));
    values.push_back(std::move(entry.second));
  }
  entries.clear();
  index_.clear();
  release_values(values);
}

size_t hash_key(const IValue& key) {
  switch (key.tag()) {
    case IValue::Tag::Int:
    case IValue::Tag::Bool:
      return std::hash<double>()(static_cast<double>(key.toScalar().toLong()));
    case IValue::Tag::Double:
      return std::hash<double>()(key.toDouble());
    case IValue::Tag::ComplexDouble:
      return std::hash<double>()(key.toComplexDouble().real());
    case IValue::Tag::String:
      return std::hash<std::string>()(key.toStringRef());
    case IValue::Tag::Device:
      return static_cast<size_t>(key.toDevice().type());
    case IValue::Tag::Tensor:
      return std::hash<const void*>()(key.reference());
    default:
      TORCH_CHECK_TYPE(false, "unhashable type for a dict's key: '", key.type()->annotation_str(),
                       "'");
      return 0;
  }
}

size_t DictImpl::find(const IValue& key) const {
  const size_t hash = hash_key(key);
  if (entries.size() <= kLinearSearch) {
    for (size_t i = 0; i < entries.size(); ++i) {
      if (entries[i].first == key) return i;
    }
    return npos;
  }
  const auto candidates = index_.equal_range(hash);
  for (auto it = candidates.first; it != candidates.second; ++it) {
    if (entries[it->second].first == key) return it->second;
  }
  return npos;
}

bool DictImpl::insert_or_assign(IValue key, IValue value) {
  const size_t at = find(key);
  if (at != npos) {
    entries[at].second = std::move(value);
    return false;
  }
  const size_t hash = hash_key(key);
  entries.emplace_back(std::move(key), std::move(value));
  if (entries.size() == kLinearSearch + 1) {
    rebuild_index();
  } else if (entries.size() > kLinearSearch) {
    index_.emplace(hash, entries.size() - 1);
  }
  return true;
}

bool DictImpl::erase(const IValue& key) {
  const size_t at = find(key);
  if (at == npos) return false;
  entries.erase(entries.begin() + static_cast<std::ptrdiff_t>(at));
  rebuild_index();
  return true;
}

void DictImpl::rebuild_index() {
  index_.clear();
  if (entries.size() <= kLinearSearch) return;
  for (size_t i = 0; i < entries.size(); ++i) index_.emplace(hash_key(entries[i].first), i);
}

}  // namespace detail

namespace ivalue {

TypePtr Tuple::type() const {
  if (type_ != nullptr) return type_;
  const detail::RecursionLimit limit;
  std::vector<TypePtr> types;
  types.reserve(elements_.size());
  for (const IValue& element : elements_) types.push_back(element.type());
  return TupleType::create(std::move(types));
}

const IValue& Object::getSlot(size_t slot) const {
  TORCH_CHECK_INDEX(slot < slots_.size(), "class ", name(), " has no attribute number ", slot,
                    "; it has ", slots_.size());
  return slots_[slot];
}

void Object::setSlot(size_t slot, IValue value) {
  if (slot >= slots_.size()) slots_.resize(slot + 1);
  slots_[slot] = std::move(value);
}

const IValue& Object::getAttr(std::string_view attribute) const {
  const auto slot = type_->findAttributeSlot(attribute);
  TORCH_CHECK(slot.has_value() && *slot < slots_.size(), "class ", name(),
              " does not have an attribute with name '", attribute, "'");
  return slots_[*slot];
}

void Object::setAttr(std::string_view attribute, IValue value) {
  setSlot(type_->addAttribute(attribute), std::move(value));
}

}  // namespace ivalue
}  // namespace c10
