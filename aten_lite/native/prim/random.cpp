// Seeds of the random number generators.
#include "aten_lite/core/generator.h"
#include "aten_lite/native/prim/boxed.h"

namespace at::native {

void generator_manual_seed(Stack& stack) {
  boxed(stack, [](int64_t seed) { at::manual_seed(static_cast<uint64_t>(seed)); });
}
void generator_set_seed(Stack& stack) {
  boxed(stack, [](const IValue& value, int64_t seed) {
    at::Generator generator = value.toGenerator();
    generator.set_current_seed(static_cast<uint64_t>(seed));
    return value;
  });
}
void generator_seed(Stack& stack) {
  boxed(stack, [](const IValue& value) {
    return static_cast<int64_t>(value.toGenerator().unsafeGetGeneratorImpl()->seed());
  });
}
void generator_initial_seed(Stack& stack) {
  boxed(stack, [](const IValue& value) {
    return static_cast<int64_t>(value.toGenerator().current_seed());
  });
}
void generator_create(Stack& stack) {
  boxed(stack, [](const IValue& device, const IValue& seed) {
    TORCH_CHECK(device.isNone() || device.toDevice().is_cpu(),
                "a generator was asked for on device ", device.toDevice(),
                "; this runtime has the CPU only");
    return IValue(seed.isNone()
                      ? at::detail::createCPUGenerator()
                      : at::detail::createCPUGenerator(static_cast<uint64_t>(seed.toInt())));
  });
}

}  // namespace at::native
