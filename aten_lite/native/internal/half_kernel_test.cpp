// Tests the conversions of arrays against those of single numbers: every half and bfloat16, and
// floats around all of them.
#include "aten_lite/native/internal/half_kernel.h"

#include <gtest/gtest.h>

#include <cstring>
#include <vector>

namespace {

using at::native::internal::half_kernels;
using at::native::internal::HalfKernels;

// All values, in an order that puts neighbours into different vectors, and a partial last vector.
template <class T>
std::vector<T> all_values() {
  std::vector<T> values;
  for (uint32_t i = 0; i < 0x10003; ++i) {
    values.emplace_back(static_cast<uint16_t>(i * 25), T::from_bits());
  }
  return values;
}

// Those, and what lies halfway to the next value and right beside that.
template <class T>
std::vector<float> floats_around() {
  std::vector<float> floats;
  for (const T value : all_values<T>()) {
    const uint32_t bits = c10::detail::float_bits(static_cast<float>(value));
    for (const uint32_t rest : {0u, 1u, 0xfffu, 0x1000u, 0x1001u, 0x7fffu, 0x8000u, 0x8001u}) {
      floats.push_back(c10::detail::bits_float(bits + rest));
    }
  }
  return floats;
}

template <class T>
void expect_same_as_one_by_one(void (*widen)(const T*, int64_t, float*),
                               void (*narrow)(const float*, int64_t, T*)) {
  const std::vector<T> values = all_values<T>();
  std::vector<float> wide(values.size());
  widen(values.data(), static_cast<int64_t>(values.size()), wide.data());
  for (size_t i = 0; i < values.size(); ++i) {
    ASSERT_EQ(c10::detail::float_bits(wide[i]),
              c10::detail::float_bits(static_cast<float>(values[i])))
        << std::hex << values[i].x;
  }
  const std::vector<float> floats = floats_around<T>();
  std::vector<T> narrowed(floats.size());
  narrow(floats.data(), static_cast<int64_t>(floats.size()), narrowed.data());
  for (size_t i = 0; i < floats.size(); ++i) {
    ASSERT_EQ(narrowed[i].x, T(floats[i]).x) << std::hex << c10::detail::float_bits(floats[i]);
  }
}

TEST(HalfKernel, ConvertsHalfAsOneByOne) {
  const HalfKernels& kernels = half_kernels();
  expect_same_as_one_by_one<c10::Half>(kernels.half_to_float, kernels.float_to_half);
}

TEST(HalfKernel, ConvertsBFloat16AsOneByOne) {
  const HalfKernels& kernels = half_kernels();
  expect_same_as_one_by_one<c10::BFloat16>(kernels.bfloat16_to_float, kernels.float_to_bfloat16);
}

}  // namespace
