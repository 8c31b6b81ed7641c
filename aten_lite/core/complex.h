// c10::complex<T>: complex numbers are those of the standard library.
#pragma once

#include <complex>
#include <type_traits>

namespace c10 {
template <typename T>
using complex = std::complex<T>;

template <typename T>
struct is_complex : std::false_type {};
template <typename T>
struct is_complex<std::complex<T>> : std::true_type {};
}  // namespace c10
