// at::Generator: random numbers, the same ones that PyTorch's CPU generator gives for a seed.
//
// The engine is the Mersenne Twister MT19937 (Matsumoto and Nishimura, 1998). The transforms from
// bits to numbers are in the kernels that draw them. A generator is shared by reference; drawing
// from it takes its mutex.
#pragma once

#include <array>
#include <cstdint>
#include <mutex>
#include <optional>

#include "aten_lite/core/device.h"
#include "aten_lite/core/intrusive_ptr.h"

namespace at {

constexpr uint64_t default_rng_seed_val = 67280421310721;

class mt19937 {
 public:
  explicit mt19937(uint64_t seed = 5489);
  // The next 32 random bits.
  uint32_t operator()();
  uint64_t seed() const { return seed_; }

 private:
  static constexpr int kN = 624;
  static constexpr int kM = 397;
  void refill();

  uint64_t seed_;
  int next_ = kN;
  std::array<uint32_t, kN> state_;
};

class CPUGeneratorImpl final : public c10::intrusive_ptr_target {
 public:
  explicit CPUGeneratorImpl(uint64_t seed = default_rng_seed_val) : engine_(seed) {}

  void set_current_seed(uint64_t seed);
  uint64_t current_seed() const { return engine_.seed(); }
  // Seeds from the system's entropy and returns the seed.
  uint64_t seed();
  uint32_t random() { return engine_(); }
  uint64_t random64() {
    const uint64_t high = engine_();
    const uint64_t low = engine_();
    return (high << 32) | low;
  }
  // The second number of a Box-Muller pair, kept for the next call.
  std::optional<float> next_float_normal_sample;
  std::optional<double> next_double_normal_sample;
  std::mutex mutex_;

 private:
  mt19937 engine_;
};

class Generator {
 public:
  Generator() = default;
  explicit Generator(c10::intrusive_ptr<CPUGeneratorImpl> impl) : impl_(std::move(impl)) {}

  bool defined() const { return impl_.defined(); }
  Device device() const { return Device(c10::kCPU); }
  void set_current_seed(uint64_t seed) { impl_->set_current_seed(seed); }
  uint64_t current_seed() const { return impl_->current_seed(); }
  CPUGeneratorImpl* unsafeGetGeneratorImpl() const { return impl_.get(); }
  const c10::intrusive_ptr<CPUGeneratorImpl>& getIntrusivePtr() const { return impl_; }
  std::mutex& mutex() const { return impl_->mutex_; }
  bool operator==(const Generator& other) const { return impl_ == other.impl_; }

 private:
  c10::intrusive_ptr<CPUGeneratorImpl> impl_;
};

// The generator of all operators that are given none.
const Generator& default_cpu_generator();
// `generator`, or the default one.
inline CPUGeneratorImpl& get_generator_or_default(const std::optional<Generator>& generator) {
  const bool given = generator.has_value() && generator->defined();
  return *(given ? *generator : default_cpu_generator()).unsafeGetGeneratorImpl();
}
// Seeds the default generator.
void manual_seed(uint64_t seed);

namespace detail {
Generator createCPUGenerator(uint64_t seed = default_rng_seed_val);
}

}  // namespace at

namespace torch {
using at::manual_seed;
}
