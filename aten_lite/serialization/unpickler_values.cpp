// The unpickler's values: containers, names, persistent ids and objects.
#include <utility>

#include "aten_lite/core/error.h"
#include "aten_lite/serialization/unpickler.h"

namespace aten_lite::serialization {
namespace {

PickleCell value_cell(c10::IValue value, uint32_t depth = 0) {
  return PickleCell{std::move(value), nullptr, depth, 0};
}

PickleCell foreign_cell(ForeignCell foreign, uint32_t depth = 0) {
  return PickleCell{c10::IValue(), std::make_shared<const ForeignCell>(std::move(foreign)), depth,
                    0};
}

}  // namespace

std::string describe_cell(const PickleCell& cell) {
  if (cell.is_value()) return "a value of type " + std::string(cell.value.tagKind());
  switch (cell.foreign->kind) {
    case ForeignCell::Kind::kTuple:
      return "a tuple of functions, classes or storages";
    case ForeignCell::Kind::kGlobal:
      return cell.foreign->global.name;
    case ForeignCell::Kind::kNewObject:
      return "an object of " + cell.foreign->global.name + " without its state";
    case ForeignCell::Kind::kStorage:
      return "a storage (" + cell.foreign->global.name + ")";
  }
  return "an unknown value";
}

PickleCell Unpickler::make_container(c10::IValue value) {
  containers_.push_back(Container{});
  return PickleCell{std::move(value), nullptr, 1, static_cast<uint32_t>(containers_.size())};
}

Unpickler::Container& Unpickler::open_container(const PickleCell& cell, const char* operation) {
  if (cell.container == 0) {
    fail(std::string(operation) + " changes " + describe_cell(cell) +
         ", which is no list or dict of this pickle");
  }
  Container& container = containers_[cell.container - 1];
  check(!container.sealed,
        "a list or dict changes after it became an element; values that contain themselves are "
        "not supported");
  return container;
}

c10::IValue Unpickler::element_of(PickleCell cell, uint32_t* depth) {
  if (!cell.is_value()) {
    fail(describe_cell(cell) + " stands where a value is expected");
  }
  uint32_t own_depth = cell.depth;
  if (cell.container != 0) {
    Container& container = containers_[cell.container - 1];
    container.sealed = true;
    own_depth = container.depth;
  }
  if (own_depth >= *depth) *depth = own_depth + 1;
  check(*depth <= kMaxPickleDepth, "values are nested more than 1000 deep");
  return std::move(cell.value);
}

PickleCell Unpickler::make_tuple(std::vector<PickleCell> items) {
  uint32_t depth = 1;
  bool all_values = true;
  for (const PickleCell& item : items) all_values &= item.is_value();
  if (!all_values) {
    for (PickleCell& item : items) {
      if (item.is_value()) {
        item.value = element_of(item, &depth);
      } else if (item.depth >= depth) {
        depth = item.depth + 1;
      }
    }
    check(depth <= kMaxPickleDepth, "values are nested more than 1000 deep");
    ForeignCell tuple{ForeignCell::Kind::kTuple};
    tuple.items = std::move(items);
    return foreign_cell(std::move(tuple), depth);
  }
  std::vector<c10::IValue> values;
  values.reserve(items.size());
  for (PickleCell& item : items) values.push_back(element_of(std::move(item), &depth));
  return value_cell(c10::ivalue::Tuple::create(std::move(values)), depth);
}

std::vector<PickleCell> Unpickler::arguments_of(PickleCell tuple, const char* operation) {
  if (tuple.foreign && tuple.foreign->kind == ForeignCell::Kind::kTuple) {
    spend(tuple.foreign->items.size());
    return tuple.foreign->items;
  }
  if (!tuple.is_value() || !tuple.value.isTuple()) {
    fail(std::string(operation) + " is given " + describe_cell(tuple) +
         " instead of a tuple of arguments");
  }
  std::vector<PickleCell> arguments;
  spend(tuple.value.toTupleRef().size());
  for (const c10::IValue& element : tuple.value.toTupleRef().elements()) {
    arguments.push_back(value_cell(element, tuple.depth));
  }
  return arguments;
}

void Unpickler::append(const PickleCell& list, std::vector<PickleCell> items) {
  check(list.is_value() && list.value.isList(), "APPEND changes what is no list");
  Container& container = open_container(list, "APPEND");
  uint32_t depth = container.depth;
  std::vector<c10::IValue> elements;
  elements.reserve(items.size());
  for (PickleCell& item : items) elements.push_back(element_of(std::move(item), &depth));
  // Before the list changes: one that contains itself would never be freed.
  check(!container.sealed, "a list contains itself");
  c10::impl::GenericList values = list.value.toList();
  for (c10::IValue& element : elements) values.push_back(std::move(element));
  container.depth = depth;
}

void Unpickler::set_items(const PickleCell& dict, std::vector<PickleCell> items) {
  check(dict.is_value() && dict.value.isGenericDict(), "SETITEM changes what is no dict");
  check(items.size() % 2 == 0, "a dict has a key without a value");
  Container& container = open_container(dict, "SETITEM");
  uint32_t depth = container.depth;
  std::vector<c10::IValue> elements;
  elements.reserve(items.size());
  for (PickleCell& item : items) elements.push_back(element_of(std::move(item), &depth));
  // Before the dict changes: one that contains itself would never be freed.
  check(!container.sealed, "a dict contains itself");
  c10::impl::GenericDict values = dict.value.toGenericDict();
  for (size_t i = 0; i < elements.size(); i += 2) {
    const c10::IValue& key = elements[i];
    if (!key.isString() && !key.isScalar()) {
      fail("a dict's key is a value of type " + std::string(key.tagKind()) +
           "; strings and numbers can be keys");
    }
    values.insert_or_assign(key, std::move(elements[i + 1]));
  }
  container.depth = depth;
}

void Unpickler::push_global(const std::string& module, const std::string& name) {
  PickleGlobal global = find_pickle_global(module, name, where_);
  switch (global.kind) {
    case GlobalKind::kDtype:
    case GlobalKind::kLayout:
    case GlobalKind::kMemoryFormat:
    case GlobalKind::kQScheme:
      push_value(global.number);
      return;
    default:
      break;
  }
  ForeignCell cell{ForeignCell::Kind::kGlobal};
  cell.global = std::move(global);
  push(foreign_cell(std::move(cell)));
}

// ("storage", class, key, device, number of elements). Devices other than the CPU have the same
// bytes, so that models saved on a GPU load, too.
void Unpickler::push_persistent_id(PickleCell id) {
  const std::vector<PickleCell> parts = arguments_of(std::move(id), "BINPERSID");
  check(parts.size() >= 5 && parts[0].is_value() && parts[0].value.isString() &&
            parts[0].value.toStringRef() == "storage" && parts[1].foreign &&
            parts[1].foreign->kind == ForeignCell::Kind::kGlobal && parts[2].is_value() &&
            parts[2].value.isString() && parts[3].is_value() && parts[3].value.isString() &&
            parts[4].is_value() && parts[4].value.isInt(),
        "a persistent id is not of the form (\"storage\", class, key, device, size)");
  const PickleGlobal& type = parts[1].foreign->global;
  check(type.kind == GlobalKind::kStorageClass || type.kind == GlobalKind::kUntypedStorage,
        "a persistent id names a class that is no storage");
  const std::string& key = parts[2].value.toStringRef();
  const int64_t count = parts[4].value.toInt();
  ForeignCell cell{ForeignCell::Kind::kStorage};
  cell.global = type;
  cell.storage = storages_(key);
  const size_t item = type.kind == GlobalKind::kStorageClass
                          ? c10::elementSize(static_cast<c10::ScalarType>(type.number))
                          : 1;
  if (count < 0 || static_cast<uint64_t>(count) > cell.storage.nbytes() / item) {
    fail("storage " + key + " is to have " + std::to_string(count) + " elements of " + type.name +
         ", but its record has " + std::to_string(cell.storage.nbytes()) + " bytes");
  }
  push(foreign_cell(std::move(cell)));
}

void Unpickler::push_new_object(const PickleCell& type) {
  if (!type.foreign || type.foreign->kind != ForeignCell::Kind::kGlobal ||
      type.foreign->global.kind != GlobalKind::kClass) {
    fail("NEWOBJ makes an object of " + describe_cell(type) + ", which is no class of the model");
  }
  ForeignCell object{ForeignCell::Kind::kNewObject};
  object.global = type.foreign->global;
  push(foreign_cell(std::move(object)));
}

void Unpickler::build(PickleCell target, PickleCell state) {
  if (target.is_value() && (target.value.isGenericDict() || target.value.isTensor())) {
    // The Python attributes of an OrderedDict (a state_dict's _metadata) or a tensor.
    push(std::move(target));
    return;
  }
  if (!target.foreign || target.foreign->kind != ForeignCell::Kind::kNewObject) {
    fail("BUILD sets the state of " + describe_cell(target) + ", which has none");
  }
  const std::string& class_name = target.foreign->global.name;
  TORCH_CHECK(resolver_.object != nullptr, where_, ": holds an object of class ", class_name,
              "; only plain values can be read here");
  uint32_t depth = 1;
  c10::IValue content = element_of(std::move(state), &depth);
  push(value_cell(resolver_.object(class_name, std::move(content)), depth));
}

}  // namespace aten_lite::serialization
