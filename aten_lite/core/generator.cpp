#include "aten_lite/core/generator.h"

#include <random>

namespace at {

mt19937::mt19937(uint64_t seed) : seed_(seed) {
  state_[0] = static_cast<uint32_t>(seed);
  for (uint32_t i = 1; i < kN; ++i) {
    state_[i] = 1812433253u * (state_[i - 1] ^ (state_[i - 1] >> 30)) + i;
  }
}

void mt19937::refill() {
  const auto twist = [](uint32_t upper, uint32_t lower) {
    const uint32_t mixed = (upper & 0x80000000u) | (lower & 0x7fffffffu);
    return (mixed >> 1) ^ ((lower & 1u) != 0 ? 0x9908b0dfu : 0u);
  };
  for (int i = 0; i < kN; ++i) {
    state_[i] = state_[(i + kM) % kN] ^ twist(state_[i], state_[(i + 1) % kN]);
  }
  next_ = 0;
}

uint32_t mt19937::operator()() {
  if (next_ == kN) refill();
  uint32_t y = state_[next_++];
  y ^= y >> 11;
  y ^= (y << 7) & 0x9d2c5680u;
  y ^= (y << 15) & 0xefc60000u;
  return y ^ (y >> 18);
}

void CPUGeneratorImpl::set_current_seed(uint64_t seed) {
  next_float_normal_sample.reset();
  next_double_normal_sample.reset();
  engine_ = mt19937(seed);
}

uint64_t CPUGeneratorImpl::seed() {
  std::random_device device;
  const uint64_t value = (static_cast<uint64_t>(device()) << 32 | device()) & 0x1FFFFFFFFFFFFFu;
  set_current_seed(value);
  return value;
}

const Generator& default_cpu_generator() {
  // Never destroyed: kernels may run while static objects are being torn down.
  static const Generator* const generator = new Generator(detail::createCPUGenerator());
  return *generator;
}

void manual_seed(uint64_t seed) {
  const Generator& generator = default_cpu_generator();
  const std::lock_guard<std::mutex> lock(generator.mutex());
  generator.unsafeGetGeneratorImpl()->set_current_seed(seed);
}

Generator detail::createCPUGenerator(uint64_t seed) {
  return Generator(c10::make_intrusive<CPUGeneratorImpl>(seed));
}

}  // namespace at
