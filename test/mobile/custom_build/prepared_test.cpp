// A network's weights are folded and packed when it is loaded, and yet belong to the program: what
// it writes to them counts.
#include <gtest/gtest.h>
#include <torch/csrc/jit/mobile/import.h>
#include <torch/script.h>

#include <cmath>
#include <string>
#include <thread>
#include <vector>

namespace {

using torch::jit::mobile::Module;

std::string model_path;

Module load(uint64_t more_options) {
  torch::jit::ExtraFilesMap none;
  return torch::jit::_load_for_mobile(model_path, std::nullopt, none,
                                      torch::jit::kDefaultMobileLoadOptions | more_options);
}

at::Tensor run(Module& module) { return module.forward({at::ones({1, 3, 64, 64})}).toTensor(); }

void expect_close(const at::Tensor& actual, const at::Tensor& expected) {
  ASSERT_EQ(actual.sizes(), expected.sizes());
  EXPECT_EQ(actual.strides(), expected.strides());
  for (int64_t i = 0; i < expected.numel(); ++i) {
    const float value = expected.data_ptr<float>()[i];
    ASSERT_NEAR(actual.data_ptr<float>()[i], value, 1e-5 + 1e-3 * std::abs(value)) << i;
  }
}

bool differs(const at::Tensor& a, const at::Tensor& b) {
  for (int64_t i = 0; i < a.numel(); ++i) {
    if (std::abs(a.data_ptr<float>()[i] - b.data_ptr<float>()[i]) > 1e-3) return true;
  }
  return false;
}

// Doubles the numbers of the first parameter of four dims: the first convolution's weight.
void double_first_weight(Module& module, bool keep, std::vector<at::Tensor>* kept) {
  for (const at::Tensor& tensor : module.parameters()) {
    if (tensor.dim() != 4) continue;
    for (int64_t i = 0; i < tensor.numel(); ++i) tensor.data_ptr<float>()[i] *= 2;
    if (keep) kept->push_back(tensor);
    return;
  }
  FAIL() << "the network has no convolution";
}

TEST(PreparedNetwork, GivesTheSameResults) {
  Module prepared = load(0);
  Module plain = load(torch::jit::NO_PREPARATION);
  expect_close(run(prepared), run(plain));
  // And again, with packed weights that are there already.
  expect_close(run(prepared), run(plain));
}

TEST(PreparedNetwork, SeesWeightsThatTheProgramWrites) {
  Module prepared = load(0);
  Module plain = load(torch::jit::NO_PREPARATION);
  const at::Tensor before = run(prepared);
  for (const bool keep : {true, false}) {
    std::vector<at::Tensor> kept;
    double_first_weight(prepared, keep, &kept);
    double_first_weight(plain, keep, &kept);
    const at::Tensor after = run(prepared);
    expect_close(after, run(plain));
    EXPECT_TRUE(differs(after, before));
  }
}

TEST(PreparedNetwork, ACopyIsPreparedForItself) {
  Module original = load(0);
  const at::Tensor before = run(original);
  Module copy = original.deepcopy();
  expect_close(run(copy), before);
  std::vector<at::Tensor> kept;
  double_first_weight(copy, false, &kept);
  EXPECT_TRUE(differs(run(copy), before));
  expect_close(run(original), before);
}

TEST(PreparedNetwork, InputsOfOtherKindsGetTheOperatorsOwnAnswer) {
  Module prepared = load(0);
  Module plain = load(torch::jit::NO_PREPARATION);
  for (const at::Tensor& input :
       {at::ones({1, 3, 64, 64}, at::kDouble), at::ones({64, 64}), at::ones({1, 4, 64, 64})}) {
    EXPECT_THROW(plain.forward({input}), c10::Error);
    EXPECT_THROW(prepared.forward({input}), c10::Error);
  }
}

TEST(PreparedNetwork, ManyThreadsMayCallIt) {
  Module module = load(0);
  const at::Tensor expected = run(module);
  std::vector<std::thread> threads;
  for (int i = 0; i < 3; ++i) {
    threads.emplace_back([&expected, module]() mutable { expect_close(run(module), expected); });
  }
  for (std::thread& thread : threads) thread.join();
}

}  // namespace

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  if (argc != 2) return 2;
  model_path = argv[1];
  return RUN_ALL_TESTS();
}
