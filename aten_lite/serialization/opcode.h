// The instructions of PyTorch's interpreter, by the names that bytecode.pkl spells them with.
//
//   std::optional<OpCode> op = parse_opcode("LOADC");
//   if (op && is_mobile_opcode(*op)) ...
//
// The list holds all of them, those of the full interpreter too, so that an instruction that a
// mobile model may not contain can be told from one that does not exist.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace torch::jit {

// X(name, mobile): `mobile` says that the lite interpreter runs it.
#define ATEN_LITE_FORALL_OPCODES(X) \
  X(OP, true)                       \
  X(OPN, true)                      \
  X(LOAD, true)                     \
  X(MOVE, true)                     \
  X(STOREN, true)                   \
  X(STORE, true)                    \
  X(DROP, true)                     \
  X(DROPR, true)                    \
  X(LOADC, true)                    \
  X(JF, true)                       \
  X(JMP, true)                      \
  X(LOOP, true)                     \
  X(RET, true)                      \
  X(WAIT, false)                    \
  X(CALL, true)                     \
  X(GUARD, false)                   \
  X(TYPECHECK, false)               \
  X(FAIL_GUARD, false)              \
  X(PROFILE_OP, false)              \
  X(TAIL_CALL, false)               \
  X(INTERFACE_CALL, true)           \
  X(GET_ATTR, true)                 \
  X(SET_ATTR, true)                 \
  X(LIST_UNPACK, true)              \
  X(TUPLE_CONSTRUCT, true)          \
  X(NAMED_TUPLE_CONSTRUCT, true)    \
  X(LIST_CONSTRUCT, true)           \
  X(DICT_CONSTRUCT, true)           \
  X(CREATE_OBJECT, true)            \
  X(ISINSTANCE, true)               \
  X(TUPLE_SLICE, true)              \
  X(TUPLE_INDEX, true)              \
  X(RAISE_EXCEPTION, true)          \
  X(DICT_INDEX, true)               \
  X(UNCHECKED_CAST, true)           \
  X(__IS__, true)                   \
  X(UN_INITIALIZED, true)           \
  X(__ISNOT__, true)                \
  X(FORMAT, true)                   \
  X(DEVICE, true)                   \
  X(DTYPE, true)                    \
  X(DIM, true)                      \
  X(__NOT__, true)                  \
  X(TO_LIST, true)                  \
  X(NUM_TO_TENSOR, true)            \
  X(IS_CUDA, true)                  \
  X(FORK, false)                    \
  X(WARN, true)                     \
  X(ENTER, false)                   \
  X(EXIT, false)                    \
  X(AWAITABLE, false)

enum class OpCode : uint8_t {
#define ATEN_LITE_DEFINE_OPCODE(name, mobile) name,
  ATEN_LITE_FORALL_OPCODES(ATEN_LITE_DEFINE_OPCODE)
#undef ATEN_LITE_DEFINE_OPCODE
};

// The opcode of that name, or nothing when there is none.
std::optional<OpCode> parse_opcode(std::string_view name);

// The opcode of that number, as flatbuffer models spell it, or nothing when there is none.
std::optional<OpCode> opcode_from_number(uint8_t number);

// Its name, "LOADC"; "?" for a value outside the enum.
const char* opcode_name(OpCode op);

// Whether the lite interpreter can run it.
bool is_mobile_opcode(OpCode op);

}  // namespace torch::jit
