// Programs that are valid, mutated at random: whatever the verifier lets pass must run or fail in
// order. Under sanitizers this is where a hole in the verifier shows.
#include "aten_lite/mobile/code_fuzzer.h"

#include <gtest/gtest.h>

#include <random>

#include "aten_lite/core/error.h"

namespace aten_lite::testing {
namespace {

constexpr int kMutationsPerProgram = 1000;

const std::vector<std::vector<Line>>& programs() {
  static const auto* const all = new std::vector<std::vector<Line>>{
      // A loop that sums its counter.
      {{"STOREN", 1, 2},
       {"LOADC", 0},
       {"LOAD", 2},
       {"LOADC", 2},
       {"LOADC", 0},
       {"LOOP", 7, 3},
       {"STOREN", 3, 2},
       {"LOADC", 2},
       {"LOAD", 3},
       {"LOAD", 4},
       {"OP", 0},
       {"JMP", -6},
       {"RET"}},
      // Unpacks what may be no tuple.
      {{"STOREN", 1, 2}, {"MOVE", 2}, {"OP", 2}, {"OP", 0}, {"RET"}},
      {{"STOREN", 1, 2},
       {"LOAD", 2},
       {"OP", 2},
       {"LOAD", 2},
       {"JF", 2},
       {"DROP"},
       {"OP", 1},
       {"RET"}},
      // Containers.
      {{"STOREN", 1, 2},
       {"LOAD", 2},
       {"LOAD", 2},
       {"LIST_CONSTRUCT", 0, 2},
       {"LIST_UNPACK", 2},
       {"TUPLE_CONSTRUCT", 2},
       {"TUPLE_SLICE", 0, 2},
       {"LOADC", 1},
       {"TUPLE_INDEX"},
       {"RET"}},
      {{"STOREN", 1, 2},
       {"LOADC", 3},
       {"LOADC", 1},
       {"DICT_CONSTRUCT", 1, 2},
       {"LOADC", 3},
       {"DICT_INDEX"},
       {"RET"}},
      {{"STOREN", 1, 2}, {"LOADC", 0}, {"LOADC", 1}, {"NAMED_TUPLE_CONSTRUCT", 4, 2}, {"RET"}},
      // Objects and calls.
      {{"STOREN", 1, 2},
       {"LOAD", 1},
       {"LOAD", 2},
       {"SET_ATTR", 0},
       {"LOAD", 1},
       {"GET_ATTR", 0},
       {"RET"}},
      {{"STOREN", 1, 2}, {"CREATE_OBJECT", 3}, {"ISINSTANCE", 2, 2}, {"RET"}},
      {{"STOREN", 1, 2}, {"MOVE", 1}, {"MOVE", 2}, {"INTERFACE_CALL", 3, 2}, {"RET"}},
      // Everything that looks at a value.
      {{"STOREN", 1, 2},
       {"LOAD", 2},
       {"LOADC", 5},
       {"__ISNOT__"},
       {"__NOT__"},
       {"UNCHECKED_CAST", 2},
       {"RET"}},
      {{"STOREN", 1, 2}, {"LOADC", 4}, {"LOAD", 2}, {"LOAD", 1}, {"FORMAT", 3}, {"RET"}},
      {{"STOREN", 1, 2}, {"LOADC", 6}, {"LOADC", 1}, {"LOADC", 0}, {"TO_LIST"}, {"RET"}},
      {{"STOREN", 1, 2}, {"LOADC", 6}, {"DIM"}, {"NUM_TO_TENSOR"}, {"DTYPE"}, {"RET"}},
      {{"STOREN", 1, 2}, {"LOADC", 6}, {"DEVICE"}, {"DROP"}, {"LOADC", 6}, {"IS_CUDA"}, {"RET"}},
      {{"STOREN", 1, 2},
       {"LOADC", 4},
       {"LOADC", 1},
       {"WARN"},
       {"LOADC", 0},
       {"LOADC", 1},
       {"OPN", 3, 2},
       {"RET"}},
      {{"STOREN", 1, 2},
       {"LOADC", 3},
       {"LOADC", 5},
       {"RAISE_EXCEPTION"},
       {"UN_INITIALIZED"},
       {"RET"}},
  };
  return *all;
}

class SilentWarnings {
 public:
  SilentWarnings() {
    c10::set_warning_handler([](const std::string&) {});
  }
  ~SilentWarnings() { c10::set_warning_handler(nullptr); }
};

TEST(CodeFuzzer, ThePrograms) {
  SilentWarnings silent;
  for (size_t i = 0; i < programs().size(); ++i) {
    const std::vector<uint8_t> bytes = code_as_bytes(programs()[i]);
    EXPECT_TRUE(run_bytes_as_code(bytes.data(), bytes.size())) << "program " << i;
  }
}

TEST(CodeFuzzer, MutatedProgramsRunOrFailInOrder) {
  SilentWarnings silent;
  std::mt19937 random(2024);
  size_t passed = 0;
  for (const std::vector<Line>& program : programs()) {
    const std::vector<uint8_t> original = code_as_bytes(program);
    for (int i = 0; i < kMutationsPerProgram; ++i) {
      std::vector<uint8_t> bytes = original;
      for (unsigned changes = 1 + random() % 3; changes > 0; --changes) {
        // Small numbers hit more often than any byte would.
        const uint32_t value = random() % 4 == 0 ? random() : random() % 8;
        bytes[random() % bytes.size()] = static_cast<uint8_t>(value);
      }
      passed += run_bytes_as_code(bytes.data(), bytes.size()) ? 1 : 0;
    }
  }
  // A verifier that refuses everything would make this test a bad one.
  EXPECT_GT(passed, programs().size() * kMutationsPerProgram / 20);
}

}  // namespace
}  // namespace aten_lite::testing
