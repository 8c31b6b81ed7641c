// c10::complex<T>: complex numbers are those of the standard library.
#pragma once

#include <complex>

namespace c10 {
template <typename T>
using complex = std::complex<T>;
}  // namespace c10

namespace at {
using c10::complex;
}
