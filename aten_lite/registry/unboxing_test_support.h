// Shared by the tests of generated wrappers: running an operator of testdata/all_types.yaml.
#pragma once

#include <initializer_list>
#include <vector>

#include "aten_lite/core/ivalue.h"
#include "aten_lite/core/stack.h"
#include "aten_lite/registry/operator_table.h"

namespace test {

// A tensor that nobody computes with.
at::Tensor tensor_of(int64_t n);
c10::IValue ints(std::initializer_list<int64_t> values);

// The row of test::`name`; throws when there is none.
const at::registry::OperatorRow& row(const char* name, const char* overload = "");

// Runs an operator above a value that it must not touch; what it leaves is returned.
torch::jit::Stack run(const char* name, std::vector<c10::IValue> arguments,
                      const char* overload = "");

}  // namespace test
