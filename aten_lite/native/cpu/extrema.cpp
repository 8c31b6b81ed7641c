// The largest and smallest elements: max, min, amax, amin, aminmax, argmax, argmin.
//
// NaN is larger than everything and smaller than everything; of equal elements the first counts.
#include <limits>

#include "ATen/core/TensorBody.h"
#include "ATen/ops/aminmax.h"
#include "ATen/ops/reshape.h"
#include "aten_lite/native/internal/loops.h"
#include "aten_lite/native/internal/output.h"
#include "aten_lite/native/internal/reduce.h"

namespace at::native {
namespace {

template <typename T>
constexpr T kSmallest = std::numeric_limits<T>::has_infinity ? -std::numeric_limits<T>::infinity()
                                                             : std::numeric_limits<T>::lowest();
template <typename T>
constexpr T kLargest = std::numeric_limits<T>::has_infinity ? std::numeric_limits<T>::infinity()
                                                            : std::numeric_limits<T>::max();

template <typename T, bool Max>
struct Extremum {
  using In = T;
  using Acc = T;
  T identity() const { return Max ? kSmallest<T> : kLargest<T>; }
  // A NaN in `acc` stays: no comparison with it is true.
  void add(T& acc, T x, int64_t) const { acc = (Max ? x > acc : x < acc) || x != x ? x : acc; }
  void merge(T& acc, const T& other) const { add(acc, other, 0); }
  T result(const T& acc) const { return acc; }
  void add_run(T& acc, const T* x, int64_t n, int64_t) const {
    constexpr int64_t kLanes = 8;
    T lanes[kLanes];
    for (T& lane : lanes) lane = acc;
    int64_t i = 0;
    for (; i + kLanes <= n; i += kLanes) {
      for (int64_t k = 0; k < kLanes; ++k) add(lanes[k], x[i + k], 0);
    }
    for (; i < n; ++i) add(lanes[0], x[i], 0);
    for (const T& lane : lanes) add(acc, lane, 0);
  }
};

template <typename T>
struct Both {
  using In = T;
  using Acc = std::pair<T, T>;
  static constexpr Extremum<T, false> kMin{};
  static constexpr Extremum<T, true> kMax{};
  Acc identity() const { return {kMin.identity(), kMax.identity()}; }
  void add(Acc& acc, T x, int64_t index) const {
    kMin.add(acc.first, x, index);
    kMax.add(acc.second, x, index);
  }
  void merge(Acc& acc, const Acc& other) const {
    kMin.merge(acc.first, other.first);
    kMax.merge(acc.second, other.second);
  }
  Acc result(const Acc& acc) const { return acc; }
};

// The extremum and where it is.
template <typename T, bool Max>
struct IndexedExtremum {
  using In = T;
  using Acc = std::pair<T, int64_t>;
  Acc identity() const { return {Extremum<T, Max>().identity(), 0}; }
  void add(Acc& acc, T x, int64_t index) const {
    if ((Max ? x > acc.first : x < acc.first) || (x != x && acc.first == acc.first)) {
      acc = {x, index};
    }
  }
  void merge(Acc& acc, const Acc& other) const { add(acc, other.first, other.second); }
  Acc result(const Acc& acc) const { return acc; }
};

// The index alone.
template <typename T, bool Max>
struct IndexOfExtremum : IndexedExtremum<T, Max> {
  int64_t result(const std::pair<T, int64_t>& acc) const { return acc.second; }
};

// Calls f with the type that the elements of a real tensor are compared in.
template <typename F>
void for_real_type(const char* op, const Tensor& self, const F& f) {
  TORCH_CHECK(!self.is_complex(), op, "(): does not support complex input");
  for_compute_type<bool, int64_t, float, double>(self.scalar_type(), op, f);
}

void check_any_element(const char* op, const Tensor& self) {
  TORCH_CHECK_INDEX(self.numel() > 0, op,
                    "(): Expected reduction dim to be specified for "
                    "input.numel() == 0. Specify the reduction dim with the 'dim' argument.");
}

template <bool Max>
void extrema_out(const char* op, const Tensor& self, const DimBitset& dims, bool keepdim,
                 Tensor& out) {
  set_output(out, reduced_shape(self, dims, keepdim), self.scalar_type(), op);
  for_real_type(op, self, [&](auto tag) {
    using T = typename decltype(tag)::type;
    reduce(op, self, dims, keepdim, self.scalar_type(), make_reducer(Extremum<T, Max>()),
           {{out, block_type_of<T>()}});
  });
}

template <bool Max>
void extrema_all_out(const char* op, const Tensor& self, Tensor& out) {
  check_any_element(op, self);
  extrema_out<Max>(op, self, reduced_dims(std::nullopt, self.dim()), false, out);
}

template <bool Max>
void extrema_of_dims_out(const char* op, const Tensor& self, IntArrayRef dim, bool keepdim,
                         Tensor& out) {
  const DimBitset dims = reduced_dims(dim, self.dim());
  if (dim.empty()) check_any_element(op, self);
  check_nonempty(op, self, dims);
  extrema_out<Max>(op, self, dims, keepdim, out);
}

template <bool Max>
void extrema_of_dim_out(const char* op, const Tensor& self, int64_t dim, bool keepdim,
                        Tensor& values, Tensor& indices) {
  const DimBitset dims = reduced_dims(dim, self.dim());
  check_nonempty(op, self, dims);
  const DimVector shape = reduced_shape(self, dims, keepdim);
  set_output(values, shape, self.scalar_type(), op);
  set_output(indices, shape, kLong, op);
  for_real_type(op, self, [&](auto tag) {
    using T = typename decltype(tag)::type;
    reduce(op, self, dims, keepdim, self.scalar_type(), make_reducer(IndexedExtremum<T, Max>()),
           {{values, block_type_of<T>()}, {indices, kLong}});
  });
}

template <bool Max>
void arg_extremum_out(const char* op, const Tensor& self, std::optional<int64_t> dim, bool keepdim,
                      Tensor& out) {
  TORCH_CHECK(self.scalar_type() != kBool, op, "(): does not support bool input");
  // The index counts elements in row-major order, whatever their order in memory.
  const Tensor source = dim ? self : at::reshape(self, {-1});
  const DimBitset dims = reduced_dims(dim.value_or(0), source.dim());
  if (dim) {
    check_nonempty(op, self, dims);
  } else {
    check_any_element(op, self);
  }
  DimVector shape = reduced_shape(source, dims, keepdim && dim);
  if (keepdim && !dim) shape.assign(static_cast<size_t>(self.dim()), 1);
  set_output(out, shape, kLong, op);
  const bool keeps = keepdim && dim;
  // Without a dim the output has as many dims of size 1 as `self`, or none: one element anyway.
  const Tensor target = dim ? out : at::reshape(out, IntArrayRef());
  for_real_type(op, source, [&](auto tag) {
    using T = typename decltype(tag)::type;
    reduce(op, source, dims, keeps, self.scalar_type(), make_reducer(IndexOfExtremum<T, Max>()),
           {{target, kLong}});
  });
}

}  // namespace

void max_all_out(const Tensor& self, Tensor& out) { extrema_all_out<true>("max", self, out); }
void min_all_out(const Tensor& self, Tensor& out) { extrema_all_out<false>("min", self, out); }
void max_dim_out(const Tensor& self, int64_t dim, bool keepdim, Tensor& max, Tensor& indices) {
  extrema_of_dim_out<true>("max", self, dim, keepdim, max, indices);
}
void min_dim_out(const Tensor& self, int64_t dim, bool keepdim, Tensor& min, Tensor& indices) {
  extrema_of_dim_out<false>("min", self, dim, keepdim, min, indices);
}
void amax_out(const Tensor& self, IntArrayRef dim, bool keepdim, Tensor& out) {
  extrema_of_dims_out<true>("amax", self, dim, keepdim, out);
}
void amin_out(const Tensor& self, IntArrayRef dim, bool keepdim, Tensor& out) {
  extrema_of_dims_out<false>("amin", self, dim, keepdim, out);
}
void argmax_out(const Tensor& self, std::optional<int64_t> dim, bool keepdim, Tensor& out) {
  arg_extremum_out<true>("argmax", self, dim, keepdim, out);
}
void argmin_out(const Tensor& self, std::optional<int64_t> dim, bool keepdim, Tensor& out) {
  arg_extremum_out<false>("argmin", self, dim, keepdim, out);
}

void aminmax_out(const Tensor& self, std::optional<int64_t> dim, bool keepdim, Tensor& min,
                 Tensor& max) {
  const DimBitset dims =
      dim ? reduced_dims(*dim, self.dim()) : reduced_dims(std::nullopt, self.dim());
  if (dim) {
    check_nonempty("aminmax", self, dims);
  } else {
    check_any_element("aminmax", self);
  }
  const DimVector shape = reduced_shape(self, dims, keepdim);
  set_output(min, shape, self.scalar_type(), "aminmax");
  set_output(max, shape, self.scalar_type(), "aminmax");
  for_real_type("aminmax", self, [&](auto tag) {
    using T = typename decltype(tag)::type;
    reduce("aminmax", self, dims, keepdim, self.scalar_type(), make_reducer(Both<T>()),
           {{min, block_type_of<T>()}, {max, block_type_of<T>()}});
  });
}
std::tuple<Tensor, Tensor> _aminmax(const Tensor& self) { return at::aminmax(self); }
std::tuple<Tensor, Tensor> _aminmax(const Tensor& self, int64_t dim, bool keepdim) {
  return at::aminmax(self, dim, keepdim);
}

}  // namespace at::native
