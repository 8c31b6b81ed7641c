// In-place random fills: uniform_, normal_, random_.
//
// The numbers are those of PyTorch's CPU generator for the same seed: the same transforms from the
// Mersenne Twister's bits, drawn in the order in which the elements lie in memory.
#include "aten_lite/native/internal/random.h"

#include <cmath>
#include <limits>

#include "ATen/ops/normal.h"
#include "ATen/ops/random.h"
#include "ATen/ops/uniform.h"
#include "ATen/ops/view_as_real.h"
#include "aten_lite/core/dispatch.h"
#include "aten_lite/native/internal/alias.h"

namespace at::native {
namespace {

constexpr double kPi = 3.14159265358979323846;

// What [from, to) may hold in a dtype.
struct IntegerRange {
  int64_t lowest;
  int64_t highest;  // inclusive; for floating dtypes the last of the consecutive integers
};

template <typename T>
IntegerRange range_of() {
  using Limits = std::numeric_limits<T>;
  if constexpr (std::is_same<T, bool>::value) {
    return {0, 1};
  } else if constexpr (std::is_integral<T>::value) {
    return {static_cast<int64_t>(Limits::lowest()), static_cast<int64_t>(Limits::max())};
  } else {
    const int64_t exact = int64_t{1} << Limits::digits;
    return {-exact, exact};
  }
}

}  // namespace

Tensor in_memory_order(const Tensor& self) {
  // As TensorIterator would walk it: the smallest stride innermost, ties by dim.
  DimVector order;
  for (int64_t dim = 0; dim < self.dim(); ++dim) order.push_back(dim);
  for (size_t i = 1; i < order.size(); ++i) {
    for (size_t j = i; j > 0; --j) {
      const int64_t outer = self.stride(order[j - 1]);
      const int64_t inner = self.stride(order[j]);
      const bool wrong =
          outer < inner || (outer == inner && self.size(order[j - 1]) < self.size(order[j]));
      if (!wrong || self.size(order[j - 1]) == 1 || self.size(order[j]) == 1) break;
      std::swap(order[j - 1], order[j]);
    }
  }
  DimVector sizes;
  DimVector strides;
  for (const int64_t dim : order) {
    sizes.push_back(self.size(dim));
    strides.push_back(self.stride(dim));
  }
  return alias_with(self, sizes, strides);
}

double uniform_double(CPUGeneratorImpl& generator) {
  constexpr uint64_t kMask = (uint64_t{1} << 53) - 1;
  return static_cast<double>(generator.random64() & kMask) * 0x1p-53;
}

float uniform_float(CPUGeneratorImpl& generator) {
  constexpr uint32_t kMask = (uint32_t{1} << 24) - 1;
  return static_cast<float>(generator.random() & kMask) * 0x1p-24f;
}

double normal_double(CPUGeneratorImpl& generator) {
  if (generator.next_double_normal_sample) {
    const double kept = *generator.next_double_normal_sample;
    generator.next_double_normal_sample.reset();
    return kept;
  }
  // Box-Muller gives two numbers; the second one waits for the next call.
  const double u1 = uniform_double(generator);
  const double u2 = uniform_double(generator);
  const double radius = std::sqrt(-2.0 * std::log1p(-u2));
  const double angle = 2.0 * kPi * u1;
  generator.next_double_normal_sample = radius * std::sin(angle);
  return radius * std::cos(angle);
}

// ---- uniform_

namespace {

template <typename T>
void fill_uniform(Tensor& self, double from, double to, const std::optional<Generator>& generator) {
  using Wide = std::conditional_t<std::is_same<T, double>::value, double, float>;
  const Wide low = static_cast<Wide>(from);
  const Wide high = static_cast<Wide>(to);
  const T first = static_cast<T>(low);
  const T end = static_cast<T>(high);
  fill_serially<T>(self, generator, [&](CPUGeneratorImpl& source) {
    Wide unit;
    if constexpr (std::is_same<T, double>::value) {
      unit = uniform_double(source);
    } else {
      unit = uniform_float(source);
    }
    const T value = static_cast<T>(unit * (high - low) + low);
    // Rounding to fewer bits must not reach the open end.
    return sizeof(T) == 2 && value == end ? first : value;
  });
}

}  // namespace

Tensor& uniform_(Tensor& self, double from, double to, std::optional<Generator> generator) {
  if (self.is_complex()) {
    Tensor parts = native::view_as_real(self);
    native::uniform_(parts, from, to, generator);
    return self;
  }
  TORCH_CHECK(from <= to, "uniform_ expects to return a [from, to) range, but found from=", from,
              " > to=", to);
  AT_DISPATCH_FLOATING_TYPES_AND2(kHalf, kBFloat16, self.scalar_type(), "uniform_", [&] {
    TORCH_CHECK(to - from <= static_cast<double>(std::numeric_limits<scalar_t>::max()),
                "uniform_ expects to-from <= the largest value of its dtype, but found to=", to,
                " and from=", from);
    fill_uniform<scalar_t>(self, from, to, generator);
  });
  return self;
}

// ---- normal_

namespace {

// Sixteen uniform numbers become sixteen normal ones: the first eight are the radii, the others the
// angles.
template <typename T>
void box_muller_16(T* data, T mean, T std) {
  for (int i = 0; i < 8; ++i) {
    const T radius = std::sqrt(T(-2) * std::log(T(1) - data[i]));
    const T angle = T(2 * kPi) * data[i + 8];
    data[i] = radius * std::cos(angle) * std + mean;
    data[i + 8] = radius * std::sin(angle) * std + mean;
  }
}

// Full precision: all numbers are drawn first; the last block, if it is a partial one, is drawn
// again as the last sixteen elements.
template <typename T>
void fill_normal_dense(T* data, int64_t size, T mean, T std, CPUGeneratorImpl& source) {
  const auto draw = [&source]() -> T {
    if constexpr (std::is_same<T, double>::value) {
      return uniform_double(source);
    } else {
      return uniform_float(source);
    }
  };
  for (int64_t i = 0; i < size; ++i) data[i] = draw();
  for (int64_t i = 0; i + 16 <= size; i += 16) box_muller_16(data + i, mean, std);
  if (size % 16 == 0) return;
  T* last = data + size - 16;
  for (int64_t i = 0; i < 16; ++i) last[i] = draw();
  box_muller_16(last, mean, std);
}

// Half precision: block by block through float.
template <typename T>
void fill_normal_reduced(T* data, int64_t size, float mean, float std, CPUGeneratorImpl& source) {
  const auto fill_block = [&](T* to) {
    float block[16];
    for (float& value : block) value = uniform_float(source);
    box_muller_16(block, mean, std);
    for (int i = 0; i < 16; ++i) to[i] = static_cast<T>(block[i]);
  };
  for (int64_t i = 0; i + 16 <= size; i += 16) fill_block(data + i);
  if (size % 16 != 0) fill_block(data + size - 16);
}

template <typename T>
void fill_normal(Tensor& self, double mean, double std, const std::optional<Generator>& generator) {
  if (self.numel() < 16 || !self.is_contiguous()) {
    return fill_serially<T>(self, generator, [&](CPUGeneratorImpl& source) {
      return normal_double(source) * std + mean;
    });
  }
  CPUGeneratorImpl& source = get_generator_or_default(generator);
  const std::lock_guard<std::mutex> lock(source.mutex_);
  T* data = self.mutable_data_ptr<T>();
  if constexpr (sizeof(T) == 2) {
    fill_normal_reduced(data, self.numel(), static_cast<float>(mean), static_cast<float>(std),
                        source);
  } else {
    fill_normal_dense(data, self.numel(), static_cast<T>(mean), static_cast<T>(std), source);
  }
}

}  // namespace

Tensor& normal_(Tensor& self, double mean, double std, std::optional<Generator> generator) {
  TORCH_CHECK(std >= 0.0, "normal expects std >= 0.0, but found std ", std);
  if (self.numel() == 0) return self;
  if (self.is_complex()) {
    // Half of the variance for either part, and the mean for both, as in PyTorch.
    Tensor parts = native::view_as_real(self);
    native::normal_(parts, mean, std / std::sqrt(2.0), generator);
    return self;
  }
  AT_DISPATCH_FLOATING_TYPES_AND2(kHalf, kBFloat16, self.scalar_type(), "normal_",
                                  [&] { fill_normal<scalar_t>(self, mean, std, generator); });
  return self;
}

// ---- random_

namespace {

// [base, base + range), from 32 bits where they are many enough.
template <typename T>
void fill_integers(Tensor& self, uint64_t range, int64_t base,
                   const std::optional<Generator>& generator) {
  const bool wide = range == 0 || range >= (uint64_t{1} << 28);
  fill_serially<T>(self, generator, [&](CPUGeneratorImpl& source) {
    const uint64_t bits = wide ? source.random64() : source.random();
    // A range of 2^64 is written as 0.
    const uint64_t offset = range == 0 ? bits : bits % range;
    return static_cast<int64_t>(offset + static_cast<uint64_t>(base));
  });
}

void random_between(Tensor& self, int64_t from, int64_t last,
                    const std::optional<Generator>& generator) {
  AT_DISPATCH_ALL_TYPES_AND3(kBool, kHalf, kBFloat16, self.scalar_type(), "random_", [&] {
    fill_integers<scalar_t>(self, static_cast<uint64_t>(last) - static_cast<uint64_t>(from) + 1,
                            from, generator);
  });
}

void check_in_range(const Tensor& self, int64_t value, const char* name) {
  const IntegerRange range = AT_DISPATCH_ALL_TYPES_AND3(
      kBool, kHalf, kBFloat16, self.scalar_type(), "random_", [&] { return range_of<scalar_t>(); });
  if (self.is_floating_point()) {
    if (value < range.lowest || value > range.highest) {
      TORCH_WARN(name, " ", value, " is out of bounds [", range.lowest, ", ", range.highest,
                 "]: not every integer beyond has a value of dtype ", toString(self.scalar_type()));
    }
    return;
  }
  TORCH_CHECK(value >= range.lowest && value <= range.highest, name, " ", value,
              " is out of bounds for ", toString(self.scalar_type()));
}

}  // namespace

Tensor& random_(Tensor& self, int64_t from, std::optional<int64_t> to,
                std::optional<Generator> generator) {
  if (to) {
    TORCH_CHECK(from < *to, "random_ expects 'from' to be less than 'to', but got from=", from,
                " >= to=", *to);
    check_in_range(self, from, "from");
    check_in_range(self, *to - 1, "to - 1");
    if (self.numel() > 0) random_between(self, from, *to - 1, generator);
    return self;
  }
  check_in_range(self, from, "from");
  const IntegerRange range = AT_DISPATCH_ALL_TYPES_AND3(
      kBool, kHalf, kBFloat16, self.scalar_type(), "random_", [&] { return range_of<scalar_t>(); });
  random_between(self, from, range.highest, generator);
  return self;
}

Tensor& random_(Tensor& self, int64_t to, std::optional<Generator> generator) {
  return native::random_(self, 0, to, generator);
}

Tensor& random_(Tensor& self, std::optional<Generator> generator) {
  AT_DISPATCH_ALL_TYPES_AND3(kBool, kHalf, kBFloat16, self.scalar_type(), "random_", [&] {
    constexpr bool wide =
        std::is_same<scalar_t, double>::value || std::is_same<scalar_t, int64_t>::value;
    const uint64_t range = static_cast<uint64_t>(range_of<scalar_t>().highest) + 1;
    fill_serially<scalar_t>(self, generator, [&](CPUGeneratorImpl& source) {
      return static_cast<int64_t>((wide ? source.random64() : source.random()) % range);
    });
  });
  return self;
}

}  // namespace at::native
