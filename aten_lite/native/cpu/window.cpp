// Window functions for spectra: hann, hamming, bartlett, blackman, kaiser.
//
// A periodic window is a symmetric one of one more point, without its last point.
#include <cmath>

#include "ATen/ops/arange.h"
#include "ATen/ops/bartlett_window.h"
#include "ATen/ops/blackman_window.h"
#include "ATen/ops/hamming_window.h"
#include "ATen/ops/hann_window.h"
#include "ATen/ops/i0.h"
#include "ATen/ops/kaiser_window.h"
#include "ATen/ops/ones.h"
#include "ATen/ops/scalar_tensor.h"
#include "aten_lite/native/internal/factory.h"

namespace at::native {
namespace {

constexpr double kPi = 3.14159265358979323846;

// Handles what all windows share; `make(points, n)` turns 0, 1, ..., n-1 into the window.
template <typename F>
Tensor make_window(const char* name, int64_t length, bool periodic, ScalarType dtype, F make) {
  TORCH_CHECK(isFloatingType(dtype) || isComplexType(dtype), name,
              " expects a floating point dtype, got: ", toString(dtype));
  TORCH_CHECK(length >= 0, name,
              " requires non-negative window_length, got window_length=", length);
  if (length == 0) return make_tensor({0}, dtype);
  if (length == 1) return at::ones({1}, dtype);
  const int64_t points = periodic ? length + 1 : length;
  Tensor window = make(at::arange(points, dtype), points);
  return periodic ? window.narrow(0, 0, length) : window;
}

}  // namespace

Tensor hamming_window(int64_t window_length, bool periodic, double alpha, double beta,
                      std::optional<ScalarType> dtype, std::optional<Layout> layout,
                      std::optional<Device> device, std::optional<bool> pin_memory) {
  const ScalarType type = factory_dtype(dtype, layout, device, pin_memory);
  return make_window("hamming_window", window_length, periodic, type, [&](Tensor x, int64_t n) {
    return x.mul_(kPi * 2. / static_cast<double>(n - 1)).cos_().mul_(-beta).add_(alpha);
  });
}

Tensor hamming_window(int64_t window_length, bool periodic, double alpha,
                      std::optional<ScalarType> dtype, std::optional<Layout> layout,
                      std::optional<Device> device, std::optional<bool> pin_memory) {
  return native::hamming_window(window_length, periodic, alpha, 0.46, dtype, layout, device,
                                pin_memory);
}
Tensor hamming_window(int64_t window_length, bool periodic, std::optional<ScalarType> dtype,
                      std::optional<Layout> layout, std::optional<Device> device,
                      std::optional<bool> pin_memory) {
  return native::hamming_window(window_length, periodic, 0.54, dtype, layout, device, pin_memory);
}
Tensor hamming_window(int64_t window_length, std::optional<ScalarType> dtype,
                      std::optional<Layout> layout, std::optional<Device> device,
                      std::optional<bool> pin_memory) {
  return native::hamming_window(window_length, true, dtype, layout, device, pin_memory);
}

Tensor hann_window(int64_t window_length, bool periodic, std::optional<ScalarType> dtype,
                   std::optional<Layout> layout, std::optional<Device> device,
                   std::optional<bool> pin_memory) {
  return native::hamming_window(window_length, periodic, 0.5, 0.5, dtype, layout, device,
                                pin_memory);
}
Tensor hann_window(int64_t window_length, std::optional<ScalarType> dtype,
                   std::optional<Layout> layout, std::optional<Device> device,
                   std::optional<bool> pin_memory) {
  return native::hann_window(window_length, true, dtype, layout, device, pin_memory);
}

Tensor bartlett_window(int64_t window_length, bool periodic, std::optional<ScalarType> dtype,
                       std::optional<Layout> layout, std::optional<Device> device,
                       std::optional<bool> pin_memory) {
  const ScalarType type = factory_dtype(dtype, layout, device, pin_memory);
  return make_window("bartlett_window", window_length, periodic, type, [](Tensor x, int64_t n) {
    x.mul_(2. / static_cast<double>(n - 1));
    const int64_t rising = ((n - 1) >> 1) + 1;
    x.narrow(0, rising, n - rising).mul_(-1).add_(2);
    return x;
  });
}
Tensor bartlett_window(int64_t window_length, std::optional<ScalarType> dtype,
                       std::optional<Layout> layout, std::optional<Device> device,
                       std::optional<bool> pin_memory) {
  return native::bartlett_window(window_length, true, dtype, layout, device, pin_memory);
}

Tensor blackman_window(int64_t window_length, bool periodic, std::optional<ScalarType> dtype,
                       std::optional<Layout> layout, std::optional<Device> device,
                       std::optional<bool> pin_memory) {
  const ScalarType type = factory_dtype(dtype, layout, device, pin_memory);
  return make_window("blackman_window", window_length, periodic, type, [](Tensor x, int64_t n) {
    x.mul_(kPi / static_cast<double>(n - 1));
    return x.mul(4).cos_().mul_(0.08).sub_(x.mul(2).cos_().mul_(0.5)).add_(0.42);
  });
}
Tensor blackman_window(int64_t window_length, std::optional<ScalarType> dtype,
                       std::optional<Layout> layout, std::optional<Device> device,
                       std::optional<bool> pin_memory) {
  return native::blackman_window(window_length, true, dtype, layout, device, pin_memory);
}

Tensor kaiser_window(int64_t window_length, bool periodic, double beta,
                     std::optional<ScalarType> dtype, std::optional<Layout> layout,
                     std::optional<Device> device, std::optional<bool> pin_memory) {
  const ScalarType type = factory_dtype(dtype, layout, device, pin_memory);
  return make_window("kaiser_window", window_length, periodic, type, [&](Tensor x, int64_t n) {
    const Tensor distance = x.to(kDouble).mul_(2. / static_cast<double>(n - 1)).sub_(1);
    const Tensor bell = distance.square_().neg_().add_(1).clamp_min_(0).sqrt_().mul_(beta);
    return at::i0(bell).div_(at::i0(at::scalar_tensor(beta, kDouble))).to(type);
  });
}
Tensor kaiser_window(int64_t window_length, bool periodic, std::optional<ScalarType> dtype,
                     std::optional<Layout> layout, std::optional<Device> device,
                     std::optional<bool> pin_memory) {
  return native::kaiser_window(window_length, periodic, 12.0, dtype, layout, device, pin_memory);
}
Tensor kaiser_window(int64_t window_length, std::optional<ScalarType> dtype,
                     std::optional<Layout> layout, std::optional<Device> device,
                     std::optional<bool> pin_memory) {
  return native::kaiser_window(window_length, true, dtype, layout, device, pin_memory);
}

}  // namespace at::native
