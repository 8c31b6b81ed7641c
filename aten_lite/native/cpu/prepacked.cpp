// prepacked::linear_clamp_*, conv2d_clamp_*, conv2d_transpose_clamp_* and the classes they work on.
#include "aten_lite/core/stack.h"
#include "aten_lite/native/internal/prepacked_context.h"
#include "aten_lite/native/prim/boxed.h"

namespace at::native {
namespace {

using c10::IValue;
using torch::jit::Stack;

Tensor optional_tensor(const IValue& value) { return value.isNone() ? Tensor() : value.toTensor(); }

std::optional<Scalar> optional_scalar(const IValue& value) {
  return value.isNone() ? std::nullopt : std::optional<Scalar>(value.toScalar());
}

// The state of a context as its class's __getstate__ gives it: the arguments of its prepack
// operator.
c10::ArrayRef<IValue> state_of(const IValue& state, size_t size, const char* name) {
  TORCH_CHECK(
      state.isTuple() && state.toTupleRef().size() == size, "class ", name,
      " is made from a tuple of ", size, " values, but the model holds ",
      state.isTuple() ? c10::str("a tuple of ", state.toTupleRef().size()) : state.tagKind());
  return state.toTupleRef().elements();
}

// Arguments of the three operators, or elements of the states: they are the same.

c10::intrusive_ptr<LinearOpContext> make_linear(c10::ArrayRef<IValue> v) {
  return c10::make_intrusive<LinearOpContext>(
      v[0].toTensor(), optional_tensor(v[1]),
      PrepackedClamp{optional_scalar(v[2]), optional_scalar(v[3])});
}

c10::intrusive_ptr<Conv2dOpContext> make_conv(c10::ArrayRef<IValue> v) {
  PrepackedConvParameters p;
  p.stride = v[2].toIntVector();
  p.padding = v[3].toIntVector();
  p.dilation = v[4].toIntVector();
  p.groups = v[5].toInt();
  return c10::make_intrusive<Conv2dOpContext>(
      v[0].toTensor(), optional_tensor(v[1]), std::move(p),
      PrepackedClamp{optional_scalar(v[6]), optional_scalar(v[7])});
}

c10::intrusive_ptr<TransposeConv2dOpContext> make_transpose(c10::ArrayRef<IValue> v) {
  PrepackedConvParameters p;
  p.stride = v[2].toIntVector();
  p.padding = v[3].toIntVector();
  p.output_padding = v[4].toIntVector();
  p.dilation = v[5].toIntVector();
  p.groups = v[6].toInt();
  return c10::make_intrusive<TransposeConv2dOpContext>(
      v[0].toTensor(), optional_tensor(v[1]), std::move(p),
      PrepackedClamp{optional_scalar(v[7]), optional_scalar(v[8])});
}

c10::intrusive_ptr<torch::CustomClassHolder> load_linear(IValue state) {
  return make_linear(state_of(state, 4, LinearOpContext::kQualifiedName));
}
c10::intrusive_ptr<torch::CustomClassHolder> load_conv(IValue state) {
  return make_conv(state_of(state, 8, Conv2dOpContext::kQualifiedName));
}
c10::intrusive_ptr<torch::CustomClassHolder> load_transpose(IValue state) {
  return make_transpose(state_of(state, 9, TransposeConv2dOpContext::kQualifiedName));
}

template <class Context>
IValue save(const torch::CustomClassHolder& object) {
  return static_cast<const Context&>(object).state();
}

template <class Make>
void prepack(Stack& stack, size_t count, const Make& make) {
  const IValue* const arguments = prim::arguments(stack, count);
  prim::replace(stack, count, IValue(make(c10::ArrayRef<IValue>(arguments, count))));
}

template <class Context>
void run(Stack& stack) {
  const IValue* const arguments = prim::arguments(stack, 2);
  const auto context = arguments[1].toCustomClass<Context>();
  prim::replace(stack, 2, context->run(arguments[0].toTensor()));
}

}  // namespace

void prepacked_linear_clamp_prepack(Stack& stack) { prepack(stack, 4, make_linear); }
void prepacked_linear_clamp_run(Stack& stack) { run<LinearOpContext>(stack); }
void prepacked_conv2d_clamp_prepack(Stack& stack) { prepack(stack, 8, make_conv); }
void prepacked_conv2d_clamp_run(Stack& stack) { run<Conv2dOpContext>(stack); }
void prepacked_conv2d_transpose_clamp_prepack(Stack& stack) { prepack(stack, 9, make_transpose); }
void prepacked_conv2d_transpose_clamp_run(Stack& stack) { run<TransposeConv2dOpContext>(stack); }

ATEN_LITE_CUSTOM_CLASS(linear_op_context, LinearOpContext::kQualifiedName, load_linear,
                       save<LinearOpContext>)
ATEN_LITE_CUSTOM_CLASS(conv2d_op_context, Conv2dOpContext::kQualifiedName, load_conv,
                       save<Conv2dOpContext>)
ATEN_LITE_CUSTOM_CLASS(transpose_conv2d_op_context, TransposeConv2dOpContext::kQualifiedName,
                       load_transpose, save<TransposeConv2dOpContext>)

}  // namespace at::native
