// Default values of arguments, for models that push fewer arguments than the schema has.
//
// A model written against an older schema pushes what the schema had then. Arguments were only ever
// added at the end, before the out arguments, and with a default.
#pragma once

#include <cstddef>

#include "aten_lite/core/ivalue.h"
#include "aten_lite/core/stack.h"
#include "aten_lite/registry/operator_schema.h"

namespace at::registry {

// The default of an argument that has one; throws, naming operator and argument, when it has none.
c10::IValue default_value(const schemas::OperatorSchema& schema, size_t index);

// Whether a call with `given` arguments can be completed: every missing one has a default.
bool can_complete(const schemas::OperatorSchema& schema, size_t given);

// The top `given` values of the stack are arguments of the operator; inserts the defaults of the
// missing ones below the out arguments, which stay last. Throws when that is not possible.
void complete_arguments(torch::jit::Stack& stack, const schemas::OperatorSchema& schema,
                        size_t given);

}  // namespace at::registry
