// Running an operator of testdata/all_types.yaml.
#include "aten_lite/registry/unboxing_test_support.h"

#include <gtest/gtest.h>

#include <string>

#include "aten_lite/core/empty.h"
#include "aten_lite/core/list.h"
#include "aten_lite/registry/unboxing_test_kernels.h"

namespace test {

at::Tensor tensor_of(int64_t n) { return at::detail::empty_cpu({n}, at::kFloat); }

c10::IValue ints(std::initializer_list<int64_t> values) { return c10::List<int64_t>(values); }

const at::registry::OperatorRow& row(const char* name, const char* overload) {
  const auto* found = at::registry::find_operator(std::string("test::") + name, overload);
  TORCH_CHECK(found != nullptr, "no operator test::", name, ".", overload);
  return *found;
}

torch::jit::Stack run(const char* name, std::vector<c10::IValue> arguments, const char* overload) {
  seen().clear();
  torch::jit::Stack stack = {c10::IValue("below")};
  for (c10::IValue& argument : arguments) stack.push_back(std::move(argument));
  row(name, overload).wrapper(stack);
  EXPECT_EQ(stack.front(), c10::IValue("below"));
  stack.erase(stack.begin());
  return stack;
}

}  // namespace test
