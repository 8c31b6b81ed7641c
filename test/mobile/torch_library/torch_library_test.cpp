// A model calls operators that C++ registers with TORCH_LIBRARY, without any yaml.
#include <ATen/ATen.h>
#include <gtest/gtest.h>
#include <torch/library.h>
#include <torch/script.h>

#include <string>
#include <tuple>

namespace {

at::Tensor scale(const at::Tensor& x, double by) { return at::mul(x, by); }

std::tuple<at::Tensor, at::Tensor> split(const at::Tensor& x, int64_t at) {
  return {at::slice(x, 0, 0, at), at::slice(x, 0, at)};
}

TORCH_LIBRARY(lib_example, m) {
  m.def("scale(Tensor x, float by=2.0) -> Tensor", &scale);
  m.def("split(Tensor x, int at) -> (Tensor, Tensor)");
}
TORCH_LIBRARY_IMPL(lib_example, CPU, m) { m.impl("split", TORCH_FN(split)); }

TEST(TorchLibrary, OperatorsAreFoundByModels) {
  auto module = torch::jit::_load_for_mobile("test/mobile/torch_library/TorchLibrary.ptl");
  const auto results = module.forward({at::arange(5)}).toTuple()->elements();
  EXPECT_TRUE(at::equal(results.at(0).toTensor(), at::arange(2) * 2.0));
  EXPECT_TRUE(at::equal(results.at(1).toTensor(), at::arange(3) * 0.5 + 2));
}

}  // namespace
