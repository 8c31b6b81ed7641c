// Arguments: ones, and values from Python that get the types a method expects.
#include "aten_lite/predictor/inputs.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "aten_lite/core/error.h"
#include "aten_lite/core/type_parser.h"
#include "aten_lite/predictor/measure.h"
#include "aten_lite/predictor/typing.h"

namespace aten_lite::predictor {
namespace {

c10::impl::GenericList list_of(std::vector<c10::IValue> values) {
  c10::impl::GenericList list(c10::AnyType::get());
  for (c10::IValue& value : values) list.push_back(std::move(value));
  return list;
}

c10::IValue convert(const c10::IValue& value, const std::string& type) {
  return convert_to_type(value, *c10::parseType(type));
}

std::string inferred(const c10::IValue& value) {
  infer_types(value);
  return value.type()->annotation_str();
}

TEST(Inputs, MakesOnesOfEveryType) {
  for (const auto dtype :
       {c10::kFloat, c10::kDouble, c10::kHalf, c10::kBFloat16, c10::kByte, c10::kChar, c10::kShort,
        c10::kInt, c10::kLong, c10::kBool, c10::kComplexFloat, c10::kComplexDouble}) {
    const at::TensorBase ones = make_ones({{2, 3}, dtype});
    EXPECT_EQ(ones.scalar_type(), dtype);
    EXPECT_EQ(ones.sizes(), c10::IntArrayRef({2, 3}));
  }
  EXPECT_EQ(make_ones({{1}, c10::kFloat}).data_ptr<float>()[0], 1.0f);
  EXPECT_THROW(make_ones({{1}, c10::kQInt8}), c10::Error);
}

TEST(Inputs, DefaultIsAnImage) {
  const auto inputs = make_inputs(Options());
  ASSERT_EQ(inputs.size(), 1u);
  EXPECT_EQ(inputs[0].toTensor().sizes(), c10::IntArrayRef({1, 3, 224, 224}));
}

TEST(Typing, ConvertsNumbers) {
  EXPECT_EQ(convert(2, "float").toDouble(), 2.0);
  EXPECT_EQ(convert(2, "Optional[float]").toDouble(), 2.0);
  EXPECT_TRUE(convert(c10::IValue(), "Optional[float]").isNone());
  EXPECT_EQ(convert(2, "complex").toComplexDouble(), c10::complex<double>(2, 0));
  EXPECT_EQ(convert("cpu", "Device").toDevice().str(), "cpu");
  EXPECT_EQ(convert("text", "float").toStringRef(), "text");
}

TEST(Typing, ConvertsContainersInPlace) {
  const c10::IValue list(list_of({1, 2.5}));
  const c10::IValue converted = convert(list, "List[float]");
  EXPECT_TRUE(converted.is(list));
  EXPECT_TRUE(list.isDoubleList());
  EXPECT_EQ(list.toListRef()[0].toDouble(), 1.0);
  EXPECT_EQ(convert(list_of({}), "List[Tensor]").type()->annotation_str(), "List[Tensor]");
  const c10::IValue tuple =
      convert(c10::IValue(c10::ivalue::Tuple::create(std::vector<c10::IValue>{1, list_of({})})),
              "Tuple[float, List[int]]");
  EXPECT_TRUE(tuple.toTupleRef().elements()[0].isDouble());
  EXPECT_TRUE(tuple.toTupleRef().elements()[1].isIntList());
}

TEST(Typing, InfersElementTypes) {
  EXPECT_EQ(inferred(list_of({1, 2})), "List[int]");
  EXPECT_EQ(inferred(list_of({list_of({1.5}), list_of({2.5})})), "List[List[float]]");
  EXPECT_EQ(inferred(list_of({1, "a"})), "List[Any]");
  c10::impl::GenericDict dict(c10::AnyType::get(), c10::AnyType::get());
  dict.insert_or_assign(c10::IValue("a"), c10::IValue(1));
  EXPECT_EQ(inferred(dict), "Dict[str, int]");
}

TEST(Measure, TakesQuantilesByRank) {
  const std::vector<double> values{5, 1, 4, 2, 3};
  EXPECT_EQ(quantile_of(values, 0), 1);
  EXPECT_EQ(quantile_of(values, 0.5), 3);
  EXPECT_EQ(quantile_of(values, 0.9), 5);
  EXPECT_EQ(quantile_of({7}, 0.9), 7);
  EXPECT_GT(peak_memory_bytes(), 0);
}

}  // namespace
}  // namespace aten_lite::predictor
