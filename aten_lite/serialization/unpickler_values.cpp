// The unpickler's values: containers, names, persistent ids and calls.
#include <utility>

#include "aten_lite/core/device.h"
#include "aten_lite/core/error.h"
#include "aten_lite/core/type_parser.h"
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

bool is_number(const c10::IValue& value) { return value.isInt() || value.isDouble(); }

double as_double(const c10::IValue& value) {
  return value.isInt() ? static_cast<double>(value.toInt()) : value.toDouble();
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

PickleCell Unpickler::call(const PickleGlobal& function, std::vector<PickleCell> arguments) {
  switch (function.kind) {
    case GlobalKind::kRebuildTensor:
    case GlobalKind::kRebuildTensorV3:
    case GlobalKind::kRebuildQTensor:
      return value_cell(rebuild_tensor(function, arguments, &tensors_));
    case GlobalKind::kRebuildParameter:
      if (arguments.empty() || !arguments[0].is_value() || !arguments[0].value.isTensor()) {
        fail("a parameter is not made of a tensor");
      }
      return std::move(arguments[0]);
    case GlobalKind::kRebuildFromType:
      return call_rebuild_from_type(std::move(arguments));
    case GlobalKind::kOrderedDict:
      return call_ordered_dict(std::move(arguments));
    case GlobalKind::kBuildIntList:
    case GlobalKind::kBuildDoubleList:
    case GlobalKind::kBuildBoolList:
    case GlobalKind::kBuildTensorList:
    case GlobalKind::kSize:
      check(arguments.size() == 1, "a list is built of other than one argument");
      return call_build_list(function, std::move(arguments[0]));
    case GlobalKind::kRestoreTypeTag:
      check(arguments.size() == 2, "restore_type_tag has other than two arguments");
      return call_restore_type_tag(std::move(arguments[0]), arguments[1]);
    case GlobalKind::kDevice: {
      check(!arguments.empty() && arguments.size() <= 2 && arguments[0].is_value() &&
                arguments[0].value.isString(),
            "torch.device is not made of a string");
      std::string text = arguments[0].value.toStringRef();
      if (arguments.size() == 2) {
        check(arguments[1].is_value() && arguments[1].value.isInt(),
              "the index of a torch.device is no int");
        text += ":" + std::to_string(arguments[1].value.toInt());
      }
      return value_cell(c10::Device(text));
    }
    case GlobalKind::kComplex:
      check(arguments.size() == 2 && arguments[0].is_value() && arguments[1].is_value() &&
                is_number(arguments[0].value) && is_number(arguments[1].value),
            "a complex number is not made of two numbers");
      return value_cell(
          c10::complex<double>(as_double(arguments[0].value), as_double(arguments[1].value)));
    case GlobalKind::kGetLayout:
      check(arguments.size() == 1 && arguments[0].is_value() && arguments[0].value.isString(),
            "a layout is not made of a string");
      if (arguments[0].value.toStringRef() != "torch.strided") {
        fail("layout " + arguments[0].value.toStringRef() +
             " is not supported; only torch.strided is");
      }
      return value_cell(static_cast<int64_t>(c10::Layout::Strided));
    default:
      fail("REDUCE calls " + function.name + ", which is no function");
  }
}

// An OrderedDict, empty or from pairs of key and value.
PickleCell Unpickler::call_ordered_dict(std::vector<PickleCell> arguments) {
  PickleCell dict =
      make_container(c10::impl::GenericDict(c10::AnyType::get(), c10::AnyType::get()));
  if (arguments.empty()) return dict;
  check(arguments.size() == 1 && arguments[0].is_value() && arguments[0].value.isList(),
        "an OrderedDict is made of other than a list of pairs");
  uint32_t depth = 0;
  const c10::IValue pairs = element_of(std::move(arguments[0]), &depth);
  spend(pairs.toListRef().size());
  std::vector<PickleCell> items;
  for (const c10::IValue& pair : pairs.toListRef()) {
    const bool is_tuple = pair.isTuple();
    check(is_tuple || pair.isList(), "an OrderedDict is made of other than a list of pairs");
    const std::vector<c10::IValue> both =
        is_tuple ? pair.toTupleRef().elements() : pair.toListRef().vec();
    check(both.size() == 2, "an OrderedDict is made of other than a list of pairs");
    for (const c10::IValue& part : both) items.push_back(value_cell(part, depth));
  }
  set_items(dict, std::move(items));
  return dict;
}

// torch.jit._pickle.build_intlist([1, 2]) and its like. torch.Size((1, 2)) becomes a list, too.
PickleCell Unpickler::call_build_list(const PickleGlobal& function, PickleCell argument) {
  uint32_t depth = 0;
  const c10::IValue source = element_of(std::move(argument), &depth);
  const bool is_tuple = source.isTuple();
  check(is_tuple || source.isList(), "a list is built of what is no list");
  std::vector<c10::IValue> elements =
      is_tuple ? source.toTupleRef().elements() : source.toListRef().vec();
  spend(elements.size());
  c10::TypePtr type;
  switch (function.kind) {
    case GlobalKind::kBuildDoubleList:
      type = c10::FloatType::get();
      break;
    case GlobalKind::kBuildBoolList:
      type = c10::BoolType::get();
      break;
    case GlobalKind::kBuildTensorList:
      type = c10::TensorType::get();
      break;
    default:
      type = c10::IntType::get();
      break;
  }
  c10::impl::GenericList list(type);
  list.reserve(elements.size());
  for (c10::IValue& element : elements) {
    if (!element.is_instance_of(*type)) {
      fail(function.name + " is given a value of type " + element.tagKind());
    }
    list.push_back(std::move(element));
  }
  return make_container(std::move(list));
}

PickleCell Unpickler::call_restore_type_tag(PickleCell value, const PickleCell& tag) {
  check(tag.is_value() && tag.value.isString(), "a type tag is no string");
  check(value.is_value(), "a type tag belongs to what is no value");
  apply_type(value.value, *resolve_type(tag.value.toStringRef()));
  return value;
}

// Gives a list or dict its static type, its elements too. The recursion is as deep as the type.
void Unpickler::apply_type(const c10::IValue& value, const c10::Type& type) {
  spend(1);
  switch (type.kind()) {
    case c10::TypeKind::OptionalType:
      if (!value.isNone()) apply_type(value, *type.getElementType());
      return;
    case c10::TypeKind::ListType: {
      check(value.isList(), "a value is tagged as a list, but is none");
      c10::impl::GenericList list = value.toList();
      for (const c10::IValue& element : value.toListRef()) {
        apply_type(element, *type.getElementType());
      }
      list.unsafeSetElementType(type.getElementType());
      return;
    }
    case c10::TypeKind::DictType: {
      check(value.isGenericDict(), "a value is tagged as a dict, but is none");
      const c10::impl::GenericDict dict = value.toGenericDict();
      for (const auto& entry : dict) {
        apply_type(entry.key(), *type.getKeyType());
        apply_type(entry.value(), *type.getValueType());
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
      for (size_t i = 0; i < elements.size(); ++i) apply_type(elements[i], *type.elements()[i]);
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

// (function, class, arguments, state): a tensor with Python attributes, which are dropped.
PickleCell Unpickler::call_rebuild_from_type(std::vector<PickleCell> arguments) {
  check(arguments.size() == 4 && arguments[0].foreign && arguments[1].foreign &&
            arguments[0].foreign->kind == ForeignCell::Kind::kGlobal &&
            arguments[1].foreign->kind == ForeignCell::Kind::kGlobal &&
            arguments[1].foreign->global.kind == GlobalKind::kTensorClass,
        "_rebuild_from_type_v2 does not make a torch.Tensor");
  const PickleGlobal& function = arguments[0].foreign->global;
  check(function.kind != GlobalKind::kRebuildFromType, "_rebuild_from_type_v2 calls itself");
  return call(function, arguments_of(std::move(arguments[2]), "_rebuild_from_type_v2"));
}

c10::TypePtr Unpickler::resolve_type(const std::string& text) const {
  return resolver_.type != nullptr ? resolver_.type(text) : c10::parseType(text);
}

}  // namespace aten_lite::serialization
