// segment_reduce: sums, means, products and extrema of runs of rows.
#include "ATen/ops/segment_reduce.h"

#include <cmath>
#include <limits>
#include <vector>

#include "ATen/ops/contiguous.h"
#include "ATen/ops/to.h"
#include "aten_lite/core/dispatch.h"
#include "aten_lite/native/internal/dense.h"

namespace at::native {
namespace {

enum class Reduction { kSum, kMean, kMax, kMin, kProd };

Reduction reduction_of(c10::string_view name) {
  if (name == "sum") return Reduction::kSum;
  if (name == "mean") return Reduction::kMean;
  if (name == "max") return Reduction::kMax;
  if (name == "min") return Reduction::kMin;
  TORCH_CHECK(name == "prod", "segment_reduce: unsupported reduction: ", name);
  return Reduction::kProd;
}

double identity_of(Reduction reduction) {
  switch (reduction) {
    case Reduction::kMax:
      return -std::numeric_limits<double>::infinity();
    case Reduction::kMin:
      return std::numeric_limits<double>::infinity();
    case Reduction::kProd:
      return 1;
    default:
      return 0;
  }
}

template <typename T>
void combine(Reduction reduction, T& total, T x) {
  switch (reduction) {
    case Reduction::kMax:
      total = std::isnan(static_cast<double>(x)) || x > total ? x : total;
      break;
    case Reduction::kMin:
      total = std::isnan(static_cast<double>(x)) || x < total ? x : total;
      break;
    case Reduction::kProd:
      total = total * x;
      break;
    default:
      total = total + x;
  }
}

// Where the segments of a row of lengths (or offsets) begin, and where the last one ends.
std::vector<int64_t> bounds_of(const int64_t* row, int64_t count, bool offsets, int64_t size) {
  std::vector<int64_t> bounds;
  int64_t at = 0;
  for (int64_t i = 0; i < count; ++i) {
    if (offsets) {
      at = row[i];
    } else {
      if (i == 0) bounds.push_back(0);
      TORCH_CHECK(row[i] >= 0 && row[i] <= size, "segment_reduce: lengths contains the value ",
                  row[i], ", for data of size ", size);
      at += row[i];
    }
    TORCH_CHECK(at >= 0 && at <= size && (bounds.empty() || at >= bounds.back()),
                "segment_reduce: a segment that ends at ", at, " does not fit into data of size ",
                size);
    bounds.push_back(at);
  }
  if (bounds.empty()) bounds.push_back(0);
  return bounds;
}

}  // namespace

Tensor segment_reduce(const Tensor& data, c10::string_view reduce,
                      const std::optional<Tensor>& lengths, const std::optional<Tensor>& indices,
                      const std::optional<Tensor>& offsets, int64_t axis, bool unsafe,
                      const std::optional<Scalar>& initial) {
  const Reduction reduction = reduction_of(reduce);
  axis = at::maybe_wrap_dim(axis, data.dim());
  TORCH_CHECK(data.numel() >= 0 && data.dim() > 0, "segment_reduce: data must have dims");
  TORCH_CHECK(!indices.has_value(),
              "segment_reduce(): indices based reduction is not supported yet.");
  TORCH_CHECK(lengths.has_value() || offsets.has_value(),
              "segment_reduce(): Either lengths or offsets must be defined.");
  const bool by_offsets = !lengths.has_value();
  const Tensor places = (by_offsets ? *offsets : *lengths).to(kLong).contiguous();
  TORCH_CHECK(places.dim() == axis + 1 && places.sizes().slice(0, static_cast<size_t>(axis)) ==
                                              data.sizes().slice(0, static_cast<size_t>(axis)),
              "segment_reduce(): Expected axis to be the last dimension of lengths or offsets, but "
              "got axis ",
              axis, " and shape ", places.sizes(), " for data of shape ", data.sizes());
  const int64_t entries = places.size(-1);
  TORCH_CHECK(!by_offsets || entries > 0, "segment_reduce(): offsets are empty");
  const int64_t segments = by_offsets ? entries - 1 : entries;
  const int64_t size = data.size(axis);
  int64_t outer = 1;
  int64_t inner = 1;
  for (int64_t d = 0; d < data.dim(); ++d) {
    if (d < axis) outer *= data.size(d);
    if (d > axis) inner *= data.size(d);
  }
  DimVector sizes(data.sizes());
  sizes[static_cast<size_t>(axis)] = segments;
  const Tensor result = new_tensor(sizes, data.scalar_type());
  const Tensor input = data.contiguous();
  AT_DISPATCH_FLOATING_TYPES_AND2(kHalf, kBFloat16, data.scalar_type(), "segment_reduce", [&] {
    const scalar_t* from = input.const_data_ptr<scalar_t>();
    scalar_t* out = result.mutable_data_ptr<scalar_t>();
    const scalar_t start =
        static_cast<scalar_t>(initial.has_value() ? initial->toDouble() : identity_of(reduction));
    for (int64_t o = 0; o < outer; ++o) {
      const std::vector<int64_t> bounds =
          bounds_of(places.const_data_ptr<int64_t>() + o * entries, entries, by_offsets, size);
      TORCH_CHECK(unsafe || by_offsets || bounds.back() == size,
                  "segment_reduce(): Expected all rows of lengths along axis to sum to "
                  "data.size(lengths.dim()-1) when !unsafe, but they sum to ",
                  bounds.back(), " and not ", size);
      for (int64_t s = 0; s < segments; ++s) {
        const int64_t begin = bounds[static_cast<size_t>(s)];
        const int64_t end = bounds[static_cast<size_t>(s) + 1];
        for (int64_t i = 0; i < inner; ++i) {
          scalar_t total = start;
          for (int64_t k = begin; k < end; ++k) {
            combine(reduction, total, from[(o * size + k) * inner + i]);
          }
          if (reduction == Reduction::kMean) {
            if (end == begin && !initial.has_value()) {
              total = std::numeric_limits<scalar_t>::quiet_NaN();
            } else if (end > begin && !std::isnan(static_cast<double>(total))) {
              total = total / static_cast<scalar_t>(end - begin);
            }
          }
          *out++ = total;
        }
      }
    }
  });
  return result;
}

}  // namespace at::native
