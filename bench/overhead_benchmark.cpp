// What one operator call and one instruction cost, apart from what they compute.
//
//   bazel run -c opt //bench:overhead_benchmark
#include <ATen/ATen.h>
#include <benchmark/benchmark.h>

namespace {

at::Tensor one_element() { return at::ones({1}); }

void BM_AllocateTensor(benchmark::State& state) {
  for (auto _ : state) benchmark::DoNotOptimize(at::empty({1}));
}
BENCHMARK(BM_AllocateTensor);

void BM_AddTensors(benchmark::State& state) {
  const at::Tensor a = one_element();
  for (auto _ : state) benchmark::DoNotOptimize(at::add(a, a));
}
BENCHMARK(BM_AddTensors);

void BM_AddNumber(benchmark::State& state) {
  const at::Tensor a = one_element();
  for (auto _ : state) benchmark::DoNotOptimize(at::add(a, at::Scalar(1)));
}
BENCHMARK(BM_AddNumber);

}  // namespace
