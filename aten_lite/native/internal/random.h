// From the generator's bits to numbers: the elementary draws of all distributions.
//
// The generator's mutex is held while numbers are drawn: by the fills below, or by the caller.
#pragma once

#include <mutex>

#include "ATen/core/TensorBody.h"
#include "aten_lite/core/dispatch.h"
#include "aten_lite/core/generator.h"
#include "aten_lite/native/internal/memory_overlap.h"
#include "aten_lite/native/internal/strided_loop.h"

namespace at::native {

// [0, 1) with 53 or 24 random bits, from two or one 32-bit numbers.
double uniform_double(CPUGeneratorImpl& generator);
float uniform_float(CPUGeneratorImpl& generator);
// Mean 0, standard deviation 1.
double normal_double(CPUGeneratorImpl& generator);

// A view with the dims in the order of memory, outermost first: the order in which fills draw.
Tensor in_memory_order(const Tensor& self);

// Assigns next() to each element, in memory order, and holds the generator meanwhile.
template <typename T, typename F>
void fill_serially(Tensor& self, const std::optional<Generator>& generator, const F& next) {
  assert_no_internal_overlap(self);
  CPUGeneratorImpl& source = get_generator_or_default(generator);
  const std::lock_guard<std::mutex> lock(source.mutex_);
  const Tensor ordered = in_memory_order(self);
  T* data = ordered.mutable_data_ptr<T>();
  for_each_row<1>(ordered.sizes(), {ordered.strides()},
                  [&](const Offsets<1>& at, const Offsets<1>& step, int64_t count) {
                    for (int64_t i = 0; i < count; ++i) {
                      data[at[0] + i * step[0]] = static_cast<T>(next(source));
                    }
                  });
}

// Floating dtypes, with next() in double precision.
template <typename F>
void fill_floating(Tensor& self, const std::optional<Generator>& generator, const char* op,
                   const F& next) {
  AT_DISPATCH_FLOATING_TYPES_AND2(kHalf, kBFloat16, self.scalar_type(), op,
                                  [&] { fill_serially<scalar_t>(self, generator, next); });
}

}  // namespace at::native
