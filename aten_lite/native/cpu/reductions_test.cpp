// Reductions against results of PyTorch: layouts, empty inputs, NaN, ties, long sums.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "ATen/ops/all.h"
#include "ATen/ops/amax.h"
#include "ATen/ops/any.h"
#include "ATen/ops/argmax.h"
#include "ATen/ops/count_nonzero.h"
#include "ATen/ops/cummax.h"
#include "ATen/ops/cumsum.h"
#include "ATen/ops/linalg_vector_norm.h"
#include "ATen/ops/logsumexp.h"
#include "ATen/ops/max.h"
#include "ATen/ops/mean.h"
#include "ATen/ops/min.h"
#include "ATen/ops/prod.h"
#include "ATen/ops/std.h"
#include "ATen/ops/sum.h"
#include "ATen/ops/var.h"
#include "aten_lite/core/empty.h"
#include "aten_lite/native/internal/cast.h"
#include "aten_lite/parallel/parallel.h"

namespace at {
namespace {

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();

Tensor tensor_of(IntArrayRef sizes, std::vector<float> values, ScalarType type = kFloat) {
  Tensor result(at::detail::empty_cpu(sizes, type));
  native::cast_block(type, result.data_ptr(), kFloat, values.data(), result.numel());
  return result;
}
std::vector<float> values(const Tensor& tensor) {
  EXPECT_TRUE(tensor.is_contiguous());
  std::vector<float> result(static_cast<size_t>(tensor.numel()));
  native::cast_block(kFloat, result.data(), tensor.scalar_type(), tensor.data_ptr(),
                     tensor.numel());
  return result;
}
using Floats = std::vector<float>;

const Tensor& two_by_three() {
  static const Tensor tensor = tensor_of({2, 3}, {0, 1, 2, 3, 4, 5});
  return tensor;
}

TEST(SumTest, DimsKeepdimAndDtype) {
  const Tensor& x = two_by_three();
  EXPECT_EQ(values(at::sum(x)), Floats{15});
  EXPECT_EQ(values(at::sum(x, IntArrayRef(0))), (Floats{3, 5, 7}));
  EXPECT_EQ(values(at::sum(x, IntArrayRef(-1), true)), (Floats{3, 12}));
  EXPECT_EQ(at::sum(x, IntArrayRef(-1), true).sizes().vec(), (std::vector<int64_t>{2, 1}));
  EXPECT_EQ(values(at::sum(x.t(), IntArrayRef(0))), (Floats{3, 12}));
  EXPECT_EQ(at::sum(tensor_of({2}, {200, 100}, kByte)).scalar_type(), kLong);
  EXPECT_EQ(values(at::sum(tensor_of({2}, {200, 100}, kByte))), Floats{300});
  EXPECT_EQ(at::sum(x, kDouble).scalar_type(), kDouble);
}

TEST(SumTest, DimsAreChecked) {
  const int64_t twice[] = {0, 0};
  EXPECT_THROW(at::sum(two_by_three(), IntArrayRef(twice)), c10::Error);
  EXPECT_THROW(at::sum(two_by_three(), IntArrayRef(2)), c10::IndexError);
}

TEST(SumTest, LongSumsKeepTheirDigits) {
  const int64_t n = 10'000'000;
  Tensor x(at::detail::empty_cpu({n}, kFloat));
  std::fill_n(static_cast<float*>(x.data_ptr()), n, 0.1f);
  EXPECT_NEAR(values(at::sum(x))[0], 1000000.0f, 0.2f);
}

TEST(SumTest, DoesNotDependOnTheNumberOfThreads) {
  const int64_t n = 1'000'000;
  Tensor x(at::detail::empty_cpu({n / 10, 10}, kFloat));
  float* data = static_cast<float*>(x.data_ptr());
  for (int64_t i = 0; i < n; ++i) data[i] = std::sin(static_cast<float>(i));
  const int threads = at::get_num_threads();
  at::set_num_threads(1);
  const Floats alone = values(at::sum(x, IntArrayRef(0)));
  at::set_num_threads(4);
  EXPECT_EQ(values(at::sum(x, IntArrayRef(0))), alone);
  at::set_num_threads(threads);
}

TEST(SumTest, OfNothingIsTheIdentity) {
  const Tensor none = tensor_of({0, 2}, {});
  EXPECT_EQ(values(at::sum(none, IntArrayRef(0))), (Floats{0, 0}));
  EXPECT_EQ(values(at::prod(none, 0)), (Floats{1, 1}));
  EXPECT_TRUE(std::isnan(values(at::mean(none))[0]));
  EXPECT_EQ(values(at::all(none, 0)), (Floats{1, 1}));
  EXPECT_EQ(values(at::any(none)), Floats{0});
}

TEST(MeanTest, NeedsAFloatingType) {
  EXPECT_THROW(at::mean(tensor_of({2}, {1, 2}, kLong)), c10::Error);
  EXPECT_EQ(values(at::mean(tensor_of({2}, {1, 2}, kLong), kFloat)), Floats{1.5});
}

TEST(ExtremaTest, NanWinsAndTheFirstOfEqualElementsCounts) {
  const auto nan = at::max(tensor_of({4}, {1, kNan, 2, kNan}), 0);
  EXPECT_TRUE(std::isnan(values(std::get<0>(nan))[0]));
  EXPECT_EQ(values(std::get<1>(nan)), Floats{1});
  EXPECT_EQ(values(std::get<1>(at::max(tensor_of({3}, {1, 3, 3}), 0))), Floats{1});
  EXPECT_EQ(values(std::get<1>(at::min(tensor_of({3}, {1, 2, 1}), 0))), Floats{0});
}

TEST(ExtremaTest, ReductionsAcrossRowsAndAlongThemAgree) {
  // 100 columns: across rows; the transposed tensor: along memory.
  Tensor x(at::detail::empty_cpu({30, 100}, kFloat));
  float* data = static_cast<float*>(x.data_ptr());
  for (int64_t i = 0; i < 3000; ++i) data[i] = static_cast<float>((i * 7919) % 1013);
  const Tensor y = x.t().contiguous();
  EXPECT_EQ(values(at::amax(x, IntArrayRef(0))), values(at::amax(y, IntArrayRef(1))));
  EXPECT_EQ(values(at::argmax(x, 0)), values(at::argmax(y, 1)));
  EXPECT_EQ(values(at::var(x, IntArrayRef(0), true)), values(at::var(y, IntArrayRef(1), true)));
}

TEST(ExtremaTest, IndicesCountInRowMajorOrder) {
  EXPECT_EQ(values(at::argmax(tensor_of({2, 2}, {1, 9, 3, 4}).t())), Floats{2});
  EXPECT_EQ(at::argmax(two_by_three(), std::nullopt, true).sizes().vec(),
            (std::vector<int64_t>{1, 1}));
}

TEST(ExtremaTest, NothingHasNoExtremum) {
  EXPECT_THROW(at::max(tensor_of({0}, {})), c10::Error);
  EXPECT_THROW(at::max(tensor_of({0, 3}, {}), 0), c10::IndexError);
  EXPECT_EQ(std::get<0>(at::max(tensor_of({0, 3}, {}), 1)).numel(), 0);
  EXPECT_THROW(at::argmax(tensor_of({1}, {1}, kBool)), c10::Error);
}

TEST(AnyAllTest, AnEmptyListOfDimsReducesNothing) {
  EXPECT_EQ(values(at::any(two_by_three(), OptionalIntArrayRef(IntArrayRef()))),
            (Floats{0, 1, 1, 1, 1, 1}));
  EXPECT_EQ(at::any(tensor_of({2}, {0, 1}, kByte)).scalar_type(), kByte);
}

TEST(NormTest, Orders) {
  const Tensor x = tensor_of({2}, {3, -4});
  const auto norm = [&](double p) { return values(at::linalg_vector_norm(x, p))[0]; };
  EXPECT_EQ(norm(0), 2);
  EXPECT_EQ(norm(1), 7);
  EXPECT_EQ(norm(2), 5);
  EXPECT_EQ(norm(INFINITY), 4);
  EXPECT_EQ(norm(-INFINITY), 3);
  EXPECT_FLOAT_EQ(norm(3), 4.4979415f);
  EXPECT_THROW(at::linalg_vector_norm(tensor_of({0}, {}), double{INFINITY}), c10::Error);
}

TEST(VarianceTest, CorrectionLimitsTheFreedom) {
  EXPECT_TRUE(std::isnan(values(at::var(tensor_of({1}, {1})))[0]));
  EXPECT_TRUE(std::isinf(values(at::var(tensor_of({2}, {1, 2}), std::nullopt, Scalar(2)))[0]));
  EXPECT_FLOAT_EQ(values(at::std(two_by_three(), IntArrayRef(1), false))[0], 0.81649658f);
}

TEST(LogSumExpTest, InfinitiesAreNoTrouble) {
  EXPECT_EQ(values(at::logsumexp(tensor_of({2}, {-INFINITY, -INFINITY}), IntArrayRef(0))),
            Floats{-INFINITY});
  EXPECT_EQ(values(at::logsumexp(tensor_of({2}, {INFINITY, 1}), IntArrayRef(0))), Floats{INFINITY});
  EXPECT_FLOAT_EQ(values(at::logsumexp(tensor_of({2}, {1000, 1000}), IntArrayRef(0)))[0],
                  1000.6931f);
}

TEST(ScanTest, RunsAlongADim) {
  EXPECT_EQ(values(at::cumsum(two_by_three(), 0)), (Floats{0, 1, 2, 3, 5, 7}));
  EXPECT_EQ(values(at::cumsum(two_by_three().t(), 0)), (Floats{0, 3, 1, 7, 3, 12}));
  EXPECT_EQ(at::cumsum(tensor_of({2}, {1, 2}, kChar), 0).scalar_type(), kLong);
  const auto max = at::cummax(tensor_of({5}, {1, 3, 3, kNan, 5}), 0);
  EXPECT_EQ(values(std::get<1>(max)), (Floats{0, 1, 2, 3, 3}));
}

TEST(CountNonzeroTest, ByDims) {
  EXPECT_EQ(values(at::count_nonzero(two_by_three(), IntArrayRef(0))), (Floats{1, 2, 2}));
}

}  // namespace
}  // namespace at
