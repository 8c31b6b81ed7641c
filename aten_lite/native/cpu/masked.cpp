// Operators that pick elements by mask or by flat position: masked_select, masked_scatter, nonzero,
// where(condition), take, put.
#include "ATen/ops/argwhere.h"
#include "ATen/ops/clone.h"
#include "ATen/ops/copy.h"
#include "ATen/ops/masked_scatter.h"
#include "ATen/ops/masked_select.h"
#include "ATen/ops/ne.h"
#include "ATen/ops/nonzero.h"
#include "ATen/ops/nonzero_numpy.h"
#include "ATen/ops/nonzero_static.h"
#include "ATen/ops/put.h"
#include "ATen/ops/take.h"
#include "ATen/ops/where.h"
#include "aten_lite/core/dispatch.h"
#include "aten_lite/native/internal/element_bytes.h"
#include "aten_lite/native/internal/expand_utils.h"
#include "aten_lite/native/internal/factory.h"
#include "aten_lite/native/internal/infer_size.h"
#include "aten_lite/native/internal/memory_overlap.h"
#include "aten_lite/native/internal/output.h"

namespace at::native {
namespace {

void check_mask(const Tensor& mask, const char* op) {
  TORCH_CHECK(mask.scalar_type() == kBool || mask.scalar_type() == kByte, op,
              ": expected BoolTensor for mask, but got ", toString(mask.scalar_type()));
}

// The mask's elements as bytes, row-major.
const uint8_t* mask_bytes(const Tensor& contiguous_mask) {
  return static_cast<const uint8_t*>(contiguous_mask.const_data_ptr());
}

int64_t count_true(const Tensor& contiguous_mask) {
  const uint8_t* mask = mask_bytes(contiguous_mask);
  int64_t count = 0;
  for (int64_t i = 0; i < contiguous_mask.numel(); ++i) count += mask[i] != 0;
  return count;
}

// Writes [rows, dim] positions of true elements; `limit` rows at most.
Tensor positions_of(const Tensor& self, int64_t limit) {
  const Tensor mask = (self.scalar_type() == kBool ? self : self.ne(0)).contiguous();
  const int64_t ndim = self.dim();
  const int64_t rows = std::min(count_true(mask), limit);
  // One dim after the other in memory, as PyTorch lays it out.
  Tensor columns = make_tensor({ndim, rows}, kLong);
  int64_t* out = columns.mutable_data_ptr<int64_t>();
  const uint8_t* bytes = mask_bytes(mask);
  DimVector index(static_cast<size_t>(ndim), 0);
  int64_t row = 0;
  for (int64_t i = 0; i < mask.numel() && row < rows; ++i) {
    if (bytes[i] != 0) {
      for (int64_t dim = 0; dim < ndim; ++dim)
        out[dim * rows + row] = index[static_cast<size_t>(dim)];
      ++row;
    }
    for (int64_t dim = ndim; dim-- > 0;) {
      if (++index[static_cast<size_t>(dim)] < self.size(dim)) break;
      index[static_cast<size_t>(dim)] = 0;
    }
  }
  return columns.t();
}

// Calls f(i, position) for each flat position that `index` holds.
template <typename F>
void for_each_position(const Tensor& index, int64_t numel, const char* op, const F& f) {
  TORCH_CHECK(index.scalar_type() == kLong, op, "(): Expected a long tensor for index, but got ",
              toString(index.scalar_type()));
  const Tensor dense = index.contiguous();
  const int64_t* positions = dense.const_data_ptr<int64_t>();
  for (int64_t i = 0; i < dense.numel(); ++i) {
    int64_t position = positions[i];
    TORCH_CHECK_INDEX(position >= -numel && position < numel, op,
                      "(): out of range: tried to access index ", position, " on a tensor of ",
                      numel, " elements.");
    if (position < 0) position += numel;
    f(i, position);
  }
}

}  // namespace

void masked_select_out(const Tensor& self, const Tensor& mask, Tensor& out) {
  check_mask(mask, "masked_select");
  const std::vector<Tensor> both = expand_outplace({mask, self});
  const Tensor selection = both[0].contiguous();
  const Tensor source = both[1].contiguous();
  if (out.defined()) {
    assert_no_internal_overlap(out);
    assert_no_overlap(out, self);
    assert_no_overlap(out, mask);
  }
  set_output(out, {count_true(selection)}, self.scalar_type(), "masked_select");
  Tensor dense = out.is_contiguous() ? out : make_tensor(out.sizes(), out.scalar_type());
  for_itemsize(self.itemsize(), "masked_select", [&](auto tag) {
    using Bytes = decltype(tag);
    const Bytes* from = static_cast<const Bytes*>(source.const_data_ptr());
    Bytes* to = static_cast<Bytes*>(dense.mutable_data_ptr());
    const uint8_t* selected = mask_bytes(selection);
    for (int64_t i = 0; i < source.numel(); ++i) {
      if (selected[i] != 0) *to++ = from[i];
    }
  });
  if (!dense.is_same(out)) out.copy_(dense);
}

Tensor& masked_scatter_(Tensor& self, const Tensor& mask, const Tensor& source) {
  assert_no_internal_overlap(self);
  TORCH_CHECK(self.scalar_type() == source.scalar_type(),
              "masked_scatter: expected self and source to have same dtypes but got ",
              toString(self.scalar_type()), " and ", toString(source.scalar_type()));
  check_mask(mask, "masked_scatter_");
  const Tensor selection = mask.expand(self.sizes()).contiguous();
  const Tensor values = source.contiguous();
  TORCH_CHECK(count_true(selection) <= values.numel(), "masked_scatter: source has ",
              values.numel(), " elements, fewer than the ones in mask: ", count_true(selection));
  Tensor target = self.contiguous();
  for_itemsize(self.itemsize(), "masked_scatter_", [&](auto tag) {
    using Bytes = decltype(tag);
    const Bytes* from = static_cast<const Bytes*>(values.const_data_ptr());
    Bytes* to = static_cast<Bytes*>(target.mutable_data_ptr());
    const uint8_t* selected = mask_bytes(selection);
    for (int64_t i = 0; i < target.numel(); ++i) {
      if (selected[i] != 0) to[i] = *from++;
    }
  });
  if (!target.is_same(self)) self.copy_(target);
  return self;
}

Tensor masked_scatter(const Tensor& self, const Tensor& mask, const Tensor& source) {
  const std::vector<Tensor> both = expand_outplace({mask, self});
  Tensor result = both[1].clone(MemoryFormat::Contiguous);
  return native::masked_scatter_(result, both[0], source);
}

void nonzero_out(const Tensor& self, Tensor& out) {
  if (out.defined()) {
    TORCH_CHECK(out.scalar_type() == kLong,
                "nonzero: Expected out tensor to have dtype Long, but got ",
                toString(out.scalar_type()));
    assert_no_internal_overlap(out);
    assert_no_overlap(out, self);
  }
  Tensor found = positions_of(self, self.numel());
  // A column's stride is the number of rows, even where that is 0.
  if (found.size(0) == 0) found = make_strided_tensor({0, self.dim()}, {1, 0}, kLong);
  write_output(out, found, "nonzero");
}

void nonzero_static_out(const Tensor& self, int64_t size, int64_t fill_value, Tensor& out) {
  TORCH_CHECK(size >= 0, "nonzero_static: 'size' must be a non-negative integer, but got ", size);
  const Tensor found = positions_of(self, size);
  Tensor result = make_tensor({size, self.dim()}, kLong);
  result.fill_(fill_value);
  result.narrow(0, 0, found.size(0)).copy_(found);
  write_output(out, result, "nonzero_static");
}

Tensor argwhere(const Tensor& self) { return at::nonzero(self); }

std::vector<Tensor> nonzero_numpy(const Tensor& self) {
  // A number counts as a vector of one.
  return at::nonzero(self.dim() == 0 ? self.unsqueeze(0) : self).unbind(1);
}

std::vector<Tensor> where(const Tensor& condition) { return native::nonzero_numpy(condition); }

void take_out(const Tensor& self, const Tensor& index, Tensor& out) {
  TORCH_CHECK_INDEX(self.numel() != 0 || index.numel() == 0,
                    "take(): tried to take from an empty tensor");
  if (out.defined()) {
    assert_no_internal_overlap(out);
    assert_no_overlap(out, self);
    assert_no_overlap(out, index);
  }
  set_output(out, index.sizes(), self.scalar_type(), "take");
  const Tensor source = self.contiguous();
  Tensor dense = out.is_contiguous() ? out : make_tensor(out.sizes(), out.scalar_type());
  for_itemsize(self.itemsize(), "take", [&](auto tag) {
    using Bytes = decltype(tag);
    const Bytes* from = static_cast<const Bytes*>(source.const_data_ptr());
    Bytes* to = static_cast<Bytes*>(dense.mutable_data_ptr());
    for_each_position(index, self.numel(), "take",
                      [&](int64_t i, int64_t position) { to[i] = from[position]; });
  });
  if (!dense.is_same(out)) out.copy_(dense);
}

namespace {

template <typename T>
void add_at_positions(const Tensor& target, const Tensor& index, const Tensor& values) {
  T* to = target.mutable_data_ptr<T>();
  const T* from = values.const_data_ptr<T>();
  for_each_position(index, target.numel(), "put_", [&](int64_t i, int64_t position) {
    if constexpr (std::is_same<T, bool>::value) {
      to[position] = to[position] || from[i];
    } else {
      to[position] = static_cast<T>(to[position] + from[i]);
    }
  });
}

}  // namespace

Tensor& put_(Tensor& self, const Tensor& index, const Tensor& source, bool accumulate) {
  TORCH_CHECK(self.scalar_type() == source.scalar_type(),
              "put_(): self and source expected to have the same dtype, but got self.dtype = ",
              toString(self.scalar_type()), " and source.dtype = ", toString(source.scalar_type()));
  TORCH_CHECK(index.numel() == source.numel(),
              "put_(): Expected source and index to have the same number of elements, but got ",
              source.numel(), " and ", index.numel());
  assert_no_internal_overlap(self);
  assert_no_overlap(self, index);
  assert_no_overlap(self, source);
  TORCH_CHECK_INDEX(self.numel() != 0 || index.numel() == 0,
                    "put_(): Expected self to be non-empty, but got an empty tensor");
  const Tensor values = source.contiguous();
  Tensor target = self.contiguous();
  if (accumulate) {
    AT_DISPATCH_ALL_TYPES_AND_COMPLEX_AND3(
        kBool, kHalf, kBFloat16, self.scalar_type(), "put_",
        [&] { add_at_positions<scalar_t>(target, index, values); });
  } else {
    for_itemsize(self.itemsize(), "put_", [&](auto tag) {
      using Bytes = decltype(tag);
      const Bytes* from = static_cast<const Bytes*>(values.const_data_ptr());
      Bytes* to = static_cast<Bytes*>(target.mutable_data_ptr());
      for_each_position(index, self.numel(), "put_",
                        [&](int64_t i, int64_t position) { to[position] = from[i]; });
    });
  }
  if (!target.is_same(self)) self.copy_(target);
  return self;
}

Tensor put(const Tensor& self, const Tensor& index, const Tensor& source, bool accumulate) {
  Tensor result = self.clone(MemoryFormat::Preserve);
  return native::put_(result, index, source, accumulate);
}

}  // namespace at::native
