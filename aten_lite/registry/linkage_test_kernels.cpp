// Kernels of testdata/linkage/native_functions.yaml.
#include <cstdint>

namespace at::native {
int64_t three() { return 3; }
int64_t four() { return 4; }
}  // namespace at::native
