// What static libraries with generated wrappers do when they are linked together.
//
// Built several times: with all operators, with a selection, with a user's kernel for one of them,
// with two overlapping selections of a user's operators.
#include <gtest/gtest.h>

#include "aten_lite/core/stack.h"
#include "aten_lite/registry/operator_table.h"

namespace {

using at::registry::find_operator;

[[maybe_unused]] int64_t call(const char* name) {
  torch::jit::Stack stack;
  find_operator(name, "")->wrapper(stack);
  return stack.at(0).toInt();
}

#ifdef LINKS_ALL
TEST(Linkage, LibrariesNeedNoReferenceToBeFound) {
  EXPECT_EQ(call("aten::three"), 3);
  EXPECT_EQ(call("aten::four"), 4);
}

TEST(Linkage, ASecondLibraryWithTheSameOperatorMerges) {
  size_t rows = 0;
  at::registry::Wrapper wrapper = nullptr;
  at::registry::for_each_operator([&](const at::registry::OperatorRow& row) {
    if (row.name() != "aten::three") return;
    ++rows;
    if (wrapper == nullptr) wrapper = row.wrapper;
    EXPECT_EQ(wrapper, row.wrapper);
  });
  EXPECT_EQ(rows, 2u);
}
#endif

#ifdef LINKS_SELECTION
TEST(Linkage, WhatIsNotSelectedIsNotThere) {
  EXPECT_EQ(call("aten::three"), 3);
  EXPECT_EQ(find_operator("aten::four", ""), nullptr);
}
#endif

#ifdef LINKS_OVERRIDE
TEST(Linkage, AUsersKernelReplacesOurs) {
  EXPECT_EQ(call("aten::three"), 33);
  EXPECT_EQ(call("aten::four"), 4);
}
#endif

#ifdef LINKS_OVERLAP
TEST(Linkage, LibrariesShareAUsersOperators) {
  EXPECT_EQ(call("aten::three"), 33);
  EXPECT_EQ(call("mine::five"), 55);
  EXPECT_EQ(call("mine::six"), 66);
}
#endif

#ifdef LINKS_NOTHING
TEST(Linkage, ABinaryMayHoldNoOperatorAtAll) {
  EXPECT_EQ(find_operator("aten::three", ""), nullptr);
  EXPECT_EQ(at::registry::operator_tables().begin(), at::registry::operator_tables().end());
}
#endif

}  // namespace
