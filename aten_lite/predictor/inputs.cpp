// Arguments from shapes and from files.
#include "aten_lite/predictor/inputs.h"

#include <algorithm>
#include <type_traits>

#include "aten_lite/core/empty.h"
#include "aten_lite/core/error.h"
#include "aten_lite/predictor/typing.h"
#include "aten_lite/serialization/torch_file.h"

namespace aten_lite::predictor {

namespace {

// False for types that no number can be converted to.
template <typename T>
bool fill_ones(const at::TensorBase& tensor) {
  if constexpr (std::is_constructible_v<T, float>) {
    std::fill_n(tensor.data_ptr<T>(), tensor.numel(), T(1.0f));
    return true;
  } else {
    return false;
  }
}

}  // namespace

at::TensorBase make_ones(const GeneratedInput& input) {
  at::TensorBase tensor = at::detail::empty_cpu(input.sizes, input.dtype);
  bool filled = false;
  switch (input.dtype) {
#define ATEN_LITE_FILL_ONES(type, name, number) \
  case c10::ScalarType::name:                   \
    filled = fill_ones<type>(tensor);           \
    break;
    ATEN_LITE_FORALL_SCALAR_TYPES(ATEN_LITE_FILL_ONES)
#undef ATEN_LITE_FILL_ONES
    default:
      break;
  }
  TORCH_CHECK(filled, "--input_type: tensors of ", c10::dtype_name(input.dtype), " cannot be made");
  return tensor;
}

std::vector<c10::IValue> make_inputs(const Options& options) {
  std::vector<c10::IValue> inputs;
  for (const GeneratedInput& input : options.generated_inputs) {
    inputs.emplace_back(make_ones(input));
  }
  for (const std::string& path : options.input_files) {
    const c10::IValue value =
        serialization::load_values(resolve_path(path), serialization::Storages::kCopied);
    if (value.isTuple()) {
      const auto& elements = value.toTupleRef().elements();
      inputs.insert(inputs.end(), elements.begin(), elements.end());
    } else if (value.isList()) {
      const auto elements = value.toListRef();
      inputs.insert(inputs.end(), elements.begin(), elements.end());
    } else {
      inputs.push_back(value);
    }
  }
  if (options.generated_inputs.empty() && options.input_files.empty()) {
    inputs.emplace_back(make_ones({{1, 3, 224, 224}, c10::kFloat}));
  }
  return inputs;
}

void adapt_inputs(std::vector<c10::IValue>* inputs, const std::vector<c10::TypePtr>& types) {
  for (size_t i = 0; i < inputs->size(); ++i) {
    c10::IValue& input = (*inputs)[i];
    if (i < types.size() && types[i] != nullptr) input = convert_to_type(input, *types[i]);
    infer_types(input);
  }
}

}  // namespace aten_lite::predictor
