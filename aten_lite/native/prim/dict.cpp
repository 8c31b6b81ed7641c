// Dicts of any key type. Keys keep the order of insertion.
#include "aten_lite/native/prim/boxed.h"

namespace at::native {

namespace {

using c10::detail::DictImpl;
using DictPtr = c10::intrusive_ptr<DictImpl>;

DictPtr dict_of(const IValue& value) { return value.toGenericDict().impl(); }

// The position of a key that must be there.
size_t find_key(const DictImpl& dict, const IValue& key) {
  const size_t position = dict.find(key);
  TORCH_CHECK_INDEX(position != DictImpl::npos, "KeyError: ", key);
  return position;
}

IValue list_of(c10::TypePtr type, std::vector<IValue> values) {
  return IValue(c10::make_intrusive<c10::detail::ListImpl>(std::move(values), std::move(type)));
}

IValue pair_of(const DictImpl::Entry& entry) {
  return IValue(c10::ivalue::Tuple::create(std::vector<IValue>{entry.first, entry.second}));
}

}  // namespace

void dict_len(Stack& stack) {
  boxed(stack,
        [](const IValue& dict) { return static_cast<int64_t>(dict_of(dict)->entries.size()); });
}

void dict_getitem(Stack& stack) {
  boxed(stack, [](const IValue& value, const IValue& key) {
    const DictPtr dict = dict_of(value);
    return dict->entries[find_key(*dict, key)].second;
  });
}

void dict_setitem(Stack& stack) {
  boxed(stack, [](const IValue& dict, const IValue& key, const IValue& value) {
    dict_of(dict)->insert_or_assign(key, value);
  });
}

void dict_contains(Stack& stack) {
  boxed(stack, [](const IValue& dict, const IValue& key) {
    return dict_of(dict)->find(key) != DictImpl::npos;
  });
}

void dict_delete(Stack& stack) {
  boxed(stack, [](const IValue& dict, const IValue& key) {
    TORCH_CHECK_INDEX(dict_of(dict)->erase(key), "KeyError: ", key);
  });
}

void dict_get(Stack& stack) {
  boxed(stack, [](const IValue& value, const IValue& key) {
    const DictPtr dict = dict_of(value);
    const size_t position = dict->find(key);
    return position == DictImpl::npos ? IValue() : dict->entries[position].second;
  });
}
void dict_get_default(Stack& stack) {
  boxed(stack, [](const IValue& value, const IValue& key, const IValue& otherwise) {
    const DictPtr dict = dict_of(value);
    const size_t position = dict->find(key);
    return position == DictImpl::npos ? otherwise : dict->entries[position].second;
  });
}
void dict_setdefault(Stack& stack) {
  boxed(stack, [](const IValue& value, const IValue& key, const IValue& otherwise) {
    const DictPtr dict = dict_of(value);
    const size_t position = dict->find(key);
    if (position != DictImpl::npos) return dict->entries[position].second;
    dict->insert_or_assign(key, otherwise);
    return otherwise;
  });
}

void dict_pop(Stack& stack) {
  boxed(stack, [](const IValue& value, const IValue& key) {
    const DictPtr dict = dict_of(value);
    IValue result = dict->entries[find_key(*dict, key)].second;
    dict->erase(key);
    return result;
  });
}
void dict_pop_default(Stack& stack) {
  boxed(stack, [](const IValue& value, const IValue& key, const IValue& otherwise) {
    const DictPtr dict = dict_of(value);
    const size_t position = dict->find(key);
    if (position == DictImpl::npos) return otherwise;
    IValue result = dict->entries[position].second;
    dict->erase(key);
    return result;
  });
}
// Takes the oldest entry, as TorchScript does (Python takes the newest).
void dict_popitem(Stack& stack) {
  boxed(stack, [](const IValue& value) {
    const DictPtr dict = dict_of(value);
    TORCH_CHECK(!dict->entries.empty(), "popitem(): dictionary is empty");
    IValue result = pair_of(dict->entries.front());
    dict->erase(IValue(dict->entries.front().first));
    return result;
  });
}

void dict_clear(Stack& stack) {
  boxed(stack, [](const IValue& dict) { dict_of(dict)->clear(); });
}

void dict_update(Stack& stack) {
  boxed(stack, [](const IValue& value, const IValue& other) {
    const DictPtr dict = dict_of(value);
    // A copy: the two may be one dict.
    const std::vector<DictImpl::Entry> entries = dict_of(other)->entries;
    for (const DictImpl::Entry& entry : entries) dict->insert_or_assign(entry.first, entry.second);
  });
}

// dict.copy() and dict(dict)
void dict_copy(Stack& stack) {
  boxed(stack, [](const IValue& dict) { return IValue(dict.toGenericDict().copy()); });
}

void dict_keys(Stack& stack) {
  boxed(stack, [](const IValue& value) {
    const DictPtr dict = dict_of(value);
    std::vector<IValue> keys;
    keys.reserve(dict->entries.size());
    for (const DictImpl::Entry& entry : dict->entries) keys.push_back(entry.first);
    return list_of(dict->key_type, std::move(keys));
  });
}
void dict_values(Stack& stack) {
  boxed(stack, [](const IValue& value) {
    const DictPtr dict = dict_of(value);
    std::vector<IValue> values;
    values.reserve(dict->entries.size());
    for (const DictImpl::Entry& entry : dict->entries) values.push_back(entry.second);
    return list_of(dict->value_type, std::move(values));
  });
}
void dict_items(Stack& stack) {
  boxed(stack, [](const IValue& value) {
    const DictPtr dict = dict_of(value);
    std::vector<IValue> items;
    items.reserve(dict->entries.size());
    for (const DictImpl::Entry& entry : dict->entries) items.push_back(pair_of(entry));
    return list_of(c10::TupleType::create({dict->key_type, dict->value_type}), std::move(items));
  });
}

// dict([(key, value), ...])
void dict_from_pairs(Stack& stack) {
  boxed(stack, [](const IValue& pairs) {
    const c10::TypePtr element = pairs.toList().elementType();
    const bool typed =
        element->kind() == c10::TypeKind::TupleType && element->elements().size() == 2;
    auto dict = c10::make_intrusive<DictImpl>(typed ? element->elements()[0] : c10::AnyType::get(),
                                              typed ? element->elements()[1] : c10::AnyType::get());
    for (const IValue& pair : pairs.toListRef()) {
      const std::vector<IValue>& parts = pair.toTupleRef().elements();
      TORCH_CHECK(parts.size() == 2, "dict() takes pairs but got a tuple of ", parts.size());
      dict->insert_or_assign(parts[0], parts[1]);
    }
    return IValue(std::move(dict));
  });
}

// dict()
void dict_empty(Stack& stack) { stack.emplace_back(c10::Dict<std::string, at::Tensor>()); }

}  // namespace at::native
