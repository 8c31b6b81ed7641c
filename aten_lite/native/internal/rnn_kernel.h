// SIMD kernels of recurrent cells over one row of hidden units.
//
// `input` and `hidden` hold the gates' sums from the input and from the hidden state, gate after
// gate, `units` each. exp has an error of at most 1 ulp, tanh of at most 4.
#pragma once

#include <cstdint>

namespace at {
namespace native {
namespace internal {

struct RnnKernels {
  // Gates in order input, forget, cell, output. Updates c and writes h.
  void (*lstm)(const float* input, const float* hidden, int64_t units, float* c, float* h);
  // Gates in order reset, update, new. Updates h.
  void (*gru)(const float* input, const float* hidden, int64_t units, float* h);
  void (*tanh)(const float* input, const float* hidden, int64_t units, float* h);
  void (*relu)(const float* input, const float* hidden, int64_t units, float* h);
};

const RnnKernels& rnn_kernels();

}  // namespace internal
}  // namespace native
}  // namespace at
