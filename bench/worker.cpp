// One measurement of aten_lite, in a process of its own: loads a model, calls it, prints a line of
// JSON. compare.py runs it, in turns with worker.py for other runtimes.
//
//   worker MODEL.ptl THREADS KIND SECONDS [--no_prepare]
//   worker --limits THREADS        what the machine can do: FMA per second, bytes read per second
//
// KIND is the input: image [1, 3, 224, 224], ids [1, 128], sequence [1, 100, 80], one [1],
// integer [1].
#include <ATen/ATen.h>
#include <ATen/Parallel.h>
#include <torch/csrc/jit/mobile/import.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <string>
#include <vector>

#include "bench/limits.h"

namespace {

double now_ms() {
  using std::chrono::duration;
  return duration<double, std::milli>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

// A number of /proc/self/status, in MB.
double status_mb(const std::string& key) {
  std::ifstream file("/proc/self/status");
  std::string line;
  while (std::getline(file, line)) {
    if (line.rfind(key + ":", 0) == 0) return std::atof(line.c_str() + key.size() + 1) / 1024;
  }
  return 0;
}

// Reproducible numbers in [-1, 1), or indices below 2000.
at::Tensor make_input(const std::string& kind) {
  const bool whole = kind == "ids" || kind == "integer";
  const c10::DimVector sizes = kind == "image"      ? c10::DimVector{1, 3, 224, 224}
                               : kind == "ids"      ? c10::DimVector{1, 128}
                               : kind == "sequence" ? c10::DimVector{1, 100, 80}
                                                    : c10::DimVector{1};
  at::Tensor input = at::empty(sizes, whole ? at::kLong : at::kFloat);
  uint32_t state = 1;
  for (int64_t i = 0; i < input.numel(); ++i) {
    state = state * 1664525 + 1013904223;
    if (whole) {
      input.data_ptr<int64_t>()[i] = kind == "ids" ? state % 2000 : 0;
    } else {
      input.data_ptr<float>()[i] = static_cast<float>(state >> 8) / (1 << 23) - 1;
    }
  }
  return input;
}

int measure(const std::string& path, int threads, const std::string& kind, double seconds,
            bool prepare) {
  at::set_num_threads(threads);
  const at::Tensor input = make_input(kind);
  const double before_mb = status_mb("VmRSS");
  torch::jit::ExtraFilesMap none;
  uint64_t options = torch::jit::kDefaultMobileLoadOptions;
  if (!prepare) options |= torch::jit::NO_PREPARATION;
  double start = now_ms();
  auto module = torch::jit::_load_for_mobile(path, std::nullopt, none, options);
  const double load = now_ms() - start;
  start = now_ms();
  module.forward({input});
  const double first = now_ms() - start;
  for (int i = 0; i < 5; ++i) module.forward({input});
  std::vector<double> times;
  const double stop = now_ms() + 1000 * seconds;
  while (times.size() < 30 || (now_ms() < stop && times.size() < 2000)) {
    start = now_ms();
    module.forward({input});
    times.push_back(now_ms() - start);
  }
  std::sort(times.begin(), times.end());
  std::printf(
      "{\"load_ms\": %.4f, \"first_ms\": %.4f, \"median_ms\": %.5f, \"min_ms\": %.5f, "
      "\"runs\": %zu, \"rise_mb\": %.1f}\n",
      load, first, times[times.size() / 2], times[0], times.size(), status_mb("VmHWM") - before_mb);
  return 0;
}

int print_limits(int threads) {
  const bench::Limits limits = bench::measure_limits(threads);
  std::printf("{\"gflops\": %.1f, \"read_gb\": %.1f}\n", limits.gflops, limits.read_gb);
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    if (argc == 3 && std::strcmp(argv[1], "--limits") == 0) {
      return print_limits(std::atoi(argv[2]));
    }
    if (argc == 5 || (argc == 6 && std::strcmp(argv[5], "--no_prepare") == 0)) {
      return measure(argv[1], std::atoi(argv[2]), argv[3], std::atof(argv[4]), argc == 5);
    }
    std::fputs("usage: worker MODEL.ptl THREADS KIND SECONDS [--no_prepare] | --limits THREADS\n",
               stderr);
    return 2;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "worker: %s\n", error.what());
    return 1;
  }
}
