// Time and memory for --report.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

namespace aten_lite::predictor {

class Stopwatch {
 public:
  double milliseconds() const {
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start_)
        .count();
  }

 private:
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

// The value that a share `quantile` of the sorted values does not exceed; values must not be empty.
double quantile_of(std::vector<double> values, double quantile);

// Largest resident size of this process so far, in bytes.
int64_t peak_memory_bytes();

// "load 1.2 ms", "latency ...", "peak memory ..." as lines.
std::string report_text(double load_ms, const std::vector<double>& latencies_ms);

}  // namespace aten_lite::predictor
