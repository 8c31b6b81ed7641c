// Combinations of elements: combinations, cartesian_prod, one_hot.
#include <numeric>

#include "ATen/ops/cartesian_prod.h"
#include "ATen/ops/combinations.h"
#include "ATen/ops/index_select.h"
#include "ATen/ops/item.h"
#include "ATen/ops/max.h"
#include "ATen/ops/meshgrid.h"
#include "ATen/ops/min.h"
#include "ATen/ops/one_hot.h"
#include "ATen/ops/scatter.h"
#include "ATen/ops/stack.h"
#include "ATen/ops/zeros.h"
#include "aten_lite/native/internal/factory.h"

namespace at::native {

Tensor combinations(const Tensor& self, int64_t r, bool with_replacement) {
  TORCH_CHECK(self.dim() == 1, "Expect a 1D vector, but got shape ", self.sizes());
  TORCH_CHECK(r >= 0, "Expect a non-negative number, but got ", r);
  TORCH_CHECK(r < (int64_t{1} << 24), "combinations: r is too large: ", r);
  if (r == 0) return make_tensor({0}, self.scalar_type());
  const int64_t n = self.numel();
  // Increasing positions, counted like an odometer in lexicographic order.
  std::vector<int64_t> positions;
  if (n > 0 && (with_replacement || r <= n)) {
    std::vector<int64_t> current(static_cast<size_t>(r), 0);
    if (!with_replacement) std::iota(current.begin(), current.end(), int64_t{0});
    while (true) {
      positions.insert(positions.end(), current.begin(), current.end());
      size_t i = current.size();
      while (i > 0) {
        const int64_t limit =
            with_replacement ? n - 1 : n - static_cast<int64_t>(current.size() - i) - 1;
        if (current[i - 1] < limit) break;
        --i;
      }
      if (i == 0) break;
      int64_t next = ++current[i - 1];
      for (; i < current.size(); ++i) current[i] = with_replacement ? next : ++next;
    }
  }
  Tensor index = make_tensor({static_cast<int64_t>(positions.size())}, kLong);
  std::copy(positions.begin(), positions.end(), index.mutable_data_ptr<int64_t>());
  return at::index_select(self, 0, index).view({index.numel() / r, r});
}

Tensor cartesian_prod(TensorList tensors) {
  TORCH_CHECK(!tensors.empty(), "cartesian_prod expects a non-empty TensorList");
  for (const Tensor& tensor : tensors) {
    TORCH_CHECK(tensor.dim() == 1, "Expect a 1D vector, but got shape ", tensor.sizes());
  }
  if (tensors.size() == 1) return tensors[0];
  std::vector<Tensor> grids = at::meshgrid(tensors, "ij");
  for (Tensor& grid : grids) grid = grid.flatten();
  return at::stack(grids, 1);
}

Tensor one_hot(const Tensor& self, int64_t num_classes) {
  TORCH_CHECK(self.scalar_type() == kLong,
              "one_hot is only applicable to index tensor of type LongTensor, but got ",
              toString(self.scalar_type()));
  DimVector shape(self.sizes());
  if (self.numel() == 0) {
    TORCH_CHECK(num_classes > 0, "Can not infer total number of classes from empty tensor.");
    shape.push_back(num_classes);
    return make_tensor(shape, kLong);
  }
  const int64_t largest = self.max().item().toLong();
  TORCH_CHECK(self.min().item().toLong() >= 0, "Class values must be non-negative.");
  if (num_classes == -1) {
    num_classes = largest + 1;
  } else {
    TORCH_CHECK(num_classes > 0, "num_classes should be positive, but got ", num_classes);
    TORCH_CHECK(largest < num_classes, "Class values must be smaller than num_classes, but got ",
                largest, " and ", num_classes);
  }
  shape.push_back(num_classes);
  Tensor result = at::zeros(shape, kLong);
  return result.scatter_(-1, self.unsqueeze(-1), 1);
}

}  // namespace at::native
