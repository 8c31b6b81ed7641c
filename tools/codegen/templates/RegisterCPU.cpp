$banner
// Definitions of at::cpu::op. With static dispatch they call the kernels and register nothing.
$includes

namespace at::cpu {

$definitions

}  // namespace at::cpu
