// Names of the interpreter's instructions.
#include "aten_lite/serialization/opcode.h"

namespace torch::jit {
namespace {

struct OpCodeRow {
  const char* name;
  bool mobile;
};

constexpr OpCodeRow kOpCodes[] = {
#define ATEN_LITE_OPCODE_ROW(name, mobile) {#name, mobile},
    ATEN_LITE_FORALL_OPCODES(ATEN_LITE_OPCODE_ROW)
#undef ATEN_LITE_OPCODE_ROW
};

constexpr size_t kOpCodeCount = sizeof(kOpCodes) / sizeof(kOpCodes[0]);

}  // namespace

std::optional<OpCode> parse_opcode(std::string_view name) {
  for (size_t i = 0; i < kOpCodeCount; ++i) {
    if (name == kOpCodes[i].name) return static_cast<OpCode>(i);
  }
  return std::nullopt;
}

std::optional<OpCode> opcode_from_number(uint8_t number) {
  if (number >= kOpCodeCount) return std::nullopt;
  return static_cast<OpCode>(number);
}

const char* opcode_name(OpCode op) {
  const auto index = static_cast<size_t>(op);
  return index < kOpCodeCount ? kOpCodes[index].name : "?";
}

bool is_mobile_opcode(OpCode op) {
  const auto index = static_cast<size_t>(op);
  return index < kOpCodeCount && kOpCodes[index].mobile;
}

}  // namespace torch::jit
