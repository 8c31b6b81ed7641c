// Methods of at::Tensor that are no operators: brackets, assignment to an element, signs.
#include <utility>
#include <vector>

#include "ATen/core/TensorBody.h"
#include "ATen/ops/full.h"
#include "ATen/ops/index.h"
#include "ATen/ops/index_put.h"
#include "ATen/ops/neg.h"
#include "ATen/ops/select.h"
#include "ATen/ops/slice.h"
#include "ATen/ops/to.h"
#include "ATen/ops/unsqueeze.h"
#include "aten_lite/core/ivalue.h"
#include "aten_lite/core/list.h"
#include "aten_lite/native/tensor_indexing.h"

namespace at {
namespace {

using indexing::TensorIndex;
using indexing::TensorIndexType;
using OptionalTensors = c10::List<std::optional<Tensor>>;

bool is_mask(const Tensor& index) {
  return index.scalar_type() == kBool || index.scalar_type() == kByte;
}

// Dimensions of the tensor that the indices use up, so that an ellipsis takes the rest.
int64_t dims_used(ArrayRef<TensorIndex> indices) {
  int64_t used = 0;
  for (const TensorIndex& index : indices) {
    if (index.is_integer() || index.is_slice()) {
      ++used;
    } else if (index.is_tensor()) {
      used += is_mask(index.tensor()) ? index.tensor().dim() : 1;
    }
  }
  return used;
}

// What is left to do after the indices that make views: a view, and tensors to index it with,
// undefined where a dimension is taken whole.
struct Indexed {
  Tensor view;
  std::vector<Tensor> tensors;
};

Indexed apply(const Tensor& self, ArrayRef<TensorIndex> indices) {
  const int64_t used = dims_used(indices);
  TORCH_CHECK_INDEX(used <= self.dim(), "too many indices for tensor of dimension ", self.dim());
  Tensor view = self;
  std::vector<Tensor> tensors;
  bool any_tensor = false;
  int64_t dim = 0;  // the dimension of the view that the next index is about
  const auto take_whole = [&](int64_t count) {
    tensors.resize(tensors.size() + static_cast<size_t>(count));
    dim += count;
  };
  // A mask stands for as many dimensions as it has.
  const auto take_by = [&](const Tensor& index) {
    tensors.push_back(index);
    dim += is_mask(index) ? index.dim() : 1;
    any_tensor = true;
  };
  for (const TensorIndex& index : indices) {
    switch (index.type()) {
      case TensorIndexType::None:
        view = at::unsqueeze(view, dim);
        take_whole(1);
        break;
      case TensorIndexType::Ellipsis:
        take_whole(self.dim() - used);
        break;
      case TensorIndexType::Integer:
        view = at::select(view, dim, index.integer());
        break;
      case TensorIndexType::Slice:
        view =
            at::slice(view, dim, index.slice().start(), index.slice().stop(), index.slice().step());
        take_whole(1);
        break;
      case TensorIndexType::Boolean:
        view = at::unsqueeze(view, dim);
        take_by(at::full({1}, index.boolean(), kBool));
        break;
      case TensorIndexType::Tensor:
        if (index.tensor().dim() > 0) {
          take_by(index.tensor());
        } else if (is_mask(index.tensor())) {
          view = at::unsqueeze(view, dim);
          take_by(index.tensor().reshape({1}));
        } else {
          // An integer in a tensor is an integer.
          view = at::select(view, dim, index.tensor().item<int64_t>());
        }
        break;
    }
  }
  if (!any_tensor) tensors.clear();
  return {std::move(view), std::move(tensors)};
}

OptionalTensors optional_tensors(const std::vector<Tensor>& tensors) {
  OptionalTensors list;
  for (const Tensor& tensor : tensors) {
    list.push_back(tensor.defined() ? std::optional<Tensor>(tensor) : std::nullopt);
  }
  return list;
}

}  // namespace

Tensor Tensor::index(ArrayRef<TensorIndex> indices) const {
  const Indexed indexed = apply(*this, indices);
  if (indexed.tensors.empty()) return indexed.view;
  return at::index(indexed.view, optional_tensors(indexed.tensors));
}

Tensor& Tensor::index_put_(ArrayRef<TensorIndex> indices, const Tensor& value) {
  Indexed indexed = apply(*this, indices);
  if (indexed.tensors.empty()) {
    indexed.view.copy_(value);
  } else {
    indexed.view.index_put_(optional_tensors(indexed.tensors), value);
  }
  return *this;
}

Tensor& Tensor::index_put_(ArrayRef<TensorIndex> indices, const Scalar& value) {
  Indexed indexed = apply(*this, indices);
  if (indexed.tensors.empty()) {
    indexed.view.fill_(value);
  } else {
    indexed.view.index_put_(optional_tensors(indexed.tensors), at::full({}, value, scalar_type()));
  }
  return *this;
}

Tensor Tensor::operator[](int64_t index) const { return at::select(*this, 0, index); }

Tensor Tensor::operator[](const Scalar& index) const {
  TORCH_CHECK_INDEX(index.isIntegral(/*include_bool=*/false),
                    "Can only index tensors with integral scalars");
  return at::select(*this, 0, index.toLong());
}

Tensor Tensor::operator[](const Tensor& index) const {
  TORCH_CHECK_INDEX(index.defined() && index.dim() == 0,
                    "Can only index with tensors that are scalars (zero-dim)");
  return (*this)[index.item()];
}

Tensor& Tensor::operator=(const Tensor& other) && { return copy_(other); }
Tensor& Tensor::operator=(Tensor&& other) && { return copy_(other); }
Tensor& Tensor::operator=(const Scalar& value) && { return fill_(value); }

Tensor Tensor::operator-() const { return neg(); }
Tensor Tensor::operator~() const { return bitwise_not(); }
Tensor& Tensor::operator+=(const Tensor& other) { return add_(other); }
Tensor& Tensor::operator+=(const Scalar& other) { return add_(other); }
Tensor& Tensor::operator-=(const Tensor& other) { return sub_(other); }
Tensor& Tensor::operator-=(const Scalar& other) { return sub_(other); }
Tensor& Tensor::operator*=(const Tensor& other) { return mul_(other); }
Tensor& Tensor::operator*=(const Scalar& other) { return mul_(other); }
Tensor& Tensor::operator/=(const Tensor& other) { return div_(other); }
Tensor& Tensor::operator/=(const Scalar& other) { return div_(other); }

Tensor Tensor::toType(ScalarType dtype) const { return to(dtype); }

}  // namespace at
