// New random tensors: rand, randn, randint, randperm, normal, and their *_like and out= forms.
#include "ATen/ops/add.h"
#include "ATen/ops/copy.h"
#include "ATen/ops/item.h"
#include "ATen/ops/mul.h"
#include "ATen/ops/normal.h"
#include "ATen/ops/normal_functional.h"
#include "ATen/ops/rand.h"
#include "ATen/ops/rand_like.h"
#include "ATen/ops/randint.h"
#include "ATen/ops/randint_like.h"
#include "ATen/ops/randn.h"
#include "ATen/ops/randn_like.h"
#include "ATen/ops/random.h"
#include "ATen/ops/randperm.h"
#include "ATen/ops/uniform.h"
#include "aten_lite/native/internal/factory.h"
#include "aten_lite/native/internal/infer_size.h"
#include "aten_lite/native/internal/output.h"
#include "aten_lite/native/internal/random.h"

namespace at::native {

using OptionalGenerator = std::optional<Generator>;

// ---- rand, randn

Tensor rand(IntArrayRef size, OptionalGenerator generator, std::optional<ScalarType> dtype,
            std::optional<Layout> layout, std::optional<Device> device,
            std::optional<bool> pin_memory) {
  Tensor result = make_tensor(size, factory_dtype(dtype, layout, device, pin_memory));
  return native::uniform_(result, 0, 1, generator);
}
Tensor rand(IntArrayRef size, std::optional<ScalarType> dtype, std::optional<Layout> layout,
            std::optional<Device> device, std::optional<bool> pin_memory) {
  return native::rand(size, std::nullopt, dtype, layout, device, pin_memory);
}
Tensor& rand_out(IntArrayRef size, OptionalGenerator generator, Tensor& out) {
  resize_output(out, size);
  return native::uniform_(out, 0, 1, generator);
}
Tensor& rand_out(IntArrayRef size, Tensor& out) {
  return native::rand_out(size, std::nullopt, out);
}
Tensor rand_like(const Tensor& self, OptionalGenerator generator, std::optional<ScalarType> dtype,
                 std::optional<Layout> layout, std::optional<Device> device,
                 std::optional<bool> pin_memory, std::optional<MemoryFormat> memory_format) {
  Tensor result = make_tensor_like(
      self, factory_dtype(dtype, layout, device, pin_memory, self.scalar_type()), memory_format);
  return native::uniform_(result, 0, 1, generator);
}
Tensor rand_like(const Tensor& self, std::optional<ScalarType> dtype, std::optional<Layout> layout,
                 std::optional<Device> device, std::optional<bool> pin_memory,
                 std::optional<MemoryFormat> memory_format) {
  return native::rand_like(self, std::nullopt, dtype, layout, device, pin_memory, memory_format);
}

Tensor randn(IntArrayRef size, OptionalGenerator generator, std::optional<ScalarType> dtype,
             std::optional<Layout> layout, std::optional<Device> device,
             std::optional<bool> pin_memory) {
  Tensor result = make_tensor(size, factory_dtype(dtype, layout, device, pin_memory));
  return native::normal_(result, 0, 1, generator);
}
Tensor randn(IntArrayRef size, std::optional<ScalarType> dtype, std::optional<Layout> layout,
             std::optional<Device> device, std::optional<bool> pin_memory) {
  return native::randn(size, std::nullopt, dtype, layout, device, pin_memory);
}
Tensor& randn_out(IntArrayRef size, OptionalGenerator generator, Tensor& out) {
  resize_output(out, size);
  return native::normal_(out, 0, 1, generator);
}
Tensor& randn_out(IntArrayRef size, Tensor& out) {
  return native::randn_out(size, std::nullopt, out);
}
Tensor randn_like(const Tensor& self, OptionalGenerator generator, std::optional<ScalarType> dtype,
                  std::optional<Layout> layout, std::optional<Device> device,
                  std::optional<bool> pin_memory, std::optional<MemoryFormat> memory_format) {
  Tensor result = make_tensor_like(
      self, factory_dtype(dtype, layout, device, pin_memory, self.scalar_type()), memory_format);
  return native::normal_(result, 0, 1, generator);
}
Tensor randn_like(const Tensor& self, std::optional<ScalarType> dtype, std::optional<Layout> layout,
                  std::optional<Device> device, std::optional<bool> pin_memory,
                  std::optional<MemoryFormat> memory_format) {
  return native::randn_like(self, std::nullopt, dtype, layout, device, pin_memory, memory_format);
}

// ---- randint

Tensor randint(int64_t low, int64_t high, IntArrayRef size, OptionalGenerator generator,
               std::optional<ScalarType> dtype, std::optional<Layout> layout,
               std::optional<Device> device, std::optional<bool> pin_memory) {
  Tensor result = make_tensor(size, factory_dtype(dtype, layout, device, pin_memory));
  return native::random_(result, low, high, generator);
}
Tensor randint(int64_t low, int64_t high, IntArrayRef size, std::optional<ScalarType> dtype,
               std::optional<Layout> layout, std::optional<Device> device,
               std::optional<bool> pin_memory) {
  return native::randint(low, high, size, std::nullopt, dtype, layout, device, pin_memory);
}
Tensor randint(int64_t high, IntArrayRef size, OptionalGenerator generator,
               std::optional<ScalarType> dtype, std::optional<Layout> layout,
               std::optional<Device> device, std::optional<bool> pin_memory) {
  return native::randint(0, high, size, generator, dtype, layout, device, pin_memory);
}
Tensor randint(int64_t high, IntArrayRef size, std::optional<ScalarType> dtype,
               std::optional<Layout> layout, std::optional<Device> device,
               std::optional<bool> pin_memory) {
  return native::randint(0, high, size, std::nullopt, dtype, layout, device, pin_memory);
}
Tensor& randint_out(int64_t low, int64_t high, IntArrayRef size, OptionalGenerator generator,
                    Tensor& out) {
  resize_output(out, size);
  return native::random_(out, low, high, generator);
}
Tensor& randint_out(int64_t low, int64_t high, IntArrayRef size, Tensor& out) {
  return native::randint_out(low, high, size, std::nullopt, out);
}
Tensor& randint_out(int64_t high, IntArrayRef size, OptionalGenerator generator, Tensor& out) {
  return native::randint_out(0, high, size, generator, out);
}
Tensor& randint_out(int64_t high, IntArrayRef size, Tensor& out) {
  return native::randint_out(0, high, size, std::nullopt, out);
}

Tensor randint_like(const Tensor& self, int64_t low, int64_t high, OptionalGenerator generator,
                    std::optional<ScalarType> dtype, std::optional<Layout> layout,
                    std::optional<Device> device, std::optional<bool> pin_memory,
                    std::optional<MemoryFormat> memory_format) {
  Tensor result = make_tensor_like(
      self, factory_dtype(dtype, layout, device, pin_memory, self.scalar_type()), memory_format);
  return native::random_(result, low, high, generator);
}
Tensor randint_like(const Tensor& self, int64_t low, int64_t high, std::optional<ScalarType> dtype,
                    std::optional<Layout> layout, std::optional<Device> device,
                    std::optional<bool> pin_memory, std::optional<MemoryFormat> memory_format) {
  return native::randint_like(self, low, high, std::nullopt, dtype, layout, device, pin_memory,
                              memory_format);
}
Tensor randint_like(const Tensor& self, int64_t high, OptionalGenerator generator,
                    std::optional<ScalarType> dtype, std::optional<Layout> layout,
                    std::optional<Device> device, std::optional<bool> pin_memory,
                    std::optional<MemoryFormat> memory_format) {
  return native::randint_like(self, 0, high, generator, dtype, layout, device, pin_memory,
                              memory_format);
}
Tensor randint_like(const Tensor& self, int64_t high, std::optional<ScalarType> dtype,
                    std::optional<Layout> layout, std::optional<Device> device,
                    std::optional<bool> pin_memory, std::optional<MemoryFormat> memory_format) {
  return native::randint_like(self, 0, high, std::nullopt, dtype, layout, device, pin_memory,
                              memory_format);
}
Tensor randint_like(const Tensor& self, const Tensor& high, OptionalGenerator generator,
                    std::optional<ScalarType> dtype, std::optional<Layout> layout,
                    std::optional<Device> device, std::optional<bool> pin_memory,
                    std::optional<MemoryFormat> memory_format) {
  TORCH_CHECK(high.numel() == 1, "randint_like: high must be a tensor of one element, but it has ",
              high.numel());
  return native::randint_like(self, 0, high.item().toLong(), generator, dtype, layout, device,
                              pin_memory, memory_format);
}
Tensor randint_like(const Tensor& self, const Tensor& high, std::optional<ScalarType> dtype,
                    std::optional<Layout> layout, std::optional<Device> device,
                    std::optional<bool> pin_memory, std::optional<MemoryFormat> memory_format) {
  return native::randint_like(self, high, std::nullopt, dtype, layout, device, pin_memory,
                              memory_format);
}

// ---- randperm

Tensor& randperm_out(int64_t n, OptionalGenerator generator, Tensor& out) {
  TORCH_CHECK(n >= 0, "randperm: n must be non-negative, but got ", n);
  resize_output(out, {n});
  Tensor positions = make_tensor({n}, kLong);
  int64_t* data = positions.mutable_data_ptr<int64_t>();
  for (int64_t i = 0; i < n; ++i) data[i] = i;
  CPUGeneratorImpl& source = get_generator_or_default(generator);
  {
    const std::lock_guard<std::mutex> lock(source.mutex_);
    for (int64_t i = 0; i + 1 < n; ++i) {
      std::swap(data[i], data[i + source.random() % static_cast<uint64_t>(n - i)]);
    }
  }
  return out.copy_(positions);
}
Tensor& randperm_out(int64_t n, Tensor& out) { return native::randperm_out(n, std::nullopt, out); }
Tensor randperm(int64_t n, OptionalGenerator generator, std::optional<ScalarType> dtype,
                std::optional<Layout> layout, std::optional<Device> device,
                std::optional<bool> pin_memory) {
  TORCH_CHECK(n >= 0, "randperm: n must be non-negative, but got ", n);
  Tensor result = make_tensor({n}, factory_dtype(dtype, layout, device, pin_memory, kLong));
  return native::randperm_out(n, generator, result);
}
Tensor randperm(int64_t n, std::optional<ScalarType> dtype, std::optional<Layout> layout,
                std::optional<Device> device, std::optional<bool> pin_memory) {
  return native::randperm(n, std::nullopt, dtype, layout, device, pin_memory);
}

// ---- normal with given parameters

Tensor normal_functional(const Tensor& self, double mean, double std, OptionalGenerator generator) {
  Tensor result = make_tensor_like(self, self.scalar_type());
  return native::normal_(result, mean, std, generator);
}

Tensor normal(double mean, double std, IntArrayRef size, OptionalGenerator generator,
              std::optional<ScalarType> dtype, std::optional<Layout> layout,
              std::optional<Device> device, std::optional<bool> pin_memory) {
  Tensor result = make_tensor(size, factory_dtype(dtype, layout, device, pin_memory));
  return native::normal_(result, mean, std, generator);
}

Tensor& normal_float_float_out(double mean, double std, IntArrayRef size,
                               OptionalGenerator generator, Tensor& out) {
  resize_output(out, size);
  return native::normal_(out, mean, std, generator);
}

void normal_tensor_out(const Tensor& mean, double std, OptionalGenerator generator, Tensor& out) {
  set_output(out, mean.sizes(), mean.scalar_type(), "normal");
  native::normal_(out, 0, std, generator);
  out.add_(mean);
}

void normal_tensor_out(double mean, const Tensor& std, OptionalGenerator generator, Tensor& out) {
  set_output(out, std.sizes(), std.scalar_type(), "normal");
  native::normal_(out, 0, 1, generator);
  out.mul_(std).add_(mean);
}

void normal_tensor_out(const Tensor& mean, const Tensor& std, OptionalGenerator generator,
                       Tensor& out) {
  TORCH_CHECK(!std.is_complex(), "normal expects standard deviation to be non-complex");
  set_output(out, infer_size_dimvector(mean.sizes(), std.sizes()), mean.scalar_type(), "normal");
  native::normal_(out, 0, 1, generator);
  out.mul_(std).add_(mean);
}

}  // namespace at::native
