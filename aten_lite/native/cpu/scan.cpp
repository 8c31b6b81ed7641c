// Running results along a dim: cumsum, cumprod, logcumsumexp, cummax, cummin.
#include <algorithm>
#include <cmath>

#include "ATen/core/TensorBody.h"
#include "ATen/ops/cummax.h"
#include "ATen/ops/cummin.h"
#include "aten_lite/native/internal/cast.h"
#include "aten_lite/native/internal/integer_math.h"
#include "aten_lite/native/internal/loops.h"
#include "aten_lite/native/internal/output.h"
#include "aten_lite/native/internal/reduce.h"

namespace at::native {
namespace {

// Calls line(offsets) with the byte offset, for each tensor, of every line along `dim`.
template <size_t N, typename F>
void for_lines(const Tensor (&tensors)[N], int64_t dim, const F& line) {
  const Tensor& first = tensors[0];
  const int64_t length = first.dim() == 0 ? 1 : first.sizes()[dim];
  const int64_t lines = length == 0 ? 0 : first.numel() / length;
  const int64_t grain =
      std::max<int64_t>(1, at::internal::GRAIN_SIZE / std::max<int64_t>(1, length));
  at::parallel_for(0, lines, grain, [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i) {
      char* starts[N];
      for (size_t t = 0; t < N; ++t) {
        int64_t rest = i;
        int64_t offset = 0;
        for (int64_t d = first.dim() - 1; d >= 0; --d) {
          if (d == dim) continue;
          offset += rest % first.sizes()[d] * tensors[t].strides()[d];
          rest /= first.sizes()[d];
        }
        starts[t] = static_cast<char*>(tensors[t].data_ptr()) +
                    offset * static_cast<int64_t>(tensors[t].itemsize());
      }
      line(starts, length);
    }
  });
}

int64_t byte_stride(const Tensor& tensor, int64_t dim) {
  const int64_t itemsize = static_cast<int64_t>(tensor.itemsize());
  return tensor.dim() == 0 ? itemsize : tensor.strides()[dim] * itemsize;
}

constexpr int64_t kBlock = 256;

// out[i] = step(state, in[i]) along `dim`, in T; elements pass through `logical` first.
template <typename T, typename State, typename F>
void scan_lines(const Tensor& self, const Tensor& out, int64_t dim, ScalarType logical,
                State initial, const F& step) {
  const Tensor tensors[] = {self, out};
  const ScalarType compute = block_type_of<T>();
  const int64_t in_stride = byte_stride(self, dim);
  const int64_t out_stride = byte_stride(out, dim);
  const int64_t in_size = static_cast<int64_t>(self.itemsize());
  const int64_t out_size = static_cast<int64_t>(out.itemsize());
  for_lines(tensors, dim, [&](char* const* starts, int64_t length) {
    alignas(64) char stored[kBlock * sizeof(Complex)];
    alignas(64) char converted[kBlock * sizeof(Complex)];
    alignas(64) T values[kBlock];
    State state = initial;
    for (int64_t i = 0; i < length; i += kBlock) {
      const int64_t n = std::min(kBlock, length - i);
      copy_strided(stored, in_size, starts[0] + i * in_stride, in_stride, in_size, n);
      cast_block(logical, converted, self.scalar_type(), stored, n);
      cast_block(compute, values, logical, converted, n);
      for (int64_t k = 0; k < n; ++k) values[k] = step(state, values[k]);
      cast_block(out.scalar_type(), stored, compute, values, n);
      copy_strided(starts[1] + i * out_stride, out_stride, stored, out_size, out_size, n);
    }
  });
}

// The dtype of the result; integers become int64 where nothing else is asked for.
ScalarType scan_type(const Tensor& self, std::optional<ScalarType> dtype, const Tensor& out) {
  if (dtype) return *dtype;
  if (out.defined()) return out.scalar_type();
  return isIntegralType(self.scalar_type(), true) ? kLong : self.scalar_type();
}

template <typename T>
using Accumulator = std::conditional_t<std::is_same_v<T, float>, double, T>;

template <typename F>
void cumulate(const char* op, const Tensor& self, int64_t dim, std::optional<ScalarType> dtype,
              int initial, Tensor& out, const F& combine) {
  dim = maybe_wrap_dim(dim, self.dim());
  const ScalarType type = scan_type(self, dtype, out);
  set_output(out, self.sizes(), type, op);
  for_compute_type<bool, int64_t, float, double, Complex>(type, op, [&](auto tag) {
    using T = typename decltype(tag)::type;
    using Acc = Accumulator<T>;
    scan_lines<T>(self, out, dim, type, Acc(initial), [&](Acc& state, T x) {
      state = combine(state, static_cast<Acc>(x));
      return static_cast<T>(state);
    });
  });
}

// Running extremum and its index; of equal elements the last counts, and NaN stays.
template <bool Max>
void cumulate_extremum(const char* op, const Tensor& self, int64_t dim, Tensor& values,
                       Tensor& indices) {
  dim = maybe_wrap_dim(dim, self.dim());
  set_output(values, self.sizes(), self.scalar_type(), op);
  set_output(indices, self.sizes(), kLong, op);
  const Tensor tensors[] = {self, values, indices};
  const int64_t stride = byte_stride(self, dim);
  const int64_t value_stride = byte_stride(values, dim);
  const int64_t index_stride = byte_stride(indices, dim);
  const int64_t size = static_cast<int64_t>(self.itemsize());
  for_compute_type<bool, int64_t, float, double>(self.scalar_type(), op, [&](auto tag) {
    using T = typename decltype(tag)::type;
    for_lines(tensors, dim, [&](char* const* starts, int64_t length) {
      T best{};
      int64_t at = 0;
      for (int64_t i = 0; i < length; ++i) {
        T x;
        cast_block(block_type_of<T>(), &x, self.scalar_type(), starts[0] + i * stride, 1);
        if (i == 0 || (best == best && (x != x || (Max ? x >= best : x <= best)))) {
          best = x;
          at = i;
        }
        // The element itself is copied, so that no conversion changes it.
        copy_strided(starts[1] + i * value_stride, value_stride, starts[0] + at * stride, stride,
                     size, 1);
        copy_strided(starts[2] + i * index_stride, index_stride, &at, sizeof(at), sizeof(at), 1);
      }
    });
  });
}

}  // namespace

void cumsum_out(const Tensor& self, int64_t dim, std::optional<ScalarType> dtype, Tensor& out) {
  cumulate("cumsum", self, dim, dtype, 0, out, [](auto a, auto b) { return plus(a, b); });
}
void cumprod_out(const Tensor& self, int64_t dim, std::optional<ScalarType> dtype, Tensor& out) {
  cumulate("cumprod", self, dim, dtype, 1, out, [](auto a, auto b) { return times(a, b); });
}

namespace {
// log(exp(a) + exp(b)), of equal infinities those.
double log_add(double a, double b) {
  if (a != a || b != b) return a + b;
  const double low = std::min(a, b);
  const double high = std::max(a, b);
  return low != high || std::isfinite(low) ? high + std::log1p(std::exp(low - high)) : high;
}
Complex log_add(Complex a, Complex b) {
  if (a.real() > b.real()) std::swap(a, b);
  if (std::isinf(a.real()) && a.real() < 0) return b;
  return b + std::log(1.0 + std::exp(a - b));
}
}  // namespace

void logcumsumexp_out(const Tensor& self, int64_t dim, Tensor& out) {
  dim = maybe_wrap_dim(dim, self.dim());
  set_output(out, self.sizes(), self.scalar_type(), "logcumsumexp");
  for_compute_type<double, Complex>(self.scalar_type(), "logcumsumexp", [&](auto tag) {
    using T = typename decltype(tag)::type;
    const T nothing(-double{INFINITY});
    scan_lines<T>(self, out, dim, self.scalar_type(), nothing, [](T& sum, T x) {
      sum = log_add(sum, x);
      return sum;
    });
  });
}

void cummax_out(const Tensor& self, int64_t dim, Tensor& values, Tensor& indices) {
  cumulate_extremum<true>("cummax", self, dim, values, indices);
}
void cummin_out(const Tensor& self, int64_t dim, Tensor& values, Tensor& indices) {
  cumulate_extremum<false>("cummin", self, dim, values, indices);
}

}  // namespace at::native
