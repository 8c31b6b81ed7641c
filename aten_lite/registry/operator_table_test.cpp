// The operator table, schema objects, and calls with fewer arguments than the schema has.
#include "aten_lite/registry/operator_table.h"

#include <gtest/gtest.h>

#include "aten_lite/registry/defaults.h"
#include "aten_lite/registry/unboxing_test_kernels.h"
#include "aten_lite/registry/unboxing_test_support.h"

namespace {

using at::registry::find_operator;
using at::registry::OperatorRow;
using c10::IValue;
using test::row;
using test::seen;
using test::tensor_of;
using torch::jit::Stack;

// --- Older models push fewer arguments --------------------------------------------------------

TEST(CompleteArguments, FillsInBelowTheOutArguments) {
  const OperatorRow& op = row("defaults");
  for (size_t given = 2; given <= 5; ++given) {
    const at::Tensor out = tensor_of(2);
    Stack stack = {tensor_of(1), 5, 0.5, "y", out};
    stack.erase(stack.begin() + static_cast<std::ptrdiff_t>(given) - 1, stack.end() - 1);
    at::registry::complete_arguments(stack, *op.schema, given);
    op.wrapper(stack);
    ASSERT_EQ(stack.size(), 1u);
    EXPECT_TRUE(stack[0].toTensor().is_same(out));
    const char* expected[] = {"1 none 'x'", "5 none 'x'", "5 0.5 'x'", "5 0.5 'y'"};
    EXPECT_EQ(seen(), expected[given - 2]);
  }
}

TEST(CompleteArguments, RefusesWhatHasNoDefault) {
  const auto& schema = *row("defaults").schema;
  EXPECT_FALSE(at::registry::can_complete(schema, 1));
  EXPECT_TRUE(at::registry::can_complete(schema, 2));
  EXPECT_FALSE(at::registry::can_complete(schema, 6));
  Stack stack = {tensor_of(1)};
  EXPECT_THROW(at::registry::complete_arguments(stack, schema, 1), c10::Error);
}

// --- Table and schemas ------------------------------------------------------------------------

TEST(OperatorTable, FindsByNameAndOverload) {
  EXPECT_NE(find_operator("test::grow", "out"), nullptr);
  EXPECT_NE(find_operator("test::grow", ""), nullptr);
  EXPECT_NE(find_operator("test::grow_", ""), nullptr);
  EXPECT_EQ(find_operator("test::grow", "nope"), nullptr);
  EXPECT_EQ(find_operator("test::gro", ""), nullptr);
  EXPECT_EQ(find_operator("", ""), nullptr);
}

TEST(OperatorTable, EveryRowIsFoundAndSorted) {
  size_t count = 0;
  at::registry::for_each_operator([&](const OperatorRow& each) {
    ++count;
    EXPECT_EQ(find_operator(each.name(), each.overload()), &each) << each.schema->full_name();
  });
  EXPECT_GT(count, 80u);
}

TEST(OperatorSchema, HasNamesTypesAndDefaults) {
  const auto& schema = *row("return_out", "out").schema;
  EXPECT_EQ(schema.text(),
            "test::return_out.out(Tensor self, int n=3, *, Tensor(a!) out) -> Tensor(a!)");
  EXPECT_EQ(schema.name(), "test::return_out");
  EXPECT_EQ(schema.overload(), "out");
  EXPECT_EQ(schema.full_name(), "test::return_out.out");
  ASSERT_EQ(schema.argument_count(), 3u);
  EXPECT_EQ(schema.return_count(), 1u);
  EXPECT_EQ(schema.argument_name(1), "n");
  EXPECT_EQ(schema.argument_type(1), "int");
  EXPECT_EQ(schema.argument_type(2), "Tensor(a!)");
  EXPECT_TRUE(schema.has_default(1));
  EXPECT_FALSE(schema.has_default(0));
  EXPECT_EQ(schema.argument(2).kind, at::schemas::kOutArgument);
  EXPECT_EQ(schema.out_count(), 1u);
  EXPECT_EQ(at::registry::default_value(schema, 1), IValue(3));
}

TEST(OperatorSchema, WithoutAnOverload) {
  EXPECT_EQ(row("grow").schema->overload(), "");
  EXPECT_EQ(row("grow").schema->full_name(), "test::grow");
  EXPECT_EQ(row("return_nothing").schema->argument_count(), 0u);
}

}  // namespace
