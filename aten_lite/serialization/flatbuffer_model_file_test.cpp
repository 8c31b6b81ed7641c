// Flatbuffer models: values of every kind, code, and files that must be refused.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "aten_lite/core/error.h"
#include "aten_lite/core/quantizer.h"
#include "aten_lite/serialization/flatbuffer_schema.h"
#include "aten_lite/serialization/model_file.h"
#include "aten_lite/serialization/test_flatbuffers.h"

namespace aten_lite::serialization {
namespace {

using flat::ObjectKind;
using flat::ValueKind;
using testing::numbers;
using testing::PartPtr;
using testing::parts;
using testing::scalar;
using testing::structure;
using testing::table;
using testing::text;
using torch::jit::OpCode;

using Numbers = std::vector<uint32_t>;

PartPtr value(ValueKind kind, const PartPtr& content) {
  return table({{0, scalar(static_cast<uint8_t>(kind))}, {1, content}});
}
PartPtr none() { return table({}); }
PartPtr integer(int64_t number) { return value(ValueKind::kInt, structure(number)); }
PartPtr string(const std::string& content) {
  return value(ValueKind::kString, table({{0, text(content)}}));
}
PartPtr list(const Numbers& items, const std::string& type) {
  return value(ValueKind::kList, table({{0, numbers(items)}, {1, text(type)}}));
}
PartPtr tuple(const Numbers& items) {
  return value(ValueKind::kTuple, table({{0, numbers(items)}}));
}

PartPtr tensor_table(uint32_t storage, c10::ScalarType dtype, std::vector<int32_t> sizes,
                     std::vector<int32_t> strides, int32_t offset = 0,
                     PartPtr quantizer = nullptr) {
  std::vector<std::pair<size_t, testing::FieldContent>> fields{
      {0, scalar(storage)},  {1, scalar(static_cast<int8_t>(dtype))},
      {2, scalar(offset)},   {3, numbers(sizes)},
      {4, numbers(strides)}, {5, scalar<uint8_t>(false)}};
  if (quantizer != nullptr) fields.push_back({6, quantizer});
  return table(fields);
}
PartPtr tensor(const PartPtr& description) { return value(ValueKind::kTensor, description); }

PartPtr object(uint32_t type, const Numbers& attributes, uint32_t state = 0,
               uint32_t set_state = 0) {
  return value(ValueKind::kObject, table({{0, scalar(type)},
                                          {1, scalar(state)},
                                          {2, numbers(attributes)},
                                          {3, scalar(set_state)}}));
}

PartPtr object_type(const std::string& name, ObjectKind kind,
                    const std::vector<std::string>& attributes) {
  std::vector<PartPtr> names;
  for (const std::string& attribute : attributes) names.push_back(text(attribute));
  return table({{0, text(name)}, {1, scalar(static_cast<uint8_t>(kind))}, {2, parts(names)}});
}

struct TestFunction {
  std::string name = "__torch__.Net.forward";
  std::vector<flat::Instruction> instructions{{static_cast<uint8_t>(OpCode::RET), 0, 0}};
  std::vector<PartPtr> operators{table({{0, text("aten::add")}, {1, text("Tensor")}})};
  Numbers constants{1};
  int32_t register_size = 1;
  uint32_t default_value = 1;

  PartPtr part() const {
    const auto argument = table({{0, text("n")}, {1, text("int")}, {2, scalar(default_value)}});
    return value(ValueKind::kFunction,
                 table({{0, text(name)},
                        {1, numbers(instructions)},
                        {2, parts(operators)},
                        {3, numbers(constants)},
                        {4, parts({text("List[int]")})},
                        {5, scalar(register_size)},
                        {6, table({{0, parts({argument})}, {1, parts({})}})}}));
  }
};

// A model whose object has one attribute, the last of `values` before the object.
struct TestModel {
  uint32_t bytecode_version = 9;
  uint32_t operator_version = 8;
  TestFunction function;
  std::vector<PartPtr> values;  // numbers 3 and up; 0: none, 1: seven, 2: the function
  std::vector<PartPtr> storages;
  std::vector<PartPtr> types{object_type("__torch__.Net", ObjectKind::kFields, {"a"})};

  std::vector<char> bytes() const {
    std::vector<PartPtr> all{none(), integer(7), function.part()};
    all.insert(all.end(), values.begin(), values.end());
    const auto last = static_cast<uint32_t>(values.empty() ? 1 : all.size() - 1);
    all.push_back(object(0, {last}));
    return bytes_with(all, static_cast<uint32_t>(all.size() - 1));
  }

  std::vector<char> bytes_with(const std::vector<PartPtr>& all, uint32_t state) const {
    const auto extra = table({{0, text("info.json")}, {1, text("{}")}});
    return testing::write_flatbuffer(table({{0, scalar(bytecode_version)},
                                            {1, parts({extra})},
                                            {2, numbers(Numbers{2})},
                                            {3, scalar(state)},
                                            {4, parts(all)},
                                            {6, parts(storages)},
                                            {7, parts(types)},
                                            {10, scalar(operator_version)},
                                            {11, scalar(static_cast<uint32_t>(all.size()))}}));
  }
};

ObjectResolver resolver() {
  ObjectResolver result;
  result.object = [](const std::string& name, const c10::IValue& state) {
    auto object = c10::ivalue::Object::create(std::make_shared<c10::ClassType>(name));
    object->setAttr("state", state);
    return c10::IValue(object);
  };
  return result;
}

struct Loaded {
  ModelImage image;
  c10::IValue attribute;
};

Loaded load(const std::vector<char>& bytes) {
  const auto file = ModelFile::from_bytes(bytes, "net.ff");
  Loaded loaded;
  loaded.image = file->read_code(resolver());
  const auto state = file->read_data(resolver()).toObjectRef().getAttr("state").toGenericDict();
  loaded.attribute = state.at("a");
  return loaded;
}

// The model's attribute when these are its values.
c10::IValue attribute_of(std::vector<PartPtr> values, std::vector<PartPtr> storages = {}) {
  TestModel model;
  model.values = std::move(values);
  model.storages = std::move(storages);
  return load(model.bytes()).attribute;
}

std::string error_of(const std::vector<char>& bytes) {
  try {
    load(bytes);
  } catch (const c10::Error& error) {
    return error.what();
  }
  return "";
}

std::string error_of(const TestModel& model) { return error_of(model.bytes()); }

PartPtr floats(std::vector<float> values) {
  std::vector<uint8_t> bytes(values.size() * sizeof(float));
  std::memcpy(bytes.data(), values.data(), bytes.size());
  return table({{0, numbers(bytes)}});
}

void expect_error(const TestModel& model, const std::string& part) {
  EXPECT_NE(error_of(model).find(part), std::string::npos) << error_of(model);
}

TEST(FlatbufferModel, ReadsTheCodeOfAMethod) {
  const ModelImage image = load(TestModel().bytes()).image;
  EXPECT_EQ(image.bytecode_version, 9);
  EXPECT_EQ(image.operator_version, 8);
  ASSERT_EQ(image.functions.size(), 1u);
  const FunctionImage& function = image.functions[0];
  EXPECT_EQ(function.name, "__torch__.Net.forward");
  ASSERT_EQ(function.instructions.size(), 1u);
  EXPECT_EQ(function.instructions[0].op, OpCode::RET);
  ASSERT_EQ(function.operators.size(), 1u);
  EXPECT_EQ(function.operators[0].overload, "Tensor");
  EXPECT_EQ(function.operators[0].num_specified_args, -1);
  EXPECT_EQ(function.constants.at(0).toInt(), 7);
  EXPECT_EQ(function.types.at(0), "List[int]");
  EXPECT_EQ(function.register_size, 1);
  ASSERT_TRUE(function.has_schema);
  EXPECT_EQ(function.arguments.at(0).name, "n");
  EXPECT_EQ(function.arguments.at(0).default_value.toInt(), 7);
}

TEST(FlatbufferModel, ReadsPlainValues) {
  EXPECT_TRUE(attribute_of({none()}).isNone());
  EXPECT_EQ(attribute_of({integer(-5)}).toInt(), -5);
  EXPECT_TRUE(attribute_of({value(ValueKind::kBool, structure<uint8_t>(1))}).toBool());
  EXPECT_EQ(attribute_of({value(ValueKind::kDouble, structure(0.5))}).toDouble(), 0.5);
  const auto complex = value(ValueKind::kComplexDouble, structure(std::pair<double, double>(1, 2)));
  EXPECT_EQ(attribute_of({complex}).toComplexDouble(), c10::complex<double>(1, 2));
  EXPECT_EQ(attribute_of({string("text")}).toStringRef(), "text");
  const auto device = value(ValueKind::kDevice, table({{0, text("cpu")}}));
  EXPECT_TRUE(attribute_of({device}).toDevice().is_cpu());
}

TEST(FlatbufferModel, ReadsContainers) {
  EXPECT_EQ(attribute_of({value(ValueKind::kIntList, table({{0, numbers<int64_t>({4, 5})}}))})
                .toIntVector(),
            (std::vector<int64_t>{4, 5}));
  EXPECT_TRUE(attribute_of({value(ValueKind::kDoubleList, table({}))}).isDoubleList());
  EXPECT_TRUE(attribute_of({value(ValueKind::kBoolList, table({{0, numbers<uint8_t>({1})}}))})
                  .isBoolList());
  const auto texts = attribute_of({string("x"), list({3, 3}, "List[str]")});
  EXPECT_EQ(texts.toListRef().size(), 2u);
  EXPECT_EQ(texts.toList().elementType()->annotation_str(), "str");
  EXPECT_EQ(attribute_of({tuple({1, 0})}).toTupleRef().elements()[0].toInt(), 7);
  const auto dict =
      attribute_of({string("k"), value(ValueKind::kDict, table({{0, numbers(Numbers{3})},
                                                                {1, numbers(Numbers{1})},
                                                                {2, text("Dict[str, int]")}}))});
  EXPECT_EQ(dict.toGenericDict().at("k").toInt(), 7);
}

TEST(FlatbufferModel, LaysTensorsOverTheFile) {
  const auto view =
      attribute_of({tensor(tensor_table(0, c10::kFloat, {2}, {2}, 1))}, {floats({0, 1, 2, 3})})
          .toTensor();
  EXPECT_EQ(view.numel(), 2);
  EXPECT_EQ(view.storage_offset(), 1);
  EXPECT_FALSE(view.storage().unsafeGetStorageImpl()->resizable());
  EXPECT_EQ(static_cast<const float*>(view.const_data_ptr())[2], 3);
}

TEST(FlatbufferModel, ReadsQuantizedTensors) {
  const PartPtr bytes = table({{0, numbers<uint8_t>({1, 2})}});
  const auto per_tensor =
      table({{0, scalar<int8_t>(0)}, {1, scalar(0.5)}, {2, scalar<int32_t>(3)}});
  const auto one =
      attribute_of({tensor(tensor_table(0, c10::kQUInt8, {2}, {1}, 0, per_tensor))}, {bytes});
  EXPECT_EQ(at::quantizer_of(one.toTensor()).scale, 0.5);
  EXPECT_EQ(at::quantizer_of(one.toTensor()).zero_point, 3);
  const auto per_channel = table({{0, scalar<int8_t>(1)},
                                  {3, tensor_table(1, c10::kFloat, {2}, {1})},
                                  {4, tensor_table(2, c10::kInt, {2}, {1})},
                                  {5, scalar<int32_t>(0)}});
  const auto each = attribute_of({tensor(tensor_table(0, c10::kQInt8, {2}, {1}, 0, per_channel))},
                                 {bytes, floats({1, 2}), floats({0, 0})});
  EXPECT_EQ(at::quantizer_of(each.toTensor()).scales.numel(), 2);
}

TEST(FlatbufferModel, HandsStatesToTheResolver) {
  TestModel model;
  model.types.push_back(
      object_type("__torch__.torch.classes.ns.Packed", ObjectKind::kCustomClass, {}));
  model.values = {object(1, {}, 1)};
  const c10::IValue packed = load(model.bytes()).attribute;
  EXPECT_EQ(packed.toObjectRef().getAttr("state").toInt(), 7);
  model.types.back() = object_type("__torch__.Net", ObjectKind::kSetState, {});
  model.function.name = "__torch__.Net.__setstate__";
  model.values = {object(1, {}, 1, 2)};
  EXPECT_EQ(load(model.bytes()).attribute.toObjectRef().getAttr("state").toInt(), 7);
  model.function.name = "__torch__.Net.forward";
  expect_error(model, "no such method");
}

TEST(FlatbufferModel, TurnsCallsOfUpgradersBackIntoOperators) {
  TestModel model;
  const auto div = [] { return table({{0, text("aten::div")}, {1, text("Tensor")}}); };
  model.function.operators = {div(), table({{0, text("aten::neg")}}), div()};
  model.function.instructions = {{static_cast<uint8_t>(OpCode::CALL), 0, 4},
                                 {static_cast<uint8_t>(OpCode::OP), 0, 1},
                                 {static_cast<uint8_t>(OpCode::CALL), 0, 4},
                                 {static_cast<uint8_t>(OpCode::RET), 0, 0}};
  const auto function = load(model.bytes()).image.functions[0];
  EXPECT_EQ(function.instructions[0].op, OpCode::OP);
  EXPECT_EQ(function.instructions[0].x, 0);
  EXPECT_EQ(function.instructions[2].x, 2);
  model.function.operators.pop_back();
  expect_error(model, "CALL");
}

TEST(FlatbufferModel, HandsOutExtraFiles) {
  const auto file = ModelFile::from_bytes(TestModel().bytes(), "net.ff");
  EXPECT_EQ(file->extra_files(), std::vector<std::string>{"info.json"});
  std::string contents;
  EXPECT_TRUE(file->read_extra_file("info.json", &contents));
  EXPECT_EQ(contents, "{}");
  EXPECT_FALSE(file->read_extra_file("other", &contents));
}

TEST(FlatbufferModel, RefusesVersionsOfOtherRuntimes) {
  TestModel model;
  model.bytecode_version = 99;
  expect_error(model, "bytecode version is 99");
  model.bytecode_version = 9;
  model.operator_version = 11;
  expect_error(model, "operator version is 11");
}

TEST(FlatbufferModel, RefusesNumbersOfWhatIsNotThere) {
  TestModel model;
  model.function.constants = {99};
  expect_error(model, "value 99");
  model.function.constants = {2};
  expect_error(model, "is a function");
  model = TestModel();
  model.function.default_value = 98;
  expect_error(model, "value 98");
  model = TestModel();
  model.values = {tuple({97})};
  expect_error(model, "value 97");
  model.values = {object(5, {})};
  expect_error(model, "of type 5");
  model.values = {tensor(tensor_table(6, c10::kFloat, {}, {}))};
  expect_error(model, "storage 6");
  model.values = {value(static_cast<ValueKind>(40), none())};
  expect_error(model, "kind 40");
}

TEST(FlatbufferModel, RefusesValuesThatContainThemselves) {
  TestModel model;
  model.values = {tuple({3})};
  expect_error(model, "after it");
  model.values = {tuple({4}), tuple({3})};
  expect_error(model, "after it");
}

TEST(FlatbufferModel, RefusesDeepNestsAndPartsThatRepeat) {
  TestModel model;
  for (uint32_t i = 0; i < 1200; ++i) model.values.push_back(tuple({i + 2 - (i == 0 ? 1 : 0)}));
  expect_error(model, "nested more than");
  const PartPtr large = table({{0, numbers(std::vector<int64_t>(5000))}});
  model.values.clear();
  for (int i = 0; i < 300; ++i) model.values.push_back(value(ValueKind::kIntList, large));
  Numbers all(300);
  for (uint32_t i = 0; i < 300; ++i) all[i] = 3 + i;
  model.values.push_back(tuple(all));
  expect_error(model, "refused");
}

TEST(FlatbufferModel, RefusesCodeThatCannotRun) {
  TestModel model;
  model.function.instructions = {{200, 0, 0}};
  expect_error(model, "opcode 200");
  model.function.instructions = {{static_cast<uint8_t>(OpCode::FORK), 0, 0}};
  expect_error(model, "FORK");
  model = TestModel();
  model.function.register_size = -1;
  expect_error(model, "register_size");
  model = TestModel();
  model.values = {model.function.part(), integer(1)};
  expect_error(model, "twice");
  EXPECT_NE(
      error_of(TestModel().bytes_with({none(), integer(1), object(0, {1})}, 2)).find("no methods"),
      std::string::npos);
}

TEST(FlatbufferModel, RefusesTensorsBeyondTheirStorage) {
  TestModel model;
  model.storages = {floats({1, 2})};
  model.values = {tensor(tensor_table(0, c10::kFloat, {3}, {1}))};
  expect_error(model, "needs 12 bytes");
  model.values = {tensor(tensor_table(0, c10::kFloat, {2}, {1}, 1))};
  expect_error(model, "needs 12 bytes");
  model.values = {tensor(tensor_table(0, c10::kFloat, {-2}, {1}))};
  expect_error(model, "negative");
  model.values = {tensor(tensor_table(0, c10::kFloat, {1, 1}, {1}))};
  expect_error(model, "strides");
  model.values = {tensor(tensor_table(0, static_cast<c10::ScalarType>(99), {1}, {1}))};
  expect_error(model, "no scalar type");
  model.values = {tensor(tensor_table(0, c10::kQInt8, {1}, {1}))};
  expect_error(model, "scale");
}

TEST(FlatbufferModel, RefusesStoragesThatOverlap) {
  TestModel model;
  model.storages = {floats({1, 2})};
  model.storages.push_back(model.storages[0]);
  model.values = {tensor(tensor_table(0, c10::kFloat, {1}, {1})),
                  tensor(tensor_table(1, c10::kFloat, {1}, {1})), tuple({3, 4})};
  expect_error(model, "overlaps");
}

TEST(FlatbufferModel, RefusesValuesThatAreNotOfTheirType) {
  TestModel model;
  model.values = {list({1}, "List[str]")};
  expect_error(model, "tagged as");
  model.values = {list({1}, "int")};
  expect_error(model, "tagged as");
}

TEST(FlatbufferModel, SurvivesEveryChangedByteAndEveryLength) {
  TestModel model;
  model.storages = {floats({1, 2})};
  model.values = {string("k"), tensor(tensor_table(0, c10::kFloat, {2}, {1})),
                  value(ValueKind::kDict, table({{0, numbers(Numbers{3})},
                                                 {1, numbers(Numbers{4})},
                                                 {2, text("Dict[str, Tensor]")}})),
                  list({3}, "List[str]"), tuple({5, 6})};
  const std::vector<char> bytes = model.bytes();
  EXPECT_EQ(error_of(bytes), "");
  for (size_t at = 0; at < bytes.size(); ++at) {
    for (const int change : {0x01, 0x40, 0x80, 0xff}) {
      std::vector<char> damaged = bytes;
      damaged[at] = static_cast<char>(damaged[at] ^ change);
      error_of(damaged);  // either way is right, but it must end
    }
    // The last byte ends a string, whose length is known.
    const std::vector<char> cut(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(at));
    EXPECT_TRUE(at + 1 == bytes.size() || error_of(cut) != "") << at;
  }
}

}  // namespace
}  // namespace aten_lite::serialization
