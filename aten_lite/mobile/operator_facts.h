// What preparation knows of operators beyond their schemas.
#pragma once

#include "aten_lite/core/array_ref.h"
#include "aten_lite/registry/operator_schema.h"

namespace torch::jit::mobile {

struct Value;

// Whether argument `index` of this call may be written to. `inputs` are all arguments.
bool may_write(const at::schemas::OperatorSchema& schema, size_t index,
               c10::ArrayRef<Value*> inputs);

// Whether a result may share memory with an argument. Believes schemas that say so, and those of a
// list of operators whose results are always new.
bool may_alias(const at::schemas::OperatorSchema& schema);

// Whether the operator computes plain values (numbers, strings, lists of them, elements of lists)
// from plain values or from a tensor's sizes, always the same ones, and does nothing else.
bool is_pure(const at::schemas::OperatorSchema& schema);

// Whether the result is a list that nobody else has.
bool makes_new_list(const at::schemas::OperatorSchema& schema);

// Whether the one result is a tensor, never None.
bool never_gives_none(const at::schemas::OperatorSchema& schema);

}  // namespace torch::jit::mobile
