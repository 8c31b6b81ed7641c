// fractional_max_pool2d/3d: windows whose places follow from random numbers that are given.
#include <array>
#include <cmath>
#include <limits>
#include <vector>

#include "ATen/ops/contiguous.h"
#include "ATen/ops/fractional_max_pool2d.h"
#include "ATen/ops/fractional_max_pool3d.h"
#include "ATen/ops/unsqueeze.h"
#include "aten_lite/core/dispatch.h"
#include "aten_lite/native/internal/dense.h"

namespace at::native {
namespace {

// Where the windows of one axis start.
template <typename T>
std::vector<int64_t> window_starts(T sample, int64_t input, int64_t output, int64_t window) {
  std::vector<int64_t> starts(static_cast<size_t>(output));
  const T step = static_cast<T>(input - window) / static_cast<T>(output - 1);
  for (int64_t i = 0; i + 1 < output; ++i) {
    starts[static_cast<size_t>(i)] = static_cast<int64_t>((static_cast<T>(i) + sample) * step) -
                                     static_cast<int64_t>(sample * step);
  }
  if (output > 0) starts.back() = input - window;
  for (const int64_t start : starts) {
    TORCH_CHECK(start >= 0 && start + window <= input, "fractional_max_pool: a random sample is ",
                "not within 0 and 1");
  }
  return starts;
}

// One axis of the pooled space; a 2-d operator's first one has size 1.
struct Axis {
  int64_t input = 1;
  int64_t output = 1;
  int64_t window = 1;
};

template <typename T>
void pool_plane(const T* input, const std::array<Axis, 3>& axes,
                const std::array<std::vector<int64_t>, 3>& starts, T* output, int64_t* indices) {
  for (const int64_t t : starts[0]) {
    for (const int64_t h : starts[1]) {
      for (const int64_t w : starts[2]) {
        T largest = -std::numeric_limits<T>::infinity();
        int64_t where = (t * axes[1].input + h) * axes[2].input + w;
        for (int64_t i = t; i < t + axes[0].window; ++i) {
          for (int64_t j = h; j < h + axes[1].window; ++j) {
            for (int64_t k = w; k < w + axes[2].window; ++k) {
              const int64_t index = (i * axes[1].input + j) * axes[2].input + k;
              if (!(input[index] > largest) && !std::isnan(static_cast<double>(input[index]))) {
                continue;
              }
              largest = input[index];
              where = index;
            }
          }
        }
        *output++ = largest;
        *indices++ = where;
      }
    }
  }
}

void fractional_pool(const char* op, int64_t dims, const Tensor& self, IntArrayRef kernel,
                     IntArrayRef output_size, const Tensor& samples, Tensor& out, Tensor& indices) {
  const auto length = static_cast<size_t>(dims);
  TORCH_CHECK(kernel.size() == length && output_size.size() == length, op, ": kernel_size and ",
              "output_size must have ", dims, " elements, but got ", kernel, " and ", output_size);
  TORCH_CHECK(self.dim() == dims + 1 || self.dim() == dims + 2, op, ": Expected ", dims + 1,
              "D or ", dims + 2, "D tensor, but got: ", self.sizes());
  for (int64_t d = self.dim() == dims + 2 ? 1 : 0; d < self.dim(); ++d) {
    TORCH_CHECK(self.size(d) > 0, op, ": Expected input to have non-zero size for non-batch ",
                "dimensions, but got ", self.sizes(), " with dimension ", d, " being empty");
  }
  const Tensor input = (self.dim() == dims + 1 ? self.unsqueeze(0) : self).contiguous();
  const int64_t planes = input.size(0) * input.size(1);
  TORCH_CHECK(samples.dim() == 3 && samples.scalar_type() == self.scalar_type() &&
                  samples.size(0) == input.size(0) && samples.size(1) == input.size(1) &&
                  samples.size(2) == dims,
              op, ": Expect _random_samples of the input's dtype with shape [", input.size(0), ", ",
              input.size(1), ", ", dims, "], but got ", samples.sizes(), " of dtype ",
              toString(samples.scalar_type()));
  std::array<Axis, 3> axes;
  DimVector sizes(self.sizes().slice(0, static_cast<size_t>(self.dim() - dims)));
  int64_t input_numel = 1;
  int64_t output_numel = 1;
  for (int64_t d = 0; d < dims; ++d) {
    Axis& axis = axes[static_cast<size_t>(3 - dims + d)];
    axis = {input.size(d + 2), output_size[static_cast<size_t>(d)], kernel[static_cast<size_t>(d)]};
    TORCH_CHECK(axis.window > 0 && axis.output > 0 && axis.output <= axis.input &&
                    axis.window <= axis.input - axis.output + 1,
                op, ": pool size ", axis.window, " and output size ", axis.output,
                " are too large relative to the input size ", axis.input);
    sizes.push_back(axis.output);
    input_numel *= axis.input;
    output_numel *= axis.output;
  }
  const Tensor values = new_tensor(sizes, self.scalar_type());
  const Tensor places = new_tensor(sizes, kLong);
  const Tensor numbers = samples.contiguous();
  AT_DISPATCH_FLOATING_TYPES_AND2(kHalf, kBFloat16, self.scalar_type(), op, [&] {
    const scalar_t* sample = numbers.const_data_ptr<scalar_t>();
    for (int64_t plane = 0; plane < planes; ++plane) {
      std::array<std::vector<int64_t>, 3> starts;
      starts[0] = {0};
      // A plane's numbers go with width, height in 2 dims, with time, height, width in 3.
      for (int64_t d = 0; d < dims; ++d) {
        const Axis& axis = axes[static_cast<size_t>(3 - dims + d)];
        const int64_t number = dims == 2 ? 1 - d : d;
        starts[static_cast<size_t>(3 - dims + d)] = window_starts<scalar_t>(
            sample[plane * dims + number], axis.input, axis.output, axis.window);
      }
      pool_plane<scalar_t>(input.const_data_ptr<scalar_t>() + plane * input_numel, axes, starts,
                           values.mutable_data_ptr<scalar_t>() + plane * output_numel,
                           places.mutable_data_ptr<int64_t>() + plane * output_numel);
    }
  });
  finish_output(out, values, op);
  finish_output(indices, places, op);
}

}  // namespace

void fractional_max_pool2d_out(const Tensor& self, IntArrayRef kernel_size, IntArrayRef output_size,
                               const Tensor& random_samples, Tensor& output, Tensor& indices) {
  fractional_pool("fractional_max_pool2d", 2, self, kernel_size, output_size, random_samples,
                  output, indices);
}

void fractional_max_pool3d_out(const Tensor& self, IntArrayRef kernel_size, IntArrayRef output_size,
                               const Tensor& random_samples, Tensor& output, Tensor& indices) {
  fractional_pool("fractional_max_pool3d", 3, self, kernel_size, output_size, random_samples,
                  output, indices);
}

}  // namespace at::native
