#include "aten_lite/mobile/verifier.h"

#include <gtest/gtest.h>

#include "aten_lite/mobile/test_images.h"

namespace aten_lite::testing {
namespace {

using ::testing::Test;
using torch::jit::mobile::Code;
using torch::jit::mobile::Op;

// What the verifier says of a method with this code, two registers, one constant, and types of a
// list and of an int.
std::string error_of(std::vector<Line> lines) {
  ImageBuilder image;
  image.method("forward")
      .code(std::move(lines))
      .registers(2)
      .constants({c10::IValue(1)})
      .types({"List[int]", "int", "Dict[str, int]"})
      .operators({"test::add", "test::unpack", "test::count"});
  return image.build_error();
}

#define EXPECT_REFUSED(text, ...)                                        \
  do {                                                                   \
    const std::string error = error_of({__VA_ARGS__});                   \
    EXPECT_NE(error.find(text), std::string::npos) << "says: " << error; \
  } while (false)

using L = Line;

TEST(Verifier, AcceptsCodeThatReturnsOneValue) {
  EXPECT_EQ(error_of({L{"STOREN", 1, 2}, L{"MOVE", 2}, L{"RET"}}), "");
}

TEST(Verifier, NamesMethodInstructionAndOperand) {
  EXPECT_REFUSED("method __torch__.Net.forward: instruction 1 (LOADC 9 0): operand X = 9",
                 L{"STORE", 1}, L{"LOADC", 9}, L{"RET"});
}

TEST(Verifier, RefusesOperandsOutOfRange) {
  EXPECT_REFUSED("2 registers", L{"STORE", 1}, L{"LOAD", 3}, L{"RET"});
  EXPECT_REFUSED("2 registers", L{"STORE", 1}, L{"LOAD", 0}, L{"RET"});
  EXPECT_REFUSED("2 registers", L{"STORE", -1}, L{"LOAD", 1}, L{"RET"});
  EXPECT_REFUSED("2 registers", L{"STOREN", 1, 3}, L{"LOAD", 1}, L{"RET"});
  EXPECT_REFUSED("2 registers", L{"STOREN", 2, 65535}, L{"LOAD", 1}, L{"RET"});
  EXPECT_REFUSED("1 constants", L{"STORE", 1}, L{"LOADC", -1}, L{"RET"});
  EXPECT_REFUSED("3 operators", L{"STORE", 1}, L{"OP", 3}, L{"RET"});
  EXPECT_REFUSED("0 functions", L{"STORE", 1}, L{"CALL", 0}, L{"RET"});
  EXPECT_REFUSED("attribute's number", L{"STORE", 1}, L{"LOAD", 1}, L{"GET_ATTR", -1}, L{"RET"});
  EXPECT_REFUSED("3 types", L{"STORE", 1}, L{"LIST_CONSTRUCT", 3}, L{"RET"});
  EXPECT_REFUSED("out of range", L{"STORE", 1}, L{"LOAD", 1}, L{"ISINSTANCE", 2, 2}, L{"RET"});
  EXPECT_REFUSED("names a method", L{"STORE", 1}, L{"LOAD", 1}, L{"INTERFACE_CALL", 0, 1},
                 L{"RET"});
}

TEST(Verifier, RefusesTypesOfAnotherKind) {
  EXPECT_REFUSED("needs a list type but operand X names int", L{"STORE", 1}, L{"LIST_CONSTRUCT", 1},
                 L{"RET"});
  EXPECT_REFUSED("needs a class type", L{"STORE", 1}, L{"CREATE_OBJECT", 1}, L{"RET"});
  EXPECT_REFUSED("made of pairs", L{"STORE", 1}, L{"LOADC", 0}, L{"DICT_CONSTRUCT", 2, 1},
                 L{"RET"});
}

TEST(Verifier, RefusesJumpsOutOfTheCode) {
  EXPECT_REFUSED("jumps to instruction -7", L{"STORE", 1}, L{"JMP", -8}, L{"RET"});
  EXPECT_REFUSED("jumps to instruction 3", L{"STORE", 1}, L{"JMP", 2}, L{"RET"});
  EXPECT_REFUSED("goes on beyond its last instruction", L{"STORE", 1}, L{"LOADC", 0});
}

TEST(Verifier, ChecksCodeThatIsNeverReached) {
  EXPECT_REFUSED("2 registers", L{"STORE", 1}, L{"LOADC", 0}, L{"RET"}, L{"LOAD", 99});
}

TEST(Verifier, RefusesTooFewValues) {
  EXPECT_REFUSED("it takes 2 values but the stack holds 1", L{"STORE", 1}, L{"LOADC", 0},
                 L{"OP", 0}, L{"RET"});
  EXPECT_REFUSED("it takes 1 values but the stack holds 0", L{"STORE", 1}, L{"RET"});
  EXPECT_REFUSED("it takes 65535 values", L{"STORE", 1}, L{"LIST_CONSTRUCT", 0, 65535}, L{"RET"});
  EXPECT_REFUSED("it takes 3 values", L{"STORE", 1}, L{"LOADC", 0}, L{"LOOP", 1, 2}, L{"RET"});
}

TEST(Verifier, RefusesAReturnOfOtherThanOneValue) {
  EXPECT_REFUSED("returns one value, but the stack holds 2", L{"STORE", 1}, L{"LOADC", 0},
                 L{"LOADC", 0}, L{"RET"});
}

TEST(Verifier, RefusesDepthsThatDependOnThePath) {
  EXPECT_REFUSED("is reached with", L{"STORE", 1}, L{"LOAD", 1}, L{"JF", 2}, L{"LOADC", 0},
                 L{"LOADC", 0}, L{"RET"});
  // A loop that leaves one more value each time.
  EXPECT_REFUSED("is reached with", L{"STORE", 1}, L{"LOADC", 0}, L{"JMP", -1}, L{"RET"});
}

TEST(Verifier, TellsVariadicOperatorsFromOthers) {
  EXPECT_REFUSED("must be called by OPN", L{"STORE", 1}, L{"OP", 2}, L{"RET"});
  EXPECT_REFUSED("takes 2", L{"STORE", 1}, L{"LOADC", 0}, L{"OPN", 0, 1}, L{"RET"});
}

TEST(Verifier, BoundsALoopsWork) {
  EXPECT_REFUSED("at least a count and a condition", L{"STORE", 1}, L{"LOADC", 0}, L{"LOOP", 1, 1},
                 L{"RET"});
}

// After an operator with a variable number of results the depth is known only at run time.
TEST(Verifier, PlacesChecksWhereDepthsAreUnknown) {
  ImageBuilder image;
  image.method("forward")
      .code({{"STOREN", 1, 2}, {"MOVE", 2}, {"OP", 0}, {"OP", 1}, {"RET"}})
      .registers(2)
      .operators({"test::unpack", "test::add"});
  const auto module = image.build();
  const torch::jit::mobile::Method method = module.get_method("forward");
  const Code& code = method.function().get_code();
  EXPECT_EQ(code.instructions[2].op, Op::OP);
  EXPECT_EQ(code.instructions[3].op, Op::CHECK_DEPTH);
  EXPECT_EQ(code.depth_checks.size(), 1u);
}

TEST(Verifier, KeepsTrackOfTheLargestDepth) {
  ImageBuilder image;
  image.method("forward")
      .code(
          {{"STORE", 1}, {"LOADC", 0}, {"LOADC", 0}, {"LOADC", 0}, {"TUPLE_CONSTRUCT", 3}, {"RET"}})
      .registers(1)
      .constants({c10::IValue(1)});
  EXPECT_EQ(image.build().get_method("forward").function().get_code().max_stack, 3u);
}

TEST(Verifier, RefusesAnEmptyMethod) {
  ImageBuilder image;
  image.method("forward");
  EXPECT_NE(image.build_error().find("has no instructions"), std::string::npos);
}

}  // namespace
}  // namespace aten_lite::testing
