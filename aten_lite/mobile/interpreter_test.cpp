#include "aten_lite/mobile/interpreter.h"

#include <gtest/gtest.h>

#include "aten_lite/core/empty.h"
#include "aten_lite/mobile/test_images.h"

namespace aten_lite::testing {
namespace {

using c10::IValue;
using torch::jit::mobile::RunOptions;

// Runs code of a method whose arguments, self first, are in registers 1, 2, ...
IValue run(std::vector<Line> lines, std::vector<IValue> inputs, std::vector<IValue> constants = {},
           std::vector<std::string> types = {}) {
  ImageBuilder image;
  lines.insert(lines.begin(), {"STOREN", 1, static_cast<int32_t>(inputs.size()) + 1});
  lines.push_back({"RET"});
  image.method("forward")
      .code(std::move(lines))
      .registers(8)
      .constants(std::move(constants))
      .types(std::move(types))
      .operators({"test::add", "test::digits/2", "test::unpack", "test::count"});
  return image.run("forward", std::move(inputs));
}

at::Tensor float_tensor() {
  at::Tensor tensor(at::detail::empty_cpu({2, 3}, at::kFloat));
  std::fill_n(tensor.data_ptr<float>(), 6, 1.5f);
  return tensor;
}

TEST(Interpreter, CallsOperators) {
  EXPECT_EQ(run({{"LOAD", 2}, {"LOAD", 3}, {"OP", 0}}, {2, 3}).toInt(), 5);
}

// The default of the second argument goes below the out argument.
TEST(Interpreter, FillsInDefaultsBelowOutArguments) {
  EXPECT_EQ(run({{"LOAD", 2}, {"LOAD", 3}, {"OP", 1}}, {1, 2}).toInt(), 152);
}

TEST(Interpreter, CallsVariadicOperatorsWithTheirCount) {
  EXPECT_EQ(run({{"LOAD", 2}, {"LOAD", 2}, {"LOAD", 2}, {"OPN", 3, 3}}, {1}).toInt(), 3);
}

TEST(Interpreter, MovesAndDropsRegisters) {
  EXPECT_TRUE(run({{"MOVE", 2}, {"DROP"}, {"LOAD", 2}}, {1}).isNone());
  EXPECT_TRUE(run({{"DROPR", 2}, {"LOAD", 2}}, {1}).isNone());
  EXPECT_EQ(run({{"LOAD", 2}, {"STORE", 5}, {"LOAD", 5}}, {1}).toInt(), 1);
}

TEST(Interpreter, JumpsOnConditions) {
  const std::vector<Line> code = {{"LOAD", 2}, {"JF", 3}, {"LOADC", 0}, {"JMP", 2}, {"LOADC", 1}};
  EXPECT_EQ(run(code, {true}, {"yes", "no"}).toStringRef(), "yes");
  EXPECT_EQ(run(code, {false}, {"yes", "no"}).toStringRef(), "no");
}

// sum = 0; for i in range(n): sum += i
TEST(Interpreter, Loops) {
  const std::vector<Line> code = {{"LOADC", 0},   {"LOAD", 2},      {"LOADC", 1},
                                  {"LOADC", 0},  // counter, limit, condition, sum
                                  {"LOOP", 6, 3}, {"STOREN", 3, 2}, {"LOADC", 1},
                                  {"LOAD", 3},    {"OP", 0},        {"JMP", -5}};
  // The body sees the counter and the sum, and gives the condition and the sum.
  const std::vector<Line> body = {{"LOADC", 0},   {"LOAD", 2},      {"LOADC", 1}, {"LOADC", 0},
                                  {"LOOP", 7, 3}, {"STOREN", 3, 2}, {"LOADC", 1}, {"LOAD", 3},
                                  {"LOAD", 4},    {"OP", 0},        {"JMP", -6}};
  EXPECT_EQ(run(body, {5}, {0, true}).toInt(), 10);
  EXPECT_EQ(run(body, {0}, {0, true}).toInt(), 0);
  EXPECT_EQ(run(body, {5}, {0, false}).toInt(), 0) << "the condition is false from the start";
  EXPECT_THROW(run(code, {5}, {0, true}), c10::Error) << "the body gives one value too few";
}

TEST(Interpreter, MakesAndIndexesContainers) {
  const IValue list =
      run({{"LOAD", 2}, {"LOAD", 3}, {"LIST_CONSTRUCT", 0, 2}}, {1, 2}, {}, {"List[int]"});
  EXPECT_TRUE(list.isIntList());
  EXPECT_EQ(list.toIntVector(), (std::vector<int64_t>{1, 2}));
  EXPECT_TRUE(run({{"LIST_CONSTRUCT", 0, 0}}, {1}, {}, {"List[Tensor]"}).isTensorList());
  EXPECT_EQ(run({{"LOAD", 2}, {"LOAD", 3}, {"TUPLE_CONSTRUCT", 2}}, {1, 2}).toTupleRef().size(),
            2u);
  EXPECT_EQ(run({{"LOAD", 2}, {"LOAD", 3}, {"TUPLE_CONSTRUCT", 2}, {"LOADC", 0}, {"TUPLE_INDEX"}},
                {1, 2}, {-1})
                .toInt(),
            2);
  const IValue slice =
      run({{"LOAD", 2}, {"LOAD", 3}, {"LOAD", 3}, {"TUPLE_CONSTRUCT", 3}, {"TUPLE_SLICE", 1, 2}},
          {1, 2});
  EXPECT_EQ(slice.toTupleRef().elements()[0].toInt(), 2);
  const IValue dict =
      run({{"LOADC", 0}, {"LOAD", 2}, {"DICT_CONSTRUCT", 0, 2}}, {1}, {"k"}, {"Dict[str, int]"});
  EXPECT_EQ(dict.toGenericDict().at(IValue("k")).toInt(), 1);
  EXPECT_EQ(run({{"LOADC", 0}, {"LOAD", 2}, {"DICT_CONSTRUCT", 0, 2}, {"LOADC", 0}, {"DICT_INDEX"}},
                {1}, {"k"}, {"Dict[str, int]"})
                .toInt(),
            1);
}

TEST(Interpreter, NamedTuplesKeepTheirType) {
  const IValue tuple = run({{"LOAD", 2}, {"LOAD", 3}, {"NAMED_TUPLE_CONSTRUCT", 0, 2}}, {1, 2}, {},
                           {"__torch__.NT[NamedTuple, [[first, int], [second, int]]]"});
  EXPECT_EQ(tuple.type()->qualified_name(), "__torch__.NT");
  EXPECT_EQ(tuple.type()->field_names(), (std::vector<std::string>{"first", "second"}));
}

TEST(Interpreter, UnpacksListsOfTheRightLength) {
  const std::vector<Line> code = {{"LOAD", 2}, {"LIST_UNPACK", 2}, {"OP", 0}};
  EXPECT_EQ(run(code, {c10::List<int64_t>({3, 4})}).toInt(), 7);
  EXPECT_THROW(run(code, {c10::List<int64_t>({3})}), c10::Error);
}

TEST(Interpreter, ChecksDepthsAfterVariableResults) {
  const std::vector<Line> code = {{"LOAD", 2}, {"OP", 2}, {"OP", 0}};
  EXPECT_EQ(run(code, {c10::ivalue::Tuple::create(3, 4)}).toInt(), 7);
  EXPECT_THROW(run(code, {c10::ivalue::Tuple::create(3)}), c10::Error) << "one value is missing";
  EXPECT_THROW(run(code, {c10::ivalue::Tuple::create(3, 4, 5)}), c10::Error) << "one is left over";
}

// Pushes without end, behind a verifier that cannot know.
TEST(Interpreter, BoundsAStackOfUnknownDepth) {
  const std::vector<Line> code = {{"LOAD", 2}, {"OP", 2}, {"LOADC", 0}, {"JMP", -1}};
  EXPECT_THROW(run(code, {c10::ivalue::Tuple::create(3)}, {1}), c10::Error);
}

TEST(Interpreter, TestsIdentityAndTruth) {
  EXPECT_TRUE(run({{"LOAD", 2}, {"LOADC", 0}, {"__IS__"}}, {IValue()}, {IValue()}).toBool());
  EXPECT_TRUE(run({{"LOAD", 2}, {"LOADC", 0}, {"__ISNOT__"}}, {1}, {IValue()}).toBool());
  EXPECT_FALSE(run({{"LOAD", 2}, {"__NOT__"}}, {true}).toBool());
}

TEST(Interpreter, ChecksInstances) {
  const std::vector<std::string> types = {"str", "List[int]", "Optional[int]"};
  EXPECT_TRUE(run({{"LOAD", 2}, {"ISINSTANCE", 0, 2}}, {"text"}, {}, types).toBool());
  EXPECT_FALSE(run({{"LOAD", 2}, {"ISINSTANCE", 0, 1}}, {1}, {}, types).toBool());
  EXPECT_TRUE(run({{"LOAD", 2}, {"ISINSTANCE", 2, 1}}, {IValue()}, {}, types).toBool());
}

TEST(Interpreter, AsksTensors) {
  const at::Tensor tensor = float_tensor();
  EXPECT_EQ(run({{"LOAD", 2}, {"DIM"}}, {tensor}).toInt(), 2);
  EXPECT_EQ(run({{"LOAD", 2}, {"DTYPE"}}, {tensor}).toScalarType(), at::kFloat);
  EXPECT_TRUE(run({{"LOAD", 2}, {"DEVICE"}}, {tensor}).toDevice().is_cpu());
  EXPECT_FALSE(run({{"LOAD", 2}, {"IS_CUDA"}}, {tensor}).toBool());
  EXPECT_EQ(run({{"LOAD", 2}, {"NUM_TO_TENSOR"}}, {3}).toTensor().scalar_type(), at::kLong);
}

TEST(Interpreter, MakesListsOfTensors) {
  const IValue list =
      run({{"LOAD", 2}, {"LOADC", 0}, {"LOADC", 1}, {"TO_LIST"}}, {float_tensor()}, {2, 1});
  EXPECT_EQ(list.toListRef()[1].toDoubleVector(), (std::vector<double>{1.5, 1.5, 1.5}));
  EXPECT_THROW(
      run({{"LOAD", 2}, {"LOADC", 0}, {"LOADC", 1}, {"TO_LIST"}}, {float_tensor()}, {1, 1}),
      c10::Error)
      << "the tensor has two dimensions";
  EXPECT_THROW(
      run({{"LOAD", 2}, {"LOADC", 0}, {"LOADC", 1}, {"TO_LIST"}}, {float_tensor()}, {2, 0}),
      c10::Error)
      << "its elements are no integers";
}

TEST(Interpreter, FormatsAndCasts) {
  EXPECT_EQ(run({{"LOADC", 0}, {"LOAD", 2}, {"LOAD", 3}, {"FORMAT", 3}}, {1, "x"}, {"{}-{}"})
                .toStringRef(),
            "1-x");
  EXPECT_EQ(run({{"LOAD", 2}, {"UNCHECKED_CAST", 0}}, {1}, {}, {"int"}).toInt(), 1);
  EXPECT_TRUE(run({{"UN_INITIALIZED"}}, {1}).isNone());
}

TEST(Interpreter, WarnsAndGoesOn) {
  static std::string heard;
  c10::set_warning_handler([](const std::string& message) { heard = message; });
  EXPECT_EQ(run({{"LOADC", 0}, {"LOADC", 1}, {"WARN"}, {"LOAD", 2}}, {1}, {"careful", 2}).toInt(),
            1);
  c10::set_warning_handler(nullptr);
  EXPECT_EQ(heard, "careful");
}

TEST(Interpreter, RaisesWithAndWithoutAClassName) {
  ImageBuilder image;
  image.method("named")
      .code({{"STORE", 1}, {"LOADC", 0}, {"LOADC", 1}, {"RAISE_EXCEPTION"}})
      .registers(1)
      .constants({"bad value", "builtins.ValueError"});
  image.method("bare")
      .code({{"STORE", 1}, {"LOADC", 0}, {"RAISE_EXCEPTION"}})
      .registers(1)
      .constants({"bad value"});
  EXPECT_NE(image.run_error("named", {}).find("builtins.ValueError: bad value"), std::string::npos);
  EXPECT_EQ(image.run_error("bare", {}).find("bad value"), 0u);
}

TEST(Interpreter, ReadsAndWritesAttributes) {
  ImageBuilder image;
  image.method("forward")
      .code({{"STOREN", 1, 2},
             {"LOAD", 1},
             {"LOAD", 2},
             {"SET_ATTR", 1},
             {"MOVE", 1},
             {"GET_ATTR", 1},
             {"RET"}})
      .registers(2);
  EXPECT_EQ(image.run("forward", {7}).toInt(), 7);
  image.method("missing").code({{"STORE", 1}, {"MOVE", 1}, {"GET_ATTR", 9}, {"RET"}}).registers(1);
  EXPECT_NE(image.run_error("missing", {}).find("no attribute number 9"), std::string::npos);
}

TEST(Interpreter, CreatesObjects) {
  ImageBuilder image;
  image.method("forward")
      .code({{"STORE", 1},
             {"CREATE_OBJECT", 0},
             {"STORE", 2},
             {"LOAD", 2},
             {"LOADC", 0},
             {"SET_ATTR", 0},
             {"MOVE", 2},
             {"RET"}})
      .registers(2)
      .constants({5})
      .types({"__torch__.Thing"});
  const IValue object = image.run("forward", {});
  EXPECT_EQ(object.toObjectRef().name(), "__torch__.Thing");
  EXPECT_EQ(object.toObjectRef().getSlot(0).toInt(), 5);
}

ImageBuilder image_with_interface() {
  ImageBuilder image;
  image.method("forward")
      .code({{"STOREN", 1, 2}, {"MOVE", 2}, {"LOADC", 1}, {"INTERFACE_CALL", 0, 2}, {"RET"}})
      .registers(2)
      .constants({"twice", 21});
  image.method_of("__torch__.Helper", "twice")
      .code({{"STOREN", 1, 2}, {"LOAD", 2}, {"MOVE", 2}, {"OP", 0}, {"RET"}})
      .registers(2)
      .operators({"test::add"});
  return image;
}

TEST(Interpreter, CallsTheMethodOfTheObjectsClass) {
  const auto module = image_with_interface().build();
  const IValue helper = make_object(module, "__torch__.Helper", {});
  EXPECT_EQ(module.get_method("forward")({helper}).toInt(), 42);
  const IValue other = make_object(module, "__torch__.Other", {});
  EXPECT_THROW(module.get_method("forward")({other}), c10::Error);
  EXPECT_THROW(module.get_method("forward")({IValue(1)}), c10::Error);
}

TEST(Interpreter, LimitsRecursion) {
  ImageBuilder image;
  image.method("forward")
      .code({{"STORE", 1}, {"MOVE", 1}, {"INTERFACE_CALL", 0, 1}, {"RET"}})
      .registers(1)
      .constants({"forward"});
  EXPECT_NE(image.run_error("forward", {}).find("call one another more than"), std::string::npos);
}

TEST(Interpreter, EndsAnEndlessLoopAtTheStepLimit) {
  ImageBuilder image;
  image.method("forward").code({{"STORE", 1}, {"JMP", 0}, {"LOAD", 1}, {"RET"}}).registers(1);
  auto module = image.build();
  RunOptions options;
  options.max_steps = 1000;
  module.set_run_options(options);
  EXPECT_THROW(module.forward({}), c10::Error);
}

TEST(Interpreter, ErrorsTellOperatorArgumentsAndPlace) {
  ImageBuilder image;
  image.method("forward")
      .code({{"STOREN", 1, 2}, {"MOVE", 2}, {"OP", 0}, {"RET"}})
      .registers(2)
      .operators({"test::fail"});
  const std::string error = image.run_error("forward", {float_tensor()});
  EXPECT_EQ(error.find("it failed"), 0u) << error;
  EXPECT_NE(error.find("in test::fail(Tensor Float[2, 3])"), std::string::npos) << error;
  EXPECT_NE(error.find("at instruction 2 of method __torch__.Net.forward"), std::string::npos)
      << error;
}

TEST(Interpreter, ErrorsTellTheCallersToo) {
  ImageBuilder image = image_with_interface();
  const auto module = image.build();
  const IValue helper = make_object(module, "__torch__.Helper", {});
  image.image().functions[1].operators[0].name = "test::fail";
  image.image().functions[1].instructions = {{torch::jit::OpCode::STOREN, 1, 2},
                                             {torch::jit::OpCode::MOVE, 2, 0},
                                             {torch::jit::OpCode::OP, 0, 0},
                                             {torch::jit::OpCode::RET, 0, 0}};
  const std::string error = image.run_error("forward", {helper});
  EXPECT_NE(error.find("called from instruction 3 of method __torch__.Net.forward"),
            std::string::npos)
      << error;
}

TEST(Interpreter, OtherExceptionsBecomeErrors) {
  ImageBuilder image;
  image.method("forward")
      .code({{"STORE", 1}, {"MOVE", 1}, {"OP", 0}, {"RET"}})
      .registers(1)
      .operators({"test::boom"});
  EXPECT_EQ(image.run_error("forward", {}).find("another kind of exception"), 0u);
}

TEST(Interpreter, WrongKindsOfValuesAreErrors) {
  EXPECT_THROW(run({{"LOAD", 2}, {"JF", 1}, {"LOAD", 2}}, {3}), c10::Error);
  EXPECT_THROW(run({{"LOAD", 2}, {"DIM"}}, {3}), c10::Error);
  EXPECT_THROW(run({{"LOAD", 2}, {"GET_ATTR", 0}}, {3}), c10::Error);
  EXPECT_THROW(run({{"LOAD", 2}, {"LIST_UNPACK", 1}}, {3}), c10::Error);
  EXPECT_THROW(run({{"LOAD", 2}, {"TUPLE_SLICE", 0, 0}}, {3}), c10::Error);
  EXPECT_THROW(run({{"LOAD", 2}, {"DIM"}}, {at::Tensor()}), c10::Error) << "undefined";
}

}  // namespace
}  // namespace aten_lite::testing
