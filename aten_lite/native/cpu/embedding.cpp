// Rows of a table by index: embedding, embedding_bag, embedding_renorm_.
#include "ATen/ops/embedding.h"

#include <algorithm>
#include <cmath>

#include "ATen/ops/_embedding_bag.h"
#include "ATen/ops/_embedding_bag_forward_only.h"
#include "ATen/ops/embedding_bag.h"
#include "ATen/ops/embedding_renorm.h"
#include "ATen/ops/index_select.h"
#include "ATen/ops/mul.h"
#include "ATen/ops/norm.h"
#include "ATen/ops/zeros.h"
#include "aten_lite/core/dispatch.h"
#include "aten_lite/native/internal/factory.h"

namespace at::native {
namespace {

bool is_index_type(const Tensor& tensor) {
  return tensor.scalar_type() == kLong || tensor.scalar_type() == kInt;
}

}  // namespace

Tensor embedding(const Tensor& weight, const Tensor& indices, int64_t /*padding_idx*/,
                 bool /*scale_grad_by_freq*/, bool /*sparse*/) {
  TORCH_CHECK(weight.dim() == 2, "embedding(): 'weight' must be 2-D, but got ", weight.dim(),
              " dimensions");
  TORCH_CHECK(is_index_type(indices),
              "embedding(): Expected tensor for argument 'indices' to have one of the following "
              "scalar types: Long, Int; but got ",
              toString(indices.scalar_type()), " instead");
  if (indices.dim() == 1) return at::index_select(weight, 0, indices);
  DimVector sizes(indices.sizes());
  sizes.push_back(weight.size(1));
  return at::index_select(weight, 0, indices.reshape(-1)).view(sizes);
}

Tensor& embedding_renorm_(Tensor& self, const Tensor& indices, double max_norm, double norm_type) {
  TORCH_CHECK(self.dim() == 2, "embedding_renorm_: self must be 2-D, but got ", self.dim(),
              " dimensions");
  TORCH_CHECK(is_index_type(indices), "embedding_renorm_: indices must be Long or Int, but got ",
              toString(indices.scalar_type()));
  const Tensor positions = indices.to(kLong).contiguous();
  const int64_t* first = positions.const_data_ptr<int64_t>();
  std::vector<int64_t> rows(first, first + positions.numel());
  std::sort(rows.begin(), rows.end());
  rows.erase(std::unique(rows.begin(), rows.end()), rows.end());
  for (const int64_t index : rows) {
    Tensor row = self.select(0, index);
    const double norm = row.norm(norm_type).item().toDouble();
    // The small number keeps the scaled norm below the limit.
    if (norm > max_norm) row.mul_(max_norm / (norm + 1e-7));
  }
  return self;
}

namespace {

enum class BagMode { kSum = 0, kMean = 1, kMax = 2 };

struct Bags {
  Tensor output;
  Tensor offset2bag;  // which bag an index is in
  Tensor bag_size;
  Tensor max_indices;  // which index the maximum came from
};

struct BagInputs {
  const int64_t* indices;
  const int64_t* offsets;
  int64_t index_count;
  int64_t bag_count;
  bool include_last_offset;
  int64_t padding_idx;

  int64_t begin(int64_t bag) const { return offsets[bag]; }
  int64_t end(int64_t bag) const {
    return bag + 1 < bag_count || include_last_offset ? offsets[bag + 1] : index_count;
  }
};

template <typename T>
void fill_bags(const Tensor& weight, const BagInputs& in, BagMode mode, const T* scales,
               const Bags& bags) {
  using Sum = std::conditional_t<std::is_same<T, double>::value, double, float>;
  const int64_t width = weight.size(1);
  const T* table = weight.const_data_ptr<T>();
  T* out = bags.output.mutable_data_ptr<T>();
  int64_t* bag_of = bags.offset2bag.mutable_data_ptr<int64_t>();
  int64_t* sizes = bags.bag_size.mutable_data_ptr<int64_t>();
  int64_t* maxima = bags.max_indices.mutable_data_ptr<int64_t>();
  std::vector<Sum> row(static_cast<size_t>(width));
  for (int64_t bag = 0; bag < in.bag_count; ++bag) {
    std::fill(row.begin(), row.end(), Sum(0));
    int64_t count = 0;
    for (int64_t i = in.begin(bag); i < in.end(bag); ++i) {
      bag_of[i] = bag;
      const int64_t index = in.indices[i];
      TORCH_CHECK(index >= 0 && index < weight.size(0),
                  "embedding_bag: Expected idx >= 0 && idx < "
                  "num_embeddings but found idx to be ",
                  index, " with num_embeddings ", weight.size(0));
      if (index == in.padding_idx) continue;
      const Sum scale = scales != nullptr ? static_cast<Sum>(scales[i]) : Sum(1);
      const T* source = table + index * width;
      for (int64_t j = 0; j < width; ++j) {
        Sum& target = row[static_cast<size_t>(j)];
        const Sum value = static_cast<Sum>(source[j]);
        if (mode != BagMode::kMax) {
          target += value * scale;
        } else if (count == 0 || value > target) {
          target = value;
          maxima[bag * width + j] = index;
        }
      }
      ++count;
    }
    sizes[bag] = count;
    const Sum divisor = mode == BagMode::kMean && count > 0 ? static_cast<Sum>(count) : Sum(1);
    for (int64_t j = 0; j < width; ++j) {
      out[bag * width + j] = static_cast<T>(row[static_cast<size_t>(j)] / divisor);
    }
  }
}

void check_bag_inputs(const Tensor& weight, const Tensor& indices, const Tensor& offsets,
                      const Tensor& scales, int64_t mode, bool include_last_offset) {
  TORCH_CHECK(weight.dim() == 2,
              "embedding_bag: weight has to be a 2D Tensor, but got Tensor of "
              "dimension ",
              weight.dim());
  TORCH_CHECK(indices.dim() == 1,
              "embedding_bag: input has to be a 1D Tensor, but got Tensor of "
              "dimension ",
              indices.dim());
  TORCH_CHECK(offsets.dim() == 1,
              "embedding_bag: offsets has to be a 1D Tensor, but got Tensor of "
              "dimension ",
              offsets.dim());
  TORCH_CHECK(is_index_type(indices) && is_index_type(offsets),
              "embedding_bag: indices and offsets must be Long or Int, but got ",
              toString(indices.scalar_type()), " and ", toString(offsets.scalar_type()));
  TORCH_CHECK(mode >= 0 && mode <= 2, "embedding_bag: mode must be 0, 1 or 2, but got ", mode);
  TORCH_CHECK(!include_last_offset || offsets.size(0) >= 1,
              "embedding_bag: include_last_offset: number of offsets should be at least 1");
  if (!scales.defined()) return;
  TORCH_CHECK(mode == 0, "embedding_bag: per_sample_weights only supported with mode='sum'");
  TORCH_CHECK(scales.scalar_type() == weight.scalar_type() && scales.sizes() == indices.sizes(),
              "embedding_bag: per_sample_weights must have the dtype of weight and the shape of "
              "input, but got ",
              toString(scales.scalar_type()), " of shape ", scales.sizes());
}

void check_offsets(const BagInputs& in) {
  if (in.bag_count == 0) return;
  TORCH_CHECK(in.offsets[0] == 0,
              "embedding_bag: offsets[0] has to be 0, i.e., the first sequence "
              "in the mini-batch has to start from position 0. However, got ",
              in.offsets[0]);
  for (int64_t bag = 0; bag < in.bag_count; ++bag) {
    TORCH_CHECK(in.begin(bag) >= 0 && in.begin(bag) <= in.end(bag) && in.end(bag) <= in.index_count,
                "embedding_bag: offsets must increase and not exceed the length of input ",
                in.index_count, ", but bag ", bag, " is [", in.begin(bag), ", ", in.end(bag), ")");
  }
}

std::tuple<Tensor, Tensor, Tensor, Tensor> make_bags(
    const Tensor& weight, const Tensor& indices, const Tensor& offsets, int64_t mode,
    const std::optional<Tensor>& per_sample_weights, bool include_last_offset,
    int64_t padding_idx) {
  const Tensor scales = per_sample_weights.value_or(Tensor());
  check_bag_inputs(weight, indices, offsets, scales, mode, include_last_offset);
  const ScalarType index_type = c10::promoteTypes(indices.scalar_type(), offsets.scalar_type());
  const Tensor positions = indices.to(kLong).contiguous();
  const Tensor starts = offsets.to(kLong).contiguous();
  const BagInputs in{positions.const_data_ptr<int64_t>(),
                     starts.const_data_ptr<int64_t>(),
                     positions.numel(),
                     starts.numel() - (include_last_offset ? 1 : 0),
                     include_last_offset,
                     padding_idx};
  check_offsets(in);
  const bool is_max = mode == static_cast<int64_t>(BagMode::kMax);
  Bags bags;
  bags.output = make_tensor({in.bag_count, weight.size(1)}, weight.scalar_type());
  bags.offset2bag = at::zeros({in.index_count}, kLong);
  bags.bag_size = at::zeros({in.bag_count}, kLong);
  bags.max_indices = at::zeros({in.bag_count, weight.size(1)}, kLong);
  const Tensor table = weight.contiguous();
  const Tensor factors = scales.defined() ? scales.contiguous() : scales;
  AT_DISPATCH_FLOATING_TYPES_AND2(kHalf, kBFloat16, weight.scalar_type(), "embedding_bag", [&] {
    fill_bags<scalar_t>(table, in, static_cast<BagMode>(mode),
                        factors.defined() ? factors.const_data_ptr<scalar_t>() : nullptr, bags);
  });
  // Of a plain sum nothing but the sum is told.
  const bool plain_sum = mode == static_cast<int64_t>(BagMode::kSum) && padding_idx < 0;
  if (plain_sum) bags.offset2bag = make_tensor({0}, kLong);
  if (mode == static_cast<int64_t>(BagMode::kSum)) bags.bag_size.zero_();
  if (!is_max) bags.max_indices = bags.bag_size.clone();
  return {bags.output, bags.offset2bag.to(index_type), bags.bag_size.to(index_type),
          bags.max_indices.to(index_type)};
}

}  // namespace

std::tuple<Tensor, Tensor, Tensor, Tensor> _embedding_bag(
    const Tensor& weight, const Tensor& indices, const Tensor& offsets, bool /*scale_grad_by_freq*/,
    int64_t mode, bool /*sparse*/, const std::optional<Tensor>& per_sample_weights,
    bool include_last_offset, int64_t padding_idx) {
  return make_bags(weight, indices, offsets, mode, per_sample_weights, include_last_offset,
                   padding_idx);
}

std::tuple<Tensor, Tensor, Tensor, Tensor> _embedding_bag_forward_only(
    const Tensor& weight, const Tensor& indices, const Tensor& offsets, bool /*scale_grad_by_freq*/,
    int64_t mode, bool /*sparse*/, const std::optional<Tensor>& per_sample_weights,
    bool include_last_offset, int64_t padding_idx) {
  return make_bags(weight, indices, offsets, mode, per_sample_weights, include_last_offset,
                   padding_idx);
}

std::tuple<Tensor, Tensor, Tensor, Tensor> embedding_bag(
    const Tensor& weight, const Tensor& indices, const Tensor& offsets, bool /*scale_grad_by_freq*/,
    int64_t mode, bool /*sparse*/, const std::optional<Tensor>& per_sample_weights,
    bool include_last_offset) {
  return make_bags(weight, indices, offsets, mode, per_sample_weights, include_last_offset, -1);
}

std::tuple<Tensor, Tensor, Tensor, Tensor> embedding_bag(
    const Tensor& weight, const Tensor& indices, const Tensor& offsets, bool /*scale_grad_by_freq*/,
    int64_t mode, bool /*sparse*/, const std::optional<Tensor>& per_sample_weights,
    bool include_last_offset, std::optional<int64_t> padding_idx) {
  int64_t padding = -1;
  if (padding_idx) {
    TORCH_CHECK(
        weight.dim() == 2 && *padding_idx >= -weight.size(0) && *padding_idx < weight.size(0),
        "padding_idx must be within the number of embeddings, but got ", *padding_idx);
    padding = *padding_idx < 0 ? *padding_idx + weight.size(0) : *padding_idx;
  }
  return make_bags(weight, indices, offsets, mode, per_sample_weights, include_last_offset,
                   padding);
}

}  // namespace at::native
