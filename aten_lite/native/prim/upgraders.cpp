// Operators as older versions of PyTorch defined them.
//
// A model records the version of the operators it was saved with. Where an operator has changed its
// meaning since, the loader takes the row aten_lite::<operator>_<overload>_<first>_<last> for it,
// named after the versions that it covers. mobile/upgrade_table.cpp says which.
#include "ATen/ops/div.h"
#include "ATen/ops/full.h"
#include "ATen/ops/gelu.h"
#include "ATen/ops/linspace.h"
#include "ATen/ops/logspace.h"
#include "aten_lite/native/prim/boxed.h"

namespace at::native {

namespace {

constexpr c10::string_view kTruncate = "trunc";
// linspace() and logspace() gave this many values when they were not told.
constexpr int64_t kDefaultSteps = 100;

bool is_floating(const IValue& value) {
  return value.isTensor() ? prim::Argument<const at::Tensor&>::get(value).is_floating_point()
                          : value.isDouble();
}

// Up to version 3, div() of integers rounded towards zero.
at::Tensor divide(const IValue& self, const IValue& other) {
  const at::Tensor& a = self.toTensor();
  const bool exact = is_floating(self) || is_floating(other);
  if (other.isTensor()) {
    return exact ? at::div(a, other.toTensor()) : at::div(a, other.toTensor(), kTruncate);
  }
  return exact ? at::div(a, other.toScalar()) : at::div(a, other.toScalar(), kTruncate);
}

at::TensorOptions options_of(const IValue& dtype, const IValue& layout, const IValue& device,
                             const IValue& pin_memory) {
  at::TensorOptions options;
  if (!dtype.isNone()) options = options.dtype(dtype.toScalarType());
  if (!layout.isNone()) options = options.layout(layout.toLayout());
  if (!device.isNone()) options = options.device(device.toDevice());
  if (!pin_memory.isNone()) options = options.pinned_memory(pin_memory.toBool());
  return options;
}

int64_t steps_of(const IValue& steps) { return steps.isNone() ? kDefaultSteps : steps.toInt(); }

}  // namespace

// div.Tensor and div.Scalar
void upgrade_div(Stack& stack) {
  boxed(stack, [](const IValue& self, const IValue& other) { return divide(self, other); });
}
// div_.Tensor and div_.Scalar
void upgrade_div_(Stack& stack) {
  boxed(stack, [](const IValue& self, const IValue& other) {
    at::Tensor result = self.toTensor();
    return result.copy_(divide(self, other));
  });
}
// The result's type counts too: a float `out` means an exact division.
void upgrade_div_out(Stack& stack) {
  boxed(stack, [](const IValue& self, const IValue& other, at::Tensor out) {
    const bool exact = is_floating(self) || is_floating(other) || out.is_floating_point();
    return exact ? at::div_out(out, self.toTensor(), other.toTensor())
                 : at::div_out(out, self.toTensor(), other.toTensor(), kTruncate);
  });
}

// Up to version 4, full() of an integer gave floats when it was not told otherwise.
void upgrade_full(Stack& stack) {
  boxed(stack, [](std::vector<int64_t> size, const IValue& fill, const IValue& dtype,
                  const IValue& layout, const IValue& device, const IValue& pin_memory) {
    const at::Scalar value = dtype.isNone() && !fill.isComplexDouble()
                                 ? at::Scalar(fill.toScalar().toDouble())
                                 : fill.toScalar();
    return at::full(size, value, options_of(dtype, layout, device, pin_memory));
  });
}

// Up to version 9, gelu() had no choice of approximation.
void upgrade_gelu(Stack& stack) {
  boxed(stack, [](const at::Tensor& self) { return at::gelu(self); });
}
void upgrade_gelu_out(Stack& stack) {
  boxed(stack, [](const at::Tensor& self, at::Tensor out) { return at::gelu_out(out, self); });
}

// Up to version 7, the number of steps could be left out.
void upgrade_linspace(Stack& stack) {
  boxed(stack, [](const at::Scalar& start, const at::Scalar& end, const IValue& steps,
                  const IValue& dtype, const IValue& layout, const IValue& device,
                  const IValue& pin_memory) {
    return at::linspace(start, end, steps_of(steps), options_of(dtype, layout, device, pin_memory));
  });
}
void upgrade_linspace_out(Stack& stack) {
  boxed(stack, [](const at::Scalar& start, const at::Scalar& end, const IValue& steps,
                  at::Tensor out) { return at::linspace_out(out, start, end, steps_of(steps)); });
}
// And up to version 8 here.
void upgrade_logspace(Stack& stack) {
  boxed(stack, [](const at::Scalar& start, const at::Scalar& end, const IValue& steps, double base,
                  const IValue& dtype, const IValue& layout, const IValue& device,
                  const IValue& pin_memory) {
    return at::logspace(start, end, steps_of(steps), base,
                        options_of(dtype, layout, device, pin_memory));
  });
}
void upgrade_logspace_out(Stack& stack) {
  boxed(stack,
        [](const at::Scalar& start, const at::Scalar& end, const IValue& steps, double base,
           at::Tensor out) { return at::logspace_out(out, start, end, steps_of(steps), base); });
}

}  // namespace at::native
