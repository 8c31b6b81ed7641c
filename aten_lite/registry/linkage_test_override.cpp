// The kernels of testdata/linkage/override.yaml and conflict.yaml.
#include <cstdint>

namespace mine::native {
int64_t three() { return 33; }
int64_t five() { return 55; }
int64_t six() { return 66; }
}  // namespace mine::native

namespace other::native {
int64_t three() { return 333; }
}  // namespace other::native
