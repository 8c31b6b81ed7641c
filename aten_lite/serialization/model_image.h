// What a .ptl file holds, as plain data: the code of its methods, not yet checked or resolved.
//
// Every loader (zip today) fills a ModelImage; the mobile runtime verifies it, resolves operators
// and types, and builds a Module. What belongs to the format is checked when it is filled:
//   - the bytecode version is one that this runtime reads;
//   - every instruction exists and is one that the lite interpreter runs;
//   - N and X fit their fields, register_size is in [0, kMaxRegisterSize];
//   - names are unique, counts are bounded by the size of the file.
// What belongs to the code (operands, jump targets, stack depth, registers) is not.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "aten_lite/core/ivalue.h"
#include "aten_lite/serialization/opcode.h"

namespace aten_lite::serialization {

// The range of bytecode versions that can be read, both ends included.
inline constexpr int64_t kMinBytecodeVersion = 4;
inline constexpr int64_t kMaxBytecodeVersion = 9;
// More registers than any compiler has asked for; bounds what a damaged file can allocate.
inline constexpr int64_t kMaxRegisterSize = 1 << 20;

struct InstructionImage {
  torch::jit::OpCode op;
  int32_t x = 0;
  int32_t n = 0;  // in [0, 65535]
};

struct OperatorImage {
  std::string name;      // "aten::add"
  std::string overload;  // "Tensor", or empty
  // How many of the schema's arguments the code pushes, out arguments counted; the others take
  // their defaults. -1: the file does not say (bytecode 5 and older), all of them are pushed; or
  // the operator takes any number (bytecode 6 and newer).
  int64_t num_specified_args = -1;
};

struct ArgumentImage {
  std::string name;
  std::string type;           // "Tensor", "Optional[int]", "__torch__.Net"
  c10::IValue default_value;  // None where there is no default (files do not tell the two apart)
};

struct FunctionImage {
  std::string name;  // qualified: "__torch__.Net.forward"
  std::vector<InstructionImage> instructions;
  std::vector<OperatorImage> operators;
  std::vector<c10::IValue> constants;
  std::vector<std::string> types;
  int64_t register_size = 0;
  bool has_schema = false;               // files of bytecode 4 carry none
  std::vector<ArgumentImage> arguments;  // `self` first, where it is a method
  std::vector<ArgumentImage> returns;
  // One number per instruction, or empty where the file has no debug handles.
  std::vector<int64_t> debug_handles;
};

struct ModelImage {
  std::string name;              // for messages: the path, or "<stream>"
  int64_t bytecode_version = 0;  // 4 to 9
  // The version of the operators' semantics that the model was saved with (record "version", or
  // ".data/version"): it decides which upgraders apply.
  int64_t operator_version = 0;
  bool has_debug_handles = false;
  std::vector<FunctionImage> functions;  // in file order, unique names
};

}  // namespace aten_lite::serialization
