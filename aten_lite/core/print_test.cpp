// Printed forms, held against what PyTorch 2.13 prints for the same values.
#include "aten_lite/core/print.h"

#include <gtest/gtest.h>

#include <cstring>
#include <limits>
#include <sstream>

#include "aten_lite/core/empty.h"

namespace {

template <typename T>
at::Tensor tensor(std::vector<T> values, at::IntArrayRef sizes) {
  at::Tensor t(at::detail::empty_cpu(sizes, c10::CppTypeToScalarType<T>::value));
  std::copy(values.begin(), values.end(), t.data_ptr<T>());
  return t;
}

template <typename T>
std::string printed(const T& value) {
  std::ostringstream out;
  out << value;
  return out.str();
}

TEST(PrintTensor, WideRangeIsScientific) {
  EXPECT_EQ(printed(tensor<float>({1.5f, 2.f, 1e6f}, {3})),
            " 1.5000e+00\n 2.0000e+00\n 1.0000e+06\n[ CPUFloatType{3} ]");
}

TEST(PrintTensor, IntegersAlignRight) {
  EXPECT_EQ(printed(tensor<int64_t>({1, 2, 3, 40}, {2, 2})),
            "  1   2\n  3  40\n[ CPULongType{2,2} ]");
}

TEST(PrintTensor, ZeroDimensional) {
  EXPECT_EQ(printed(tensor<float>({3.25f}, {})), "3.25\n[ CPUFloatType{} ]");
}

TEST(PrintTensor, NoElements) {
  EXPECT_EQ(printed(tensor<float>({}, {0, 3})), "[ CPUFloatType{0,3} ]");
}

TEST(PrintTensor, SmallNumbersShareAScale) {
  EXPECT_EQ(printed(tensor<float>({0.05f, 0.02f}, {2})),
            "0.01 *\n 5.0000\n 2.0000\n[ CPUFloatType{2} ]");
}

TEST(PrintTensor, NanAmongIntegers) {
  EXPECT_EQ(printed(tensor<float>({1, 2, std::numeric_limits<float>::quiet_NaN()}, {3})),
            " 1\n 2\nnan\n[ CPUFloatType{3} ]");
}

TEST(PrintTensor, SlicesOfHigherDimensions) {
  EXPECT_EQ(printed(tensor<float>(
                {-1.276f, 0.1025f, -1.1589f, 0.6979f, -1.3969f, -1.2258f, -2.0303f, 0.5736f},
                {1, 2, 2, 2})),
            "(1,1,.,.) = \n-1.2760  0.1025\n -1.1589  0.6979\n\n"
            "(1,2,.,.) = \n-1.3969 -1.2258\n -2.0303  0.5736\n[ CPUFloatType{1,2,2,2} ]");
}

TEST(PrintTensor, BreaksWideRowsIntoBlocks) {
  std::vector<int64_t> values(14);
  for (int64_t i = 0; i < 14; ++i) values[i] = i * 1000000000;
  EXPECT_EQ(printed(tensor<int64_t>(values, {2, 7})),
            "Columns 1 to 6 0.0000e+00  1.0000e+09  2.0000e+09  3.0000e+09  4.0000e+09  "
            "5.0000e+09\n 7.0000e+09  8.0000e+09  9.0000e+09  1.0000e+10  1.1000e+10  "
            "1.2000e+10\n\nColumns 7 to 7 6.0000e+09\n 1.3000e+10\n[ CPULongType{2,7} ]");
}

TEST(PrintValue, AsTorchScriptPrintsIt) {
  EXPECT_EQ(printed(c10::IValue(2.0)), "2.");
  EXPECT_EQ(printed(c10::IValue(0.1)), "0.10000000000000001");
  EXPECT_EQ(printed(c10::IValue(1e20)), "1e+20");
  EXPECT_EQ(printed(c10::IValue(true)), "True");
  EXPECT_EQ(printed(c10::IValue()), "None");
  EXPECT_EQ(printed(c10::IValue(c10::complex<double>(1, 2))), "1.+2.j");
  EXPECT_EQ(printed(c10::IValue(std::vector<std::string>{"a", "b"})), "[a, b]");
  EXPECT_EQ(printed(c10::IValue(std::make_tuple(5))), "(5,)");
  c10::Dict<std::string, int64_t> dict;
  dict.insert("a", 1);
  dict.insert("b", 2);
  EXPECT_EQ(printed(c10::IValue(dict)), "{a: 1, b: 2}");
}

}  // namespace
