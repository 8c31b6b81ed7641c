// Model files: what the code's tables say, and files that must be refused.
#include "aten_lite/serialization/model_file.h"

#include <gtest/gtest.h>

#include <sstream>
#include <string>
#include <vector>

#include "aten_lite/core/error.h"
#include "aten_lite/serialization/pickler.h"
#include "aten_lite/serialization/zip_writer.h"

namespace aten_lite::serialization {
namespace {

using std::string_literals::operator""s;
using torch::jit::OpCode;

c10::IValue tuple(std::vector<c10::IValue> values) {
  return c10::IValue(c10::ivalue::Tuple::create(std::move(values)));
}

c10::IValue instruction(const char* op, int64_t x, int64_t n) { return tuple({op, x, n}); }

c10::IValue argument(const char* name, const char* type, c10::IValue default_value) {
  return tuple({tuple({"name", name}), tuple({"type", type}),
                tuple({"default_value", std::move(default_value)})});
}

// A model of one method, whose parts a test may change.
struct TestModel {
  c10::IValue version = 8;
  std::string method = "__torch__.Net.forward";
  std::vector<c10::IValue> instructions{instruction("LOAD", 1, 0), instruction("RET", 0, 0)};
  std::vector<c10::IValue> operators{tuple({"aten::add", "Tensor", 2})};
  c10::IValue register_size = 1;
  std::string archive_version = "3\n";
  std::string data =
      "\x80\x02"
      "c__torch__\nNet\n)\x81}X\x01\x00\x00\x00"
      "aK\x07sb."s;
  std::vector<std::pair<std::string, std::string>> more;
  std::string left_out;

  c10::IValue function() const {
    return tuple(
        {method,
         tuple({tuple({"instructions", tuple(instructions)}),
                tuple({"operators", tuple(operators)}), tuple({"constants", tuple({1, "text"})}),
                tuple({"types", tuple({"List[int]"})}), tuple({"register_size", register_size})}),
         tuple({tuple({"arguments",
                       tuple({argument("self", "__torch__.Net", {}), argument("n", "int", 2)})}),
                tuple({"returns", tuple({argument("", "Tensor", {})})})})});
  }

  std::vector<char> bytes() const { return bytes_with(tuple({version, function()})); }

  std::vector<char> bytes_with(const c10::IValue& bytecode) const {
    std::ostringstream out;
    ZipWriter zip(out, "net");
    const auto add = [&](const std::string& name, const std::string& content) {
      if (name != left_out) zip.add(name, content);
    };
    add("data.pkl", data);
    add("constants.pkl", "\x80\x02).");
    add("bytecode.pkl", Pickler().write(bytecode));
    for (const auto& record : more) add(record.first, record.second);
    add("version", archive_version);
    zip.finish();
    const std::string text = out.str();
    return std::vector<char>(text.begin(), text.end());
  }
};

ModelImage read_code(const std::vector<char>& bytes) {
  return ModelFile::from_bytes(bytes, "net.ptl")->read_code(ObjectResolver());
}

std::string error_of(const std::vector<char>& bytes) {
  try {
    read_code(bytes);
  } catch (const c10::Error& error) {
    return error.what();
  }
  return "";
}

TEST(ModelFile, ReadsTheCodeOfAMethod) {
  const ModelImage image = read_code(TestModel().bytes());
  EXPECT_EQ(image.bytecode_version, 8);
  EXPECT_EQ(image.operator_version, 3);
  ASSERT_EQ(image.functions.size(), 1u);
  const FunctionImage& function = image.functions[0];
  EXPECT_EQ(function.name, "__torch__.Net.forward");
  ASSERT_EQ(function.instructions.size(), 2u);
  EXPECT_EQ(function.instructions[0].op, OpCode::LOAD);
  EXPECT_EQ(function.instructions[0].x, 1);
  ASSERT_EQ(function.operators.size(), 1u);
  EXPECT_EQ(function.operators[0].overload, "Tensor");
  EXPECT_EQ(function.operators[0].num_specified_args, 2);
  EXPECT_EQ(function.constants[1].toStringRef(), "text");
  EXPECT_EQ(function.types[0], "List[int]");
  EXPECT_EQ(function.register_size, 1);
  ASSERT_TRUE(function.has_schema);
  EXPECT_EQ(function.arguments[1].name, "n");
  EXPECT_EQ(function.arguments[1].default_value.toInt(), 2);
  EXPECT_EQ(function.returns[0].type, "Tensor");
}

TEST(ModelFile, AcceptsOperatorsWithoutArgumentCount) {
  TestModel model;
  model.operators = {tuple({"aten::add", ""})};
  EXPECT_EQ(read_code(model.bytes()).functions[0].operators[0].num_specified_args, -1);
}

TEST(ModelFile, MakesTheModuleThroughTheResolver) {
  ObjectResolver resolver;
  resolver.object = [](const std::string& name, c10::IValue state) {
    auto object = c10::ivalue::Object::create(std::make_shared<c10::ClassType>(name));
    object->setAttr("a", state.toGenericDict().at(c10::IValue("a")));
    return c10::IValue(object);
  };
  const c10::IValue module =
      ModelFile::from_bytes(TestModel().bytes(), "net.ptl")->read_data(resolver);
  EXPECT_EQ(module.toObjectRef().getAttr("a").toInt(), 7);
}

TEST(ModelFile, NamesVersionsOutsideItsRange) {
  for (const int64_t version : {int64_t{0}, int64_t{3}, int64_t{10}, int64_t{1} << 40}) {
    TestModel model;
    model.version = version;
    const std::string error = error_of(model.bytes());
    EXPECT_NE(error.find("version is " + std::to_string(version)), std::string::npos) << error;
    EXPECT_NE(error.find("4 to 9"), std::string::npos) << error;
  }
  TestModel model;
  model.version = c10::IValue();
  EXPECT_NE(error_of(model.bytes()).find("None"), std::string::npos);
  model.version = 99;
  EXPECT_NE(error_of(model.bytes()).find("_backport_for_mobile"), std::string::npos);
  model.version = 8;
  model.archive_version = "11";
  EXPECT_NE(error_of(model.bytes()).find("archive version"), std::string::npos);
}

TEST(ModelFile, NamesInstructionsThatItCannotRun) {
  TestModel model;
  model.instructions = {instruction("ENTER", 0, 0)};
  std::string error = error_of(model.bytes());
  EXPECT_NE(error.find("ENTER"), std::string::npos) << error;
  EXPECT_NE(error.find("__torch__.Net.forward"), std::string::npos) << error;
  model.instructions = {instruction("NONSENSE", 0, 0)};
  EXPECT_NE(error_of(model.bytes()).find("NONSENSE"), std::string::npos);
}

TEST(ModelFile, ChecksFieldsOfTheCode) {
  TestModel model;
  model.instructions = {instruction("LOAD", int64_t{1} << 33, 0)};
  EXPECT_NE(error_of(model.bytes()).find("operand X"), std::string::npos);
  model.instructions = {instruction("LOAD", 0, -1)};
  EXPECT_NE(error_of(model.bytes()).find("operand N"), std::string::npos);
  model.instructions = {tuple({"LOAD", 1})};
  EXPECT_NE(error_of(model.bytes()).find("2 parts"), std::string::npos);
  model = TestModel();
  model.register_size = -1;
  EXPECT_NE(error_of(model.bytes()).find("register_size"), std::string::npos);
  model.register_size = c10::IValue("many");
  EXPECT_NE(error_of(model.bytes()).find("register_size"), std::string::npos);
  model = TestModel();
  model.operators = {tuple({"aten::add", "Tensor", -3})};
  EXPECT_NE(error_of(model.bytes()).find("-3"), std::string::npos);
}

TEST(ModelFile, RefusesModelsWithoutMethodsAndMethodsThatOccurTwice) {
  const TestModel model;
  EXPECT_NE(error_of(model.bytes_with(tuple({8}))).find("no methods"), std::string::npos);
  EXPECT_NE(
      error_of(model.bytes_with(tuple({8, model.function(), model.function()}))).find("twice"),
      std::string::npos);
  EXPECT_NE(error_of(model.bytes_with(tuple({8, "forward"}))).find("tuple"), std::string::npos);
  EXPECT_NE(error_of(model.bytes_with(c10::IValue(8))).find("tuple"), std::string::npos);
}

TEST(ModelFile, BoundsTablesThatAreSharedByManyMethods) {
  TestModel model;
  for (int i = 0; i < 2000; ++i) model.instructions.push_back(instruction("LOAD", 1, 0));
  const c10::IValue function = model.function();
  std::vector<c10::IValue> parts{8};
  for (int i = 0; i < 2000; ++i) {
    parts.push_back(tuple({"f" + std::to_string(i), function.toTupleRef().elements()[1]}));
  }
  EXPECT_NE(error_of(model.bytes_with(tuple(parts))).find("refused"), std::string::npos);
}

TEST(ModelFile, NamesMissingRecords) {
  for (const char* record : {"bytecode.pkl", "constants.pkl", "version"}) {
    TestModel model;
    model.left_out = record;
    EXPECT_NE(error_of(model.bytes()).find(record), std::string::npos) << error_of(model.bytes());
  }
}

TEST(ModelFile, TellsWhatOtherArchivesAre) {
  TestModel model;
  model.left_out = "bytecode.pkl";
  EXPECT_NE(error_of(model.bytes()).find("torch.save"), std::string::npos);
  model.more = {{"code/__torch__.py", "class Net"}};
  EXPECT_NE(error_of(model.bytes()).find("full TorchScript"), std::string::npos);
}

TEST(ModelFile, ReadsDebugHandles) {
  TestModel model;
  // build_intlist keeps the list's type, which the pickler here does not write.
  const std::string list =
      "ctorch.jit._pickle\nbuild_intlist\n](K\x05K\x06"
      "e\x85R";
  model.more = {{"mobile_debug_handles.pkl",
                 "\x80\x02(K\x08\x8c\x15__torch__.Net.forward\x8c\x16"
                 "function_debug_handles" +
                     list + "\x85\x86\x85\x86t."}};
  const ModelImage image = read_code(model.bytes());
  EXPECT_TRUE(image.has_debug_handles);
  EXPECT_EQ(image.functions[0].debug_handles, (std::vector<int64_t>{5, 6}));
}

TEST(ModelFile, HandsOutExtraFiles) {
  TestModel model;
  model.more = {{"extra/info.json", "{}"}};
  const auto file = ModelFile::from_bytes(model.bytes(), "net.ptl");
  EXPECT_EQ(file->extra_files(), std::vector<std::string>{"info.json"});
  std::string contents;
  EXPECT_TRUE(file->read_extra_file("info.json", &contents));
  EXPECT_EQ(contents, "{}");
  EXPECT_FALSE(file->read_extra_file("other", &contents));
}

TEST(ModelFile, SurvivesEveryChangedByte) {
  const std::vector<char> bytes = TestModel().bytes();
  for (size_t at = 0; at < bytes.size(); at += 3) {
    for (const int change : {0x01, 0x40, 0xff}) {
      std::vector<char> damaged = bytes;
      damaged[at] = static_cast<char>(damaged[at] ^ change);
      error_of(damaged);  // either way is right, but it must end
    }
  }
}

TEST(OpCode, NamesAndParsesAll) {
  for (int i = 0;; ++i) {
    const auto op = static_cast<OpCode>(i);
    if (std::string(torch::jit::opcode_name(op)) == "?") {
      EXPECT_EQ(i, 51);
      break;
    }
    EXPECT_EQ(torch::jit::parse_opcode(torch::jit::opcode_name(op)), op);
  }
  EXPECT_FALSE(torch::jit::parse_opcode("op").has_value());
  EXPECT_TRUE(torch::jit::is_mobile_opcode(OpCode::LOADC));
  EXPECT_FALSE(torch::jit::is_mobile_opcode(OpCode::FORK));
}

}  // namespace
}  // namespace aten_lite::serialization
