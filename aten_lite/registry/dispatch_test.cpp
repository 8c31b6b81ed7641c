// Static dispatch over two backends: which kernel a call reaches, and what it says without one.
#include <gtest/gtest.h>

#include <optional>

#include "ATen/core/TensorBody.h"
#include "aten_lite/core/empty.h"
#include "aten_lite/core/list.h"
#include "aten_lite/core/stack.h"
#include "aten_lite/registry/operator_table.h"

namespace test::native {

constexpr int64_t kCpu = 1;
constexpr int64_t kQuantized = 2;
constexpr int64_t kComposite = 3;

int64_t both_cpu(const at::Tensor&) { return kCpu; }
int64_t both_quantized(const at::Tensor&) { return kQuantized; }
int64_t both_lists_cpu(const std::optional<at::Tensor>&, at::TensorList) { return kCpu; }
int64_t both_lists_quantized(const std::optional<at::Tensor>&, at::TensorList) {
  return kQuantized;
}
int64_t cpu_only(const at::Tensor&) { return kCpu; }
int64_t quantized_only(const at::Tensor&) { return kQuantized; }
int64_t composite(const at::Tensor&) { return kComposite; }

}  // namespace test::native

namespace {

using test::native::kComposite;
using test::native::kCpu;
using test::native::kQuantized;

at::Tensor plain() { return at::detail::empty_cpu({2}, at::kFloat); }
at::Tensor quantized() { return at::detail::empty_cpu({2}, at::kQInt8); }

int64_t call(const char* name, std::vector<c10::IValue> arguments) {
  torch::jit::Stack stack = std::move(arguments);
  at::registry::find_operator(name, "")->wrapper(stack);
  return stack.at(0).toInt();
}

std::string error_of(const char* name, const at::Tensor& argument) {
  try {
    call(name, {argument});
  } catch (const c10::Error& error) {
    return error.what_without_backtrace();
  }
  return "no error";
}

TEST(StaticDispatch, FollowsTheTensor) {
  EXPECT_EQ(call("test::both", {plain()}), kCpu);
  EXPECT_EQ(call("test::both", {quantized()}), kQuantized);
  EXPECT_EQ(call("test::both", {at::Tensor()}), kCpu);
}

TEST(StaticDispatch, OneQuantizedTensorAmongManyDecides) {
  const c10::List<at::Tensor> none;
  const c10::List<at::Tensor> mixed({plain(), quantized()});
  EXPECT_EQ(call("test::both_lists", {c10::IValue(), none}), kCpu);
  EXPECT_EQ(call("test::both_lists", {c10::IValue(), mixed}), kQuantized);
  EXPECT_EQ(call("test::both_lists", {plain(), none}), kCpu);
  EXPECT_EQ(call("test::both_lists", {quantized(), none}), kQuantized);
}

TEST(StaticDispatch, ACompositeKernelServesWhatHasNoOwn) {
  EXPECT_EQ(call("test::composite", {plain()}), kComposite);
  EXPECT_EQ(call("test::composite", {quantized()}), kComposite);
  EXPECT_EQ(call("test::quantized_or_composite", {plain()}), kComposite);
  EXPECT_EQ(call("test::quantized_or_composite", {quantized()}), kQuantized);
}

TEST(StaticDispatch, AMissingKernelIsAClearError) {
  EXPECT_EQ(call("test::cpu_only", {plain()}), kCpu);
  EXPECT_EQ(error_of("test::cpu_only", quantized()),
            "test::cpu_only has no kernel for quantized tensors; it has kernels for: CPU");
  EXPECT_EQ(call("test::quantized_only", {quantized()}), kQuantized);
  EXPECT_EQ(error_of("test::quantized_only", plain()),
            "test::quantized_only has no kernel for tensors that are not quantized; it has kernels "
            "for: QuantizedCPU");
}

}  // namespace
