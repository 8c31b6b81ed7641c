// In-place random fills: bernoulli_, exponential_, cauchy_, log_normal_, geometric_.
#include <cmath>

#include "ATen/ops/bernoulli.h"
#include "ATen/ops/cauchy.h"
#include "ATen/ops/copy.h"
#include "ATen/ops/expand.h"
#include "ATen/ops/exponential.h"
#include "ATen/ops/geometric.h"
#include "ATen/ops/log_normal.h"
#include "aten_lite/native/internal/random.h"

namespace at::native {
namespace {

template <typename T>
void fill_bernoulli(Tensor& self, double p, const std::optional<Generator>& generator) {
  fill_serially<T>(self, generator,
                   [p](CPUGeneratorImpl& source) { return uniform_double(source) < p ? 1 : 0; });
}

template <typename T, typename P>
void fill_bernoulli(Tensor& self, const Tensor& p, const std::optional<Generator>& generator) {
  const Tensor probabilities = p.contiguous();
  Tensor dense = self.contiguous();
  CPUGeneratorImpl& source = get_generator_or_default(generator);
  const std::lock_guard<std::mutex> lock(source.mutex_);
  const P* chance = probabilities.const_data_ptr<P>();
  T* data = dense.mutable_data_ptr<T>();
  for (int64_t i = 0; i < dense.numel(); ++i) {
    const double limit = static_cast<double>(chance[i]);
    TORCH_CHECK(limit >= 0 && limit <= 1,
                "bernoulli_ expects p to be in [0, 1], but got p=", limit);
    bool hit;
    if constexpr (std::is_same<P, double>::value) {
      hit = uniform_double(source) < limit;
    } else {
      hit = uniform_float(source) < static_cast<float>(chance[i]);
    }
    data[i] = static_cast<T>(hit ? 1 : 0);
  }
  if (!dense.is_same(self)) self.copy_(dense);
}

}  // namespace

Tensor& bernoulli_(Tensor& self, double p, std::optional<Generator> generator) {
  TORCH_CHECK(0 <= p && p <= 1, "bernoulli_ expects p to be in [0, 1], but got p=", p);
  AT_DISPATCH_ALL_TYPES_AND3(kBool, kHalf, kBFloat16, self.scalar_type(), "bernoulli_",
                             [&] { fill_bernoulli<scalar_t>(self, p, generator); });
  return self;
}

Tensor& bernoulli_(Tensor& self, const Tensor& p, std::optional<Generator> generator) {
  assert_no_internal_overlap(self);
  TORCH_CHECK(p.is_floating_point(),
              "bernoulli_: expected probabilities tensor to have floating type, got ",
              toString(p.scalar_type()));
  const Tensor expanded = p.expand(self.sizes());
  AT_DISPATCH_ALL_TYPES_AND3(kBool, kHalf, kBFloat16, self.scalar_type(), "bernoulli_", [&] {
    using self_t = scalar_t;
    AT_DISPATCH_FLOATING_TYPES_AND2(kHalf, kBFloat16, expanded.scalar_type(), "bernoulli_", [&] {
      fill_bernoulli<self_t, scalar_t>(self, expanded, generator);
    });
  });
  return self;
}

Tensor& exponential_(Tensor& self, double lambd, std::optional<Generator> generator) {
  TORCH_CHECK(lambd > 0.0, "exponential_ expects lambda > 0.0, but found lambda=", lambd);
  fill_floating(self, generator, "exponential_", [lambd](CPUGeneratorImpl& source) {
    return -1.0 / lambd * std::log1p(-uniform_double(source));
  });
  return self;
}

Tensor& cauchy_(Tensor& self, double median, double sigma, std::optional<Generator> generator) {
  TORCH_CHECK(sigma > 0.0, "cauchy_ expects sigma > 0.0, but found sigma=", sigma);
  fill_floating(self, generator, "cauchy_", [=](CPUGeneratorImpl& source) {
    return median + sigma * std::tan(3.14159265358979323846 * (uniform_double(source) - 0.5));
  });
  return self;
}

Tensor& log_normal_(Tensor& self, double mean, double std, std::optional<Generator> generator) {
  TORCH_CHECK(std > 0.0, "log_normal_ expects std > 0.0, but found std=", std);
  fill_floating(self, generator, "log_normal_", [=](CPUGeneratorImpl& source) {
    return std::exp(normal_double(source) * std + mean);
  });
  return self;
}

Tensor& geometric_(Tensor& self, double p, std::optional<Generator> generator) {
  TORCH_CHECK(0 < p && p < 1, "geometric_ expects p to be in (0, 1), but got p=", p);
  AT_DISPATCH_ALL_TYPES_AND2(kHalf, kBFloat16, self.scalar_type(), "geometric_", [&] {
    fill_serially<scalar_t>(self, generator, [p](CPUGeneratorImpl& source) {
      return std::ceil(std::log(uniform_double(source)) / std::log1p(-p));
    });
  });
  return self;
}

}  // namespace at::native
