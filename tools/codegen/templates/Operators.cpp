$banner
// at::_ops::op_overload::call and the methods of at::Tensor, for one shard of the operators.
$includes

namespace at::_ops {

$callables

}  // namespace at::_ops

namespace at {

$methods

}  // namespace at
