// einsum: products and sums of tensors by the names of their dimensions.
//
// Every operand is brought to the same order of dimensions (those of the output, then those that
// are summed over), with size 1 where it lacks one. Then operands are multiplied pairwise from left
// to right, each time as a batched matrix product, and a dimension is summed over as soon as no
// later operand has it.
#include "ATen/ops/einsum.h"

#include <cctype>

#include "ATen/ops/bmm.h"
#include "ATen/ops/diagonal.h"
#include "ATen/ops/mul.h"
#include "ATen/ops/permute.h"
#include "ATen/ops/reshape.h"
#include "ATen/ops/squeeze.h"
#include "ATen/ops/sum.h"
#include "ATen/ops/unsqueeze.h"
#include "aten_lite/core/irange.h"
#include "aten_lite/native/internal/dense.h"

namespace at::native {
namespace {

constexpr int kLetters = 52;
constexpr int kEllipsis = kLetters;

// Upper case sorts before lower case.
int label_of(char c) { return c >= 'a' ? c - 'a' + 26 : c - 'A'; }
char letter_of(int label) { return static_cast<char>(label < 26 ? 'A' + label : 'a' + label - 26); }

using Labels = std::vector<int>;

// Reads subscripts of one operand or of the output: letters and at most one "...".
Labels parse_subscripts(c10::string_view text, const char* where) {
  Labels labels;
  bool ellipsis = false;
  for (size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == ' ') {
      continue;
    }
    if (c == '.') {
      TORCH_CHECK(!ellipsis, "einsum(): found '.' for ", where,
                  " for which an ellipsis was already found");
      TORCH_CHECK(text.substr(i, 3) == "...", "einsum(): found '.' for ", where,
                  " that is not part of any ellipsis");
      ellipsis = true;
      labels.push_back(kEllipsis);
      i += 2;
      continue;
    }
    TORCH_CHECK(std::isalpha(static_cast<unsigned char>(c)) != 0,
                "einsum(): invalid subscript given at index ", i, " of ", where, ": '", c,
                "'; subscripts must be in [a-zA-Z]");
    labels.push_back(label_of(c));
  }
  return labels;
}

struct Equation {
  std::vector<Labels> operands;
  std::optional<Labels> output;
};

Equation parse_equation(c10::string_view text, size_t operand_count) {
  Equation equation;
  const size_t arrow = text.find("->");
  c10::string_view left = text.substr(0, arrow);
  for (;;) {
    const size_t comma = left.find(',');
    equation.operands.push_back(parse_subscripts(
        left.substr(0, comma), c10::str("operand ", equation.operands.size()).c_str()));
    if (comma == c10::string_view::npos) {
      break;
    }
    left = left.substr(comma + 1);
  }
  if (arrow != c10::string_view::npos) {
    equation.output = parse_subscripts(text.substr(arrow + 2), "the output");
  }
  TORCH_CHECK(equation.operands.size() >= operand_count,
              "einsum(): more operands were provided than specified in the equation: ",
              operand_count, " and ", equation.operands.size());
  TORCH_CHECK(equation.operands.size() <= operand_count,
              "einsum(): fewer operands were provided than specified in the equation: ",
              operand_count, " and ", equation.operands.size());
  return equation;
}

bool has_ellipsis(const Labels& labels) {
  return std::find(labels.begin(), labels.end(), kEllipsis) != labels.end();
}

// Where each label's dimension goes in the common order, and how many dimensions there are.
struct Order {
  std::array<int64_t, kLetters> position;  // -1: not in the equation
  int64_t ellipsis = 0;                    // position of the first dimension that "..." stands for
  int64_t ellipsis_dims = 0;
  int64_t output_dims = 0;
  int64_t dims = 0;
};

Labels implicit_output(const Equation& equation) {
  std::array<int, kLetters> counts{};
  bool ellipsis = false;
  for (const Labels& labels : equation.operands) {
    for (const int label : labels) {
      if (label == kEllipsis) {
        ellipsis = true;
      } else {
        ++counts[static_cast<size_t>(label)];
      }
    }
  }
  Labels output;
  if (ellipsis) {
    output.push_back(kEllipsis);
  }
  for (const auto label : c10::irange(kLetters)) {
    if (counts[static_cast<size_t>(label)] == 1) {
      output.push_back(label);
    }
  }
  return output;
}

Order order_of(const Equation& equation, TensorList operands) {
  Order order;
  order.position.fill(-1);
  for (const auto i : c10::irange(operands.size())) {
    const Labels& labels = equation.operands[i];
    const auto named = static_cast<int64_t>(labels.size()) - (has_ellipsis(labels) ? 1 : 0);
    const int64_t dim = operands[i].dim();
    TORCH_CHECK(has_ellipsis(labels) ? named <= dim : named == dim,
                "einsum(): the number of subscripts in the equation (", named,
                has_ellipsis(labels) ? ") is more than the number of dimensions ("
                                     : ") does not match the number of dimensions (",
                dim, ") for operand ", i, has_ellipsis(labels) ? "" : " and no ellipsis was given");
    if (has_ellipsis(labels)) {
      order.ellipsis_dims = std::max(order.ellipsis_dims, dim - named);
    }
  }
  std::array<bool, kLetters> known{};
  for (const Labels& labels : equation.operands) {
    for (const int label : labels) {
      if (label != kEllipsis) {
        known[static_cast<size_t>(label)] = true;
      }
    }
  }
  const Labels output = equation.output.value_or(implicit_output(equation));
  int64_t next = 0;
  bool ellipsis_placed = false;
  for (const int label : output) {
    if (label == kEllipsis) {
      order.ellipsis = next;
      next += order.ellipsis_dims;
      ellipsis_placed = true;
      continue;
    }
    const auto at = static_cast<size_t>(label);
    TORCH_CHECK(order.position[at] < 0, "einsum(): output subscript ", letter_of(label),
                " appears more than once in the output");
    TORCH_CHECK(known[at], "einsum(): output subscript ", letter_of(label),
                " does not appear in the equation for any input operand");
    order.position[at] = next++;
  }
  order.output_dims = next;
  // Dimensions that the output lacks are summed over, those of a missing ellipsis too.
  if (!ellipsis_placed) {
    order.ellipsis = next;
    next += order.ellipsis_dims;
  }
  for (const auto label : c10::irange(kLetters)) {
    const auto at = static_cast<size_t>(label);
    if (known[at] && order.position[at] < 0) {
      order.position[at] = next++;
    }
  }
  order.dims = next;
  return order;
}

// An operand in the common order; a subscript that it repeats is a diagonal.
Tensor arrange(Tensor operand, const Labels& labels, const Order& order, size_t index) {
  std::vector<int64_t> source(static_cast<size_t>(order.dims), -1);
  const int64_t named = static_cast<int64_t>(labels.size()) - (has_ellipsis(labels) ? 1 : 0);
  const int64_t spread = has_ellipsis(labels) ? operand.dim() - named : 0;
  int64_t dim = 0;
  for (const int label : labels) {
    if (label == kEllipsis) {
      for (const auto i : c10::irange(spread)) {
        source[static_cast<size_t>(order.ellipsis + order.ellipsis_dims - spread + i)] = dim++;
      }
      continue;
    }
    auto& place = source[static_cast<size_t>(order.position[static_cast<size_t>(label)])];
    if (place < 0) {
      place = dim++;
      continue;
    }
    TORCH_CHECK(operand.size(place) == operand.size(dim), "einsum(): subscript ", letter_of(label),
                " is repeated for operand ", index, " but the sizes don't match, ",
                operand.size(dim), " != ", operand.size(place));
    // The diagonal comes last; it belongs where the subscript was first.
    operand = operand.diagonal(0, place, dim);
    std::vector<int64_t> back;
    for (const auto i : c10::irange(operand.dim() - 1)) {
      if (i == place) {
        back.push_back(operand.dim() - 1);
      }
      back.push_back(i);
    }
    if (static_cast<int64_t>(back.size()) < operand.dim()) {
      back.push_back(operand.dim() - 1);
    }
    operand = operand.permute(back);
  }
  std::vector<int64_t> permutation;
  for (const int64_t from : source) {
    if (from >= 0) {
      permutation.push_back(from);
    }
  }
  operand = operand.permute(permutation);
  for (const auto i : c10::irange(order.dims)) {
    if (source[static_cast<size_t>(i)] < 0) {
      operand = operand.unsqueeze(i);
    }
  }
  return operand;
}

void check_broadcast(const std::vector<Tensor>& operands, const Order& order) {
  for (const auto dim : c10::irange(order.dims)) {
    int64_t size = 1;
    for (const auto i : c10::irange(operands.size())) {
      const int64_t own = operands[i].size(dim);
      TORCH_CHECK(own == 1 || size == 1 || own == size, "einsum(): a subscript has size ", own,
                  " for operand ", i, " which does not broadcast with previously seen size ", size);
      size = own == 1 ? size : own;
    }
  }
}

// Groups of dimensions of a pairwise product.
struct PairDims {
  std::vector<int64_t> batch;  // in both
  std::vector<int64_t> left;   // in the left one only
  std::vector<int64_t> right;  // in the right one only
  std::vector<int64_t> summed;
};

int64_t size_over(const Tensor& t, const std::vector<int64_t>& dims) {
  int64_t size = 1;
  for (const int64_t dim : dims) {
    size *= t.size(dim);
  }
  return size;
}

Tensor as_batch(const Tensor& t, const std::vector<int64_t>& batch,
                const std::vector<int64_t>& rows, const std::vector<int64_t>& columns,
                const std::vector<int64_t>& rest) {
  std::vector<int64_t> permutation = batch;
  for (const auto* dims : {&rows, &columns, &rest}) {
    permutation.insert(permutation.end(), dims->begin(), dims->end());
  }
  return t.permute(permutation)
      .reshape({size_over(t, batch), size_over(t, rows), size_over(t, columns)});
}

// a * b summed over the dimensions of `sum`, which keep size 1.
Tensor multiply_and_sum(Tensor a, Tensor b, const std::vector<bool>& sum) {
  PairDims dims;
  std::vector<int64_t> sizes;
  for (const auto dim : c10::irange(a.dim())) {
    const bool in_a = a.size(dim) != 1;
    const bool in_b = b.size(dim) != 1;
    if (sum[static_cast<size_t>(dim)]) {
      if (in_a && in_b) {
        dims.summed.push_back(dim);
      } else if (in_a) {
        a = a.sum(dim, /*keepdim=*/true);
      } else if (in_b) {
        b = b.sum(dim, /*keepdim=*/true);
      }
    }
  }
  const auto is_summed = [&](int64_t dim) {
    return std::find(dims.summed.begin(), dims.summed.end(), dim) != dims.summed.end();
  };
  std::vector<int64_t> rest;  // of size 1 in both
  for (const auto dim : c10::irange(a.dim())) {
    const bool in_a = a.size(dim) != 1;
    const bool in_b = b.size(dim) != 1;
    if (!is_summed(dim)) {
      (in_a ? (in_b ? dims.batch : dims.left) : (in_b ? dims.right : rest)).push_back(dim);
    }
  }
  const Tensor x = as_batch(a, dims.batch, dims.left, dims.summed, [&] {
    std::vector<int64_t> ones = dims.right;
    ones.insert(ones.end(), rest.begin(), rest.end());
    return ones;
  }());
  const Tensor y = as_batch(b, dims.batch, dims.summed, dims.right, [&] {
    std::vector<int64_t> ones = dims.left;
    ones.insert(ones.end(), rest.begin(), rest.end());
    return ones;
  }());
  const Tensor product = at::bmm(x, y);
  // The product's dimensions, and where they belong.
  std::vector<int64_t> from;
  for (const auto* group : {&dims.batch, &dims.left, &dims.right}) {
    for (const int64_t dim : *group) {
      from.push_back(dim);
      sizes.push_back(group == &dims.right ? b.size(dim) : a.size(dim));
    }
  }
  for (const auto dim : c10::irange(a.dim())) {
    if (std::find(from.begin(), from.end(), dim) == from.end()) {
      from.push_back(dim);
      sizes.push_back(1);
    }
  }
  std::vector<int64_t> back(from.size());
  for (const auto i : c10::irange(from.size())) {
    back[static_cast<size_t>(from[i])] = static_cast<int64_t>(i);
  }
  return product.reshape(sizes).permute(back);
}

}  // namespace

Tensor einsum(c10::string_view equation_text, TensorList tensors, OptionalIntArrayRef /*path*/) {
  TORCH_CHECK(!tensors.empty(), "einsum(): must provide at least one operand");
  const Equation equation = parse_equation(equation_text, tensors.size());
  const Order order = order_of(equation, tensors);
  std::vector<Tensor> operands;
  for (const auto i : c10::irange(tensors.size())) {
    operands.push_back(arrange(tensors[i], equation.operands[i], order, i));
  }
  check_broadcast(operands, order);

  Tensor result = operands[0];
  for (const auto i : c10::irange(size_t{1}, operands.size())) {
    std::vector<bool> sum(static_cast<size_t>(order.dims), false);
    for (const auto dim : c10::irange(order.output_dims, order.dims)) {
      bool later = false;
      for (size_t next = i + 1; next < operands.size(); ++next) {
        later = later || operands[next].size(dim) != 1;
      }
      sum[static_cast<size_t>(dim)] = !later;
    }
    result = multiply_and_sum(result, operands[i], sum);
  }
  // One operand, or dimensions that only the first one had: sum what is left.
  for (int64_t dim = order.dims - 1; dim >= order.output_dims; --dim) {
    result = result.size(dim) == 1 ? result.squeeze(dim) : result.sum(dim);
  }
  return result;
}

}  // namespace at::native
