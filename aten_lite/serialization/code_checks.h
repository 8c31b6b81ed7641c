// What is checked of code whichever kind of file it comes from. See model_image.h.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "aten_lite/serialization/model_image.h"

namespace aten_lite::serialization {

// All throw c10::Error unless the number is one that this runtime reads. `place` opens messages.
void check_bytecode_version(int64_t version, const std::string& model_name);
// `what`: how the file calls it.
void check_operator_version(int64_t version, int64_t lowest, const std::string& model_name,
                            const char* what);
void check_register_size(int64_t size, const std::string& place);
// Of the functions together: there are some, no two of one name.
void check_functions(const ModelImage& image, const std::string& place);

// For an instruction that mobile models may not contain.
[[noreturn]] void refuse_opcode(torch::jit::OpCode op, size_t instruction,
                                const std::string& place);

}  // namespace aten_lite::serialization
