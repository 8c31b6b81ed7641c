// Advanced indexing, self[i, j, :]: index, index_put and their unsafe twins.
#include "ATen/ops/index.h"

#include "ATen/ops/_index_put_impl.h"
#include "ATen/ops/_unsafe_index.h"
#include "ATen/ops/_unsafe_index_put.h"
#include "ATen/ops/clone.h"
#include "ATen/ops/index_put.h"
#include "ATen/ops/item.h"
#include "ATen/ops/masked_fill.h"
#include "ATen/ops/unsqueeze.h"
#include "aten_lite/core/dispatch.h"
#include "aten_lite/native/internal/element_bytes.h"
#include "aten_lite/native/internal/index_iterator.h"
#include "aten_lite/native/internal/infer_size.h"
#include "aten_lite/native/internal/memory_overlap.h"

namespace at::native {
namespace {

TensorIterator make_iterator(const Tensor& output, const Tensor& input, const AdvancedIndex& info,
                             bool resize, const char* op) {
  TensorIteratorConfig config;
  config.name(op).set_check_mem_overlap(false).check_all_same_dtype(false).resize_outputs(resize);
  config.add_output(output).add_input(input);
  for (const Tensor& index : info.indices) config.add_input(index);
  return config.build();
}

// self[mask] = number needs no positions: the mask itself, if that is all that `indices` say.
Tensor as_single_mask(const Tensor& self, const OptionalTensorList& indices) {
  Tensor mask;
  int64_t next_dim = 0;
  for (size_t i = 0; i < indices.size(); ++i) {
    const Tensor index = indices.get(i).value_or(Tensor());
    if (!index.defined()) {
      ++next_dim;
      continue;
    }
    const bool usable =
        index.scalar_type() == kBool && !mask.defined() && next_dim + index.dim() <= self.dim();
    if (!usable) return Tensor();
    for (int64_t dim = 0; dim < index.dim(); ++dim) {
      if (index.size(dim) != self.size(next_dim + dim)) return Tensor();
    }
    mask = index;
    next_dim += index.dim();
  }
  if (!mask.defined()) return mask;
  for (; next_dim < self.dim(); ++next_dim) mask = native::unsqueeze(mask, -1);
  return mask;
}

template <typename T>
void accumulate(TensorIterator& iter, const AdvancedIndex& info) {
  for_each_indexed<0>(iter, info, /*serial=*/true, [](char* to, char* from) {
    T& target = *reinterpret_cast<T*>(to);
    const T value = *reinterpret_cast<const T*>(from);
    if constexpr (std::is_same<T, bool>::value) {
      target = target || value;
    } else {
      target = static_cast<T>(target + value);
    }
  });
}

}  // namespace

void index_out(const Tensor& self, const OptionalTensorList& indices, Tensor& out) {
  if (out.defined()) {
    TORCH_CHECK(out.scalar_type() == self.scalar_type(), "index_out: self (",
                toString(self.scalar_type()), ") and result (", toString(out.scalar_type()),
                ") must have the same scalar type");
    assert_no_internal_overlap(out);
    assert_no_overlap(out, self);
  }
  const AdvancedIndex info(self, indices);
  TensorIterator iter = make_iterator(out, info.src, info, /*resize=*/true, "index");
  out = iter.output();
  for_itemsize(self.itemsize(), "index", [&](auto tag) {
    using Bytes = decltype(tag);
    for_each_indexed<1>(iter, info, /*serial=*/false, [](char* to, char* from) {
      *reinterpret_cast<Bytes*>(to) = *reinterpret_cast<const Bytes*>(from);
    });
  });
}

Tensor _unsafe_index(const Tensor& self, const OptionalTensorList& indices) {
  return at::index(self, indices);
}

Tensor& _index_put_impl_(Tensor& self, const OptionalTensorList& indices, const Tensor& values,
                         bool accumulate_values, bool /*unsafe*/) {
  TORCH_CHECK_INDEX(static_cast<int64_t>(indices.size()) <= self.dim(),
                    "too many indices for tensor of dimension ", self.dim(), " (got ",
                    indices.size(), ")");
  if (!accumulate_values && values.numel() == 1) {
    const Tensor mask = as_single_mask(self, indices);
    if (mask.defined()) return self.masked_fill_(mask, values.item());
  }
  TORCH_CHECK_INDEX(self.scalar_type() == values.scalar_type(),
                    "Index put requires the source and destination dtypes match, got ",
                    toString(self.scalar_type()), " for the destination and ",
                    toString(values.scalar_type()), " for the source.");
  assert_no_overlap(self, values);
  for (size_t i = 0; i < indices.size(); ++i) {
    const std::optional<Tensor> index = indices.get(i);
    if (index && index->defined()) assert_no_overlap(self, *index);
  }
  const AdvancedIndex info(self, indices);
  TORCH_CHECK(is_expandable_to(values.sizes(), info.src.sizes()),
              "shape mismatch: value tensor of shape ", values.sizes(),
              " cannot be broadcast to indexing result of shape ", info.src.sizes());
  if (info.src.numel() == 0) return self;
  TensorIterator iter = make_iterator(info.src, values, info, /*resize=*/false, "index_put_");
  if (accumulate_values) {
    AT_DISPATCH_ALL_TYPES_AND_COMPLEX_AND3(kBool, kHalf, kBFloat16, self.scalar_type(), "index_put",
                                           [&] { accumulate<scalar_t>(iter, info); });
    return self;
  }
  // Several values for one element: the last one stays, so the order must not depend on threads.
  for_itemsize(self.itemsize(), "index_put_", [&](auto tag) {
    using Bytes = decltype(tag);
    for_each_indexed<0>(iter, info, /*serial=*/true, [](char* to, char* from) {
      *reinterpret_cast<Bytes*>(to) = *reinterpret_cast<const Bytes*>(from);
    });
  });
  return self;
}

Tensor& index_put_(Tensor& self, const OptionalTensorList& indices, const Tensor& values,
                   bool accumulate_values) {
  return native::_index_put_impl_(self, indices, values, accumulate_values, false);
}

Tensor index_put(const Tensor& self, const OptionalTensorList& indices, const Tensor& values,
                 bool accumulate_values) {
  Tensor result = self.clone(MemoryFormat::Preserve);
  return native::_index_put_impl_(result, indices, values, accumulate_values, false);
}

Tensor _unsafe_index_put(const Tensor& self, const OptionalTensorList& indices,
                         const Tensor& values, bool accumulate_values) {
  return native::index_put(self, indices, values, accumulate_values);
}

}  // namespace at::native
