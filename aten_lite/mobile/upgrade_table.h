// Which operators have changed their meaning, and what stands for them in older models.
#pragma once

#include <cstdint>
#include <string_view>

namespace torch::jit::mobile {

// The name of the row that has the meaning of the operator in a model saved with
// `operator_version`, such as "aten_lite::div_Tensor_0_3"; empty when it has not changed since.
std::string_view find_upgrade(std::string_view name, std::string_view overload,
                              int64_t operator_version);

}  // namespace torch::jit::mobile
