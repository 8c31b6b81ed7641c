// Preparers (core/prepared_operator.h) of convolution and linear, on the contexts that prepacked::*
// operators use.
#pragma once

#include "aten_lite/core/prepared_operator.h"

namespace at::native {

// aten::conv2d.
c10::intrusive_ptr<aten_lite::PreparedOperator> prepare_conv2d(
    c10::ArrayRef<c10::IValue> arguments, const aten_lite::PreparedActivation& activation);
// aten::_convolution.
c10::intrusive_ptr<aten_lite::PreparedOperator> prepare_convolution(
    c10::ArrayRef<c10::IValue> arguments, const aten_lite::PreparedActivation& activation);
// aten::linear.
c10::intrusive_ptr<aten_lite::PreparedOperator> prepare_linear(
    c10::ArrayRef<c10::IValue> arguments, const aten_lite::PreparedActivation& activation);

}  // namespace at::native
