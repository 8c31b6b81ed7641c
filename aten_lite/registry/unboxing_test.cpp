// Runs the generated wrapper of every argument type and of every kind of result.
#include "aten_lite/registry/unboxing.h"

#include <gtest/gtest.h>

#include <limits>

#include "aten_lite/core/dict.h"
#include "aten_lite/core/empty.h"
#include "aten_lite/core/list.h"
#include "aten_lite/registry/defaults.h"
#include "aten_lite/registry/operator_table.h"
#include "aten_lite/registry/unboxing_test_kernels.h"

namespace {

using at::registry::find_operator;
using at::registry::OperatorRow;
using c10::IValue;
using test::seen;
using torch::jit::Stack;

at::Tensor tensor_of(int64_t n) { return at::detail::empty_cpu({n}, at::kFloat); }

const OperatorRow& row(const char* name, const char* overload = "") {
  const OperatorRow* found = find_operator(std::string("test::") + name, overload);
  TORCH_CHECK(found != nullptr, "no operator test::", name, ".", overload);
  return *found;
}

// Runs an operator above a value that it must not touch.
Stack run(const char* name, std::vector<IValue> arguments, const char* overload = "") {
  seen().clear();
  Stack stack = {IValue("below")};
  for (IValue& argument : arguments) stack.push_back(std::move(argument));
  row(name, overload).wrapper(stack);
  EXPECT_EQ(stack.front(), IValue("below"));
  stack.erase(stack.begin());
  return stack;
}

std::string error_of(const char* name, std::vector<IValue> arguments) {
  try {
    run(name, std::move(arguments));
  } catch (const c10::Error& error) {
    return error.what_without_backtrace();
  }
  return "no error";
}

struct Taken {
  const char* name;
  IValue value;
  const char* seen;
};
void PrintTo(const Taken& taken, std::ostream* out) { *out << taken.name << " " << taken.value; }

class ArgumentTypes : public testing::TestWithParam<Taken> {};

TEST_P(ArgumentTypes, ReachTheKernel) {
  const Stack results = run(GetParam().name, {GetParam().value});
  EXPECT_EQ(seen(), GetParam().seen);
  EXPECT_TRUE(results.empty());
}

struct Thing final : torch::CustomClassHolder {
  const char* qualified_name() const override { return "__torch__.torch.classes.test.Thing"; }
};

IValue ints(std::initializer_list<int64_t> values) { return c10::List<int64_t>(values); }

std::vector<Taken> given_values() {
  const at::Tensor three = tensor_of(3);
  c10::List<at::Tensor> tensors({three, tensor_of(4)});
  c10::List<std::optional<at::Tensor>> some;
  some.push_back(three);
  some.push_back(std::nullopt);
  c10::List<c10::complex<double>> complexes({{1, 2}, {0, -1}});
  c10::impl::GenericList scalars(c10::AnyType::get());
  scalars.push_back(IValue(1));
  scalars.push_back(IValue(0.5));
  scalars.push_back(IValue(true));
  c10::Dict<std::string, int64_t> dict;
  dict.insert("a", 1);
  return {
      {"tensor", three, "tensor of 3"},
      {"tensor", at::Tensor(), "undefined"},
      {"mutable_tensor", three, "tensor of 3"},
      {"view", three, "tensor of 3"},
      {"optional_tensor", three, "tensor of 3"},
      {"tensor_list", tensors, "[tensor of 3, tensor of 4]"},
      {"tensor_list", c10::List<at::Tensor>(), "[]"},
      {"mutable_tensor_list", tensors, "[tensor of 3, tensor of 4]"},
      {"optional_tensor_list", some, "[tensor of 3, none]"},
      {"optional_tensor_list", tensors, "[tensor of 3, tensor of 4]"},
      {"integer", -3, "-3"},
      {"integer", std::numeric_limits<int64_t>::min(), "-9223372036854775808"},
      {"optional_integer", 5, "5"},
      {"int_list", ints({}), "[]"},
      {"int_list", ints({1, 2, 3, 4, 5, 6, 7, 8, 9, 10}), "[1, 2, 3, 4, 5, 6, 7, 8, 9, 10]"},
      {"int1", ints({9}), "[9]"},
      {"int1", 9, "[9]"},
      {"int2", ints({1, 2}), "[1, 2]"},
      {"int2", 3, "[3, 3]"},
      {"int3", 3, "[3, 3, 3]"},
      {"int4", ints({1, 2, 3, 4}), "[1, 2, 3, 4]"},
      {"int5", 0, "[0, 0, 0, 0, 0]"},
      {"int6", ints({6, 5, 4, 3, 2, 1}), "[6, 5, 4, 3, 2, 1]"},
      {"optional_int1", 2, "[2]"},
      {"optional_int1", ints({0, 1}), "[0, 1]"},
      {"optional_int2", 2, "[2, 2]"},
      {"optional_int_list", ints({7}), "[7]"},
      {"optional_int_list", ints({}), "[]"},
      {"sym_int", 8, "8"},
      {"optional_sym_int", 8, "8"},
      {"sym_int_list", ints({8, 9}), "[8, 9]"},
      {"sym_int2", 8, "[8, 8]"},
      {"optional_sym_int1", ints({8}), "[8]"},
      {"optional_sym_int_list", ints({8}), "[8]"},
      {"floating", 0.25, "0.25"},
      {"floating", std::numeric_limits<double>::infinity(), "inf"},
      {"optional_floating", 0.25, "0.25"},
      {"float_list", c10::List<double>({0.5, -1.0}), "[0.5, -1]"},
      {"optional_float_list", c10::List<double>({0.5}), "[0.5]"},
      {"boolean", false, "false"},
      {"optional_boolean", true, "true"},
      {"bool2", c10::List<bool>({true, false}), "[true, false]"},
      {"bool3", c10::List<bool>({true, false, true}), "[true, false, true]"},
      {"bool4", c10::List<bool>({true, true, true, false}), "[true, true, true, false]"},
      {"bool_list", c10::List<bool>({false}), "[false]"},
      {"complex_number", c10::complex<double>(1, 2), "(1,2)"},
      {"complex_list", complexes, "[(1,2), (0,-1)]"},
      {"scalar", 3, "3"},
      {"scalar", 0.5, "0.5"},
      {"optional_scalar", 3, "3"},
      {"scalar_list", scalars, "[1, 0.5, true]"},
      {"string", "abc", "'abc'"},
      {"optional_string", "", "''"},
      {"string_list", c10::List<std::string>({"a", "b"}), "['a', 'b']"},
      {"scalar_type", at::kFloat, "Float"},
      {"optional_scalar_type", at::kBool, "Bool"},
      {"layout", at::kStrided, "Strided"},
      {"optional_layout", at::kStrided, "Strided"},
      {"device", at::Device(at::kCPU), "cpu"},
      {"optional_device", at::Device(at::kCPU), "cpu"},
      {"device_index", -1, "-1"},
      {"memory_format", at::MemoryFormat::ChannelsLast, "ChannelsLast"},
      {"optional_memory_format", at::MemoryFormat::Preserve, "Preserve"},
      {"qscheme", c10::QScheme::PER_TENSOR_SYMMETRIC, "2"},
      {"generator", at::detail::createCPUGenerator(42), "42"},
      {"optional_generator", at::detail::createCPUGenerator(43), "43"},
      {"storage", three.storage(), "12 bytes"},
      {"stream", c10::Stream(at::Device(at::kCPU), 1), "stream 1"},
      {"dimname", "N", "N"},
      {"optional_dimname", "C", "C"},
      {"dimname1", c10::List<std::string>({"N"}), "[N]"},
      {"dimname_list", c10::List<std::string>({"N", "C"}), "[N, C]"},
      {"optional_dimname_list", c10::List<std::string>({"N"}), "[N]"},
      {"any", 3, "3"},
      {"any", IValue(), "None"},
      {"generic_list", ints({1}), "[1]"},
      {"dict", dict, "{a: 1}"},
      {"custom", c10::make_intrusive<Thing>(), "Capsule"},
  };
}

INSTANTIATE_TEST_SUITE_P(Given, ArgumentTypes, testing::ValuesIn(given_values()),
                         [](const auto& info) {
                           return info.param.name + ("_" + std::to_string(info.index));
                         });

class Nones : public testing::TestWithParam<const char*> {};

TEST_P(Nones, ReachTheKernel) {
  run(GetParam(), {IValue()});
  EXPECT_EQ(seen(), "none");
}

INSTANTIATE_TEST_SUITE_P(Optional, Nones,
                         testing::Values("optional_tensor", "optional_integer", "optional_int1",
                                         "optional_int2", "optional_int_list", "optional_sym_int",
                                         "optional_sym_int1", "optional_sym_int_list",
                                         "optional_floating", "optional_float_list",
                                         "optional_boolean", "optional_scalar", "optional_string",
                                         "optional_scalar_type", "optional_layout",
                                         "optional_device", "optional_memory_format",
                                         "optional_generator", "optional_dimname",
                                         "optional_dimname_list"));

class Defaults : public testing::TestWithParam<std::pair<const char*, const char*>> {};

TEST_P(Defaults, ReachTheKernel) {
  Stack stack;
  const OperatorRow& op = row(GetParam().first);
  ASSERT_TRUE(at::registry::can_complete(*op.schema, 0));
  at::registry::complete_arguments(stack, *op.schema, 0);
  op.wrapper(stack);
  EXPECT_EQ(seen(), GetParam().second);
}

INSTANTIATE_TEST_SUITE_P(OfEveryKind, Defaults,
                         testing::ValuesIn(std::vector<std::pair<const char*, const char*>>{
                             {"optional_tensor", "none"},
                             {"integer", "7"},
                             {"int_list", "[1, 2, 3]"},
                             {"int1", "[4]"},
                             {"int2", "[0, 0]"},
                             {"int3", "[1, 1, 1]"},
                             {"int4", "[]"},
                             {"int5", "[-1, -1, -1, -1, -1]"},
                             {"int6", "[6, 6, 6, 6, 6, 6]"},
                             {"sym_int", "-100"},
                             {"sym_int_list", "[]"},
                             {"sym_int2", "[1, 1]"},
                             {"floating", "1e-05"},
                             {"float_list", "[0.5, 2]"},
                             {"boolean", "true"},
                             {"bool3", "[true, false, true]"},
                             {"scalar", "0.125"},
                             {"int_scalar", "20"},
                             {"string", "'mean'"},
                             {"scalar_type", "Long"},
                             {"memory_format", "Contiguous"},
                             {"optional_dimname_list", "none"},
                         }));

// --- Wrong values -----------------------------------------------------------------------------

TEST(WrongTags, NameOperatorArgumentAndBothTypes) {
  EXPECT_EQ(error_of("tensor", {3}),
            "argument 'value' (position 0) of test::tensor must be Tensor, but is int");
  EXPECT_EQ(error_of("integer", {0.5}),
            "argument 'value' (position 0) of test::integer must be int, but is float");
  EXPECT_EQ(error_of("floating", {3}),
            "argument 'value' (position 0) of test::floating must be float, but is int");
  EXPECT_EQ(error_of("optional_string", {true}),
            "argument 'value' (position 0) of test::optional_string must be str?, but is bool");
  EXPECT_EQ(error_of("integer", {IValue()}),
            "argument 'value' (position 0) of test::integer must be int, but is NoneType");
}

TEST(WrongTags, NameTheElementOfAList) {
  EXPECT_EQ(error_of("int_list", {c10::List<double>({1.0})}),
            "argument 'value' (position 0) of test::int_list must be int[], but its element 0 is "
            "float");
  EXPECT_EQ(error_of("tensor_list", {ints({1})}),
            "argument 'value' (position 0) of test::tensor_list must be Tensor[], but its element "
            "0 is int");
}

TEST(WrongTags, OneNumberIsNoListWithoutASize) {
  EXPECT_EQ(error_of("int_list", {3}),
            "argument 'value' (position 0) of test::int_list must be int[], but is int");
}

TEST(WrongTags, EveryTypeRefusesAValueOfAnother) {
  for (const Taken& taken : given_values()) {
    const std::string name = taken.name;
    if (name == "any" || name == "generic_list" || name == "dict" || name == "custom") continue;
    const bool takes_text = name.find("string") == 0 || name.find("dimname") == 0 ||
                            name.find("optional_string") == 0 || name.find("optional_dimname") == 0;
    const IValue other = takes_text ? IValue(1) : IValue("text");
    EXPECT_NE(error_of(taken.name, {other}).find("must be"), std::string::npos) << name;
  }
}

TEST(WrongValues, EnumerationsAreCheckedForTheirRange) {
  EXPECT_NE(error_of("scalar_type", {1000}).find("as a number from 0"), std::string::npos);
  EXPECT_NE(error_of("scalar_type", {-1}).find("but is -1"), std::string::npos);
  EXPECT_NE(error_of("layout", {100}).find("but is 100"), std::string::npos);
  EXPECT_NE(error_of("memory_format", {9}).find("but is 9"), std::string::npos);
  EXPECT_NE(error_of("device_index", {1000}).find("device index"), std::string::npos);
}

TEST(WrongValues, ArraysOfBoolsHaveTheirSize) {
  EXPECT_EQ(error_of("bool3", {c10::List<bool>({true})}),
            "argument 'value' (position 0) of test::bool3 must have 3 elements, but has 1");
}

TEST(WrongValues, TooFewValuesOnTheStack) {
  Stack stack;
  EXPECT_THROW(row("integer").wrapper(stack), c10::Error);
}

// --- Results ----------------------------------------------------------------------------------

TEST(Results, ReplaceTheArguments) {
  const at::Tensor a = tensor_of(1);
  const Stack results = run("return_tensor", {a, tensor_of(2)});
  ASSERT_EQ(results.size(), 1u);
  EXPECT_TRUE(results[0].toTensor().is_same(a));
}

TEST(Results, InPlaceOperatorsLeaveTheirSelf) {
  const at::Tensor a = tensor_of(1);
  const Stack results = run("return_self_", {a, 3});
  ASSERT_EQ(results.size(), 1u);
  EXPECT_TRUE(results[0].toTensor().is_same(a));
}

TEST(Results, OutOperatorsLeaveTheirOut) {
  const at::Tensor out = tensor_of(2);
  const Stack results = run("return_out", {tensor_of(1), 3, out}, "out");
  ASSERT_EQ(results.size(), 1u);
  EXPECT_TRUE(results[0].toTensor().is_same(out));
}

TEST(Results, SeveralOutsKeepTheirOrder) {
  const at::Tensor first = tensor_of(1);
  const at::Tensor second = tensor_of(2);
  const Stack results = run("return_outs", {0, first, second}, "out");
  ASSERT_EQ(results.size(), 2u);
  EXPECT_TRUE(results[0].toTensor().is_same(first));
  EXPECT_TRUE(results[1].toTensor().is_same(second));
}

TEST(Results, OfSeveralTypes) {
  const Stack results = run("return_several", {tensor_of(1), 5});
  ASSERT_EQ(results.size(), 3u);
  EXPECT_EQ(results[0].toTensor().numel(), 1);
  ASSERT_TRUE(results[1].isTensorList());
  EXPECT_EQ(results[1].toListRef()[1].toTensor().numel(), 5);
  EXPECT_EQ(results[2], IValue(5));
}

TEST(Results, OfEveryType) {
  EXPECT_TRUE(run("return_nothing", {}).empty());
  EXPECT_EQ(run("return_tensors", {tensor_of(1)})[0].toListRef().size(), 2u);
  EXPECT_EQ(run("return_int", {})[0], IValue(3));
  EXPECT_EQ(run("return_float", {})[0], IValue(0.5));
  EXPECT_EQ(run("return_bool", {})[0], IValue(true));
  EXPECT_EQ(run("return_sym_int", {})[0], IValue(4));
  EXPECT_EQ(run("return_scalar", {})[0], IValue(2.5));
  EXPECT_EQ(run("return_scalar_type", {})[0].toScalarType(), at::kHalf);
  EXPECT_EQ(run("return_qscheme", {})[0], IValue(1));
  EXPECT_EQ(run("return_device", {})[0].toDevice(), at::Device(at::kCPU));
  EXPECT_EQ(run("return_string", {})[0], IValue("text"));
  EXPECT_EQ(run("return_ints", {})[0], ints({1, 2}));
  EXPECT_TRUE(run("return_optional", {false})[0].isNone());
  EXPECT_TRUE(run("return_optional", {true})[0].isTensor());
  EXPECT_EQ(run("return_any", {"x"})[0], IValue("x"));
}

TEST(Results, BoxedKernelsGetTheStack) {
  EXPECT_EQ(run("boxed", {3})[0], IValue(3));
  EXPECT_EQ(seen(), "boxed 3");
}

TEST(Results, ArgumentsAreStillThereWhenTheKernelThrows) {
  const at::Tensor a = tensor_of(1);
  Stack stack = {a, 3};
  EXPECT_THROW(row("throws").wrapper(stack), c10::Error);
  ASSERT_EQ(stack.size(), 2u);
  EXPECT_TRUE(stack[0].toTensor().is_same(a));
  EXPECT_EQ(stack[1], IValue(3));
}

TEST(Results, NothingHoldsAnArgumentAfterwards) {
  const at::Tensor a = tensor_of(1);
  run("tensor", {a});
  run("optional_tensor", {a});
  run("tensor_list", {c10::List<at::Tensor>({a})});
  EXPECT_EQ(a.use_count(), 1u);
}

// --- Structured operators ---------------------------------------------------------------------

TEST(Structured, OneKernelServesThreeVariants) {
  const at::Tensor a = tensor_of(2);
  EXPECT_EQ(run("grow", {a, 3})[0].toTensor().numel(), 5);
  EXPECT_EQ(seen(), "allocates");

  EXPECT_TRUE(run("grow_", {a, 3})[0].toTensor().is_same(a));
  EXPECT_EQ(seen(), "in place");

  const at::Tensor out = tensor_of(5);
  EXPECT_TRUE(run("grow", {a, 3, out}, "out")[0].toTensor().is_same(out));
  EXPECT_EQ(seen(), "given");
}

TEST(Structured, AKernelMayHaveSeveralResults) {
  const Stack results = run("pair", {tensor_of(2)});
  ASSERT_EQ(results.size(), 2u);
  EXPECT_EQ(results[0].toTensor().numel(), 2);
  EXPECT_EQ(results[1].toTensor().numel(), 4);
  const Stack outs = run("pair", {tensor_of(2), tensor_of(1), tensor_of(1)}, "out");
  EXPECT_EQ(outs.size(), 2u);
  EXPECT_EQ(seen(), "given");
}

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
