// Batches of sequences of different lengths: padded to one length, or packed one time step after
// the other.
#include <algorithm>

#include "ATen/ops/_pack_padded_sequence.h"
#include "ATen/ops/_pad_packed_sequence.h"
#include "ATen/ops/cat.h"
#include "ATen/ops/copy.h"
#include "ATen/ops/full.h"
#include "ATen/ops/pad_sequence.h"
#include "aten_lite/native/internal/factory.h"

namespace at::native {

std::tuple<Tensor, Tensor> _pack_padded_sequence(const Tensor& input, const Tensor& lengths,
                                                 bool batch_first) {
  TORCH_CHECK(input.dim() >= 2,
              "pack_padded_sequence: input must have at least 2 dimensions, but "
              "got ",
              input.dim());
  const Tensor steps = batch_first ? input.transpose(0, 1) : input;
  TORCH_CHECK(lengths.scalar_type() == kLong && lengths.dim() == 1,
              "'lengths' argument should be a 1D CPU int64 tensor, but got ", lengths.dim(), "D ",
              toString(lengths.scalar_type()), " tensor");
  TORCH_CHECK(steps.numel() > 0, "Cannot pack empty tensors.");
  const int64_t batch = steps.size(1);
  TORCH_CHECK(lengths.size(0) == batch,
              "Expected `len(lengths)` to be equal to batch_size, but got ", lengths.size(0),
              " (batch_size=", batch, ")");
  const Tensor dense = lengths.contiguous();
  const int64_t* length = dense.const_data_ptr<int64_t>();
  for (int64_t i = 0; i < batch; ++i) {
    TORCH_CHECK(length[i] > 0,
                "Length of all samples has to be greater than 0, but found an element "
                "in 'lengths' that is <= 0");
    TORCH_CHECK(
        i == 0 || length[i] <= length[i - 1],
        "`lengths` array must be sorted in decreasing order when `enforce_sorted` is True. You "
        "can pass `enforce_sorted=False` to pack_padded_sequence");
  }
  TORCH_CHECK(length[0] <= steps.size(0), "pack_padded_sequence: lengths[0] is ", length[0],
              ", but the input has ", steps.size(0), " steps only");
  // At each step, the sequences that are not over yet: the first ones, since they are sorted.
  std::vector<Tensor> parts;
  Tensor batch_sizes = make_tensor({length[0]}, kLong);
  int64_t* size = batch_sizes.mutable_data_ptr<int64_t>();
  int64_t alive = batch;
  for (int64_t t = 0; t < length[0]; ++t) {
    while (length[alive - 1] <= t) --alive;
    size[t] = alive;
    parts.push_back(steps.select(0, t).narrow(0, 0, alive));
  }
  return {at::cat(parts), batch_sizes};
}

std::tuple<Tensor, Tensor> _pad_packed_sequence(const Tensor& data, const Tensor& batch_sizes,
                                                bool batch_first, const Scalar& padding_value,
                                                int64_t total_length) {
  TORCH_CHECK(
      batch_sizes.dim() == 1 && batch_sizes.scalar_type() == kLong && batch_sizes.numel() > 0,
      "pad_packed_sequence: batch_sizes must be a non-empty vector of int64");
  TORCH_CHECK(data.dim() >= 1, "pad_packed_sequence: data must have at least 1 dimension");
  const Tensor dense = batch_sizes.contiguous();
  const int64_t* size = dense.const_data_ptr<int64_t>();
  const int64_t steps = dense.numel();
  int64_t total = 0;
  for (int64_t t = 0; t < steps; ++t) {
    TORCH_CHECK(size[t] > 0 && size[t] <= data.size(0) && (t == 0 || size[t] <= size[t - 1]),
                "pad_packed_sequence: batch_sizes must be positive and not increase");
    total += size[t];
  }
  TORCH_CHECK(total == data.size(0), "pad_packed_sequence: batch_sizes sum to ", total,
              ", but data has ", data.size(0), " rows");
  TORCH_CHECK(
      total_length <= 0 || total_length >= steps,
      "Expected total_length to be at least the length of the longest sequence in input, but "
      "got total_length=",
      total_length, " and max sequence length being ", steps);
  DimVector sizes{total_length > 0 ? total_length : steps, size[0]};
  for (int64_t dim = 1; dim < data.dim(); ++dim) sizes.push_back(data.size(dim));
  Tensor output = at::full(sizes, padding_value, data.scalar_type());
  int64_t row = 0;
  for (int64_t t = 0; t < steps; ++t) {
    output.select(0, t).narrow(0, 0, size[t]).copy_(data.narrow(0, row, size[t]));
    row += size[t];
  }
  Tensor lengths = make_tensor({size[0]}, kLong);
  int64_t* length = lengths.mutable_data_ptr<int64_t>();
  int64_t t = steps;
  for (int64_t i = 0; i < size[0]; ++i) {
    while (size[t - 1] <= i) --t;
    length[i] = t;
  }
  return {batch_first ? output.transpose(0, 1) : output, lengths};
}

Tensor pad_sequence(TensorList sequences, bool batch_first, double padding_value,
                    c10::string_view padding_side) {
  TORCH_CHECK(!sequences.empty(), "received an empty list of sequences");
  TORCH_CHECK(padding_side == "left" || padding_side == "right",
              "Expected padding_side to be one of left or right, but got ", padding_side);
  int64_t longest = 0;
  for (const Tensor& sequence : sequences) {
    TORCH_CHECK(sequence.dim() >= 1, "pad_sequence: sequences must have at least 1 dimension");
    longest = std::max(longest, sequence.size(0));
  }
  const int64_t count = static_cast<int64_t>(sequences.size());
  DimVector sizes{batch_first ? count : longest, batch_first ? longest : count};
  for (int64_t dim = 1; dim < sequences[0].dim(); ++dim) sizes.push_back(sequences[0].size(dim));
  Tensor output = at::full(sizes, padding_value, sequences[0].scalar_type());
  for (int64_t i = 0; i < count; ++i) {
    const Tensor& sequence = sequences[static_cast<size_t>(i)];
    const int64_t length = sequence.size(0);
    const int64_t start = padding_side == "left" ? longest - length : 0;
    output.select(batch_first ? 0 : 1, i).narrow(0, start, length).copy_(sequence);
  }
  return output;
}

}  // namespace at::native
