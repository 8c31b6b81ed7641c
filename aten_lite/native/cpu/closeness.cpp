// equal, isclose and allclose.
#include <atomic>
#include <cmath>

#include "ATen/core/TensorBody.h"
#include "ATen/ops/all.h"
#include "ATen/ops/isclose.h"
#include "ATen/ops/item.h"
#include "aten_lite/native/internal/loops.h"

namespace at::native {
namespace {

template <typename T>
bool is_finite(T x) {
  if constexpr (std::is_integral_v<T>) {
    return true;
  } else if constexpr (is_complex_v<T>) {
    return std::isfinite(x.real()) && std::isfinite(x.imag());
  } else {
    return std::isfinite(x);
  }
}

template <typename T>
double distance(T a, T b) {
  if constexpr (std::is_integral_v<T>) {
    return std::fabs(static_cast<double>(a) - static_cast<double>(b));
  } else {
    return static_cast<double>(std::abs(a - b));
  }
}

}  // namespace

bool equal(const Tensor& self, const Tensor& other) {
  if (!self.sizes().equals(other.sizes())) return false;
  TORCH_CHECK(self.scalar_type() == other.scalar_type(),
              "Expected all tensors to have the same dtype, but found ", self.scalar_type(),
              " and ", other.scalar_type());
  Tensor same;
  const TensorIterator iter = comparison_iterator("equal", self, other, same);
  std::atomic<bool> all_equal{true};
  for_compute_type<bool, int64_t, float, double, Complex>(
      iter.common_dtype(), "equal", [&](auto type) {
        using T = typename decltype(type)::type;
        const BlockType types[] = {{kBool}, {block_type_of<T>()}, {block_type_of<T>()}};
        run_blocks(iter, types, [&](char* const* data, int64_t n) {
          const T* a = reinterpret_cast<const T*>(data[1]);
          const T* b = reinterpret_cast<const T*>(data[2]);
          for (int64_t i = 0; i < n && all_equal.load(std::memory_order_relaxed); ++i) {
            if (!(a[i] == b[i])) all_equal.store(false, std::memory_order_relaxed);
          }
        });
      });
  return all_equal.load();
}

Tensor isclose(const Tensor& self, const Tensor& other, double rtol, double atol, bool equal_nan) {
  TORCH_CHECK(self.scalar_type() == other.scalar_type(), "isclose(): ", self.scalar_type(),
              " did not match ", other.scalar_type());
  TORCH_CHECK(rtol >= 0, "rtol must be greater than or equal to zero, but got ", rtol);
  TORCH_CHECK(atol >= 0, "atol must be greater than or equal to zero, but got ", atol);
  Tensor out;
  comparison_op<bool, int64_t, float, double, Complex>(
      self, other, out, "isclose", [=](auto a, auto b) {
        if (a == b) return true;
        if (equal_nan && a != a && b != b) return true;
        if (rtol == 0 && atol == 0) return false;
        const double allowed = atol + rtol * distance(b, decltype(b)(0));
        return is_finite(a) && is_finite(b) && distance(a, b) <= allowed;
      });
  return out;
}

bool allclose(const Tensor& self, const Tensor& other, double rtol, double atol, bool equal_nan) {
  return at::all(at::isclose(self, other, rtol, atol, equal_nan)).item().toBool();
}

}  // namespace at::native
