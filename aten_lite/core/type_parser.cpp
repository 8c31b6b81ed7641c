#include "aten_lite/core/type_parser.h"

#include <utility>

#include "aten_lite/core/error.h"

namespace c10 {
namespace {

constexpr int kMaxDepth = 64;

struct SimpleType {
  std::string_view name;
  TypePtr (*get)();
};
constexpr SimpleType kSimpleTypes[] = {
    {"Tensor", TensorType::get},
    {"int", IntType::get},
    {"float", FloatType::get},
    {"complex", ComplexType::get},
    {"bool", BoolType::get},
    {"str", StringType::get},
    {"NoneType", NoneType::get},
    {"None", NoneType::get},
    {"number", NumberType::get},
    {"Scalar", NumberType::get},
    {"Any", AnyType::get},
    {"Device", DeviceObjType::get},
    {"device", DeviceObjType::get},
    {"Stream", StreamObjType::get},
    {"Generator", GeneratorType::get},
    {"Storage", StorageType::get},
    {"ScalarType", ScalarTypeType::get},
    {"dtype", ScalarTypeType::get},
    {"Layout", LayoutType::get},
    {"MemoryFormat", MemoryFormatType::get},
    {"QScheme", QSchemeType::get},
    {"Capsule", CapsuleType::get},
    {"list", AnyListType::get},
    {"tuple", AnyTupleType::get},
    {"AnyListType", AnyListType::get},
    {"AnyTupleType", AnyTupleType::get},
    {"AnyClassType", AnyClassType::get},
    {"AnyEnumType", AnyEnumType::get},
};

class Parser {
 public:
  Parser(std::string_view text, const ClassResolver& resolve) : text_(text), resolve_(resolve) {}

  TypePtr parse() {
    TypePtr type = parse_type(0);
    check(at_end(), "expected the end");
    return type;
  }

 private:
  void check(bool ok, const char* what) const {
    TORCH_CHECK(ok, "type \"", text_, "\": ", what, " at character ", position_);
  }
  bool at_end() {
    while (position_ < text_.size() && text_[position_] == ' ') ++position_;
    return position_ == text_.size();
  }
  bool accept(char c) {
    if (at_end() || text_[position_] != c) return false;
    ++position_;
    return true;
  }
  void expect(char c, const char* what) { check(accept(c), what); }

  // Letters, digits, '_', '.', and what mangled names hold.
  std::string word() {
    at_end();
    const size_t begin = position_;
    while (position_ < text_.size() &&
           std::string_view("[], ()").find(text_[position_]) == std::string_view::npos) {
      ++position_;
    }
    check(position_ > begin, "expected a name");
    return std::string(text_.substr(begin, position_ - begin));
  }

  std::vector<TypePtr> parameters(int depth) {
    std::vector<TypePtr> types;
    expect('[', "expected '['");
    if (accept('(')) {  // Tuple[()]
      expect(')', "expected ')'");
      expect(']', "expected ']'");
      return types;
    }
    do {
      types.push_back(parse_type(depth + 1));
    } while (accept(','));
    expect(']', "expected ']'");
    return types;
  }

  TypePtr named_tuple(std::string name, int depth) {
    check(word() == "NamedTuple", "expected 'NamedTuple'");
    std::vector<std::string> field_names;
    std::vector<TypePtr> field_types;
    expect(',', "expected ','");
    expect('[', "expected '['");
    while (accept('[')) {
      field_names.push_back(word());
      expect(',', "expected ','");
      field_types.push_back(parse_type(depth + 1));
      expect(']', "expected ']'");
      if (!accept(',')) break;
    }
    expect(']', "expected ']'");
    expect(']', "expected ']'");
    return TupleType::createNamed(std::move(name), std::move(field_names), std::move(field_types));
  }

  TypePtr parse_type(int depth) {
    check(depth < kMaxDepth, "types are nested too deeply");
    std::string name = word();
    for (const SimpleType& simple : kSimpleTypes) {
      if (simple.name == name) return simple.get();
    }
    if (name.rfind("__torch__", 0) == 0) {
      if (accept('[')) return named_tuple(std::move(name), depth);
      return resolve_ ? resolve_(name) : std::make_shared<ClassType>(std::move(name));
    }
    if (name.rfind("torch.", 0) == 0) return parse_torch_name(name.substr(6));
    return parse_generic(name, depth);
  }

  TypePtr parse_torch_name(const std::string& name) const {
    for (const SimpleType& simple : kSimpleTypes) {
      if (simple.name == name) return simple.get();
    }
    TORCH_CHECK(false, "type \"", text_, "\": torch.", name, " is not known");
    return nullptr;
  }

  TypePtr parse_generic(const std::string& name, int depth) {
    const bool known = name == "List" || name == "Dict" || name == "Optional" || name == "Tuple" ||
                       name == "Union" || name == "Future" || name == "RRef" || name == "Await";
    TORCH_CHECK(known, "type \"", text_, "\": '", name,
                "' is not a type that a mobile model may hold");
    std::vector<TypePtr> types = parameters(depth);
    if (name == "Tuple") return TupleType::create(std::move(types));
    if (name == "Union") return std::make_shared<Type>(TypeKind::UnionType, std::move(types));
    check(types.size() == (name == "Dict" ? 2u : 1u), "wrong number of parameters");
    if (name == "Dict") return DictType::create(types[0], types[1]);
    if (name == "List") return ListType::create(types[0]);
    if (name == "Optional") return OptionalType::create(types[0]);
    return std::make_shared<Type>(TypeKind::FutureType, std::move(types));
  }

  std::string_view text_;
  const ClassResolver& resolve_;
  size_t position_ = 0;
};

}  // namespace

TypePtr parseType(std::string_view text, const ClassResolver& resolve_class) {
  return Parser(text, resolve_class).parse();
}

}  // namespace c10
