// What the test kernels were given, as text; see unboxing_test_kernels.cpp.
#pragma once

#include <string>

namespace test {

// The argument of the kernel that ran last.
std::string& seen();

}  // namespace test
