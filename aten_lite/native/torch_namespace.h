// Namespace torch: what the C++ frontend calls at:: by another name.
#pragma once

#include "ATen/Functions.h"
#include "aten_lite/core/generator.h"
#include "aten_lite/core/grad_mode.h"
#include "aten_lite/core/ivalue.h"
#include "aten_lite/core/optional.h"
#include "aten_lite/core/scalar_type.h"
#include "aten_lite/native/tensor_factory.h"
#include "aten_lite/native/tensor_indexing.h"
#include "aten_lite/native/tensor_operators.h"

namespace torch {

using namespace at;  // NOLINT(google-build-using-namespace): that is what the name means

using c10::nullopt;
using c10::optional;

using Dtype = at::ScalarType;

constexpr Dtype kUInt8 = at::kByte;
constexpr Dtype kInt8 = at::kChar;
constexpr Dtype kInt16 = at::kShort;
constexpr Dtype kInt32 = at::kInt;
constexpr Dtype kInt64 = at::kLong;
constexpr Dtype kFloat16 = at::kHalf;
constexpr Dtype kFloat32 = at::kFloat;
constexpr Dtype kFloat64 = at::kDouble;
constexpr Dtype kComplex64 = at::kComplexFloat;
constexpr Dtype kComplex128 = at::kComplexDouble;

}  // namespace torch
