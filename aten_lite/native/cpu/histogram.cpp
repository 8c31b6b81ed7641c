// Counting: bincount, histc, histogram.
#include "ATen/ops/histogram.h"

#include <algorithm>
#include <cmath>

#include "ATen/ops/aminmax.h"
#include "ATen/ops/bincount.h"
#include "ATen/ops/copy.h"
#include "ATen/ops/histc.h"
#include "ATen/ops/item.h"
#include "ATen/ops/linspace.h"
#include "aten_lite/core/dispatch.h"
#include "aten_lite/native/internal/factory.h"
#include "aten_lite/native/internal/output.h"

namespace at::native {
namespace {

template <typename Count>
Tensor count_weighted(const int64_t* value, int64_t size, int64_t bins, const Count* weight) {
  Tensor result = make_tensor({bins}, c10::CppTypeToScalarType<Count>::value);
  result.zero_();
  Count* counts = result.mutable_data_ptr<Count>();
  for (int64_t i = 0; i < size; ++i) {
    counts[value[i]] += weight != nullptr ? weight[i] : Count(1);
  }
  return result;
}

}  // namespace

Tensor bincount(const Tensor& self, const std::optional<Tensor>& weights, int64_t minlength) {
  TORCH_CHECK(minlength >= 0, "minlength should be >= 0, but got ", minlength);
  TORCH_CHECK(self.dim() == 1 && isIntegralType(self.scalar_type(), /*includeBool=*/false),
              "bincount only supports 1-d non-negative integral inputs, but got ",
              toString(self.scalar_type()), " of shape ", self.sizes());
  const Tensor weight = weights.value_or(Tensor());
  TORCH_CHECK(!weight.defined() || (weight.dim() == 1 && weight.size(0) == self.size(0)),
              "weights should be 1-d and have the same length as input");
  const Tensor values = self.to(kLong).contiguous();
  const int64_t* value = values.const_data_ptr<int64_t>();
  const int64_t size = values.numel();
  if (size == 0) {
    Tensor none = make_tensor({minlength}, kLong);
    return none.zero_();
  }
  int64_t bins = minlength;
  for (int64_t i = 0; i < size; ++i) {
    TORCH_CHECK(value[i] >= 0, "bincount only supports 1-d non-negative integral inputs, but got ",
                value[i]);
    TORCH_CHECK(value[i] < INT64_MAX,
                "bincount: maximum value of input overflowed, it should be < ", INT64_MAX,
                " but got ", value[i]);
    bins = std::max(bins, value[i] + 1);
  }
  if (!weight.defined()) return count_weighted<int64_t>(value, size, bins, nullptr);
  if (weight.scalar_type() == kFloat) {
    const Tensor dense = weight.contiguous();
    return count_weighted<float>(value, size, bins, dense.const_data_ptr<float>());
  }
  const Tensor dense = weight.to(kDouble).contiguous();
  return count_weighted<double>(value, size, bins, dense.const_data_ptr<double>());
}

namespace {

// How an element finds its bin among the edges.
enum class BinSearch {
  kInterpolate,         // by division
  kInterpolateAndLook,  // by division, checked against the neighbouring edges
  kBinary,              // edges of any spacing
};

// Adds each element's weight to its bin. Elements outside the edges are left out; the last bin
// includes its right edge.
template <typename T>
void count_in_bins(const Tensor& self, const Tensor& edges, const Tensor& weight, BinSearch search,
                   const Tensor& hist) {
  const T* value = self.const_data_ptr<T>();
  const T* edge = edges.const_data_ptr<T>();
  const T* weights = weight.defined() ? weight.const_data_ptr<T>() : nullptr;
  const int64_t bins = edges.numel() - 1;
  std::vector<double> sums(static_cast<size_t>(bins), 0.0);
  const T first = edge[0];
  const T last = edge[bins];
  for (int64_t i = 0; i < self.numel(); ++i) {
    const T element = value[i];
    if (!(element >= first && element <= last)) continue;
    int64_t bin;
    if (search == BinSearch::kBinary) {
      bin = std::upper_bound(edge, edge + bins + 1, element) - edge - 1;
    } else {
      // Half precision rounds after every operation.
      const T share =
          static_cast<T>(static_cast<T>(element - first) / static_cast<T>(last - first));
      bin = static_cast<int64_t>(static_cast<T>(share * static_cast<T>(bins)));
      if (search == BinSearch::kInterpolateAndLook) {
        const int64_t from = std::max<int64_t>(0, bin - 1);
        const int64_t to = std::min(bin + 2, bins + 1);
        bin = std::upper_bound(edge + from, edge + to, element) - edge - 1;
      }
    }
    bin = std::max<int64_t>(0, std::min(bin, bins - 1));
    sums[static_cast<size_t>(bin)] += weights != nullptr ? static_cast<double>(weights[i]) : 1.0;
  }
  T* out = hist.mutable_data_ptr<T>();
  for (int64_t bin = 0; bin < bins; ++bin)
    out[bin] = static_cast<T>(sums[static_cast<size_t>(bin)]);
}

struct Range {
  double low;
  double high;
};

Range range_of_elements(const Tensor& self) {
  const auto [low, high] = at::aminmax(self);
  return {low.item().toDouble(), high.item().toDouble()};
}

Tensor histogram_counts(const Tensor& self, const Tensor& edges, const Tensor& weight,
                        BinSearch search) {
  Tensor hist = make_tensor({edges.numel() - 1}, self.scalar_type());
  const Tensor flat = self.contiguous();
  const Tensor bounds = edges.contiguous();
  const Tensor weights = weight.defined() ? weight.contiguous() : weight;
  AT_DISPATCH_FLOATING_TYPES_AND2(kHalf, kBFloat16, self.scalar_type(), "histogram", [&] {
    count_in_bins<scalar_t>(flat, bounds, weights, search, hist);
  });
  return hist;
}

void check_weight(const Tensor& self, const Tensor& weight) {
  if (!weight.defined()) return;
  TORCH_CHECK(
      weight.scalar_type() == self.scalar_type(),
      "torch.histogram(): if weight tensor is provided, input tensor and weight tensor should "
      "have the same dtype, but got input(",
      toString(self.scalar_type()), "), and weight(", toString(weight.scalar_type()), ")");
  TORCH_CHECK(weight.sizes() == self.sizes(),
              "torch.histogram(): input and weight must have the same shape, but got ",
              self.sizes(), " and ", weight.sizes());
}

// Counts become a density that integrates to 1.
void normalize(Tensor& hist, const Tensor& edges) {
  const int64_t bins = hist.numel();
  hist.div_(hist.sum());
  hist.div_(edges.narrow(0, 1, bins).sub(edges.narrow(0, 0, bins)));
}

}  // namespace

void histc_out(const Tensor& self, int64_t bins, const Scalar& min, const Scalar& max,
               Tensor& out) {
  TORCH_CHECK(bins > 0 && bins < INT64_MAX, "torch.histc(): bins must be > 0, but got ", bins);
  Range range{min.toDouble(), max.toDouble()};
  if (range.low == range.high && self.numel() > 0) range = range_of_elements(self);
  if (range.low == range.high) {
    range.low -= 1;
    range.high += 1;
  }
  TORCH_CHECK(std::isfinite(range.low) && std::isfinite(range.high), "torch.histc: range of [",
              range.low, ", ", range.high, "] is not finite");
  TORCH_CHECK(range.low < range.high, "torch.histc: max must be larger than min, but got ",
              range.low, " and ", range.high);
  const Tensor edges = at::linspace(range.low, range.high, bins + 1, self.scalar_type());
  write_output(out, histogram_counts(self, edges, Tensor(), BinSearch::kInterpolate), "histc");
}

void histogram_out(const Tensor& self, const Tensor& bins, const std::optional<Tensor>& weight,
                   bool density, Tensor& hist, Tensor& bin_edges) {
  const Tensor weights = weight.value_or(Tensor());
  check_weight(self, weights);
  TORCH_CHECK_NOT_IMPLEMENTED(self.scalar_type() == kFloat || self.scalar_type() == kDouble,
                              "\"histogram\" not implemented for '", toString(self.scalar_type()),
                              "'");
  TORCH_CHECK(
      bins.dim() == 1 && bins.numel() > 0,
      "torch.histogram(): bins tensor should have one dimension and at least 1 element, but "
      "got shape ",
      bins.sizes());
  TORCH_CHECK(
      bins.scalar_type() == self.scalar_type(),
      "torch.histogram(): input tensor and bins tensors should have the same dtype, but got ",
      toString(self.scalar_type()), " and ", toString(bins.scalar_type()));
  Tensor counts = histogram_counts(self, bins, weights, BinSearch::kBinary);
  if (density) normalize(counts, bins);
  write_output(hist, counts, "histogram");
  write_output(bin_edges, bins.clone(), "histogram");
}

void histogram_out(const Tensor& self, int64_t bins, std::optional<ArrayRef<double>> range,
                   const std::optional<Tensor>& weight, bool density, Tensor& hist,
                   Tensor& bin_edges) {
  const Tensor weights = weight.value_or(Tensor());
  check_weight(self, weights);
  TORCH_CHECK(bins > 0 && bins < INT64_MAX, "torch.histogram(): bins must be > 0, but got ", bins);
  TORCH_CHECK_NOT_IMPLEMENTED(self.scalar_type() == kFloat || self.scalar_type() == kDouble,
                              "\"histogram\" not implemented for '", toString(self.scalar_type()),
                              "'");
  Range bounds{0, 1};
  if (range) {
    TORCH_CHECK(range->size() == 2, "torch.histogram(): range should have 2 elements, but got ",
                range->size());
    bounds = {(*range)[0], (*range)[1]};
  } else if (self.numel() > 0) {
    bounds = range_of_elements(self);
  }
  TORCH_CHECK(std::isfinite(bounds.low) && std::isfinite(bounds.high), "torch.histogram(): range [",
              bounds.low, ", ", bounds.high, "] is not finite");
  TORCH_CHECK(bounds.low <= bounds.high,
              "torch.histogram(): min should not exceed max, but got min ", bounds.low, " max ",
              bounds.high);
  if (bounds.low == bounds.high) {
    bounds.low -= 0.5;
    bounds.high += 0.5;
  }
  const Tensor edges = at::linspace(bounds.low, bounds.high, bins + 1, self.scalar_type());
  Tensor counts = histogram_counts(self, edges, weights, BinSearch::kInterpolateAndLook);
  if (density) normalize(counts, edges);
  write_output(hist, counts, "histogram");
  write_output(bin_edges, edges, "histogram");
}

}  // namespace at::native
