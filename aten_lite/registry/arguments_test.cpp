// Runs the generated wrapper of every argument type: with real values, None, defaults, and wrong
// ones.
#include <gtest/gtest.h>

#include <limits>

#include "aten_lite/core/dict.h"
#include "aten_lite/core/list.h"
#include "aten_lite/registry/defaults.h"
#include "aten_lite/registry/unboxing.h"
#include "aten_lite/registry/unboxing_test_kernels.h"
#include "aten_lite/registry/unboxing_test_support.h"

namespace {

using at::registry::OperatorRow;
using c10::IValue;
using test::ints;
using test::row;
using test::run;
using test::seen;
using test::tensor_of;
using torch::jit::Stack;

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

}  // namespace
