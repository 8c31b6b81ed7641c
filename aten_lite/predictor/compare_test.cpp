// Comparison of values: what is equal, what is close, and where a difference is.
#include "aten_lite/predictor/compare.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <sstream>
#include <string>
#include <vector>

#include "aten_lite/core/empty.h"
#include "aten_lite/predictor/print_values.h"

namespace aten_lite::predictor {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInf = std::numeric_limits<double>::infinity();

template <typename T = float>
at::TensorBase tensor(c10::IntArrayRef sizes, std::vector<T> values) {
  at::TensorBase result = at::detail::empty_cpu(sizes, c10::CppTypeToScalarType<T>::value);
  std::copy(values.begin(), values.end(), result.data_ptr<T>());
  return result;
}

c10::IValue tuple(std::vector<c10::IValue> values) {
  return c10::IValue(c10::ivalue::Tuple::create(std::move(values)));
}

std::string difference(const c10::IValue& actual, const c10::IValue& expected,
                       const CompareOptions& options = {}) {
  return compare_values(actual, expected, options, "result").value_or("");
}

#define EXPECT_DIFFERENCE(text, ...) \
  EXPECT_NE(difference(__VA_ARGS__).find(text), std::string::npos) << difference(__VA_ARGS__)

TEST(Compare, TakesTheTolerancesOfAssertClose) {
  EXPECT_EQ(difference(tensor({2}, {1.0f, 100.0f}), tensor({2}, {1.00001f, 100.0001f})), "");
  EXPECT_DIFFERENCE("element [1]", tensor({2}, {1.0f, 100.0f}), tensor({2}, {1.0f, 100.1f}));
  EXPECT_DIFFERENCE("[0]", tensor<double>({1}, {1.0}), tensor<double>({1}, {1.000001}));
  EXPECT_DIFFERENCE("[0]", tensor<int64_t>({1}, {1000000}), tensor<int64_t>({1}, {1000001}));
  EXPECT_EQ(difference(1.0, 1.00000001), "");
  EXPECT_DIFFERENCE("is 1 instead of 1.0001", 1.0, 1.0001);
}

TEST(Compare, TreatsNanAndInfinityAsValues) {
  const std::vector<double> special{kNan, kInf, -kInf, 0.0};
  EXPECT_EQ(difference(tensor<double>({4}, special), tensor<double>({4}, special)), "");
  EXPECT_DIFFERENCE("[0]", tensor<double>({1}, {kInf}), tensor<double>({1}, {-kInf}));
  EXPECT_DIFFERENCE("[0]", tensor<double>({1}, {1}), tensor<double>({1}, {kInf}));
  EXPECT_DIFFERENCE("[0]", tensor<double>({1}, {kNan}), tensor<double>({1}, {1}));
  EXPECT_EQ(difference(kNan, kNan), "");
}

TEST(Compare, TellsWhereElementsDiffer) {
  CompareOptions options;
  options.rtol = 0;
  options.atol = 0.5;
  const std::string text =
      difference(tensor({2, 3}, {0, 0, 0, 0, 1, 3}), tensor({2, 3}, {0, 0, 0, 0, 0, 0}), options);
  EXPECT_EQ(text,
            "result: element [1, 1] is 1 instead of 0 (difference 1, allowed 0.5); 2 of 6 elements "
            "differ, the largest difference is 3 at [1, 2]");
}

TEST(Compare, ChecksDtypeShapeAndStridesOnRequest) {
  EXPECT_DIFFERENCE("is of dtype float32 instead of int64", tensor({1}, {1}),
                    tensor<int64_t>({1}, {1}));
  EXPECT_DIFFERENCE("is of shape [2, 1] instead of [2]", tensor({2, 1}, {1, 2}),
                    tensor({2}, {1, 2}));
  const at::TensorBase rows = tensor({2, 2}, {1, 2, 2, 1});
  const at::TensorBase columns =
      at::detail::view_of_storage(rows.storage(), c10::kFloat, {2, 2}, {1, 2}, 0);
  EXPECT_EQ(difference(rows, columns), "");
  CompareOptions options;
  options.check_strides = true;
  EXPECT_DIFFERENCE("has strides [2, 1] instead of [1, 2]", rows, columns, options);
}

TEST(Compare, ScalesTolToTheLargestElement) {
  CompareOptions options;
  options.tol = 0.01;
  // 0.5 off beside a largest element of 100: within atol = 1.
  EXPECT_EQ(difference(tensor({2}, {0.5, 100}), tensor({2}, {0, 100}), options), "");
  EXPECT_DIFFERENCE("[0]", tensor({2}, {1.5, 100}), tensor({2}, {0, 100}), options);
  // An infinity does not make everything close.
  EXPECT_DIFFERENCE("[0]", tensor<double>({2}, {1, kInf}), tensor<double>({2}, {0, kInf}), options);
}

TEST(Compare, KnowsExactAndShapeOnly) {
  CompareOptions options;
  options.mode = CompareMode::kExact;
  EXPECT_DIFFERENCE("[0]", tensor({1}, {1.0f}), tensor({1}, {1.0000001f}), options);
  options.mode = CompareMode::kShape;
  EXPECT_EQ(difference(tensor({1}, {1}), tensor({1}, {7}), options), "");
  EXPECT_EQ(difference(c10::IValue(1), c10::IValue(7), options), "");
  EXPECT_DIFFERENCE("shape", tensor({1}, {1}), tensor({2}, {7, 7}), options);
  EXPECT_DIFFERENCE("an int instead of a float", c10::IValue(1), c10::IValue(1.0), options);
}

TEST(Compare, WalksContainers) {
  c10::impl::GenericDict actual(c10::AnyType::get(), c10::AnyType::get());
  c10::impl::GenericDict expected(c10::AnyType::get(), c10::AnyType::get());
  actual.insert_or_assign(c10::IValue("b"), c10::IValue(std::vector<int64_t>{1, 2}));
  actual.insert_or_assign(c10::IValue("a"), c10::IValue(1));
  expected.insert_or_assign(c10::IValue("a"), c10::IValue(1));
  expected.insert_or_assign(c10::IValue("b"), c10::IValue(std::vector<int64_t>{1, 3}));
  EXPECT_EQ(difference(tuple({1, actual}), tuple({1, expected})),
            "result[1]['b'][1]: is 2 instead of 3");
  actual.insert_or_assign(c10::IValue("b"), expected.at(c10::IValue("b")));
  expected.insert_or_assign(c10::IValue("c"), c10::IValue(1));
  EXPECT_DIFFERENCE("has no key 'c'", actual, expected);
  EXPECT_DIFFERENCE("unexpected key 'c'", expected, actual);
  EXPECT_DIFFERENCE("has 1 elements instead of 2", tuple({1}), tuple({1, 2}));
  EXPECT_DIFFERENCE("a tuple instead of a list", tuple({1}), c10::IValue(std::vector<int64_t>{1}));
}

TEST(Compare, ComparesPlainValues) {
  EXPECT_EQ(difference("a", "a"), "");
  EXPECT_DIFFERENCE("'a' instead of 'b'", "a", "b");
  EXPECT_DIFFERENCE("True instead of False", true, false);
  EXPECT_DIFFERENCE("None instead of a tensor", c10::IValue(), tensor({1}, {1}));
  EXPECT_DIFFERENCE("device cpu instead of cuda:0", c10::Device(c10::kCPU),
                    c10::Device(c10::kCUDA, 0));
}

TEST(Compare, EndsForAListThatContainsItself) {
  c10::impl::GenericList list(c10::AnyType::get());
  list.push_back(c10::IValue(list));
  EXPECT_DIFFERENCE("too deep", c10::IValue(list), c10::IValue(list));
  list.clear();
}

TEST(PrintFirstValues, TakesElementsInOrder) {
  const at::TensorBase rows = tensor({2, 3}, {0, 1, 2, 3, 4, 5});
  const at::TensorBase columns =
      at::detail::view_of_storage(rows.storage(), c10::kFloat, {3, 2}, {1, 3}, 0);
  std::ostringstream out;
  print_first_values(out, columns, 5);
  EXPECT_EQ(out.str(), "0.000\n3.000\n1.000\n4.000\n2.000\n");
}

TEST(PrintFirstValues, TakesWhatThereIs) {
  std::ostringstream out;
  print_first_values(out, tuple({tensor<int64_t>({1}, {7}), "text", 1.5, c10::IValue(), true}), 5);
  EXPECT_EQ(out.str(), "7\ntext\n1.500\nNone\nTrue\n");
}

}  // namespace
}  // namespace aten_lite::predictor
