$banner
// One shard of the wrappers.
$includes

$kernels

$schemas

namespace at::unboxing {

$wrappers

}  // namespace at::unboxing
