// Binary search in sorted boundaries: searchsorted, bucketize; membership: isin.
#include "ATen/ops/searchsorted.h"

#include <algorithm>

#include "ATen/ops/bucketize.h"
#include "ATen/ops/copy.h"
#include "ATen/ops/eq.h"
#include "ATen/ops/gather.h"
#include "ATen/ops/isin.h"
#include "ATen/ops/ne.h"
#include "ATen/ops/scalar_tensor.h"
#include "ATen/ops/sort.h"
#include "aten_lite/core/dispatch.h"
#include "aten_lite/native/internal/factory.h"
#include "aten_lite/native/internal/ordering.h"
#include "aten_lite/native/internal/output.h"
#include "aten_lite/native/internal/promotion.h"

namespace at::native {
namespace {

// The first position whose boundary is >= value (> value if `right`). Written with negations, so
// that NaN boundaries and values sort behind everything.
template <typename T>
int64_t find_position(const T* boundaries, int64_t size, T value, bool right) {
  int64_t low = 0;
  int64_t high = size;
  while (low < high) {
    const int64_t middle = low + (high - low) / 2;
    const T at = boundaries[middle];
    const bool goes_on = right ? !(at > value) : !(at >= value);
    if (goes_on) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

bool is_right(bool right, std::optional<c10::string_view> side) {
  if (!side) return right;
  TORCH_CHECK(*side == "left" || *side == "right",
              "torch.searchsorted(): side can only be 'left' or 'right' but got ", *side);
  TORCH_CHECK(!right || *side == "right",
              "torch.searchsorted(): side and right can't be set to opposites, got side of ", *side,
              " while right was True");
  return *side == "right";
}

void check_shapes(const Tensor& boundaries, const Tensor& values, const Tensor& sorter) {
  TORCH_CHECK(boundaries.dim() != 0,
              "torch.searchsorted(): boundaries tensor should have positive dimension, but got 0 "
              "dimension");
  TORCH_CHECK(boundaries.dim() == 1 || values.dim() != 0,
              "torch.searchsorted(): input value can be a scalar only when boundaries tensor "
              "dimension is 1, but we got boundaries tensor dim(",
              boundaries.dim(), ")");
  bool matches = boundaries.dim() == 1 || boundaries.dim() == values.dim();
  for (int64_t dim = 0; matches && dim + 1 < boundaries.dim(); ++dim) {
    matches = boundaries.size(dim) == values.size(dim);
  }
  TORCH_CHECK(matches,
              "torch.searchsorted(): boundaries tensor should be 1 dimension or the first N-1 "
              "dimensions of boundaries tensor and input value tensor must match, but we got "
              "boundaries tensor ",
              boundaries.sizes(), " and input value tensor ", values.sizes());
  if (!sorter.defined()) return;
  TORCH_CHECK(
      sorter.sizes() == boundaries.sizes() && sorter.scalar_type() == kLong,
      "torch.searchsorted(): boundary and sorter must have the same size and sorter must be "
      "of dtype long, but got boundary tensor ",
      boundaries.sizes(), " and sorter ", sorter.sizes(), " of ", toString(sorter.scalar_type()));
}

template <typename T>
void search(const Tensor& boundaries, const Tensor& values, bool right, const Tensor& out) {
  const int64_t size = boundaries.size(-1);
  const T* sorted = boundaries.const_data_ptr<T>();
  const T* value = values.const_data_ptr<T>();
  int64_t* position = out.mutable_data_ptr<int64_t>();
  const int64_t run = boundaries.dim() == 1 ? values.numel() : values.size(-1);
  for (int64_t i = 0; i < values.numel(); ++i) {
    const T* row = sorted + (boundaries.dim() == 1 ? 0 : i / run * size);
    position[i] = find_position(row, size, value[i], right);
  }
}

}  // namespace

void searchsorted_out(const Tensor& sorted_sequence, const Tensor& self, bool out_int32, bool right,
                      std::optional<c10::string_view> side, const std::optional<Tensor>& sorter,
                      Tensor& out) {
  const Tensor order = sorter.value_or(Tensor());
  check_shapes(sorted_sequence, self, order);
  right = is_right(right, side);
  const ScalarType type = promoted_type(sorted_sequence, self);
  Tensor boundaries = sorted_sequence;
  if (order.defined()) boundaries = at::gather(boundaries, -1, order);
  boundaries = boundaries.to(type).contiguous();
  const Tensor values = self.to(type).contiguous();
  Tensor result = make_tensor(self.sizes(), kLong);
  AT_DISPATCH_ALL_TYPES_AND2(kHalf, kBFloat16, type, "searchsorted",
                             [&] { search<scalar_t>(boundaries, values, right, result); });
  set_output(out, self.sizes(), out_int32 ? kInt : kLong, "searchsorted");
  out.copy_(result);
}

void searchsorted_out(const Tensor& sorted_sequence, const Scalar& self, bool out_int32, bool right,
                      std::optional<c10::string_view> side, const std::optional<Tensor>& sorter,
                      Tensor& out) {
  native::searchsorted_out(sorted_sequence, wrapped_scalar(self), out_int32, right, side, sorter,
                           out);
}

void bucketize_out(const Tensor& self, const Tensor& boundaries, bool out_int32, bool right,
                   Tensor& out) {
  TORCH_CHECK(boundaries.dim() == 1, "boundaries tensor must be 1 dimension, but got dim(",
              boundaries.dim(), ")");
  native::searchsorted_out(boundaries, self, out_int32, right, std::nullopt, std::nullopt, out);
}

Tensor bucketize(const Scalar& self, const Tensor& boundaries, bool out_int32, bool right) {
  Tensor out;
  native::bucketize_out(wrapped_scalar(self), boundaries, out_int32, right, out);
  return out;
}

namespace {

void check_isin_dtype(ScalarType type) {
  TORCH_CHECK(type != kBool && !isComplexType(type),
              "Unsupported input type encountered for isin(): ", toString(type));
}

template <typename T>
void find_members(const Tensor& elements, const Tensor& candidates, bool invert,
                  const Tensor& out) {
  std::vector<T> sorted(candidates.const_data_ptr<T>(),
                        candidates.const_data_ptr<T>() + candidates.numel());
  std::sort(sorted.begin(), sorted.end(), NanLess<T>());
  const T* element = elements.const_data_ptr<T>();
  bool* found = out.mutable_data_ptr<bool>();
  for (int64_t i = 0; i < elements.numel(); ++i) {
    const auto at = std::lower_bound(sorted.begin(), sorted.end(), element[i], NanLess<T>());
    found[i] = (at != sorted.end() && *at == element[i]) != invert;
  }
}

}  // namespace

void isin_out(const Tensor& elements, const Tensor& test_elements, bool /*assume_unique*/,
              bool invert, Tensor& out) {
  check_isin_dtype(elements.scalar_type());
  check_isin_dtype(test_elements.scalar_type());
  const ScalarType type = promoted_type(elements, test_elements);
  const Tensor values = elements.to(type).contiguous();
  const Tensor candidates = test_elements.to(type).contiguous();
  Tensor result = make_tensor(elements.sizes(), kBool);
  AT_DISPATCH_ALL_TYPES_AND2(kHalf, kBFloat16, type, "isin",
                             [&] { find_members<scalar_t>(values, candidates, invert, result); });
  set_output(out, elements.sizes(), kBool, "isin");
  out.copy_(result);
}

void isin_out(const Tensor& elements, const Scalar& test_element, bool /*assume_unique*/,
              bool invert, Tensor& out) {
  check_isin_dtype(elements.scalar_type());
  write_output(out, invert ? elements.ne(test_element) : elements.eq(test_element), "isin");
}

void isin_out(const Scalar& element, const Tensor& test_elements, bool assume_unique, bool invert,
              Tensor& out) {
  native::isin_out(wrapped_scalar(element), test_elements, assume_unique, invert, out);
}

}  // namespace at::native
