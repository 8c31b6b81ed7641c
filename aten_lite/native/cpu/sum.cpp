// sum, mean, prod and their NaN-skipping forms, count_nonzero.
#include "ATen/ops/sum.h"

#include <cmath>
#include <limits>

#include "ATen/core/TensorBody.h"
#include "ATen/ops/div.h"
#include "ATen/ops/isnan.h"
#include "ATen/ops/logical_not.h"
#include "ATen/ops/mean.h"
#include "ATen/ops/nansum.h"
#include "aten_lite/native/internal/integer_math.h"
#include "aten_lite/native/internal/loops.h"
#include "aten_lite/native/internal/output.h"
#include "aten_lite/native/internal/reduce.h"

namespace at::native {
namespace {

// Floats are added up in double: over a few hundred elements in 16 float lanes first, which is what
// makes a long row as quick as memory is.
template <typename T, bool SkipNan = false>
struct Sum {
  using In = T;
  using Acc = std::conditional_t<std::is_same_v<T, float>, double, T>;

  // The sum is multiplied with this at the end: 1 / n for a mean.
  bool mean = false;
  double count = 1;

  Acc identity() const { return Acc(0); }
  static T kept(T x) {
    if constexpr (SkipNan) {
      return x == x ? x : T(0);
    } else {
      return x;
    }
  }
  void add(Acc& acc, T x, int64_t) const { acc = plus(acc, static_cast<Acc>(kept(x))); }
  void add_run(Acc& acc, const T* x, int64_t n, int64_t) const {
    constexpr int64_t kLanes = 16;
    constexpr int64_t kBlock = 16 * kLanes;
    for (int64_t begin = 0; begin < n; begin += kBlock) {
      const int64_t end = n - begin < kBlock ? n : begin + kBlock;
      T lanes[kLanes] = {};
      int64_t i = begin;
      for (; i + kLanes <= end; i += kLanes) {
        for (int64_t k = 0; k < kLanes; ++k) lanes[k] = plus(lanes[k], kept(x[i + k]));
      }
      for (int64_t k = 0; i < end; ++i, ++k) lanes[k] = plus(lanes[k], kept(x[i]));
      for (int64_t half = kLanes / 2; half > 0; half /= 2) {
        for (int64_t k = 0; k < half; ++k) lanes[k] = plus(lanes[k], lanes[k + half]);
      }
      acc = plus(acc, static_cast<Acc>(lanes[0]));
    }
  }
  void merge(Acc& acc, const Acc& other) const { acc = plus(acc, other); }
  T result(const Acc& acc) const {
    if constexpr (!std::is_integral_v<T>) {
      if (mean) return static_cast<T>(acc / static_cast<Acc>(count));
    }
    return static_cast<T>(acc);
  }
};

template <typename T>
struct Product {
  using In = T;
  using Acc = std::conditional_t<std::is_same_v<T, float>, double, T>;
  Acc identity() const { return Acc(1); }
  void add(Acc& acc, T x, int64_t) const { acc = times(acc, static_cast<Acc>(x)); }
  void merge(Acc& acc, const Acc& other) const { acc = times(acc, other); }
  T result(const Acc& acc) const { return static_cast<T>(acc); }
};

template <typename T>
struct CountNonzero {
  using In = T;
  using Acc = int64_t;
  Acc identity() const { return 0; }
  void add(Acc& acc, T x, int64_t) const { acc += x != T(0); }
  void merge(Acc& acc, const Acc& other) const { acc += other; }
  int64_t result(const Acc& acc) const { return acc; }
};

// What sums of a tensor are computed in: the dtype asked for, that of a given output, or the
// tensor's own, where integers become int64.
ScalarType sum_type(const Tensor& self, std::optional<ScalarType> dtype, const Tensor& out) {
  if (dtype) return *dtype;
  if (out.defined()) return out.scalar_type();
  return isIntegralType(self.scalar_type(), true) ? kLong : self.scalar_type();
}

// Prepares the output and runs the reduction whose reducer `make` returns for a compute type.
template <typename F>
void reduce_to(const char* op, const Tensor& self, const DimBitset& dims, bool keepdim,
               ScalarType type, Tensor& out, const F& make) {
  set_output(out, reduced_shape(self, dims, keepdim), type, op);
  for_compute_type<bool, int64_t, float, double, Complex>(type, op, [&](auto tag) {
    using T = typename decltype(tag)::type;
    const auto reducer = make_reducer(make(Type<T>()));
    reduce(op, self, dims, keepdim, type, reducer, {{out, block_type_of<T>()}});
  });
}

}  // namespace

void sum_out(const Tensor& self, OptionalIntArrayRef dim, bool keepdim,
             std::optional<ScalarType> dtype, Tensor& out) {
  reduce_to("sum", self, reduced_dims(dim, self.dim()), keepdim, sum_type(self, dtype, out), out,
            [](auto tag) { return Sum<typename decltype(tag)::type>(); });
}
Tensor sum(const Tensor& self, std::optional<ScalarType> dtype) {
  return at::sum(self, OptionalIntArrayRef(), false, dtype);
}

void nansum_out(const Tensor& self, OptionalIntArrayRef dim, bool keepdim,
                std::optional<ScalarType> dtype, Tensor& out) {
  TORCH_CHECK(!self.is_complex(), "nansum does not support complex inputs");
  reduce_to("nansum", self, reduced_dims(dim, self.dim()), keepdim, sum_type(self, dtype, out), out,
            [](auto tag) { return Sum<typename decltype(tag)::type, true>(); });
}

void mean_out(const Tensor& self, OptionalIntArrayRef dim, bool keepdim,
              std::optional<ScalarType> dtype, Tensor& out) {
  const ScalarType in = dtype.value_or(self.scalar_type());
  TORCH_CHECK(isFloatingType(in) || isComplexType(in), "mean(): could not infer output dtype. ",
              dtype ? "Optional" : "Input",
              " dtype must be either a floating point or complex "
              "dtype. Got: ",
              toString(in));
  const ScalarType type = dtype ? *dtype : (out.defined() ? out.scalar_type() : in);
  TORCH_CHECK(canCast(in, type), "mean(): result type ", toString(in),
              " can't be cast to the desired output type ", toString(type));
  const DimBitset dims = reduced_dims(dim, self.dim());
  const double count = static_cast<double>(reduced_numel(self, dims));
  reduce_to("mean", self, dims, keepdim, type, out, [count](auto tag) {
    Sum<typename decltype(tag)::type> sum;
    sum.mean = true;
    sum.count = count;
    return sum;
  });
}
void mean_out(const Tensor& self, std::optional<ScalarType> dtype, Tensor& out) {
  mean_out(self, OptionalIntArrayRef(), false, dtype, out);
}

Tensor nanmean(const Tensor& self, OptionalIntArrayRef dim, bool keepdim,
               std::optional<ScalarType> dtype) {
  TORCH_CHECK(self.is_floating_point() || self.is_complex(),
              "nanmean(): expected input to have floating point or complex dtype but got ",
              self.scalar_type());
  const Tensor count = at::sum(at::logical_not(at::isnan(self)), dim, keepdim);
  return at::div(at::nansum(self, dim, keepdim, dtype), count);
}
Tensor& nanmean_out(const Tensor& self, OptionalIntArrayRef dim, bool keepdim,
                    std::optional<ScalarType> dtype, Tensor& out) {
  write_output(out, native::nanmean(self, dim, keepdim, dtype), "nanmean");
  return out;
}

void prod_out(const Tensor& self, std::optional<ScalarType> dtype, Tensor& out) {
  reduce_to("prod", self, reduced_dims(std::nullopt, self.dim()), false, sum_type(self, dtype, out),
            out, [](auto tag) { return Product<typename decltype(tag)::type>(); });
}
void prod_out(const Tensor& self, int64_t dim, bool keepdim, std::optional<ScalarType> dtype,
              Tensor& out) {
  reduce_to("prod", self, reduced_dims(dim, self.dim()), keepdim, sum_type(self, dtype, out), out,
            [](auto tag) { return Product<typename decltype(tag)::type>(); });
}

Tensor count_nonzero(const Tensor& self, IntArrayRef dim) {
  const DimBitset dims = reduced_dims(dim, self.dim());
  Tensor out;
  set_output(out, reduced_shape(self, dims, false), kLong, "count_nonzero");
  for_compute_type<bool, int64_t, float, double, Complex>(
      self.scalar_type(), "count_nonzero", [&](auto tag) {
        const auto reducer = make_reducer(CountNonzero<typename decltype(tag)::type>());
        reduce("count_nonzero", self, dims, false, self.scalar_type(), reducer, {{out, kLong}});
      });
  return out;
}
Tensor count_nonzero(const Tensor& self, std::optional<int64_t> dim) {
  return dim ? native::count_nonzero(self, IntArrayRef(*dim))
             : native::count_nonzero(self, IntArrayRef());
}

}  // namespace at::native
