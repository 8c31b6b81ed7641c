// clamp and its one-sided forms, with numbers or tensors as bounds.
#include "ATen/ops/clamp.h"

#include <limits>

#include "ATen/core/TensorBody.h"
#include "ATen/ops/clamp_max.h"
#include "ATen/ops/clamp_min.h"
#include "ATen/ops/maximum.h"
#include "ATen/ops/minimum.h"
#include "aten_lite/native/internal/loops.h"

namespace at::native {
namespace {

bool is_nan(const std::optional<Scalar>& number) {
  return number && number->isFloatingPoint() && number->toDouble() != number->toDouble();
}

}  // namespace

void clamp_out(const Tensor& self, const std::optional<Scalar>& min,
               const std::optional<Scalar>& max, Tensor& out) {
  TORCH_CHECK(min || max, "torch.clamp: At least one of 'min' or 'max' must not be None");
  TORCH_CHECK(!self.is_complex() && !(min && min->isComplex()) && !(max && max->isComplex()),
              "clamp is not supported for complex types");
  PromotionState state;
  state.add(self);
  if (min) state.add(*min);
  if (max) state.add(*max);
  const ScalarType common = state.result();
  const TensorIterator iter = typed_iterator("clamp", self, common, out);
  const bool nan = is_nan(min) || is_nan(max);
  for_compute_type<int64_t, float, double>(common, "clamp", [&](auto type) {
    using T = typename decltype(type)::type;
    using Limits = std::numeric_limits<T>;
    if (nan) return map<T, T>(iter, [](T) { return Limits::quiet_NaN(); });
    const T low = min ? number_as<T>(*min, common)
                      : (Limits::has_infinity ? -Limits::infinity() : Limits::lowest());
    const T high = max ? number_as<T>(*max, common)
                       : (Limits::has_infinity ? Limits::infinity() : Limits::max());
    map<T, T>(iter, [low, high](T x) {
      x = x < low ? low : x;
      return x > high ? high : x;
    });
  });
}
void clamp_min_out(const Tensor& self, const Scalar& min, Tensor& out) {
  clamp_out(self, min, std::optional<Scalar>(), out);
}
void clamp_max_out(const Tensor& self, const Scalar& max, Tensor& out) {
  clamp_out(self, std::optional<Scalar>(), max, out);
}

void clamp_min_out(const Tensor& self, const Tensor& min, Tensor& out) {
  maximum_out(self, min, out);
}
void clamp_max_out(const Tensor& self, const Tensor& max, Tensor& out) {
  minimum_out(self, max, out);
}
void clamp_out(const Tensor& self, const std::optional<Tensor>& min,
               const std::optional<Tensor>& max, Tensor& out) {
  const bool has_min = min && min->defined();
  const bool has_max = max && max->defined();
  TORCH_CHECK(has_min || has_max, "torch.clamp: At least one of 'min' or 'max' must not be None");
  if (!has_max) return clamp_min_out(self, *min, out);
  if (!has_min) return clamp_max_out(self, *max, out);
  const TensorIterator iter = ternary_iterator("clamp", self, *min, *max, out);
  for_compute_type<int64_t, float, double>(iter.common_dtype(), "clamp", [&](auto type) {
    using T = typename decltype(type)::type;
    map<T, T, T, T>(iter, [](T x, T low, T high) {
      // The first NaN wins.
      if (x != x) return x;
      if (low != low) return low;
      if (high != high) return high;
      x = x < low ? low : x;
      return x > high ? high : x;
    });
  });
}

}  // namespace at::native
