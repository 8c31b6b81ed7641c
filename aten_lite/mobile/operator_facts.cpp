#include "aten_lite/mobile/operator_facts.h"

#include <algorithm>
#include <cctype>
#include <iterator>
#include <string_view>

#include "aten_lite/mobile/graph.h"

namespace torch::jit::mobile {

namespace {

using at::schemas::OperatorSchema;

// Operators whose results are new tensors, whatever the arguments. Sorted.
constexpr std::string_view kFresh[] = {
    "aten::_convolution",
    "aten::add",
    "aten::addmm",
    "aten::avg_pool2d",
    "aten::baddbmm",
    "aten::batch_norm",
    "aten::bmm",
    "aten::conv1d",
    "aten::conv2d",
    "aten::conv3d",
    "aten::conv_transpose1d",
    "aten::conv_transpose2d",
    "aten::conv_transpose3d",
    "aten::convolution",
    "aten::div",
    "aten::embedding",
    "aten::gelu",
    "aten::group_norm",
    "aten::gru",
    "aten::gru_cell",
    "aten::hardswish",
    "aten::instance_norm",
    "aten::layer_norm",
    "aten::linear",
    "aten::lstm",
    "aten::lstm_cell",
    "aten::matmul",
    "aten::max_pool2d",
    "aten::mm",
    "aten::mul",
    "aten::prelu",
    "aten::relu",
    "aten::rsub",
    "aten::scaled_dot_product_attention",
    "aten::sigmoid",
    "aten::softmax",
    "aten::sub",
    "aten::tanh",
};

struct TrainedOperator {
  std::string_view name;
  // These arguments are written to unless argument `flag` is False.
  size_t first;
  size_t last;
  size_t flag;
};
// Their schemas do not say so.
constexpr TrainedOperator kTrained[] = {
    {"aten::_batch_norm_impl_index", 3, 4, 5},
    {"aten::batch_norm", 3, 4, 5},
    {"aten::instance_norm", 3, 4, 5},
    {"aten::native_batch_norm", 3, 4, 5},
};

// Plain results that are not the same each time.
constexpr std::string_view kVarying[] = {"aten::initial_seed", "aten::rand", "aten::seed",
                                         "prim::id", "prim::rand"};

// Operators that look at a tensor's sizes and type only.
constexpr std::string_view kMetadata[] = {
    "aten::dim",        "aten::is_floating_point",
    "aten::ndimension", "aten::numel",
    "aten::size",       "aten::stride",
    "prim::dtype",      "prim::is_quantized",
};

template <size_t N>
bool contains(const std::string_view (&names)[N], std::string_view name) {
  return std::find(std::begin(names), std::end(names), name) != std::end(names);
}

std::string_view returns_of(const OperatorSchema& schema) {
  const std::string_view text = schema.text();
  return text.substr(text.rfind("-> ") + 3);
}

// "Tensor(a)", "t(*)": a parenthesis right after a type. Those around several results follow
// nothing.
bool has_annotation(std::string_view types) {
  for (size_t i = 1; i < types.size(); ++i) {
    const unsigned char before = static_cast<unsigned char>(types[i - 1]);
    if (types[i] == '(' && (std::isalnum(before) != 0 || before == ']')) return true;
  }
  return false;
}

// "int[](a)" to "int".
std::string_view element_of(std::string_view type) {
  return type.substr(0, type.find_first_of("([?"));
}

// Numbers, strings and the like, optional or in lists.
bool is_plain(std::string_view type) {
  static constexpr std::string_view kPlain[] = {"Device",     "Layout", "MemoryFormat", "Scalar",
                                                "ScalarType", "SymInt", "bool",         "complex",
                                                "float",      "int",    "number",       "str"};
  return contains(kPlain, element_of(type));
}

bool is_variable(std::string_view type) { return element_of(type) == "t"; }

}  // namespace

bool may_write(const OperatorSchema& schema, size_t index, c10::ArrayRef<Value*> inputs) {
  if (schema.is_vararg() || index >= schema.argument_count()) return false;
  const at::schemas::ArgumentKind kind = schema.argument(index).kind;
  if (kind == at::schemas::kMutableArgument || kind == at::schemas::kOutArgument) return true;
  for (const TrainedOperator& trained : kTrained) {
    if (schema.name() != trained.name || index < trained.first || index > trained.last) continue;
    if (trained.flag >= inputs.size()) return true;
    const Value& flag = *inputs[trained.flag];
    return !flag.is_constant || !flag.constant.isBool() || flag.constant.toBool();
  }
  return false;
}

bool may_alias(const OperatorSchema& schema) {
  const std::string_view returns = returns_of(schema);
  if (has_annotation(returns) || schema.is_varret() || schema.is_vararg()) return true;
  return returns != "()" && !is_plain(returns) && !contains(kFresh, schema.name());
}

bool is_pure(const OperatorSchema& schema) {
  if (schema.is_vararg() || schema.is_varret() || schema.return_count() != 1) return false;
  const std::string_view space = schema.name().substr(0, schema.name().find(':'));
  if ((space != "aten" && space != "prim") || contains(kVarying, schema.name())) return false;
  const std::string_view returns = returns_of(schema);
  if (!is_plain(returns) && !is_variable(returns)) return false;
  // Without arguments there is only the state of the program to tell of.
  if (schema.argument_count() == 0) return false;
  const bool metadata = contains(kMetadata, schema.name());
  for (size_t i = 0; i < schema.argument_count(); ++i) {
    const at::schemas::ArgumentKind kind = schema.argument(i).kind;
    if (kind == at::schemas::kMutableArgument || kind == at::schemas::kOutArgument) return false;
    const std::string_view type = schema.argument_type(i);
    if (!is_plain(type) && !is_variable(type) && !(metadata && type == "Tensor")) return false;
  }
  return true;
}

bool makes_new_list(const OperatorSchema& schema) {
  const std::string_view returns = returns_of(schema);
  return returns.find('[') != std::string_view::npos && !has_annotation(returns);
}

bool never_gives_none(const OperatorSchema& schema) {
  const std::string_view returns = returns_of(schema);
  return schema.return_count() == 1 && !schema.is_varret() && returns.substr(0, 6) == "Tensor" &&
         returns.back() != '?';
}

}  // namespace torch::jit::mobile
