// Models reach the operators of custom_ops.yaml with arguments of every type.
#include <gtest/gtest.h>
#include <torch/script.h>

#include <cstdint>
#include <string>
#include <vector>

namespace {

// Where the models are, from the root of the runfiles.
const char kFolder[] = "test/mobile/custom_ops/";

TEST(CustomOperators, OfAModelRun) {
  auto module = torch::jit::_load_for_mobile(std::string(kFolder) + "CustomOperators.ptl");
  const auto result = module.forward({true, 3}).toTuple()->elements();
  EXPECT_EQ(result.at(0).toIntVector(), (std::vector<int64_t>{1, 7}));
  EXPECT_EQ(result.at(1).toIntVector(), (std::vector<int64_t>{32, 30, 45, 42}));
  EXPECT_EQ(result.at(2).toIntVector(), (std::vector<int64_t>{-1, 5, 8}));
  EXPECT_EQ(result.at(3).toStringRef(), "stridedstridedstrided");
  EXPECT_EQ(result.at(4).toInt(), 3);
}

TEST(CustomOperators, TakeAStream) {
  auto module = torch::jit::_load_for_mobile(std::string(kFolder) + "OnStream.ptl");
  const c10::Stream stream(c10::Device(c10::kCPU), 42);
  EXPECT_EQ(module.forward({stream}).toInt(), 42);
}

}  // namespace
