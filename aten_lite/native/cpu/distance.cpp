// cdist, pdist, pairwise_distance and cosine_similarity.
#include <cmath>
#include <limits>

#include "ATen/ops/_cdist_forward.h"
#include "ATen/ops/_euclidean_dist.h"
#include "ATen/ops/_pdist_forward.h"
#include "ATen/ops/add.h"
#include "ATen/ops/cdist.h"
#include "ATen/ops/clamp_min.h"
#include "ATen/ops/contiguous.h"
#include "ATen/ops/cosine_similarity.h"
#include "ATen/ops/div.h"
#include "ATen/ops/expand.h"
#include "ATen/ops/mul.h"
#include "ATen/ops/norm.h"
#include "ATen/ops/pairwise_distance.h"
#include "ATen/ops/pdist.h"
#include "ATen/ops/reshape.h"
#include "ATen/ops/result_type.h"
#include "ATen/ops/sqrt.h"
#include "ATen/ops/sub.h"
#include "ATen/ops/sum.h"
#include "ATen/ops/to.h"
#include "aten_lite/core/dispatch.h"
#include "aten_lite/native/internal/dense.h"
#include "aten_lite/native/internal/infer_size.h"
#include "aten_lite/parallel/parallel.h"

namespace at::native {
namespace {

// The p-norm of a - b.
template <class T>
T distance(const T* a, const T* b, int64_t size, double p) {
  T result = 0;
  if (p == 0.0) {
    for (int64_t i = 0; i < size; ++i) {
      result += a[i] != b[i] ? T(1) : T(0);
    }
    return result;
  }
  if (p == 1.0) {
    for (int64_t i = 0; i < size; ++i) {
      result += std::abs(a[i] - b[i]);
    }
    return result;
  }
  if (p == 2.0) {
    for (int64_t i = 0; i < size; ++i) {
      const T difference = a[i] - b[i];
      result += difference * difference;
    }
    return std::sqrt(result);
  }
  if (std::isinf(p)) {
    for (int64_t i = 0; i < size; ++i) {
      const T difference = std::abs(a[i] - b[i]);
      result = difference > result || difference != difference ? difference : result;
    }
    return result;
  }
  for (int64_t i = 0; i < size; ++i) {
    result += std::pow(std::abs(a[i] - b[i]), static_cast<T>(p));
  }
  return std::pow(result, static_cast<T>(1.0 / p));
}

void check_cdist(const Tensor& x1, const Tensor& x2, double p,
                 std::optional<int64_t> compute_mode) {
  TORCH_CHECK(x1.dim() >= 2, "cdist only supports at least 2D tensors, X1 got: ", x1.dim(), "D");
  TORCH_CHECK(x2.dim() >= 2, "cdist only supports at least 2D tensors, X2 got: ", x2.dim(), "D");
  TORCH_CHECK(x1.size(-1) == x2.size(-1),
              "X1 and X2 must have the same number of columns. X1: ", x1.size(-1),
              " X2: ", x2.size(-1));
  TORCH_CHECK(isFloatingType(x1.scalar_type()),
              "cdist only supports floating-point dtypes, X1 got: ", x1.scalar_type());
  TORCH_CHECK(x1.scalar_type() == x2.scalar_type(),
              "cdist: X1 and X2 must have one dtype, but got ", x1.scalar_type(), " and ",
              x2.scalar_type());
  TORCH_CHECK(p >= 0, "cdist only supports non-negative p values, but got ", p);
  const int64_t mode = compute_mode.value_or(0);
  TORCH_CHECK(mode >= 0 && mode <= 2, "possible modes: 0, 1, 2, but was: ", mode);
}

}  // namespace

// Always computed from differences: PyTorch's matrix-product form, which compute_mode asks for, is
// less exact.
Tensor _cdist_forward(const Tensor& x1, const Tensor& x2, double p,
                      std::optional<int64_t> compute_mode) {
  check_cdist(x1, x2, p, compute_mode);
  const int64_t rows = x1.size(-2);
  const int64_t others = x2.size(-2);
  const int64_t columns = x1.size(-1);
  const IntArrayRef batch1 = x1.sizes().slice(0, static_cast<size_t>(x1.dim() - 2));
  const IntArrayRef batch2 = x2.sizes().slice(0, static_cast<size_t>(x2.dim() - 2));
  const DimVector batch = infer_size_dimvector(batch1, batch2);
  DimVector sizes(batch.begin(), batch.end());
  const auto expanded = [&](const Tensor& t, int64_t count) {
    DimVector shape(batch.begin(), batch.end());
    shape.push_back(count);
    shape.push_back(columns);
    return t.expand(shape).contiguous();
  };
  const Tensor a = expanded(x1, rows);
  const Tensor b = expanded(x2, others);
  sizes.push_back(rows);
  sizes.push_back(others);
  Tensor result = new_tensor(sizes, x1.scalar_type());
  if (result.numel() == 0) {
    return result;
  }
  AT_DISPATCH_FLOATING_TYPES(x1.scalar_type(), "cdist", [&] {
    const scalar_t* const from1 = a.data_ptr<scalar_t>();
    const scalar_t* const from2 = b.data_ptr<scalar_t>();
    scalar_t* const to = result.data_ptr<scalar_t>();
    const int64_t grain =
        std::max<int64_t>(1, at::internal::GRAIN_SIZE / std::max<int64_t>(1, others * columns));
    parallel_for(0, result.numel() / others, grain, [&](int64_t begin, int64_t end) {
      for (int64_t i = begin; i < end; ++i) {
        const scalar_t* const right = from2 + i / rows * others * columns;
        for (int64_t j = 0; j < others; ++j) {
          to[i * others + j] = distance(from1 + i * columns, right + j * columns, columns, p);
        }
      }
    });
  });
  return result;
}

Tensor cdist(const Tensor& x1, const Tensor& x2, double p, std::optional<int64_t> compute_mode) {
  return native::_cdist_forward(x1, x2, p, compute_mode);
}

Tensor _euclidean_dist(const Tensor& x1, const Tensor& x2) {
  return native::_cdist_forward(x1, x2, 2.0, std::nullopt);
}

Tensor _pdist_forward(const Tensor& self, double p) {
  TORCH_CHECK(self.dim() == 2, "pdist only supports 2D tensors, got: ", self.dim(), "D");
  TORCH_CHECK(isFloatingType(self.scalar_type()), "pdist only supports floating-point dtypes");
  TORCH_CHECK(p >= 0, "pdist only supports non-negative p values, but got ", p);
  const int64_t rows = self.size(0);
  const int64_t columns = self.size(1);
  Tensor result = new_tensor({rows <= 1 ? 0 : rows * (rows - 1) / 2}, self.scalar_type());
  const Tensor x = self.contiguous();
  AT_DISPATCH_FLOATING_TYPES(self.scalar_type(), "pdist", [&] {
    const scalar_t* const from = x.data_ptr<scalar_t>();
    scalar_t* to = result.data_ptr<scalar_t>();
    for (int64_t i = 0; i < rows; ++i) {
      for (int64_t j = i + 1; j < rows; ++j) {
        *to++ = distance(from + i * columns, from + j * columns, columns, p);
      }
    }
  });
  return result;
}

Tensor pdist(const Tensor& self, double p) { return native::_pdist_forward(self, p); }

Tensor pairwise_distance(const Tensor& x1, const Tensor& x2, double p, double eps, bool keepdim) {
  const int64_t last = std::max(x1.dim(), x2.dim()) - 1;
  return at::norm(at::add(at::sub(x1, x2), eps), p, last, keepdim);
}

Tensor cosine_similarity(const Tensor& x1, const Tensor& x2, int64_t dim, double eps) {
  const ScalarType dtype = at::result_type(x1, x2);
  TORCH_CHECK(isFloatingType(dtype),
              "expected common dtype to be floating point, yet common dtype "
              "is ",
              dtype);
  const DimVector sizes = infer_size_dimvector(x1.sizes(), x2.sizes());
  const Tensor a = x1.to(dtype).expand(sizes);
  const Tensor b = x2.to(dtype).expand(sizes);
  const auto normalized = [&](const Tensor& t) {
    const Tensor norm = at::sqrt(at::sum(at::mul(t, t), dim, /*keepdim=*/true));
    return at::div(t, at::clamp_min(norm, eps));
  };
  return at::sum(at::mul(normalized(a), normalized(b)), dim, /*keepdim=*/false);
}

}  // namespace at::native
