// Samples of distributions whose parameters are tensors: bernoulli, multinomial, poisson, binomial.
#include <cmath>

#include "ATen/ops/argmax.h"
#include "ATen/ops/bernoulli.h"
#include "ATen/ops/binomial.h"
#include "ATen/ops/div.h"
#include "ATen/ops/exponential.h"
#include "ATen/ops/multinomial.h"
#include "ATen/ops/poisson.h"
#include "ATen/ops/topk.h"
#include "aten_lite/native/internal/factory.h"
#include "aten_lite/native/internal/infer_size.h"
#include "aten_lite/native/internal/output.h"
#include "aten_lite/native/internal/random.h"

namespace at::native {

using OptionalGenerator = std::optional<Generator>;

void bernoulli_out(const Tensor& self, OptionalGenerator generator, Tensor& out) {
  Tensor result = make_tensor(self.sizes(), out.defined() ? out.scalar_type() : self.scalar_type());
  native::bernoulli_(result, self, generator);
  write_output(out, result, "bernoulli");
}

Tensor bernoulli(const Tensor& self, double p, OptionalGenerator generator) {
  Tensor result = make_tensor_like(self, self.scalar_type());
  return native::bernoulli_(result, p, generator);
}

namespace {

// Draws `samples` positions from the cumulative distribution of one row.
template <typename T>
void sample_row(const T* weights, int64_t categories, int64_t stride, int64_t samples, int64_t* out,
                CPUGeneratorImpl& generator) {
  std::vector<T> cumulative(static_cast<size_t>(categories));
  T sum = 0;
  for (int64_t i = 0; i < categories; ++i) {
    const T weight = weights[i * stride];
    TORCH_CHECK(weight >= 0,
                "multinomial: invalid distribution (encountering probability entry < 0)");
    TORCH_CHECK(std::isfinite(static_cast<double>(weight)),
                "multinomial: invalid distribution (encountering probability entry = infinity or "
                "NaN)");
    sum = static_cast<T>(sum + weight);
    cumulative[static_cast<size_t>(i)] = sum;
  }
  TORCH_CHECK(sum > 0, "multinomial: invalid distribution (sum of probabilities <= 0)");
  for (T& value : cumulative) value = static_cast<T>(value / sum);
  cumulative.back() = 1;
  for (int64_t i = 0; i < samples; ++i) {
    const double point = uniform_double(generator);
    int64_t low = 0;
    int64_t high = categories;
    while (low < high) {
      const int64_t middle = low + (high - low) / 2;
      if (cumulative[static_cast<size_t>(middle)] < point) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    out[i] = std::min(low, categories - 1);
  }
}

Tensor multinomial_with_replacement(const Tensor& self, int64_t samples,
                                    const OptionalGenerator& generator) {
  const Tensor rows = self.dim() == 1 ? self.unsqueeze(0) : self;
  Tensor result = make_tensor({rows.size(0), samples}, kLong);
  CPUGeneratorImpl& source = get_generator_or_default(generator);
  const std::lock_guard<std::mutex> lock(source.mutex_);
  AT_DISPATCH_FLOATING_TYPES_AND2(kHalf, kBFloat16, self.scalar_type(), "multinomial", [&] {
    const scalar_t* weights = rows.const_data_ptr<scalar_t>();
    for (int64_t row = 0; row < rows.size(0); ++row) {
      sample_row(weights + row * rows.stride(0), rows.size(1), rows.stride(1), samples,
                 result.mutable_data_ptr<int64_t>() + row * samples, source);
    }
  });
  return self.dim() == 1 ? result.squeeze(0) : result;
}

}  // namespace

void multinomial_out(const Tensor& self, int64_t num_samples, bool replacement,
                     OptionalGenerator generator, Tensor& out) {
  TORCH_CHECK(self.dim() > 0 && self.dim() <= 2,
              "multinomial: prob_dist must be 1 or 2 dim, but got ", self.dim());
  TORCH_CHECK(self.is_floating_point(),
              "multinomial only supports floating-point dtypes for input, got: ",
              toString(self.scalar_type()));
  TORCH_CHECK(num_samples > 0, "cannot sample num_samples <= 0 samples, but got ", num_samples);
  TORCH_CHECK(replacement || num_samples <= self.size(-1),
              "cannot sample n_sample > prob_dist.size(-1) samples without replacement: ",
              num_samples, " > ", self.size(-1));
  if (self.numel() == 0) {
    DimVector sizes(self.sizes());
    sizes.back() = num_samples;
    set_output(out, sizes, kLong, "multinomial");
    return;
  }
  if (replacement && num_samples > 1) {
    write_output(out, multinomial_with_replacement(self, num_samples, generator), "multinomial");
    return;
  }
  const Tensor dense = self.contiguous();
  AT_DISPATCH_FLOATING_TYPES_AND2(kHalf, kBFloat16, self.scalar_type(), "multinomial", [&] {
    const scalar_t* weights = dense.const_data_ptr<scalar_t>();
    const int64_t categories = dense.size(-1);
    for (int64_t i = 0; i < dense.numel(); i += categories) {
      double sum = 0;
      for (int64_t j = 0; j < categories; ++j) {
        const double weight = static_cast<double>(weights[i + j]);
        TORCH_CHECK(weight >= 0 && std::isfinite(weight),
                    "multinomial: probability tensor contains either inf, nan or element < 0");
        sum += weight;
      }
      TORCH_CHECK(sum > 0,
                  "multinomial: invalid multinomial distribution (sum of probabilities <= 0)");
    }
  });
  // The largest of p / Exp(1) is distributed like p: a sample without a search.
  Tensor keys = make_tensor_like(self, self.scalar_type());
  native::exponential_(keys, 1, generator);
  keys = self.div(keys);
  if (num_samples == 1) {
    write_output(out, at::argmax(keys, -1, /*keepdim=*/true), "multinomial");
  } else {
    write_output(out, std::get<1>(at::topk(keys, num_samples, -1)), "multinomial");
  }
}

namespace {

double sample_poisson(double lambda, CPUGeneratorImpl& generator) {
  TORCH_CHECK(lambda >= 0, "invalid Poisson rate, expected rate to be non-negative, but got ",
              lambda);
  if (lambda == 0) return 0;
  if (lambda < 10) {
    // Products of uniform numbers until they fall below exp(-lambda) (Knuth).
    const double limit = std::exp(-lambda);
    double product = 1;
    for (int64_t count = 0;; ++count) {
      product *= uniform_double(generator);
      if (product <= limit) return static_cast<double>(count);
    }
  }
  // Transformed rejection with squeeze (Hoermann, 1993, algorithm PTRS).
  const double log_lambda = std::log(lambda);
  const double b = 0.931 + 2.53 * std::sqrt(lambda);
  const double a = -0.059 + 0.02483 * b;
  const double inverse_alpha = 1.1239 + 1.1328 / (b - 3.4);
  const double vr = 0.9277 - 3.6224 / (b - 2);
  while (true) {
    const double u = uniform_double(generator) - 0.5;
    const double v = uniform_double(generator);
    const double us = 0.5 - std::fabs(u);
    const double k = std::floor((2 * a / us + b) * u + lambda + 0.43);
    if (us >= 0.07 && v <= vr) return k;
    if (k < 0 || (us < 0.013 && v > us)) continue;
    if (std::log(v) + std::log(inverse_alpha) - std::log(a / (us * us) + b) <=
        -lambda + k * log_lambda - std::lgamma(k + 1)) {
      return k;
    }
  }
}

// The error of Stirling's approximation of log(k!).
double stirling_tail(double k) {
  static constexpr double kTable[] = {0.0810614667953272,  0.0413406959554092, 0.0276779256849983,
                                      0.02079067210376509, 0.0166446911898211, 0.0138761288230707,
                                      0.0118967099458917,  0.0104112652619720, 0.00925546218271273,
                                      0.00833056343336287};
  if (k <= 9) return kTable[static_cast<size_t>(k)];
  const double square = (k + 1) * (k + 1);
  return (1.0 / 12 - (1.0 / 360 - 1.0 / 1260 / square) / square) / (k + 1);
}

// p at most 0.5.
double sample_small_binomial(double count, double p, CPUGeneratorImpl& generator) {
  if (count * p < 10) {
    // Adds up geometric waiting times.
    double sum = 0;
    for (int64_t successes = 0;; ++successes) {
      sum += std::ceil(std::log(uniform_double(generator)) / std::log1p(-p));
      if (sum > count) return static_cast<double>(successes);
    }
  }
  // Transformed rejection (Hoermann, 1993, algorithm BTRS).
  const double deviation = std::sqrt(count * p * (1 - p));
  const double b = 1.15 + 2.53 * deviation;
  const double a = -0.0873 + 0.0248 * b + 0.01 * p;
  const double c = count * p + 0.5;
  const double vr = 0.92 - 4.2 / b;
  const double r = p / (1 - p);
  const double alpha = (2.83 + 5.1 / b) * deviation;
  const double m = std::floor((count + 1) * p);
  while (true) {
    const double u = uniform_double(generator) - 0.5;
    double v = uniform_double(generator);
    const double us = 0.5 - std::fabs(u);
    const double k = std::floor((2 * a / us + b) * u + c);
    if (k < 0 || k > count) continue;
    if (us >= 0.07 && v <= vr) return k;
    v = std::log(v * alpha / (a / (us * us) + b));
    const double bound = (m + 0.5) * std::log((m + 1) / (r * (count - m + 1))) +
                         (count + 1) * std::log((count - m + 1) / (count - k + 1)) +
                         (k + 0.5) * std::log(r * (count - k + 1) / (k + 1)) + stirling_tail(m) +
                         stirling_tail(count - m) - stirling_tail(k) - stirling_tail(count - k);
    if (v <= bound) return k;
  }
}

double sample_binomial(double count, double p, CPUGeneratorImpl& generator) {
  TORCH_CHECK(std::isfinite(count) && p >= 0 && p <= 1, "binomial: invalid parameters: count ",
              count, ", probability ", p);
  if (count <= 0 || p <= 0) return 0;
  if (p >= 1) return count;
  return p <= 0.5 ? sample_small_binomial(count, p, generator)
                  : count - sample_small_binomial(count, 1 - p, generator);
}

}  // namespace

Tensor poisson(const Tensor& self, OptionalGenerator generator) {
  const Tensor rates = self.contiguous();
  Tensor result = make_tensor(self.sizes(), self.scalar_type());
  CPUGeneratorImpl& source = get_generator_or_default(generator);
  const std::lock_guard<std::mutex> lock(source.mutex_);
  AT_DISPATCH_FLOATING_TYPES_AND2(kHalf, kBFloat16, self.scalar_type(), "poisson", [&] {
    const scalar_t* rate = rates.const_data_ptr<scalar_t>();
    scalar_t* out = result.mutable_data_ptr<scalar_t>();
    for (int64_t i = 0; i < result.numel(); ++i) {
      out[i] = static_cast<scalar_t>(
          static_cast<float>(sample_poisson(static_cast<double>(rate[i]), source)));
    }
  });
  return result;
}

Tensor binomial(const Tensor& count, const Tensor& prob, OptionalGenerator generator) {
  TORCH_CHECK(count.scalar_type() == prob.scalar_type(),
              "binomial: count and prob must have the same dtype, but got ",
              toString(count.scalar_type()), " and ", toString(prob.scalar_type()));
  const DimVector sizes = infer_size_dimvector(count.sizes(), prob.sizes());
  const Tensor counts = count.expand(sizes).contiguous();
  const Tensor chances = prob.expand(sizes).contiguous();
  Tensor result = make_tensor(sizes, count.scalar_type());
  CPUGeneratorImpl& source = get_generator_or_default(generator);
  const std::lock_guard<std::mutex> lock(source.mutex_);
  AT_DISPATCH_FLOATING_TYPES_AND2(kHalf, kBFloat16, count.scalar_type(), "binomial", [&] {
    const scalar_t* n = counts.const_data_ptr<scalar_t>();
    const scalar_t* p = chances.const_data_ptr<scalar_t>();
    scalar_t* out = result.mutable_data_ptr<scalar_t>();
    for (int64_t i = 0; i < result.numel(); ++i) {
      out[i] = static_cast<scalar_t>(static_cast<float>(
          sample_binomial(static_cast<double>(n[i]), static_cast<double>(p[i]), source)));
    }
  });
  return result;
}

}  // namespace at::native
