// Distinct elements: unique, unique_dim, unique_consecutive, unique_dim_consecutive.
//
// Everything is one algorithm: an order of the items (elements, or slices along a dim), in which
// equal items are neighbours, is walked, and every change starts a new group.
#include <algorithm>
#include <cstring>
#include <numeric>

#include "ATen/ops/_unique.h"
#include "ATen/ops/_unique2.h"
#include "ATen/ops/index_select.h"
#include "ATen/ops/moveaxis.h"
#include "ATen/ops/unique_consecutive.h"
#include "ATen/ops/unique_dim.h"
#include "ATen/ops/unique_dim_consecutive.h"
#include "aten_lite/core/dispatch.h"
#include "aten_lite/native/internal/factory.h"
#include "aten_lite/native/internal/ordering.h"
#include "aten_lite/native/internal/wrap_dim.h"

namespace at::native {
namespace {

struct Groups {
  Tensor first;    // the item that stands for each group
  Tensor inverse;  // each item's group
  Tensor counts;   // each group's size
};

// `order` lists the items; same(a, b) compares neighbours.
template <typename Same>
Groups group(const std::vector<int64_t>& order, const Same& same) {
  const int64_t items = static_cast<int64_t>(order.size());
  Groups result;
  result.inverse = make_tensor({items}, kLong);
  int64_t* inverse = result.inverse.mutable_data_ptr<int64_t>();
  std::vector<int64_t> first;
  std::vector<int64_t> counts;
  for (size_t i = 0; i < order.size(); ++i) {
    if (i == 0 || !same(order[i - 1], order[i])) {
      first.push_back(order[i]);
      counts.push_back(0);
    }
    ++counts.back();
    inverse[order[i]] = static_cast<int64_t>(first.size()) - 1;
  }
  result.first = make_tensor({static_cast<int64_t>(first.size())}, kLong);
  result.counts = make_tensor({static_cast<int64_t>(counts.size())}, kLong);
  std::copy(first.begin(), first.end(), result.first.mutable_data_ptr<int64_t>());
  std::copy(counts.begin(), counts.end(), result.counts.mutable_data_ptr<int64_t>());
  return result;
}

std::vector<int64_t> identity_order(int64_t items) {
  std::vector<int64_t> order(static_cast<size_t>(items));
  std::iota(order.begin(), order.end(), int64_t{0});
  return order;
}

// The items are rows of `width` elements.
Groups group_rows(const Tensor& rows, int64_t items, int64_t width, bool sort) {
  return AT_DISPATCH_ALL_TYPES_AND3(kBool, kHalf, kBFloat16, rows.scalar_type(), "unique", [&] {
    const scalar_t* data = rows.const_data_ptr<scalar_t>();
    std::vector<int64_t> order = identity_order(items);
    if (sort) {
      const NanLess<scalar_t> less;
      std::stable_sort(order.begin(), order.end(), [&](int64_t a, int64_t b) {
        return std::lexicographical_compare(data + a * width, data + (a + 1) * width,
                                            data + b * width, data + (b + 1) * width, less);
      });
    }
    return group(order, [&](int64_t a, int64_t b) {
      return std::equal(data + a * width, data + (a + 1) * width, data + b * width,
                        [](scalar_t x, scalar_t y) { return x == y; });
    });
  });
}

Tensor or_empty(bool wanted, const Tensor& tensor) {
  return wanted ? tensor : make_tensor({0}, kLong);
}

std::tuple<Tensor, Tensor, Tensor> unique_flat(const Tensor& self, bool sort, bool return_inverse,
                                               bool return_counts) {
  const Tensor flat = self.contiguous().view(-1);
  const Groups groups = group_rows(flat, flat.numel(), 1, sort);
  return {at::index_select(flat, 0, groups.first),
          or_empty(return_inverse, groups.inverse.view(self.sizes())),
          or_empty(return_counts, groups.counts)};
}

// Positions and counts are returned whether they are asked for or not, as in PyTorch.
std::tuple<Tensor, Tensor, Tensor> unique_slices(const Tensor& self, int64_t dim, bool sort) {
  TORCH_CHECK(self.dim() > 0, "unique_dim: self must have at least one dimension");
  dim = maybe_wrap_dim(dim, self.dim());
  const int64_t items = self.size(dim);
  if (self.numel() == 0) {
    TORCH_CHECK(items == 0,
                "There are 0 sized dimensions, and they aren't selected, so unique "
                "cannot be applied to shape ",
                self.sizes(), " along dimension ", dim);
    return {make_tensor(self.sizes(), self.scalar_type()), make_tensor({0}, kLong),
            make_tensor({0}, kLong)};
  }
  const Tensor rows = self.moveaxis(dim, 0).contiguous();
  const Groups groups = group_rows(rows, items, rows.numel() / items, sort);
  return {at::index_select(rows, 0, groups.first).moveaxis(0, dim), groups.inverse, groups.counts};
}

}  // namespace

std::tuple<Tensor, Tensor> _unique(const Tensor& self, bool /*sorted*/, bool return_inverse) {
  const auto [values, inverse, counts] = unique_flat(self, true, return_inverse, false);
  return {values, inverse};
}

std::tuple<Tensor, Tensor, Tensor> _unique2(const Tensor& self, bool /*sorted*/,
                                            bool return_inverse, bool return_counts) {
  return unique_flat(self, /*sort=*/true, return_inverse, return_counts);
}

std::tuple<Tensor, Tensor, Tensor> unique_dim(const Tensor& self, int64_t dim, bool /*sorted*/,
                                              bool /*return_inverse*/, bool /*return_counts*/) {
  return unique_slices(self, dim, /*sort=*/true);
}

std::tuple<Tensor, Tensor, Tensor> unique_dim_consecutive(const Tensor& self, int64_t dim,
                                                          bool /*return_inverse*/,
                                                          bool /*return_counts*/) {
  return unique_slices(self, dim, /*sort=*/false);
}

std::tuple<Tensor, Tensor, Tensor> unique_consecutive(const Tensor& self, bool return_inverse,
                                                      bool return_counts,
                                                      std::optional<int64_t> dim) {
  // A vector is its own slices.
  if (!dim || (*dim == 0 && self.dim() == 1)) {
    return unique_flat(self, /*sort=*/false, return_inverse, return_counts);
  }
  return unique_slices(self, *dim, /*sort=*/false);
}

}  // namespace at::native
