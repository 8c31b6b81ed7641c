// Broadcasting of several tensors at once.
#pragma once

#include <vector>

#include "ATen/core/TensorBody.h"

namespace at::native {

// All tensors expanded to their common shape; undefined ones stay undefined.
std::vector<Tensor> expand_outplace(TensorList tensors);

}  // namespace at::native
