#include "aten_lite/mobile/preparation.h"

#include <utility>
#include <vector>

namespace torch::jit::mobile {

namespace {

using c10::IValue;

// Calls visit(value, key, references) for every tensor, storage, list and dict below an object.
// Each is visited once.
template <typename Visit>
void for_each_reference(const c10::intrusive_ptr<c10::ivalue::Object>& object, const Visit& visit) {
  std::vector<const IValue*> pending;
  std::unordered_map<const void*, bool> seen;
  const auto push_all = [&pending](const std::vector<IValue>& values) {
    for (const IValue& value : values) pending.push_back(&value);
  };
  push_all(object->slots());
  while (!pending.empty()) {
    const IValue& value = *pending.back();
    pending.pop_back();
    const void* key = value.reference();
    if (key == nullptr || !seen.emplace(key, true).second) continue;
    switch (value.tag()) {
      case IValue::Tag::Tensor: {
        visit(value, key, value.use_count());
        const at::Storage& storage = value.toTensor().storage();
        const void* bytes = storage.unsafeGetStorageImpl();
        if (bytes != nullptr && seen.emplace(bytes, true).second) {
          visit(value, bytes, storage.use_count());
        }
        break;
      }
      case IValue::Tag::GenericList:
        visit(value, key, value.use_count());
        for (const IValue& element : value.toListRef()) pending.push_back(&element);
        break;
      case IValue::Tag::GenericDict:
        visit(value, key, value.use_count());
        for (const auto& entry : value.toGenericDict().impl()->entries) {
          pending.push_back(&entry.first);
          pending.push_back(&entry.second);
        }
        break;
      case IValue::Tag::Tuple:
        push_all(value.toTupleRef().elements());
        break;
      case IValue::Tag::Object:
        push_all(value.toObjectRef().slots());
        break;
      default:
        break;
    }
  }
}

}  // namespace

Preparation::Preparation(std::shared_ptr<CompilationUnit> unit,
                         c10::intrusive_ptr<c10::ivalue::Object> object)
    : compilation_unit_(std::move(unit)), object_(std::move(object)) {
  for_each_reference(object_, [this](const IValue&, const void* key, uint32_t references) {
    counts_.emplace(key, references);
  });
}

Preparation::Call::Call(Preparation* preparation) : preparation_(preparation) {
  if (preparation_ == nullptr) return;
  ++preparation_->running_;
  unit_ = preparation_->is_stale() ? preparation_->settle() : preparation_->unit_.get();
}

Preparation::Call::~Call() {
  if (preparation_ != nullptr) --preparation_->running_;
}

const PreparedUnit* Preparation::settle() {
  const std::lock_guard<std::mutex> lock(mutex_);
  // Other calls hold references of their own, and may run the old code.
  if (is_stale() && running_ == 1) try_to_prepare();
  return is_stale() ? nullptr : unit_.get();
}

void Preparation::try_to_prepare() {
  const uint64_t exposures = exposures_;
  // What the old code holds does not count.
  unit_.reset();
  bool is_held = false;
  std::vector<IValue> foreign;
  for_each_reference(object_, [&](const IValue& value, const void* key, uint32_t references) {
    const auto own = counts_.find(key);
    if (own == counts_.end()) {
      foreign.push_back(value);
    } else {
      is_held |= references > own->second;
    }
  });
  if (is_held) return;
  unit_ = prepare_unit(*compilation_unit_, object_, foreign);
  prepared_for_ = exposures;
}

}  // namespace torch::jit::mobile
