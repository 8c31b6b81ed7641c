// Tests dense operators against results that PyTorch gave for the same inputs
// (dense_ops_recorded.h).
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <string_view>

#include "ATen/ops/abs.h"
#include "ATen/ops/adaptive_avg_pool2d.h"
#include "ATen/ops/adaptive_max_pool2d.h"
#include "ATen/ops/add.h"
#include "ATen/ops/avg_pool2d.h"
#include "ATen/ops/batch_norm.h"
#include "ATen/ops/bilinear.h"
#include "ATen/ops/cdist.h"
#include "ATen/ops/constant_pad_nd.h"
#include "ATen/ops/contiguous.h"
#include "ATen/ops/conv1d.h"
#include "ATen/ops/conv_transpose2d.h"
#include "ATen/ops/einsum.h"
#include "ATen/ops/flip.h"
#include "ATen/ops/grid_sampler.h"
#include "ATen/ops/group_norm.h"
#include "ATen/ops/gru.h"
#include "ATen/ops/im2col.h"
#include "ATen/ops/instance_norm.h"
#include "ATen/ops/layer_norm.h"
#include "ATen/ops/log_softmax.h"
#include "ATen/ops/lstm.h"
#include "ATen/ops/max_pool2d.h"
#include "ATen/ops/pixel_shuffle.h"
#include "ATen/ops/reflection_pad2d.h"
#include "ATen/ops/replication_pad2d.h"
#include "ATen/ops/scaled_dot_product_attention.h"
#include "ATen/ops/softmax.h"
#include "ATen/ops/upsample_bicubic2d.h"
#include "ATen/ops/upsample_bilinear2d.h"
#include "ATen/ops/upsample_nearest2d.h"
#include "aten_lite/core/empty.h"
#include "aten_lite/native/cpu/dense_ops_recorded.h"

namespace {

using at::Tensor;

// The inputs of record_dense_ops.py.
Tensor numbers(at::IntArrayRef sizes, int64_t step) {
  Tensor t(at::detail::empty_cpu(sizes, at::kFloat));
  for (int64_t i = 0; i < t.numel(); ++i) {
    t.data_ptr<float>()[i] = static_cast<float>((i * step) % 41 - 20) / 16.0f;
  }
  return t;
}

const recorded::Result& result_of(std::string_view name) {
  for (const recorded::Result& result : recorded::results()) {
    if (result.name == name) {
      return result;
    }
  }
  ADD_FAILURE() << "no recorded result of " << name;
  return recorded::results().front();
}

void expect_recorded(const char* name, const Tensor& actual) {
  const recorded::Result& expected = result_of(name);
  ASSERT_EQ(actual.sizes(), at::IntArrayRef(expected.sizes)) << name;
  const Tensor flat = actual.contiguous();
  for (int64_t i = 0; i < flat.numel(); ++i) {
    const float want = expected.values[static_cast<size_t>(i)];
    ASSERT_NEAR(flat.data_ptr<float>()[i], want, 1e-5 * (1 + std::abs(want)))
        << name << " at " << i;
  }
}

Tensor image() { return numbers({1, 2, 5, 6}, 7); }

TEST(DenseOps, PoolingEqualsPyTorch) {
  const Tensor x = image();
  expect_recorded("max_pool2d", at::max_pool2d(x, {3, 3}, {2, 2}, {1, 1}, {1, 1}, true));
  expect_recorded("avg_pool2d", at::avg_pool2d(x, {3, 3}, {2, 2}, {1, 1}, true, false));
  expect_recorded("adaptive_avg_pool2d", at::adaptive_avg_pool2d(x, {3, 4}));
  expect_recorded("adaptive_max_pool2d", std::get<0>(at::adaptive_max_pool2d(x, {3, 4})));
}

TEST(DenseOps, PoolingOfChannelsLastGivesTheSameNumbersInTheSameFormat) {
  const Tensor x = image().contiguous(at::MemoryFormat::ChannelsLast);
  const Tensor y = at::max_pool2d(x, {3, 3}, {2, 2}, {1, 1}, {1, 1}, true);
  EXPECT_TRUE(y.is_contiguous(at::MemoryFormat::ChannelsLast));
  expect_recorded("max_pool2d", y);
  expect_recorded("avg_pool2d", at::avg_pool2d(x, {3, 3}, {2, 2}, {1, 1}, true, false));
}

TEST(DenseOps, NormalizationEqualsPyTorch) {
  const Tensor x = image();
  expect_recorded("batch_norm",
                  at::batch_norm(x, numbers({2}, 11), numbers({2}, 13), numbers({2}, 3),
                                 at::add(at::abs(numbers({2}, 5)), 0.5), false, 0.1, 1e-5, false));
  expect_recorded("instance_norm", at::instance_norm(x, std::nullopt, std::nullopt, std::nullopt,
                                                     std::nullopt, true, 0.1, 1e-5, false));
  expect_recorded("group_norm",
                  at::group_norm(numbers({2, 4, 3}, 7), 2, numbers({4}, 3), numbers({4}, 5)));
  expect_recorded("layer_norm", at::layer_norm(x, {6}, numbers({6}, 3), numbers({6}, 5)));
}

TEST(DenseOps, SoftmaxEqualsPyTorch) {
  expect_recorded("softmax", at::softmax(image(), 1));
  expect_recorded("log_softmax", at::log_softmax(image(), -1));
}

TEST(DenseOps, ResamplingEqualsPyTorch) {
  const std::vector<double> scales{1.7, 2.0};
  const std::vector<double> equal{1.7, 1.7};
  expect_recorded("upsample_nearest", at::upsample_nearest2d(image(), std::nullopt, scales));
  expect_recorded("upsample_bilinear",
                  at::upsample_bilinear2d(image(), std::nullopt, false, equal));
  expect_recorded("upsample_bicubic", at::upsample_bicubic2d(image(), {7, 4}, true));
}

TEST(DenseOps, PaddingEqualsPyTorch) {
  expect_recorded("reflection_pad2d", at::reflection_pad2d(image(), {2, 1, 0, 3}));
  expect_recorded("replication_pad2d", at::replication_pad2d(image(), {2, 1, 0, 3}));
  expect_recorded("constant_pad", at::constant_pad_nd(image(), {-1, 2, 1, -2}, 3.5));
}

TEST(DenseOps, RearrangingEqualsPyTorch) {
  constexpr int64_t kBilinear = 0;
  constexpr int64_t kReflection = 2;
  expect_recorded("grid_sampler", at::grid_sampler(image(), numbers({1, 3, 4, 2}, 9), kBilinear,
                                                   kReflection, false));
  expect_recorded("pixel_shuffle", at::pixel_shuffle(numbers({1, 8, 2, 3}, 7), 2));
  expect_recorded("im2col", at::im2col(image(), {2, 3}, {1, 1}, {1, 0}, {2, 2}));
}

TEST(DenseOps, ConvolutionEqualsPyTorch) {
  expect_recorded("conv1d_same", at::conv1d(numbers({1, 3, 8}, 7), numbers({2, 3, 4}, 5),
                                            numbers({2}, 3), {1}, "same"));
  expect_recorded("conv_transpose2d",
                  at::conv_transpose2d(image(), numbers({2, 3, 3, 2}, 5), numbers({3}, 3), {2, 2},
                                       {1, 1}, {1, 1}, 1, {1, 2}));
}

TEST(DenseOps, ProductsEqualPyTorch) {
  const std::vector<Tensor> operands{numbers({2, 3, 4}, 7), numbers({2, 5, 4}, 5)};
  expect_recorded("einsum", at::einsum("bij,bkj->ik", operands));
  expect_recorded("bilinear", at::bilinear(numbers({3, 4}, 7), numbers({3, 2}, 5),
                                           numbers({5, 4, 2}, 3), numbers({5}, 11)));
  expect_recorded("cdist", at::cdist(numbers({3, 4}, 7), numbers({5, 4}, 5), 3.0));
  expect_recorded("attention", at::scaled_dot_product_attention(
                                   numbers({1, 2, 4, 3}, 7), numbers({1, 2, 5, 3}, 5),
                                   numbers({1, 2, 5, 6}, 3), std::nullopt, 0.0, true));
}

TEST(DenseOps, RecurrentLayersEqualPyTorch) {
  const std::vector<Tensor> state{numbers({1, 2, 5}, 13), numbers({1, 2, 5}, 15)};
  const std::vector<Tensor> lstm{numbers({20, 3}, 7), numbers({20, 5}, 5), numbers({20}, 3),
                                 numbers({20}, 11)};
  expect_recorded("lstm", std::get<0>(at::lstm(numbers({4, 2, 3}, 9), state, lstm, true, 1, 0.0,
                                               false, false, false)));
  std::vector<Tensor> gru{numbers({15, 3}, 7), numbers({15, 5}, 5), numbers({15}, 3),
                          numbers({15}, 11)};
  for (int i = 0; i < 4; ++i) {
    gru.push_back(at::flip(gru[static_cast<size_t>(i)], {0}));
  }
  expect_recorded("gru", std::get<0>(at::gru(numbers({4, 2, 3}, 9), numbers({2, 2, 5}, 13), gru,
                                             true, 1, 0.0, false, true, false)));
}

TEST(DenseOps, ErrorsNameTheArguments) {
  const auto message = [](auto run) -> std::string {
    try {
      run();
    } catch (const c10::Error& error) {
      return error.what();
    }
    return "nothing was thrown";
  };
  EXPECT_NE(message([] {
              at::max_pool2d(image(), {2, 2}, {1, 1}, {2, 2});
            }).find("pad should be at most half of effective kernel size"),
            std::string::npos);
  EXPECT_NE(message([] {
              at::conv1d(numbers({1, 4, 8}, 1), numbers({2, 3, 3}, 1));
            }).find("to have 3 channels, but got 4 channels instead"),
            std::string::npos);
  EXPECT_NE(message([] { at::softmax(image(), 4); }).find("Dimension out of range"),
            std::string::npos);
  EXPECT_NE(message([] { at::layer_norm(image(), {5}); }).find("Given normalized_shape=[5]"),
            std::string::npos);
}

}  // namespace
