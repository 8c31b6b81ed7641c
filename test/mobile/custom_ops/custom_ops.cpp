// Kernels of custom_ops.yaml.
#include <ATen/ATen.h>

#include <array>
#include <cstdint>
#include <string>

namespace argument_types::native {
namespace {

// Tells the place of a number apart as well as its value.
template <typename Numbers>
int64_t weighted(const Numbers& numbers) {
  int64_t sum = 0;
  int64_t place = 0;
  for (const auto number : numbers) sum += ++place * static_cast<int64_t>(number);
  return sum;
}

}  // namespace

int64_t bool2(std::array<bool, 2> value) { return weighted(value); }
int64_t bool4(std::array<bool, 4> value) { return weighted(value); }
int64_t int4(at::IntArrayRef value) { return weighted(value); }
int64_t int5(at::IntArrayRef value) { return weighted(value); }
int64_t int6(at::IntArrayRef value) { return weighted(value); }
int64_t optional_int2(at::OptionalIntArrayRef value) { return value ? weighted(*value) : -1; }
int64_t sym_int5(at::IntArrayRef value) { return weighted(value); }
std::string layout(at::Layout value, int64_t times) {
  std::string result;
  for (int64_t i = 0; i < times; ++i) result += value == at::kStrided ? "strided" : "other";
  return result;
}
int64_t device_index(c10::DeviceIndex value) { return value; }
int64_t stream(c10::Stream value) { return value.id(); }

}  // namespace argument_types::native
