#include "aten_lite/mobile/test_images.h"

#include <stdexcept>

#include "aten_lite/core/error.h"
#include "aten_lite/registry/operator_table.h"

namespace aten_lite::testing {

namespace {

using at::registry::OperatorRow;
using at::registry::OperatorTable;
using at::schemas::ArgumentSchema;
using at::schemas::kOutArgument;
using at::schemas::kPositionalArgument;
using at::schemas::OperatorSchema;
using c10::IValue;
using torch::jit::peek;
using torch::jit::Stack;

void push_result(Stack& stack, size_t arguments, IValue result) {
  torch::jit::drop(stack, arguments);
  stack.push_back(std::move(result));
}

void add(Stack& stack) {
  push_result(stack, 2, IValue(peek(stack, 0, 2).toInt() + peek(stack, 1, 2).toInt()));
}
// Hundreds, tens and ones, so that a test sees which argument came where.
void digits(Stack& stack) {
  push_result(stack, 3,
              IValue(100 * peek(stack, 0, 3).toInt() + 10 * peek(stack, 1, 3).toInt() +
                     peek(stack, 2, 3).toInt()));
}
void fail(Stack& stack) { TORCH_CHECK(stack.empty(), "it failed"); }
void fail_otherwise(Stack&) { throw std::runtime_error("another kind of exception"); }
void unpack(Stack& stack) {
  const IValue tuple = torch::jit::pop(stack);
  for (const IValue& element : tuple.toTupleRef().elements()) stack.push_back(element);
}
void count(Stack& stack) {
  const size_t n = static_cast<size_t>(stack.back().toInt());
  push_result(stack, n + 1, IValue(static_cast<int64_t>(n)));
}

constexpr ArgumentSchema kAdd[] = {{10, 3, 14, 1, kPositionalArgument},
                                   {17, 3, 21, 1, kPositionalArgument}};
constexpr OperatorSchema kAddSchema{
    "test::add(int a, int b) -> int", kAdd, 30, 9, 9, 2, 1, false, false};
constexpr ArgumentSchema kDigits[] = {
    {13, 3, 17, 1, kPositionalArgument},
    {20, 3, 24, 1, kPositionalArgument, at::schemas::default_int(5)},
    {33, 3, 37, 3, kOutArgument}};
constexpr OperatorSchema kDigitsSchema{
    "test::digits(int a, int b=5, *, int out) -> int", kDigits, 47, 12, 12, 3, 1, false, false};
constexpr ArgumentSchema kOne[] = {{11, 3, 15, 1, kPositionalArgument}};
constexpr OperatorSchema kFailSchema{
    "test::fail(Any a) -> Any", kOne, 24, 10, 10, 1, 1, false, false};
constexpr OperatorSchema kFailOtherwiseSchema{
    "test::boom(Any a) -> Any", kOne, 24, 10, 10, 1, 1, false, false};
constexpr OperatorSchema kUnpackSchema{
    "test::unpack(Any a) -> ...", kOne, 26, 12, 12, 1, 0, false, true};
constexpr OperatorSchema kCountSchema{
    "test::count(...) -> int", kOne, 23, 11, 11, 0, 1, true, false};

// Sorted by name.
constexpr OperatorRow kRows[] = {
    {&kAddSchema, add},     {&kFailOtherwiseSchema, fail_otherwise},
    {&kCountSchema, count}, {&kDigitsSchema, digits},
    {&kFailSchema, fail},   {&kUnpackSchema, unpack},
};
constexpr OperatorTable kTable{kRows, sizeof(kRows) / sizeof(kRows[0])};
ATEN_LITE_REGISTER_OPERATORS(kTable);

}  // namespace

MethodBuilder& MethodBuilder::code(std::vector<Line> lines) {
  for (const Line& line : lines) {
    const auto op = torch::jit::parse_opcode(line.op);
    TORCH_CHECK(op.has_value(), "a test uses the unknown instruction ", line.op);
    image_->instructions.push_back({*op, line.x, line.n});
  }
  return *this;
}

MethodBuilder& MethodBuilder::registers(int64_t count) {
  image_->register_size = count;
  return *this;
}

MethodBuilder& MethodBuilder::constants(std::vector<IValue> values) {
  image_->constants = std::move(values);
  return *this;
}

MethodBuilder& MethodBuilder::types(std::vector<std::string> types) {
  image_->types = std::move(types);
  return *this;
}

MethodBuilder& MethodBuilder::operators(std::vector<std::string> names) {
  for (const std::string& name : names) {
    serialization::OperatorImage op;
    const size_t slash = name.find('/');
    const size_t dot = name.find('.');
    op.name = name.substr(0, std::min(slash, dot));
    if (dot != std::string::npos) op.overload = name.substr(dot + 1, slash - dot - 1);
    if (slash != std::string::npos) op.num_specified_args = std::stoll(name.substr(slash + 1));
    image_->operators.push_back(std::move(op));
  }
  return *this;
}

MethodBuilder& MethodBuilder::schema(std::vector<serialization::ArgumentImage> arguments) {
  image_->has_schema = true;
  image_->arguments = {{"self", "__torch__.Net", {}}};
  image_->arguments.insert(image_->arguments.end(), arguments.begin(), arguments.end());
  image_->returns = {{"", "Any", {}}};
  return *this;
}

ImageBuilder::ImageBuilder() {
  image_.name = "test image";
  // The last version whose operators need not say how many arguments they push.
  image_.bytecode_version = 5;
  image_.operator_version = 10;
}

MethodBuilder ImageBuilder::method(const std::string& name) {
  return method_of("__torch__.Net", name);
}

MethodBuilder ImageBuilder::method_of(const std::string& class_name, const std::string& name) {
  image_.functions.emplace_back();
  image_.functions.back().name = class_name + "." + name;
  return MethodBuilder(&image_.functions.back());
}

torch::jit::mobile::Module ImageBuilder::build() const {
  torch::jit::mobile::Loader loader;
  loader.build(image_);
  auto object = c10::ivalue::Object::create(loader.unit()->get_class("__torch__.Net"));
  return torch::jit::mobile::Module(std::move(object), loader.unit());
}

IValue ImageBuilder::run(const std::string& method, std::vector<IValue> inputs) const {
  return build().get_method(method)(std::move(inputs));
}

std::string ImageBuilder::build_error() const {
  try {
    build();
  } catch (const c10::Error& error) {
    return error.what();
  }
  return "";
}

std::string ImageBuilder::run_error(const std::string& method, std::vector<IValue> inputs) const {
  const torch::jit::mobile::Module module = build();
  try {
    module.get_method(method)(std::move(inputs));
  } catch (const c10::Error& error) {
    return error.what();
  }
  return "";
}

IValue make_object(const torch::jit::mobile::Module& module, const std::string& class_name,
                   std::vector<IValue> attributes) {
  auto type = const_cast<torch::jit::mobile::CompilationUnit&>(module.compilation_unit())
                  .get_class(class_name);
  auto object = c10::ivalue::Object::create(type);
  for (size_t i = 0; i < attributes.size(); ++i) {
    object->setAttr("a" + std::to_string(i), attributes[i]);
  }
  return IValue(std::move(object));
}

}  // namespace aten_lite::testing
