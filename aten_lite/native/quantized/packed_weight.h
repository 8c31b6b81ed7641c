// The weights of a quantized layer: packed for the integer kernels, with what requantizing needs.
#pragma once

#include <vector>

#include "aten_lite/native/quantized/integer_kernel.h"
#include "aten_lite/native/quantized/qtensor.h"

namespace at::native {

// A matrix of int16, k rows by n columns: panels of kIntegerColumns columns, in which two rows
// alternate. An odd k gets a row of zeros.
class PackedIntegers {
 public:
  PackedIntegers(int64_t k, int64_t n)
      : k_(k),
        n_(n),
        pairs_((k + 1) / 2),
        values_(static_cast<size_t>((n + internal::kIntegerColumns - 1) /
                                    internal::kIntegerColumns * internal::kIntegerColumns * pairs_ *
                                    2)) {}

  int64_t n() const { return n_; }
  int64_t pairs() const { return pairs_; }
  int64_t padded_k() const { return 2 * pairs_; }
  int16_t& at(int64_t row, int64_t column);
  void multiply(int64_t m, const int16_t* a, int64_t a_stride, int32_t* c, int64_t c_stride) const {
    internal::integer_kernels().multiply(m, n_, pairs_, a, a_stride, values_.data(), c, c_stride);
  }

 private:
  int64_t k_;
  int64_t n_;
  int64_t pairs_;
  std::vector<int16_t> values_;
};

// The integers of a qint8 or quint8 weight minus their zero points, contiguous, and the scales of
// its output channels.
struct WeightValues {
  WeightValues(const char* op, const Tensor& weight, int64_t channel_axis);

  std::vector<int16_t> values;
  std::vector<double> scales;  // one for each output channel
};

// What turns sums into quantized results, for one input scale and one output quantizer.
class ChannelRequantization {
 public:
  // `bias` is float32, one for each channel, or undefined.
  ChannelRequantization(const std::vector<double>& weight_scales, const Tensor& bias,
                        double input_scale, const Quantizer& output, ScalarType dtype, bool relu);

  // For the channels from `first` on.
  internal::Requantization from(int64_t first) const;

 private:
  std::vector<int32_t> bias_;
  std::vector<float> multipliers_;
  internal::Requantization how_;
};

// A float32 vector of `channels` elements, or undefined; throws otherwise.
Tensor check_bias(const char* op, const std::optional<Tensor>& bias, int64_t channels);

// The integers of a quint8 or qint8 tensor, which is contiguous in `format`, minus the zero point.
void widen_input(const char* op, const Tensor& input, int16_t* to);

}  // namespace at::native
