$banner
// at::cpu::op: the kernels of the CPU backend, whatever backends at::op chooses from.
#pragma once

$includes

namespace at::cpu {
$declarations
}  // namespace at::cpu
