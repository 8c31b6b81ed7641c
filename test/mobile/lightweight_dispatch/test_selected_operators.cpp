// The binary knows the operators that its models were selected for, and no others.
#include <gtest/gtest.h>
#include <torch/csrc/jit/mobile/import.h>

#include <set>
#include <string>

#include "aten_lite/registry/operator_table.h"

namespace {

std::set<std::string> registered() {
  std::set<std::string> names;
  at::registry::for_each_operator([&](const at::registry::OperatorRow& row) {
    const std::string overload(row.overload());
    names.insert(std::string(row.name()) + (overload.empty() ? "" : "." + overload));
  });
  return names;
}

TEST(SelectedOperators, AreThere) {
  const std::set<std::string> names = registered();
  for (const char* name : {"aten::add.Tensor", "aten::conv2d", "aten::index.Tensor", "aten::len.t",
                           "aten::gradient.scalarrayint", "aten::div.out"}) {
    EXPECT_EQ(names.count(name), 1u) << name;
  }
}

TEST(SelectedOperators, OthersAreNot) {
  const std::set<std::string> names = registered();
  // Siblings of selected operators, and operators that their kernels call.
  for (const char* name : {"aten::add.Scalar", "aten::conv1d", "aten::sub.Tensor", "aten::sin",
                           "aten::_convolution", "aten::add_.Tensor"}) {
    EXPECT_EQ(names.count(name), 0u) << name;
  }
}

}  // namespace
