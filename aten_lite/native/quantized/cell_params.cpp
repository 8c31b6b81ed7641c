// Implements cell_params.h, and how the class is saved: (kind, tensors, floats, integers, packed).
#include "aten_lite/native/quantized/cell_params.h"

namespace at::native {
namespace {

using c10::IValue;

const LinearPackedParams& linear(const IValue& packed) {
  // The value keeps the object alive.
  return *packed.toCustomClass<LinearPackedParams>();
}

}  // namespace

CellParams::CellParams(const char* op, IValue w_ih, IValue w_hh, Tensor b_ih, Tensor b_hh,
                       bool reduce_range)
    : w_ih_(std::move(w_ih)),
      w_hh_(std::move(w_hh)),
      b_ih_(std::move(b_ih)),
      b_hh_(std::move(b_hh)),
      reduce_range_(reduce_range) {
  TORCH_CHECK(ih().weight().size(0) == hh().weight().size(0), op,
              ": the input's and the hidden weight must have as many rows, but have ",
              ih().weight().sizes(), " and ", hh().weight().sizes());
  TORCH_CHECK(ih().is_float16() == hh().is_float16(), op,
              ": one weight is of float16 and the other one is not");
}

const LinearPackedParams& CellParams::ih() const { return linear(w_ih_); }
const LinearPackedParams& CellParams::hh() const { return linear(w_hh_); }

Tensor CellParams::apply(const char* op, const IValue& packed, const Tensor& input) const {
  const LinearPackedParams& layer = linear(packed);
  return layer.is_float16() ? layer.run_float16(op, input, false)
                            : layer.run_dynamic(op, input, false);
}

IValue CellParams::state() const {
  const bool half = ih().is_float16();
  std::vector<Tensor> tensors;
  std::vector<int64_t> numbers;
  if (!half) {
    tensors = {b_ih_, b_hh_};
    numbers = {reduce_range_ ? 1 : 0};
  }
  return c10::ivalue::Tuple::create(
      {IValue(std::string(half ? "quantized_fp16" : "quantized_dynamic")), IValue(tensors),
       IValue(std::vector<double>()), IValue(numbers), IValue(std::vector<IValue>{w_ih_, w_hh_})});
}

namespace {

c10::intrusive_ptr<torch::CustomClassHolder> load(IValue state) {
  constexpr const char* kOp = "packed recurrent parameters";
  TORCH_CHECK(state.isTuple() && state.toTupleRef().size() == 5 &&
                  state.toTupleRef().elements()[0].isString(),
              kOp, ": the model holds no tuple of a kind, tensors, numbers and packed weights");
  const auto& v = state.toTupleRef().elements();
  const std::string& kind = v[0].toStringRef();
  const auto packed = v[4].toListRef();
  TORCH_CHECK(kind == "quantized_dynamic" || kind == "quantized_fp16", kOp,
              ": the model holds kind '", kind,
              "'; 'quantized_dynamic' and 'quantized_fp16' are known. Quantize the model with "
              "torch.ao.quantization.quantize_dynamic");
  TORCH_CHECK(packed.size() == 2, kOp, ": the model holds ", packed.size(),
              " packed weights, not 2");
  if (kind == "quantized_fp16") {
    return c10::make_intrusive<CellParams>(kOp, packed[0], packed[1], Tensor(), Tensor(), false);
  }
  const std::vector<Tensor> biases = v[1].toTensorVector();
  const std::vector<int64_t> numbers = v[3].toIntVector();
  TORCH_CHECK(biases.size() == 2 && numbers.size() <= 1, kOp, ": the model holds ", biases.size(),
              " biases and ", numbers.size(), " numbers");
  return c10::make_intrusive<CellParams>(kOp, packed[0], packed[1], biases[0], biases[1],
                                         !numbers.empty() && numbers[0] != 0);
}

IValue save(const torch::CustomClassHolder& object) {
  return static_cast<const CellParams&>(object).state();
}

}  // namespace

ATEN_LITE_CUSTOM_CLASS(rnn_cell_params, CellParams::kQualifiedName, load, save)

}  // namespace at::native
