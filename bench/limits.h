// What this machine can do at best: the measure for what kernels do.
#pragma once

namespace bench {

struct Limits {
  double gflops;   // fused multiplications and additions of floats, two operations each
  double read_gb;  // bytes read from memory, in units of 10^9 per second
};

// With this many threads at once; the best of several trials.
Limits measure_limits(int threads);

}  // namespace bench
