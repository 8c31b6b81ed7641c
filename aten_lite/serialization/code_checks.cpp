// Checks of code, with their messages.
#include "aten_lite/serialization/code_checks.h"

#include <unordered_set>

#include "aten_lite/core/error.h"

namespace aten_lite::serialization {
namespace {

// Of the operators' semantics: what torch 2 writes.
constexpr int64_t kMaxOperatorVersion = 10;

}  // namespace

void check_bytecode_version(int64_t version, const std::string& model_name) {
  TORCH_CHECK(version >= kMinBytecodeVersion, model_name, ": its bytecode version is ", version,
              "; this runtime reads bytecode versions ", kMinBytecodeVersion, " to ",
              kMaxBytecodeVersion, ". Export the model again with PyTorch 1.7 or newer");
  TORCH_CHECK(version <= kMaxBytecodeVersion, model_name, ": its bytecode version is ", version,
              "; this runtime reads bytecode versions ", kMinBytecodeVersion, " to ",
              kMaxBytecodeVersion,
              ". Convert the model: from torch.jit.mobile import _backport_for_mobile; "
              "_backport_for_mobile(\"in.ptl\", \"out.ptl\", ",
              kMaxBytecodeVersion, "), or use a newer runtime");
}

void check_operator_version(int64_t version, int64_t lowest, const std::string& model_name,
                            const char* what) {
  TORCH_CHECK(version >= lowest && version <= kMaxOperatorVersion, model_name, ": its ", what,
              " is ", version, "; this runtime reads versions ", lowest, " to ",
              kMaxOperatorVersion);
}

void refuse_opcode(torch::jit::OpCode op, size_t instruction, const std::string& place) {
  AT_ERROR(place, ": instruction ", instruction, " is ", torch::jit::opcode_name(op),
           ", which is not supported in mobile models (PyTorch's lite interpreter has no such "
           "instruction either); change the code that needs it, export again");
}

void check_register_size(int64_t size, const std::string& place) {
  TORCH_CHECK(size >= 0 && size <= kMaxRegisterSize, place, ": register_size is ", size,
              "; it must be from 0 to ", kMaxRegisterSize);
}

void check_functions(const ModelImage& image, const std::string& place) {
  std::unordered_set<std::string> names;
  for (const FunctionImage& function : image.functions) {
    TORCH_CHECK(names.insert(function.name).second, place, ": method ", function.name,
                ": the method occurs twice");
  }
  TORCH_CHECK(!names.empty(), place,
              ": the model has no methods; export a module with a forward()");
}

}  // namespace aten_lite::serialization
