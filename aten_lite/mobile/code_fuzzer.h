// Runs code that is made of arbitrary bytes: shared by the fuzzer and by a test that mutates
// programs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "aten_lite/mobile/test_images.h"

namespace aten_lite::testing {

// Three bytes an instruction: opcode, X (signed), N. A model with that code is loaded and, when the
// verifier lets it pass, run with arguments of several kinds and a step limit. Errors are
// swallowed; whatever else happens is a finding. Returns whether the verifier let the code pass.
bool run_bytes_as_code(const uint8_t* data, size_t size);

// The inverse: bytes for these instructions.
std::vector<uint8_t> code_as_bytes(const std::vector<Line>& lines);

}  // namespace aten_lite::testing
