// Vector norms: linalg_vector_norm, norm, frobenius_norm, dist; and logsumexp.
#include "ATen/ops/norm.h"

#include <cmath>
#include <limits>

#include "ATen/core/TensorBody.h"
#include "ATen/ops/amax.h"
#include "ATen/ops/exp.h"
#include "ATen/ops/frobenius_norm.h"
#include "ATen/ops/linalg_vector_norm.h"
#include "ATen/ops/log.h"
#include "ATen/ops/logsumexp.h"
#include "ATen/ops/real.h"
#include "ATen/ops/sub.h"
#include "ATen/ops/sum.h"
#include "aten_lite/native/internal/loops.h"
#include "aten_lite/native/internal/output.h"
#include "aten_lite/native/internal/reduce.h"

namespace at::native {
namespace {

enum class Order { kZero, kOne, kTwo, kInf, kNegInf, kOther };

Order classify(double ord) {
  if (ord == 0) return Order::kZero;
  if (ord == 1) return Order::kOne;
  if (ord == 2) return Order::kTwo;
  if (std::isinf(ord)) return ord > 0 ? Order::kInf : Order::kNegInf;
  return Order::kOther;
}

// Accumulates in double; complex elements count with their magnitude.
template <typename T, Order O>
struct Norm {
  using In = T;
  using Acc = double;
  double ord;

  double identity() const {
    return O == Order::kNegInf ? std::numeric_limits<double>::infinity() : 0.0;
  }
  void add(double& acc, T x, int64_t) const {
    if constexpr (O == Order::kTwo) {
      acc += static_cast<double>(std::norm(x));
      return;
    }
    const double a = static_cast<double>(std::abs(x));
    if constexpr (O == Order::kZero) {
      acc += a != 0;
    } else if constexpr (O == Order::kOne) {
      acc += a;
    } else if constexpr (O == Order::kInf) {
      acc = a > acc || a != a ? a : acc;
    } else if constexpr (O == Order::kNegInf) {
      acc = a < acc || a != a ? a : acc;
    } else {
      acc += std::pow(a, ord);
    }
  }
  void merge(double& acc, const double& other) const {
    if constexpr (O == Order::kInf) {
      acc = other > acc || other != other ? other : acc;
    } else if constexpr (O == Order::kNegInf) {
      acc = other < acc || other != other ? other : acc;
    } else {
      acc += other;
    }
  }
  double result(const double& acc) const {
    if constexpr (O == Order::kTwo) return std::sqrt(acc);
    if constexpr (O == Order::kOther) return std::pow(acc, 1.0 / ord);
    return acc;
  }
};

template <typename T, Order O>
void run_norm(const Tensor& self, const DimBitset& dims, bool keepdim, ScalarType in, double ord,
              const Tensor& out) {
  reduce("linalg_vector_norm", self, dims, keepdim, in, make_reducer(Norm<T, O>{ord}),
         {{out, kDouble}});
}

// log(sum(exp(x))) in one pass: the sum is kept relative to the largest element so far.
template <typename T>
struct LogSumExp {
  using In = T;
  struct Acc {
    double largest;
    double sum;
  };
  Acc identity() const { return {-std::numeric_limits<double>::infinity(), 0.0}; }
  void add(Acc& acc, T value, int64_t) const { merge(acc, {static_cast<double>(value), 1.0}); }
  void merge(Acc& acc, const Acc& other) const {
    if (other.largest == acc.largest) {
      acc.sum += other.sum;
    } else if (other.largest > acc.largest || other.largest != other.largest) {
      acc = {other.largest, acc.sum * std::exp(acc.largest - other.largest) + other.sum};
    } else {
      acc.sum += other.sum * std::exp(other.largest - acc.largest);
    }
  }
  double result(const Acc& acc) const {
    return acc.sum == 0 ? acc.largest : acc.largest + std::log(acc.sum);
  }
};

}  // namespace

void linalg_vector_norm_out(const Tensor& self, const Scalar& ord, OptionalIntArrayRef dim,
                            bool keepdim, std::optional<ScalarType> dtype, Tensor& out) {
  TORCH_CHECK(self.is_floating_point() || self.is_complex(),
              "linalg.vector_norm: Expected a floating point or complex tensor as input. Got ",
              toString(self.scalar_type()));
  const ScalarType in = dtype.value_or(self.scalar_type());
  TORCH_CHECK(isComplexType(in) == self.is_complex() && (isFloatingType(in) || isComplexType(in)),
              "linalg.vector_norm: the dtype ", toString(in), " does not suit an input of dtype ",
              toString(self.scalar_type()));
  TORCH_CHECK(promoteTypes(self.scalar_type(), in) == in, "linalg.vector_norm: the dtype of the ",
              "input (", self.scalar_type(), ") should be convertible without narrowing to the ",
              "specified dtype (", in, ")");
  const DimBitset dims = reduced_dims(dim, self.dim());
  const double p = ord.toDouble();
  if (self.numel() == 0 && (p < 0 || p == std::numeric_limits<double>::infinity())) {
    for (int64_t d = 0; d < self.dim(); ++d) {
      TORCH_CHECK(!dims[d] || self.sizes()[d] != 0, "linalg.vector_norm cannot compute the ", p,
                  " norm on an empty tensor because the operation does not have an identity");
    }
  }
  set_output(out, reduced_shape(self, dims, keepdim), toRealValueType(in), "linalg_vector_norm");
  for_compute_type<float, double, Complex>(in, "linalg_vector_norm", [&](auto tag) {
    using T = typename decltype(tag)::type;
    switch (classify(p)) {
      case Order::kZero:
        return run_norm<T, Order::kZero>(self, dims, keepdim, in, p, out);
      case Order::kOne:
        return run_norm<T, Order::kOne>(self, dims, keepdim, in, p, out);
      case Order::kTwo:
        return run_norm<T, Order::kTwo>(self, dims, keepdim, in, p, out);
      case Order::kInf:
        return run_norm<T, Order::kInf>(self, dims, keepdim, in, p, out);
      case Order::kNegInf:
        return run_norm<T, Order::kNegInf>(self, dims, keepdim, in, p, out);
      case Order::kOther:
        return run_norm<T, Order::kOther>(self, dims, keepdim, in, p, out);
    }
  });
}

namespace {
void norm_impl(const Tensor& self, const std::optional<Scalar>& p, OptionalIntArrayRef dim,
               bool keepdim, std::optional<ScalarType> dtype, Tensor& out) {
  linalg_vector_norm_out(self, p.value_or(Scalar(2)), dim, keepdim, dtype, out);
}
}  // namespace

void norm_out(const Tensor& self, const Scalar& p, Tensor& out) {
  norm_impl(self, p, std::nullopt, false, std::nullopt, out);
}
void norm_out(const Tensor& self, const std::optional<Scalar>& p, ScalarType dtype, Tensor& out) {
  norm_impl(self, p, std::nullopt, false, dtype, out);
}
void norm_out(const Tensor& self, const std::optional<Scalar>& p, IntArrayRef dim, bool keepdim,
              Tensor& out) {
  norm_impl(self, p, dim, keepdim, std::nullopt, out);
}
void norm_out(const Tensor& self, const std::optional<Scalar>& p, IntArrayRef dim, bool keepdim,
              ScalarType dtype, Tensor& out) {
  norm_impl(self, p, dim, keepdim, dtype, out);
}

Tensor frobenius_norm(const Tensor& self, IntArrayRef dim, bool keepdim) {
  TORCH_CHECK(dim.size() <= 2, "Expected at most 2 dimensions, but got ", dim.size(),
              " dimensions instead.");
  return at::linalg_vector_norm(self, 2, dim, keepdim);
}
Tensor& frobenius_norm_out(const Tensor& self, IntArrayRef dim, bool keepdim, Tensor& out) {
  write_output(out, native::frobenius_norm(self, dim, keepdim), "frobenius_norm");
  return out;
}

Tensor dist(const Tensor& self, const Tensor& other, const Scalar& p) {
  return at::norm(at::sub(self, other), p);
}

Tensor logsumexp(const Tensor& self, IntArrayRef dim, bool keepdim) {
  if (self.is_complex()) {
    const Tensor shift = at::amax(at::real(self), dim, true);
    const Tensor sum = at::sum(at::exp(at::sub(self, shift)), dim, keepdim);
    return at::log(sum).add_(keepdim ? shift : at::amax(at::real(self), dim, false));
  }
  const ScalarType type = float_result_type(self.scalar_type());
  const DimBitset dims = reduced_dims(dim, self.dim());
  Tensor out;
  set_output(out, reduced_shape(self, dims, keepdim), type, "logsumexp");
  for_compute_type<float, double>(type, "logsumexp", [&](auto tag) {
    using T = typename decltype(tag)::type;
    reduce("logsumexp", self, dims, keepdim, type, make_reducer(LogSumExp<T>()), {{out, kDouble}});
  });
  return out;
}
Tensor& logsumexp_out(const Tensor& self, IntArrayRef dim, bool keepdim, Tensor& out) {
  write_output(out, native::logsumexp(self, dim, keepdim), "logsumexp");
  return out;
}
Tensor special_logsumexp(const Tensor& self, IntArrayRef dim, bool keepdim) {
  return native::logsumexp(self, dim, keepdim);
}

}  // namespace at::native
