// quantized::embedding_*: rows of a quantized table by index, alone and summed up in bags; packing.
#include <algorithm>
#include <cmath>
#include <cstring>

#include "ATen/ops/contiguous.h"
#include "ATen/ops/to.h"
#include "ATen/ops/zeros.h"
#include "aten_lite/native/internal/factory.h"
#include "aten_lite/native/quantized/embedding_table.h"
#include "aten_lite/parallel/parallel.h"

namespace at::native {
namespace {

using c10::IValue;

Tensor positions_of(const char* op, const char* name, const Tensor& tensor) {
  TORCH_CHECK(tensor.scalar_type() == kLong || tensor.scalar_type() == kInt, op, ": ", name,
              " must be of int32 or int64, but are of ", c10::dtype_name(tensor.scalar_type()));
  return tensor.to(kLong).contiguous();
}

int64_t checked_row(const char* op, int64_t index, int64_t rows) {
  TORCH_CHECK(index >= 0 && index < rows, op, ": index ", index, " is out of range for a table of ",
              rows, " rows");
  return index;
}

Tensor rows_of(const char* op, const IValue& packed, int64_t bits, const Tensor& indices,
               bool pruned_weights) {
  TORCH_CHECK(!pruned_weights, op, ": pruned weights need a mapping; call embedding_bag");
  const auto params = packed.toCustomClass<EmbeddingPackedParams>();
  const EmbeddingTable& table = params->table(op, bits);
  const Tensor positions = positions_of(op, "indices", indices);
  const auto* const at = positions.const_data_ptr<int64_t>();
  DimVector sizes(indices.sizes());
  sizes.push_back(table.columns());
  Tensor result = at::zeros(sizes, kFloat);
  float* const to = result.mutable_data_ptr<float>();
  for (int64_t i = 0; i < positions.numel(); ++i) {
    table.add_row(checked_row(op, at[i], table.rows()), 1, to + i * table.columns());
  }
  return result;
}

struct BagArguments {
  const Tensor& indices;
  const std::optional<Tensor>& offsets;
  bool pruned_weights;
  const std::optional<Tensor>& per_sample_weights;
  const std::optional<Tensor>& mapping;
  bool include_last_offset;
};

// Where the bags begin, and where the last one ends.
std::vector<int64_t> bag_bounds(const char* op, const BagArguments& a) {
  const int64_t count = a.indices.numel();
  std::vector<int64_t> bounds;
  if (a.indices.dim() == 2) {
    TORCH_CHECK(!a.offsets.has_value(), op, ": offsets go with one-dimensional indices only");
    for (int64_t i = 0; i <= a.indices.size(0); ++i) bounds.push_back(i * a.indices.size(1));
    return bounds;
  }
  TORCH_CHECK(a.indices.dim() == 1 && a.offsets.has_value() && a.offsets->dim() == 1, op,
              ": one-dimensional indices need a vector of offsets");
  const Tensor offsets = positions_of(op, "offsets", *a.offsets);
  const auto* const values = offsets.const_data_ptr<int64_t>();
  bounds.assign(values, values + offsets.numel());
  if (!a.include_last_offset) bounds.push_back(count);
  TORCH_CHECK(!bounds.empty(), op, ": include_last_offset needs at least one offset");
  for (size_t i = 0; i < bounds.size(); ++i) {
    TORCH_CHECK(bounds[i] >= (i == 0 ? 0 : bounds[i - 1]) && bounds[i] <= count, op,
                ": offsets must not decrease, nor exceed the number of indices, ", count,
                ", but one is ", bounds[i]);
  }
  return bounds;
}

Tensor bags_of(const char* op, const EmbeddingTable& table, const BagArguments& a) {
  const std::vector<int64_t> bounds = bag_bounds(op, a);
  const Tensor indices = positions_of(op, "indices", a.indices);
  const auto* const at = indices.const_data_ptr<int64_t>();
  Tensor weights;
  if (a.per_sample_weights.has_value()) {
    weights = a.per_sample_weights->to(kFloat).contiguous();
    TORCH_CHECK(weights.numel() == indices.numel(), op, ": there are ", indices.numel(),
                " indices and ", weights.numel(), " per_sample_weights");
  }
  // A mapping of one 0 says that nothing was pruned.
  Tensor mapping;
  if (a.pruned_weights && a.mapping.has_value()) {
    mapping = positions_of(op, "compressed_indices_mapping", *a.mapping);
    if (mapping.numel() == 1 && mapping.const_data_ptr<int64_t>()[0] == 0) mapping = Tensor();
  }
  const auto bags = static_cast<int64_t>(bounds.size()) - 1;
  Tensor result = at::zeros({bags, table.columns()}, kFloat);
  float* const to = result.mutable_data_ptr<float>();
  for (int64_t bag = 0; bag < bags; ++bag) {
    const auto b = static_cast<size_t>(bag);
    for (int64_t i = bounds[b]; i < bounds[b + 1]; ++i) {
      int64_t row = at[i];
      if (mapping.defined()) {
        row = mapping.const_data_ptr<int64_t>()[checked_row(op, row, mapping.numel())];
        if (row == -1) continue;  // pruned: counts as zeros
      }
      const float weight = weights.defined() ? weights.const_data_ptr<float>()[i] : 1.0f;
      table.add_row(checked_row(op, row, table.rows()), weight, to + bag * table.columns());
    }
  }
  return result;
}

// Rows of real numbers as a table of 8 bits.
Tensor packed_bytes(const char* op, const Tensor& weight) {
  const Tensor values = weight.to(kFloat).contiguous();
  TORCH_CHECK(values.dim() == 2, op, ": the weight must be a matrix, but has shape ",
              values.sizes());
  const int64_t columns = values.size(1);
  Tensor result = make_tensor({values.size(0), EmbeddingTable::row_bytes(columns, 8)}, kByte);
  for (int64_t row = 0; row < values.size(0); ++row) {
    const float* const from = values.const_data_ptr<float>() + row * columns;
    uint8_t* const to = result.mutable_data_ptr<uint8_t>() + row * result.size(1);
    const auto range = std::minmax_element(from, from + columns);
    const float min = columns == 0 ? 0 : *range.first;
    const float width = columns == 0 ? 0 : *range.second - min;
    const float inverse = 255.0f / (width + 1e-8f);
    for (int64_t i = 0; i < columns; ++i) {
      const float q = std::nearbyint((from[i] - min) * inverse);
      to[i] = static_cast<uint8_t>(q > 0 ? std::min(q, 255.0f) : 0.0f);
    }
    const float parameters[2] = {width / 255.0f, min};
    std::memcpy(to + columns, parameters, sizeof(parameters));
  }
  return result;
}

// Likewise with 4 or 2 bits.
Tensor packed_bits(const char* op, const Tensor& weight, int64_t bits, bool optimized) {
  TORCH_CHECK(!optimized, op,
              ": optimized_qparams is not supported; pack the weight with "
              "optimized_qparams=True before the model is saved");
  const Tensor values = weight.to(kFloat).contiguous();
  const int64_t per_byte = 8 / bits;
  TORCH_CHECK(values.dim() == 2 && values.size(1) % per_byte == 0, op,
              ": the weight must be a matrix whose number of columns is a multiple of ", per_byte,
              ", but has shape ", values.sizes());
  const int64_t columns = values.size(1);
  const auto steps = static_cast<float>((1 << bits) - 1);
  Tensor result = make_tensor({values.size(0), EmbeddingTable::row_bytes(columns, bits)}, kByte);
  for (int64_t row = 0; row < values.size(0); ++row) {
    const float* const from = values.const_data_ptr<float>() + row * columns;
    uint8_t* const to = result.mutable_data_ptr<uint8_t>() + row * result.size(1);
    const auto range = std::minmax_element(from, from + columns);
    const c10::Half bias(columns == 0 ? 0.0f : *range.first);
    const auto min = static_cast<float>(bias);
    const float width = columns == 0 ? 0.0f : *range.second - min;
    c10::Half scale(width == 0 ? 1.0f : width / steps);
    float inverse = 1.0f / static_cast<float>(scale);
    if (static_cast<float>(scale) == 0 || std::isinf(inverse)) {
      scale = c10::Half(1.0f);
      inverse = 1.0f;
    }
    std::fill_n(to, columns / per_byte, uint8_t{0});
    for (int64_t i = 0; i < columns; ++i) {
      const float q = std::nearbyint((from[i] - min) * inverse);
      const auto integer = static_cast<unsigned>(q > 0 ? std::min(q, steps) : 0.0f);
      to[i / per_byte] = static_cast<uint8_t>(
          to[i / per_byte] | (integer << static_cast<unsigned>(i % per_byte * bits)));
    }
    const c10::Half parameters[2] = {scale, bias};
    std::memcpy(to + columns / per_byte, parameters, sizeof(parameters));
  }
  return result;
}

Tensor unpacked(const char* op, const Tensor& weight, int64_t bits) {
  const EmbeddingTable table(op, weight, bits);
  Tensor result = at::zeros({table.rows(), table.columns()}, kFloat);
  for (int64_t row = 0; row < table.rows(); ++row) {
    table.add_row(row, 1, result.mutable_data_ptr<float>() + row * table.columns());
  }
  return result;
}

}  // namespace

Tensor quantized_embedding_byte(const IValue& weight, const Tensor& indices, bool pruned_weights) {
  return rows_of("quantized::embedding_byte", weight, 8, indices, pruned_weights);
}
Tensor quantized_embedding_4bit(const IValue& weight, const Tensor& indices, bool pruned_weights) {
  return rows_of("quantized::embedding_4bit", weight, 4, indices, pruned_weights);
}

Tensor quantized_embedding_bag_byte(const IValue& weight, const Tensor& indices,
                                    const std::optional<Tensor>& offsets, bool, int64_t,
                                    bool pruned_weights,
                                    const std::optional<Tensor>& per_sample_weights,
                                    const std::optional<Tensor>& compressed_indices_mapping,
                                    bool include_last_offset) {
  const char* const op = "quantized::embedding_bag_byte";
  return bags_of(op, weight.toCustomClass<EmbeddingPackedParams>()->table(op, 8),
                 {indices, offsets, pruned_weights, per_sample_weights, compressed_indices_mapping,
                  include_last_offset});
}
Tensor quantized_embedding_bag_4bit(const IValue& weight, const Tensor& indices,
                                    const std::optional<Tensor>& offsets, bool, int64_t,
                                    bool pruned_weights,
                                    const std::optional<Tensor>& per_sample_weights,
                                    const std::optional<Tensor>& compressed_indices_mapping,
                                    bool include_last_offset) {
  const char* const op = "quantized::embedding_bag_4bit";
  return bags_of(op, weight.toCustomClass<EmbeddingPackedParams>()->table(op, 4),
                 {indices, offsets, pruned_weights, per_sample_weights, compressed_indices_mapping,
                  include_last_offset});
}

Tensor quantized_embedding_bag_byte_rowwise_offsets(
    const Tensor& weight, const Tensor& indices, const std::optional<Tensor>& offsets, bool,
    int64_t, bool pruned_weights, const std::optional<Tensor>& per_sample_weights,
    const std::optional<Tensor>& compressed_indices_mapping, bool include_last_offset) {
  const char* const op = "quantized::embedding_bag_byte_rowwise_offsets";
  return bags_of(op, EmbeddingTable(op, weight, 8),
                 {indices, offsets, pruned_weights, per_sample_weights, compressed_indices_mapping,
                  include_last_offset});
}
Tensor quantized_embedding_bag_4bit_rowwise_offsets(
    const Tensor& weight, const Tensor& indices, const std::optional<Tensor>& offsets, bool,
    int64_t, bool pruned_weights, const std::optional<Tensor>& per_sample_weights,
    const std::optional<Tensor>& compressed_indices_mapping, bool include_last_offset) {
  const char* const op = "quantized::embedding_bag_4bit_rowwise_offsets";
  return bags_of(op, EmbeddingTable(op, weight, 4),
                 {indices, offsets, pruned_weights, per_sample_weights, compressed_indices_mapping,
                  include_last_offset});
}
Tensor quantized_embedding_bag_2bit_rowwise_offsets(
    const Tensor& weight, const Tensor& indices, const std::optional<Tensor>& offsets, bool,
    int64_t, bool pruned_weights, const std::optional<Tensor>& per_sample_weights,
    const std::optional<Tensor>& compressed_indices_mapping, bool include_last_offset) {
  const char* const op = "quantized::embedding_bag_2bit_rowwise_offsets";
  return bags_of(op, EmbeddingTable(op, weight, 2),
                 {indices, offsets, pruned_weights, per_sample_weights, compressed_indices_mapping,
                  include_last_offset});
}

IValue quantized_embedding_bag_prepack(const Tensor& weight) {
  return c10::make_intrusive<EmbeddingPackedParams>("quantized::embedding_bag_prepack", weight);
}
Tensor quantized_embedding_bag_unpack(const IValue& W_prepack) {
  return W_prepack.toCustomClass<EmbeddingPackedParams>()->weight();
}

Tensor quantized_embedding_bag_byte_prepack(const Tensor& weight) {
  return packed_bytes("quantized::embedding_bag_byte_prepack", weight);
}
Tensor quantized_embedding_bag_4bit_prepack(const Tensor& weight, bool optimized_qparams, int64_t,
                                            double) {
  return packed_bits("quantized::embedding_bag_4bit_prepack", weight, 4, optimized_qparams);
}
Tensor quantized_embedding_bag_2bit_prepack(const Tensor& weight, bool optimized_qparams, int64_t,
                                            double) {
  return packed_bits("quantized::embedding_bag_2bit_prepack", weight, 2, optimized_qparams);
}

Tensor quantized_embedding_bag_byte_unpack(const Tensor& weight) {
  return unpacked("quantized::embedding_bag_byte_unpack", weight, 8);
}
Tensor quantized_embedding_bag_4bit_unpack(const Tensor& weight) {
  return unpacked("quantized::embedding_bag_4bit_unpack", weight, 4);
}
Tensor quantized_embedding_bag_2bit_unpack(const Tensor& weight) {
  return unpacked("quantized::embedding_bag_2bit_unpack", weight, 2);
}

}  // namespace at::native
