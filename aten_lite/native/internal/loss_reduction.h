// What losses do with their elements: the `reduction` argument.
#pragma once

#include "ATen/core/TensorBody.h"

namespace at::native {

// PyTorch's at::Reduction: None, Mean, Sum.
constexpr int64_t kKeepAll = 0;
constexpr int64_t kMean = 1;
constexpr int64_t kSum = 2;

Tensor reduce_loss(const Tensor& losses, int64_t reduction);

}  // namespace at::native
