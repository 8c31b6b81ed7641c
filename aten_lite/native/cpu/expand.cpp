// Broadcasting views: expand and what is built on it.
#include "ATen/ops/expand.h"

#include <utility>

#include "ATen/ops/atleast_1d.h"
#include "ATen/ops/atleast_2d.h"
#include "ATen/ops/atleast_3d.h"
#include "ATen/ops/broadcast_tensors.h"
#include "ATen/ops/broadcast_to.h"
#include "ATen/ops/expand_as.h"
#include "ATen/ops/meshgrid.h"
#include "ATen/ops/reshape.h"
#include "ATen/ops/unsqueeze.h"
#include "ATen/ops/view.h"
#include "aten_lite/native/internal/alias.h"
#include "aten_lite/native/internal/expand_utils.h"
#include "aten_lite/native/internal/infer_size.h"

namespace at::native {

std::vector<Tensor> expand_outplace(TensorList tensors) {
  DimVector shape;
  bool first = true;
  for (const Tensor& tensor : tensors) {
    if (!tensor.defined()) continue;
    shape = first ? DimVector(tensor.sizes()) : infer_size_dimvector(shape, tensor.sizes());
    first = false;
  }
  std::vector<Tensor> result;
  result.reserve(tensors.size());
  for (const Tensor& tensor : tensors) {
    const bool as_is = !tensor.defined() || tensor.sizes() == IntArrayRef(shape);
    result.push_back(as_is ? tensor : native::expand(tensor, shape, false));
  }
  return result;
}

Tensor expand(const Tensor& self, IntArrayRef size, bool /*implicit*/) {
  const ExpandedGeometry geometry = infer_expand_geometry(self.sizes(), self.strides(), size);
  return alias_with(self, geometry.sizes, geometry.strides);
}

Tensor expand_as(const Tensor& self, const Tensor& other) {
  return native::expand(self, other.sizes(), false);
}

Tensor broadcast_to(const Tensor& self, IntArrayRef size) {
  return native::expand(self, size, false);
}

std::vector<Tensor> broadcast_tensors(TensorList tensors) { return expand_outplace(tensors); }

std::vector<Tensor> meshgrid(TensorList tensors) { return native::meshgrid(tensors, "ij"); }

std::vector<Tensor> meshgrid(TensorList tensors, c10::string_view indexing) {
  TORCH_CHECK(!tensors.empty(), "meshgrid expects a non-empty TensorList");
  TORCH_CHECK(indexing == "ij" || indexing == "xy",
              "meshgrid: indexing must be one of \"xy\" or \"ij\", but got \"", indexing, "\"");
  for (const Tensor& tensor : tensors) {
    TORCH_CHECK(tensor.dim() <= 1, "meshgrid expects 0- or 1-dim tensors, but got one of shape ",
                tensor.sizes());
    TORCH_CHECK(tensor.scalar_type() == tensors[0].scalar_type(),
                "meshgrid expects all tensors to have the same dtype, but got ",
                toString(tensors[0].scalar_type()), " and ", toString(tensor.scalar_type()));
  }
  // Cartesian indexing is matrix indexing of the first two inputs in swapped order.
  const bool swap = indexing == "xy" && tensors.size() >= 2;
  std::vector<Tensor> inputs = tensors.vec();
  if (swap) std::swap(inputs[0], inputs[1]);
  DimVector shape;
  for (const Tensor& tensor : inputs) shape.push_back(tensor.numel());
  std::vector<Tensor> grids;
  for (size_t i = 0; i < inputs.size(); ++i) {
    DimVector along(inputs.size(), 1);
    along[i] = -1;
    grids.push_back(native::expand(native::view(inputs[i], along), shape, false));
  }
  if (swap) std::swap(grids[0], grids[1]);
  return grids;
}

Tensor atleast_1d(const Tensor& self) {
  return self.dim() == 0 ? native::reshape(self, {1}) : self;
}

Tensor atleast_2d(const Tensor& self) {
  switch (self.dim()) {
    case 0:
      return native::reshape(self, {1, 1});
    case 1:
      return native::unsqueeze(self, 0);
    default:
      return self;
  }
}

Tensor atleast_3d(const Tensor& self) {
  switch (self.dim()) {
    case 0:
      return native::reshape(self, {1, 1, 1});
    case 1:
      return native::unsqueeze(native::unsqueeze(self, 0), -1);
    case 2:
      return native::unsqueeze(self, -1);
    default:
      return self;
  }
}

namespace {

std::vector<Tensor> map_each(TensorList tensors, Tensor (*function)(const Tensor&)) {
  std::vector<Tensor> result;
  result.reserve(tensors.size());
  for (const Tensor& tensor : tensors) result.push_back(function(tensor));
  return result;
}

}  // namespace

std::vector<Tensor> atleast_1d(TensorList tensors) { return map_each(tensors, native::atleast_1d); }
std::vector<Tensor> atleast_2d(TensorList tensors) { return map_each(tensors, native::atleast_2d); }
std::vector<Tensor> atleast_3d(TensorList tensors) { return map_each(tensors, native::atleast_3d); }

}  // namespace at::native
