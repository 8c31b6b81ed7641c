// std, var and their forms with the mean.
#include <cmath>

#include "ATen/core/TensorBody.h"
#include "ATen/ops/complex.h"
#include "ATen/ops/imag.h"
#include "ATen/ops/real.h"
#include "aten_lite/native/internal/loops.h"
#include "aten_lite/native/internal/output.h"
#include "aten_lite/native/internal/reduce.h"

namespace at::native {
namespace {

// Welford's running mean and sum of squared deviations; no second pass, no cancellation.
template <typename T>
struct Variance {
  using In = T;
  struct Acc {
    double mean;
    double squares;
    double count;
  };
  double correction;
  bool take_root;

  Acc identity() const { return {0, 0, 0}; }
  void add(Acc& acc, T value, int64_t) const {
    const double x = static_cast<double>(value);
    const double delta = x - acc.mean;
    acc.count += 1;
    acc.mean += delta / acc.count;
    acc.squares += delta * (x - acc.mean);
  }
  void add_run(Acc& acc, const T* x, int64_t n, int64_t) const {
    // Two passes over what is in the cache are quicker than a division per element.
    Acc part{0, 0, static_cast<double>(n)};
    double sum = 0;
    for (int64_t i = 0; i < n; ++i) sum += static_cast<double>(x[i]);
    part.mean = sum / part.count;
    for (int64_t i = 0; i < n; ++i) {
      const double delta = static_cast<double>(x[i]) - part.mean;
      part.squares += delta * delta;
    }
    merge(acc, part);
  }
  void merge(Acc& acc, const Acc& other) const {
    if (other.count == 0) return;
    const double count = acc.count + other.count;
    const double delta = other.mean - acc.mean;
    acc.mean += delta * (other.count / count);
    acc.squares += other.squares + delta * delta * (acc.count * other.count / count);
    acc.count = count;
  }
  std::pair<double, double> result(const Acc& acc) const {
    const double freedom = acc.count - correction > 0 ? acc.count - correction : 0;
    const double variance = acc.squares / freedom;
    return {take_root ? std::sqrt(variance) : variance, acc.count == 0 ? NAN : acc.mean};
  }
};

void variance_into(const char* op, const Tensor& self, OptionalIntArrayRef dim,
                   const std::optional<Scalar>& correction, bool keepdim, bool take_root,
                   Tensor& out, Tensor& mean) {
  TORCH_CHECK(self.is_floating_point(), op,
              ": std and var only support floating point and complex dtypes");
  const DimBitset dims = reduced_dims(dim, self.dim());
  const double less = correction ? correction->toDouble() : 1.0;
  const ScalarType type = self.scalar_type();
  if (static_cast<double>(reduced_numel(self, dims)) <= less) {
    TORCH_WARN(op,
               "(): degrees of freedom is <= 0. Correction should be strictly less than the "
               "reduction factor (input numel divided by output numel).");
  }
  set_output(out, reduced_shape(self, dims, keepdim), type, op);
  set_output(mean, reduced_shape(self, dims, keepdim), type, op);
  for_compute_type<float, double>(type, op, [&](auto tag) {
    using T = typename decltype(tag)::type;
    const auto reducer = make_reducer(Variance<T>{less, take_root});
    reduce(op, self, dims, keepdim, type, reducer, {{out, kDouble}, {mean, kDouble}});
  });
}

// (variance or standard deviation, mean)
std::tuple<Tensor, Tensor> variance(const char* op, const Tensor& self, OptionalIntArrayRef dim,
                                    const std::optional<Scalar>& correction, bool keepdim,
                                    bool take_root) {
  Tensor out;
  Tensor mean;
  if (self.is_complex()) {
    // The variances of both parts add up.
    Tensor imaginary_out;
    Tensor imaginary_mean;
    variance_into(op, at::real(self), dim, correction, keepdim, false, out, mean);
    variance_into(op, at::imag(self), dim, correction, keepdim, false, imaginary_out,
                  imaginary_mean);
    out.add_(imaginary_out);
    if (take_root) out.sqrt_();
    return {out, at::complex(mean, imaginary_mean)};
  }
  variance_into(op, self, dim, correction, keepdim, take_root, out, mean);
  return {out, mean};
}

Tensor first(std::tuple<Tensor, Tensor> both) { return std::get<0>(std::move(both)); }

Tensor& write_first(const char* op, std::tuple<Tensor, Tensor> both, Tensor& out) {
  write_output(out, std::get<0>(both), op);
  return out;
}

}  // namespace

#define ATEN_LITE_VARIANCE(name, take_root)                                                        \
  Tensor name(const Tensor& self, OptionalIntArrayRef dim,                                         \
              const std::optional<Scalar>& correction, bool keepdim) {                             \
    return first(variance(#name, self, dim, correction, keepdim, take_root));                      \
  }                                                                                                \
  Tensor name(const Tensor& self, bool unbiased) {                                                 \
    return first(variance(#name, self, std::nullopt, Scalar(unbiased ? 1 : 0), false, take_root)); \
  }                                                                                                \
  Tensor name(const Tensor& self, OptionalIntArrayRef dim, bool unbiased, bool keepdim) {          \
    return first(variance(#name, self, dim, Scalar(unbiased ? 1 : 0), keepdim, take_root));        \
  }                                                                                                \
  Tensor& name##_out(const Tensor& self, OptionalIntArrayRef dim,                                  \
                     const std::optional<Scalar>& correction, bool keepdim, Tensor& out) {         \
    return write_first(#name, variance(#name, self, dim, correction, keepdim, take_root), out);    \
  }                                                                                                \
  Tensor& name##_out(const Tensor& self, OptionalIntArrayRef dim, bool unbiased, bool keepdim,     \
                     Tensor& out) {                                                                \
    return write_first(                                                                            \
        #name, variance(#name, self, dim, Scalar(unbiased ? 1 : 0), keepdim, take_root), out);     \
  }                                                                                                \
  std::tuple<Tensor, Tensor> name##_mean(const Tensor& self, OptionalIntArrayRef dim,              \
                                         const std::optional<Scalar>& correction, bool keepdim) {  \
    return variance(#name "_mean", self, dim, correction, keepdim, take_root);                     \
  }                                                                                                \
  std::tuple<Tensor, Tensor> name##_mean(const Tensor& self, bool unbiased) {                      \
    return variance(#name "_mean", self, std::nullopt, Scalar(unbiased ? 1 : 0), false,            \
                    take_root);                                                                    \
  }                                                                                                \
  std::tuple<Tensor, Tensor> name##_mean(const Tensor& self, OptionalIntArrayRef dim,              \
                                         bool unbiased, bool keepdim) {                            \
    return variance(#name "_mean", self, dim, Scalar(unbiased ? 1 : 0), keepdim, take_root);       \
  }

ATEN_LITE_VARIANCE(var, false)
ATEN_LITE_VARIANCE(std, true)
#undef ATEN_LITE_VARIANCE

}  // namespace at::native
