// Tensors as pickles describe them: calls of torch._utils._rebuild_tensor_v2 and its kin.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_set>
#include <vector>

#include "aten_lite/core/tensor_base.h"
#include "aten_lite/serialization/pickle_cell.h"

namespace aten_lite::serialization {

// What the tensors of one pickle share.
struct TensorContext {
  std::string where;  // names the record in messages
  // Storages whose bytes are known to be valid bools.
  std::unordered_set<const c10::StorageImpl*> checked_bools;
  // Bytes that conjugated and negated views were copied to.
  uint64_t materialized = 0;
};

// The tensor that `function` would return for `arguments`: a view over its storage, whose sizes,
// strides and offset are checked. Conjugated and negated views get values of their own.
at::TensorBase rebuild_tensor(const PickleGlobal& function,
                              const std::vector<PickleCell>& arguments, TensorContext* context);

// Marks a floating-point or complex tensor when `flag` is True.
void set_requires_grad(const PickleCell& flag, const at::TensorBase& tensor);

}  // namespace aten_lite::serialization
