// softmax and log_softmax along a dimension.
#include "ATen/ops/softmax.h"

#include "ATen/ops/_log_softmax.h"
#include "ATen/ops/_safe_softmax.h"
#include "ATen/ops/_softmax.h"
#include "ATen/ops/all.h"
#include "ATen/ops/contiguous.h"
#include "ATen/ops/eq.h"
#include "ATen/ops/log_softmax.h"
#include "ATen/ops/masked_fill.h"
#include "ATen/ops/special_log_softmax.h"
#include "ATen/ops/special_softmax.h"
#include "ATen/ops/to.h"
#include "aten_lite/core/dispatch.h"
#include "aten_lite/native/internal/dense.h"
#include "aten_lite/native/internal/float_params.h"
#include "aten_lite/native/internal/row_kernel.h"
#include "aten_lite/native/internal/wrap_dim.h"
#include "aten_lite/parallel/parallel.h"

namespace at::native {
namespace {

// [outer, size, inner]: softmax runs along `size`.
struct Extent {
  int64_t outer = 1;
  int64_t size = 1;
  int64_t inner = 1;
};

Extent extent_of(const Tensor& self, int64_t dim) {
  Extent e;
  if (self.dim() == 0) {
    return e;
  }
  for (int64_t i = 0; i < self.dim(); ++i) {
    (i < dim ? e.outer : i > dim ? e.inner : e.size) *= self.size(i);
  }
  return e;
}

// One vector along the dimension: any type, any stride.
template <class T>
void plain_softmax(const T* from, int64_t size, int64_t stride, bool log, T* to) {
  using Acc = arithmetic_t<T>;
  Acc largest = static_cast<Acc>(from[0]);
  for (int64_t i = 1; i < size; ++i) {
    const auto value = static_cast<Acc>(from[i * stride]);
    largest = value > largest || value != value ? value : largest;
  }
  Acc sum = 0;
  for (int64_t i = 0; i < size; ++i) {
    sum += std::exp(static_cast<Acc>(from[i * stride]) - largest);
  }
  const Acc log_sum = log ? std::log(sum) : Acc(0);
  for (int64_t i = 0; i < size; ++i) {
    const Acc centered = static_cast<Acc>(from[i * stride]) - largest;
    to[i * stride] = static_cast<T>(log ? centered - log_sum : std::exp(centered) / sum);
  }
}

template <class T>
void run(const Extent& e, const T* from, bool log, T* to) {
  const int64_t grain = std::max<int64_t>(1, at::internal::GRAIN_SIZE / (8 * e.size));
  parallel_for(0, e.outer * e.inner, grain, [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i) {
      const int64_t at = i / e.inner * e.size * e.inner + i % e.inner;
      plain_softmax(from + at, e.size, e.inner, log, to + at);
    }
  });
}

void run_float(const Extent& e, const float* from, bool log, float* to) {
  const internal::RowKernels& kernels = internal::row_kernels();
  if (e.inner == 1) {
    const auto row = log ? kernels.log_softmax : kernels.softmax;
    const int64_t grain = std::max<int64_t>(1, at::internal::GRAIN_SIZE / (4 * e.size));
    parallel_for(0, e.outer, grain, [&](int64_t begin, int64_t end) {
      for (int64_t i = begin; i < end; ++i) {
        row(from + i * e.size, e.size, to + i * e.size);
      }
    });
    return;
  }
  const auto columns = log ? kernels.log_softmax_columns : kernels.softmax_columns;
  constexpr int64_t kStrip = 256;
  const int64_t strips = divup(e.inner, kStrip);
  const int64_t grain =
      std::max<int64_t>(1, at::internal::GRAIN_SIZE / (4 * e.size * std::min(e.inner, kStrip)));
  parallel_for(0, e.outer * strips, grain, [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i) {
      const int64_t first = i % strips * kStrip;
      const int64_t at = i / strips * e.size * e.inner + first;
      columns(from + at, e.size, e.inner, std::min(kStrip, e.inner - first), to + at);
    }
  });
}

Tensor softmax_of(const Tensor& self, int64_t dim, bool log, const char* op) {
  const int64_t axis = maybe_wrap_dim(dim, self.dim());
  Tensor result = new_tensor(self.sizes(), self.scalar_type());
  if (self.numel() == 0) {
    return result;
  }
  const Extent e = extent_of(self, axis);
  const Tensor x = self.contiguous();
  if (x.scalar_type() == kFloat) {
    run_float(e, x.data_ptr<float>(), log, result.data_ptr<float>());
    return result;
  }
  AT_DISPATCH_FLOATING_TYPES_AND2(kHalf, kBFloat16, x.scalar_type(), op, [&] {
    run<scalar_t>(e, x.data_ptr<scalar_t>(), log, result.data_ptr<scalar_t>());
  });
  return result;
}

Tensor converted(const Tensor& self, std::optional<ScalarType> dtype) {
  return dtype.has_value() && *dtype != self.scalar_type() ? self.to(*dtype) : self;
}

void check_half_to_float(bool half_to_float, const char* op) {
  TORCH_CHECK(!half_to_float, op, " with half to float conversion is not supported on CPU");
}

}  // namespace

void _softmax_out(const Tensor& self, int64_t dim, bool half_to_float, Tensor& out) {
  check_half_to_float(half_to_float, "softmax");
  finish_output(out, softmax_of(self, dim, false, "softmax"), "softmax");
}

void _log_softmax_out(const Tensor& self, int64_t dim, bool half_to_float, Tensor& out) {
  check_half_to_float(half_to_float, "log_softmax");
  finish_output(out, softmax_of(self, dim, true, "log_softmax"), "log_softmax");
}

Tensor softmax(const Tensor& self, int64_t dim, std::optional<ScalarType> dtype) {
  return softmax_of(converted(self, dtype), dim, false, "softmax");
}

Tensor& softmax_out(const Tensor& self, int64_t dim, std::optional<ScalarType> dtype, Tensor& out) {
  finish_output(out, native::softmax(self, dim, dtype), "softmax");
  return out;
}

Tensor log_softmax(const Tensor& self, int64_t dim, std::optional<ScalarType> dtype) {
  return softmax_of(converted(self, dtype), dim, true, "log_softmax");
}

Tensor& log_softmax_out(const Tensor& self, int64_t dim, std::optional<ScalarType> dtype,
                        Tensor& out) {
  finish_output(out, native::log_softmax(self, dim, dtype), "log_softmax");
  return out;
}

Tensor special_softmax(const Tensor& self, int64_t dim, std::optional<ScalarType> dtype) {
  return native::softmax(self, dim, dtype);
}

Tensor special_log_softmax(const Tensor& self, int64_t dim, std::optional<ScalarType> dtype) {
  return native::log_softmax(self, dim, dtype);
}

// softmax that gives 0 and not NaN where all elements are -inf: a query whose keys are all masked.
Tensor _safe_softmax(const Tensor& self, int64_t dim, std::optional<ScalarType> dtype) {
  const Tensor result = native::softmax(self, dim, dtype);
  const Tensor masked = at::eq(self, -std::numeric_limits<double>::infinity());
  return at::masked_fill(result, at::all(masked, dim, /*keepdim=*/true), 0);
}

}  // namespace at::native
