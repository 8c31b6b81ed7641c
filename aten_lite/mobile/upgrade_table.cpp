#include "aten_lite/mobile/upgrade_table.h"

namespace torch::jit::mobile {

namespace {

struct Upgrade {
  std::string_view name;
  std::string_view overload;
  int64_t last_version;  // of the old meaning
  std::string_view row;
};

// As PyTorch's own table has it, without those of its entries that change nothing: div's overloads
// with a rounding mode, and full.out.
constexpr Upgrade kUpgrades[] = {
    {"aten::div", "Scalar", 3, "aten_lite::div_Scalar_0_3"},
    {"aten::div", "Tensor", 3, "aten_lite::div_Tensor_0_3"},
    {"aten::div", "out", 3, "aten_lite::div_out_0_3"},
    {"aten::div_", "Scalar", 3, "aten_lite::div__Scalar_0_3"},
    {"aten::div_", "Tensor", 3, "aten_lite::div__Tensor_0_3"},
    {"aten::full", "", 4, "aten_lite::full_0_4"},
    {"aten::gelu", "", 9, "aten_lite::gelu_0_9"},
    {"aten::gelu", "out", 9, "aten_lite::gelu_out_0_9"},
    {"aten::linspace", "", 7, "aten_lite::linspace_0_7"},
    {"aten::linspace", "out", 7, "aten_lite::linspace_out_0_7"},
    {"aten::logspace", "", 8, "aten_lite::logspace_0_8"},
    {"aten::logspace", "out", 8, "aten_lite::logspace_out_0_8"},
};

}  // namespace

std::string_view find_upgrade(std::string_view name, std::string_view overload,
                              int64_t operator_version) {
  for (const Upgrade& upgrade : kUpgrades) {
    if (upgrade.name == name && upgrade.overload == overload) {
      return operator_version <= upgrade.last_version ? upgrade.row : std::string_view();
    }
  }
  return {};
}

}  // namespace torch::jit::mobile
