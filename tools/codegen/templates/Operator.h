$banner
// The operators of root `$root`: kernels, callables and functions.
#pragma once

$includes

$kernels

$callables

$functions
