// The unpickler's calls: what the functions of the closed list make of their arguments.
#include <utility>

#include "aten_lite/core/device.h"
#include "aten_lite/core/type_parser.h"
#include "aten_lite/serialization/tensor_rebuild.h"
#include "aten_lite/serialization/type_tag.h"
#include "aten_lite/serialization/unpickler.h"

namespace aten_lite::serialization {
namespace {

PickleCell value_cell(c10::IValue value, uint32_t depth = 0) {
  return PickleCell{std::move(value), nullptr, depth, 0};
}

bool is_number(const c10::IValue& value) { return value.isInt() || value.isDouble(); }

double as_double(const c10::IValue& value) {
  return value.isInt() ? static_cast<double>(value.toInt()) : value.toDouble();
}

}  // namespace

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
      if (arguments.size() > 1) set_requires_grad(arguments[1], arguments[0].value.toTensor());
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
  const TypeTagger tagger{[this](size_t count) { spend(count); },
                          [this](const std::string& what) { fail(what); }};
  tagger.apply(value.value, *resolve_type(tag.value.toStringRef()));
  return value;
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
