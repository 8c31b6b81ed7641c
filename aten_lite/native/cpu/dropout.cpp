// Dropout. Out of training it is the identity; in training it draws from the default generator.
#include <cmath>

#include "ATen/core/TensorBody.h"
#include "ATen/ops/empty.h"
#include "ATen/ops/empty_like.h"
#include "ATen/ops/ones_like.h"
#include "ATen/ops/zeros_like.h"

namespace at::native {
namespace {

struct Kind {
  bool whole_channels;
  bool alpha;  // keeps mean and variance of inputs that selu made
};

// Noise of shape [N, C, 1, ...]: a channel is kept or dropped as a whole.
Tensor channel_noise(const Tensor& input) {
  TORCH_CHECK(input.dim() >= 2, "Feature dropout requires at least 2 dimensions in the input");
  DimVector sizes(static_cast<size_t>(input.dim()), 1);
  sizes[0] = input.sizes()[0];
  sizes[1] = input.sizes()[1];
  return at::empty(sizes, input.options());
}

Tensor& multiply(Tensor& input, const Tensor& noise, bool in_place, Tensor& result) {
  if (in_place) {
    input.mul_(noise);
    return input;
  }
  result = input.mul(noise);
  return result;
}

// Returns `input` itself when in place, else `result`.
Tensor& drop(Tensor& input, double p, bool train, Kind kind, bool in_place, Tensor& result) {
  TORCH_CHECK(p >= 0 && p <= 1, "dropout probability has to be between 0 and 1, but got ", p);
  if (p == 0 || !train || input.numel() == 0) {
    result = input;
    return in_place ? input : result;
  }
  if (p == 1) return multiply(input, at::zeros_like(input), in_place, result);
  Tensor noise = kind.whole_channels ? channel_noise(input) : at::empty_like(input);
  noise.bernoulli_(1 - p);
  if (!kind.alpha) {
    noise.div_(1 - p);
    return multiply(input, noise, in_place, result);
  }
  constexpr double kAlpha = 1.7580993408473766;
  const double a = 1 / std::sqrt((kAlpha * kAlpha * p + 1) * (1 - p));
  const Tensor shift = noise.add(-1).mul_(kAlpha * a).add_(kAlpha * a * p);
  noise.mul_(a);
  return multiply(input, noise, in_place, result).add_(shift);
}

Tensor dropped(const Tensor& input, double p, bool train, Kind kind) {
  Tensor self = input;
  Tensor result;
  return drop(self, p, train, kind, false, result);
}
Tensor& drop_in_place(Tensor& self, double p, bool train, Kind kind) {
  Tensor unused;
  return drop(self, p, train, kind, true, unused);
}

constexpr Kind kPlain{false, false};
constexpr Kind kFeature{true, false};
constexpr Kind kAlpha{false, true};
constexpr Kind kFeatureAlpha{true, true};

}  // namespace

Tensor dropout(const Tensor& input, double p, bool train) {
  return dropped(input, p, train, kPlain);
}
Tensor& dropout_(Tensor& self, double p, bool train) {
  return drop_in_place(self, p, train, kPlain);
}
Tensor feature_dropout(const Tensor& input, double p, bool train) {
  return dropped(input, p, train, kFeature);
}
Tensor& feature_dropout_(Tensor& self, double p, bool train) {
  return drop_in_place(self, p, train, kFeature);
}
Tensor alpha_dropout(const Tensor& input, double p, bool train) {
  return dropped(input, p, train, kAlpha);
}
Tensor& alpha_dropout_(Tensor& self, double p, bool train) {
  return drop_in_place(self, p, train, kAlpha);
}
Tensor feature_alpha_dropout(const Tensor& input, double p, bool train) {
  return dropped(input, p, train, kFeatureAlpha);
}
Tensor& feature_alpha_dropout_(Tensor& self, double p, bool train) {
  return drop_in_place(self, p, train, kFeatureAlpha);
}

std::tuple<Tensor, Tensor> native_dropout(const Tensor& input, double p,
                                          std::optional<bool> train) {
  if (input.numel() == 0) {
    return {input, at::empty_like(input, input.options().dtype(kBool))};
  }
  if (train && !*train) return {input, at::ones_like(input, input.options().dtype(kBool))};
  Tensor mask = at::empty_like(input, input.options().dtype(kBool));
  mask.bernoulli_(1 - p);
  return {input.mul(mask).mul_(p == 1 ? 0.0 : 1 / (1 - p)), mask};
}

}  // namespace at::native
