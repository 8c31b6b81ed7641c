#include "aten_lite/native/internal/loops.h"

namespace at::native {
namespace {

TensorIteratorConfig promoting_config(const char* op, const Tensor& out, bool to_float) {
  TensorIteratorConfig config;
  config.name(op)
      .promote_inputs_to_common_dtype(true)
      .promote_integer_inputs_to_float(to_float)
      .cast_common_dtype_to_outputs(true)
      .add_output(out);
  return config;
}

TensorIteratorConfig bool_config(const char* op, const Tensor& out) {
  TensorIteratorConfig config;
  config.name(op).promote_inputs_to_common_dtype(true).new_output_dtype(kBool).add_output(out);
  return config;
}

TensorIterator finish(const TensorIteratorConfig& config, Tensor& out) {
  TensorIterator iter(config);
  if (!out.defined()) out = iter.output(0);
  return iter;
}

}  // namespace

void not_implemented_for(const char* op, ScalarType type) {
  c10::detail::throw_error<c10::NotImplementedError>("\"", op, "\" not implemented for '",
                                                     toString(type), "'");
}

void check_number_fits(const Scalar& number, ScalarType logical) {
  switch (logical) {
    case kByte:
      static_cast<void>(number.to<uint8_t>());
      break;
    case kChar:
      static_cast<void>(number.to<int8_t>());
      break;
    case kShort:
      static_cast<void>(number.to<int16_t>());
      break;
    case kInt:
      static_cast<void>(number.to<int32_t>());
      break;
    default:
      break;
  }
}

TensorIterator unary_iterator(const char* op, const Tensor& self, Tensor& out, bool to_float) {
  TensorIteratorConfig config = promoting_config(op, out, to_float);
  return finish(config.add_input(self), out);
}

TensorIterator binary_iterator(const char* op, const Tensor& a, const Tensor& b, Tensor& out,
                               bool to_float) {
  TensorIteratorConfig config = promoting_config(op, out, to_float);
  return finish(config.add_input(a).add_input(b), out);
}

TensorIterator ternary_iterator(const char* op, const Tensor& a, const Tensor& b, const Tensor& c,
                                Tensor& out, bool to_float) {
  TensorIteratorConfig config = promoting_config(op, out, to_float);
  return finish(config.add_input(a).add_input(b).add_input(c), out);
}

TensorIterator typed_iterator(const char* op, const Tensor& self, ScalarType common, Tensor& out) {
  TensorIteratorConfig config = promoting_config(op, out, false);
  return finish(config.declare_static_dtype(common).add_input(self), out);
}

TensorIterator predicate_iterator(const char* op, const Tensor& self, Tensor& out) {
  TensorIteratorConfig config = bool_config(op, out);
  return finish(config.add_input(self), out);
}

TensorIterator comparison_iterator(const char* op, const Tensor& a, const Tensor& b, Tensor& out) {
  TensorIteratorConfig config = bool_config(op, out);
  return finish(config.add_input(a).add_input(b), out);
}

}  // namespace at::native
