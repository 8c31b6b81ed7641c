// Measurements of lite_predictor.
#include "aten_lite/predictor/measure.h"

#include <sys/resource.h>

#include <algorithm>
#include <cmath>
#include <iomanip>
#include <sstream>

namespace aten_lite::predictor {

double quantile_of(std::vector<double> values, double quantile) {
  std::sort(values.begin(), values.end());
  const auto rank = static_cast<size_t>(std::ceil(quantile * static_cast<double>(values.size())));
  return values[std::min(values.size() - 1, rank == 0 ? 0 : rank - 1)];
}

int64_t peak_memory_bytes() {
  struct rusage usage{};
  if (getrusage(RUSAGE_SELF, &usage) != 0) return 0;
#ifdef __APPLE__
  return static_cast<int64_t>(usage.ru_maxrss);
#else
  return static_cast<int64_t>(usage.ru_maxrss) * 1024;
#endif
}

std::string report_text(double load_ms, const std::vector<double>& latencies_ms) {
  std::ostringstream out;
  out << std::fixed << std::setprecision(3);
  out << "load: " << load_ms << " ms\n";
  if (!latencies_ms.empty()) {
    out << "latency: min " << quantile_of(latencies_ms, 0) << " ms, median "
        << quantile_of(latencies_ms, 0.5) << " ms, p90 " << quantile_of(latencies_ms, 0.9)
        << " ms (" << latencies_ms.size() << (latencies_ms.size() == 1 ? " call" : " calls")
        << ")\n";
  }
  out << std::setprecision(1)
      << "peak memory: " << static_cast<double>(peak_memory_bytes()) / (1024.0 * 1024.0)
      << " MiB\n";
  return out.str();
}

}  // namespace aten_lite::predictor
