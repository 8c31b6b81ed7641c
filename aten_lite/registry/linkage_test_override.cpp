// The kernel of testdata/linkage/override.yaml.
#include <cstdint>

namespace mine::native {
int64_t three() { return 33; }
}  // namespace mine::native
