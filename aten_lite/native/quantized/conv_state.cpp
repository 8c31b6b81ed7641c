// How packed convolution weights are saved and loaded.
//
// PyTorch has saved three forms:
//   1  (weight, bias or None, [stride], [padding], [dilation], groups), numbers as tensors
//   2  ("2", [config, weight], [bias or None]), config an int16 tensor
//   3  (3, [config], [bias or None, weight]), config a list of integers
// where config is [dims, stride.., padding.., dilation.., output padding.., groups, transpose].
// All are read, 2 is written, as PyTorch does.
#include "ATen/ops/contiguous.h"
#include "ATen/ops/item.h"
#include "ATen/ops/to.h"
#include "aten_lite/native/internal/factory.h"
#include "aten_lite/native/quantized/packed_conv.h"

namespace at::native {
namespace {

using c10::IValue;

constexpr const char* kOp = "packed convolution parameters";

std::optional<Tensor> optional_tensor(const IValue& value) {
  if (value.isNone()) return std::nullopt;
  return value.toTensor();
}

c10::intrusive_ptr<torch::CustomClassHolder> from_config(int64_t dims,
                                                         const std::vector<int64_t>& config,
                                                         const Tensor& weight,
                                                         const std::optional<Tensor>& bias) {
  const auto n = static_cast<size_t>(dims);
  TORCH_CHECK(config.size() == 3 + 4 * n && config[0] == dims, kOp, ": the model holds ",
              c10::IntArrayRef(config), " as configuration of ", dims, " spatial dimensions");
  const auto list = [&](size_t index) {
    const auto begin = config.begin() + static_cast<int64_t>(1 + index * n);
    return std::vector<int64_t>(begin, begin + dims);
  };
  const int64_t transpose = config.back();
  TORCH_CHECK(transpose == 0 || transpose == 1, kOp, ": the model holds flags ", transpose,
              ", of which only 1 (transposed) is known");
  QuantizedConvArguments a{list(0), list(1), list(3), list(2), config[1 + 4 * n], transpose == 1};
  if (dims == 2) return c10::make_intrusive<Conv2dPackedParams>(kOp, weight, bias, std::move(a));
  return c10::make_intrusive<Conv3dPackedParams>(kOp, weight, bias, std::move(a));
}

int64_t number(const IValue& value) { return value.toTensor().item().toLong(); }

std::vector<int64_t> first_form(int64_t dims, const std::vector<IValue>& v) {
  TORCH_CHECK(v.size() == 6, kOp, ": the model holds a tuple of ", v.size(), " values, not 6");
  std::vector<int64_t> config{dims};
  for (size_t i = 2; i < 5; ++i) {
    for (const IValue& element : v[i].toListRef()) config.push_back(number(element));
  }
  config.insert(config.end(), static_cast<size_t>(dims), 0);
  config.push_back(number(v[5]));
  config.push_back(0);
  return config;
}

c10::intrusive_ptr<torch::CustomClassHolder> load(int64_t dims, const IValue& state) {
  TORCH_CHECK(state.isTuple() && !state.toTupleRef().elements().empty(), kOp,
              ": the model holds no tuple, but ", state.tagKind());
  const std::vector<IValue>& v = state.toTupleRef().elements();
  if (v[0].isTensor()) {
    return from_config(dims, first_form(dims, v), v[0].toTensor(), optional_tensor(v[1]));
  }
  TORCH_CHECK(v.size() == 3, kOp, ": the model holds a tuple of ", v.size(), " values, not 3");
  const auto second = v[1].toListRef();
  const auto third = v[2].toListRef();
  if (v[0].isString() && v[0].toStringRef() == "2") {
    TORCH_CHECK(second.size() == 2 && third.size() <= 1, kOp, ": the model holds ", second.size(),
                " and ", third.size(), " tensors");
    const Tensor config = second[0].toTensor().to(kLong).contiguous();
    const auto* const values = config.const_data_ptr<int64_t>();
    return from_config(dims, std::vector<int64_t>(values, values + config.numel()),
                       second[1].toTensor(),
                       third.empty() ? std::nullopt : optional_tensor(third[0]));
  }
  TORCH_CHECK(v[0].isInt() && v[0].toInt() == 3 && third.size() == 2, kOp,
              ": the model holds a form of the state that is not known");
  return from_config(dims, v[1].toIntVector(), third[1].toTensor(), optional_tensor(third[0]));
}

}  // namespace

c10::intrusive_ptr<torch::CustomClassHolder> load_conv2d_params(c10::IValue state) {
  return load(2, state);
}

c10::intrusive_ptr<torch::CustomClassHolder> load_conv3d_params(c10::IValue state) {
  return load(3, state);
}

c10::IValue save_conv_params(const torch::CustomClassHolder& object) {
  const auto& params = static_cast<const ConvPackedParams&>(object);
  const QuantizedConvArguments& a = params.arguments();
  std::vector<int64_t> values{params.spatial_dims()};
  for (const auto* list : {&a.stride, &a.padding, &a.dilation, &a.output_padding}) {
    values.insert(values.end(), list->begin(), list->end());
  }
  values.push_back(a.groups);
  values.push_back(a.transpose ? 1 : 0);
  Tensor config = make_tensor({static_cast<int64_t>(values.size())}, kShort);
  for (size_t i = 0; i < values.size(); ++i) {
    TORCH_CHECK(values[i] == static_cast<int16_t>(values[i]), kOp, ": ", values[i],
                " is too large to be saved");
    config.mutable_data_ptr<int16_t>()[i] = static_cast<int16_t>(values[i]);
  }
  std::vector<Tensor> tensors{config, params.weight()};
  c10::List<std::optional<Tensor>> optional;
  optional.push_back(params.bias());
  return c10::ivalue::Tuple::create({IValue(std::string("2")), IValue(tensors), IValue(optional)});
}

}  // namespace at::native
