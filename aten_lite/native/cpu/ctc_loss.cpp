// Connectionist temporal classification: the likelihood of a label sequence, summed over all its
// alignments with a longer sequence of frames.
#include "ATen/ops/ctc_loss.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "ATen/core/TensorBody.h"
#include "ATen/ops/_ctc_loss.h"
#include "ATen/ops/clamp_min.h"
#include "ATen/ops/mean.h"
#include "ATen/ops/sum.h"
#include "aten_lite/core/empty.h"
#include "aten_lite/native/internal/loss_reduction.h"

namespace at::native {
namespace {

constexpr double kNever = -std::numeric_limits<double>::infinity();

double log_add(double a, double b) {
  const double high = std::max(a, b);
  if (high == kNever) return kNever;
  return high + std::log1p(std::exp(std::min(a, b) - high));
}

std::vector<int64_t> to_vector(const Tensor& lengths, const char* name) {
  TORCH_CHECK(isIntegralType(lengths.scalar_type(), false), "ctc_loss: ", name,
              " must be integral");
  const Tensor flat = lengths.to(kLong).contiguous();
  const int64_t* data = flat.const_data_ptr<int64_t>();
  return std::vector<int64_t>(data, data + flat.numel());
}

// One sample: log_probs[t * frame_stride + label], and the labels.
struct Sample {
  const double* log_probs;
  int64_t frame_stride;
  int64_t frames;
  const int64_t* labels;
  int64_t count;
  int64_t blank;

  // The sequence with blanks before, between and after the labels.
  int64_t symbol(int64_t s) const { return s % 2 == 0 ? blank : labels[s / 2]; }
};

// Fills rows of `width` numbers, one a frame: the log likelihood of all alignments that have come
// to a symbol. Returns the negative log likelihood of the whole.
double forward(const Sample& sample, double* alpha, int64_t width) {
  const int64_t symbols = 2 * sample.count + 1;
  if (sample.frames == 0) return sample.count == 0 ? 0.0 : -kNever;
  alpha[0] = sample.log_probs[sample.blank];
  if (sample.count > 0) alpha[1] = sample.log_probs[sample.labels[0]];
  for (int64_t t = 1; t < sample.frames; ++t) {
    const double* before = alpha + (t - 1) * width;
    const double* log_probs = sample.log_probs + t * sample.frame_stride;
    for (int64_t s = 0; s < symbols; ++s) {
      double sum = before[s];
      if (s > 0) sum = log_add(sum, before[s - 1]);
      // The blank between two labels may be skipped unless they are equal.
      if (s > 1 && sample.symbol(s) != sample.symbol(s - 2)) sum = log_add(sum, before[s - 2]);
      alpha[t * width + s] = sum + log_probs[sample.symbol(s)];
    }
  }
  const double* last = alpha + (sample.frames - 1) * width;
  return sample.count == 0 ? -last[0] : -log_add(last[symbols - 1], last[symbols - 2]);
}

}  // namespace

std::tuple<Tensor, Tensor> _ctc_loss(const Tensor& log_probs, const Tensor& targets,
                                     IntArrayRef input_lengths, IntArrayRef target_lengths,
                                     int64_t blank, bool) {
  TORCH_CHECK(log_probs.dim() == 3,
              "ctc_loss: expected log_probs of 3 dims (frames, batch, "
              "labels), but got ",
              log_probs.dim());
  TORCH_CHECK(log_probs.scalar_type() == kFloat || log_probs.scalar_type() == kDouble,
              "\"ctc_loss_cpu\" not implemented for '", toString(log_probs.scalar_type()), "'");
  TORCH_CHECK(targets.scalar_type() == kLong || targets.scalar_type() == kInt,
              "ctc_loss: targets must be of type Int or Long, but got ",
              toString(targets.scalar_type()));
  TORCH_CHECK(targets.dim() == 1 || targets.dim() == 2, "ctc_loss: targets must be 1D or 2D");
  const int64_t frames = log_probs.sizes()[0];
  const int64_t batch = log_probs.sizes()[1];
  const int64_t labels = log_probs.sizes()[2];
  TORCH_CHECK(blank >= 0 && blank < labels, "blank must be in label range");
  TORCH_CHECK(static_cast<int64_t>(input_lengths.size()) == batch,
              "input_lengths must be of size batch_size");
  TORCH_CHECK(static_cast<int64_t>(target_lengths.size()) == batch,
              "target_lengths must be of size batch_size");
  const Tensor probs = log_probs.to(kDouble).contiguous();
  const Tensor sequences = targets.to(kLong).contiguous();
  const int64_t* sequence = sequences.const_data_ptr<int64_t>();

  int64_t longest = 0;
  int64_t total = 0;
  for (int64_t b = 0; b < batch; ++b) {
    TORCH_CHECK(target_lengths[b] >= 0,
                "Expected target_lengths to have value at least 0, but got "
                "value ",
                target_lengths[b]);
    TORCH_CHECK(input_lengths[b] >= 0 && input_lengths[b] <= frames,
                "Expected input_lengths to have value between 0 and ", frames, ", but got value ",
                input_lengths[b]);
    longest = std::max(longest, target_lengths[b]);
    // Each is bounded before the next is added, so that the sum cannot overflow.
    TORCH_CHECK(target_lengths[b] <= sequences.numel(), "ctc_loss: a target length of ",
                target_lengths[b], " exceeds the targets' size");
    total += target_lengths[b];
  }
  const bool joined = targets.dim() == 1;
  TORCH_CHECK(joined ? sequences.numel() == total
                     : sequences.sizes()[0] == batch && sequences.sizes()[1] >= longest,
              "ctc_loss: targets of size ", targets.sizes(), " do not hold the target lengths ",
              target_lengths);

  const int64_t width = 2 * longest + 1;
  Tensor alpha(at::detail::empty_cpu({batch, frames, width}, kDouble));
  double* alphas = alpha.mutable_data_ptr<double>();
  std::fill(alphas, alphas + alpha.numel(), kNever);
  Tensor losses(at::detail::empty_cpu({batch}, kDouble));
  int64_t start = 0;
  for (int64_t b = 0; b < batch; ++b) {
    Sample sample{probs.const_data_ptr<double>() + b * labels,
                  batch * labels,
                  input_lengths[b],
                  sequence + (joined ? start : b * sequences.sizes()[1]),
                  target_lengths[b],
                  blank};
    for (int64_t i = 0; i < sample.count; ++i) {
      TORCH_CHECK(sample.labels[i] >= 0 && sample.labels[i] < labels, "ctc_loss: target ",
                  sample.labels[i], " is not a label; there are ", labels);
    }
    losses.mutable_data_ptr<double>()[b] = forward(sample, alphas + b * frames * width, width);
    start += sample.count;
  }
  return {losses.to(log_probs.scalar_type()), alpha.to(log_probs.scalar_type())};
}

std::tuple<Tensor, Tensor> _ctc_loss(const Tensor& log_probs, const Tensor& targets,
                                     const Tensor& input_lengths, const Tensor& target_lengths,
                                     int64_t blank, bool zero_infinity) {
  const std::vector<int64_t> inputs = to_vector(input_lengths, "input_lengths");
  const std::vector<int64_t> counts = to_vector(target_lengths, "target_lengths");
  return native::_ctc_loss(log_probs, targets, inputs, counts, blank, zero_infinity);
}

Tensor ctc_loss(const Tensor& log_probs, const Tensor& targets, IntArrayRef input_lengths,
                IntArrayRef target_lengths, int64_t blank, int64_t reduction, bool zero_infinity) {
  const bool batched = log_probs.dim() == 3;
  const Tensor losses_of_batch =
      std::get<0>(at::_ctc_loss(batched ? log_probs : log_probs.unsqueeze(1), targets,
                                input_lengths, target_lengths, blank, zero_infinity));
  Tensor losses = losses_of_batch;
  if (zero_infinity) {
    losses = losses.masked_fill(losses.eq(std::numeric_limits<double>::infinity()), 0);
  }
  if (reduction == kMean) {
    Tensor lengths(at::detail::empty_cpu({static_cast<int64_t>(target_lengths.size())}, kLong));
    std::copy(target_lengths.begin(), target_lengths.end(), lengths.mutable_data_ptr<int64_t>());
    return at::mean(losses.div(at::clamp_min(lengths, 1)));
  }
  if (reduction == kSum) return at::sum(losses);
  return batched ? losses : losses.squeeze(0);
}

Tensor ctc_loss(const Tensor& log_probs, const Tensor& targets, const Tensor& input_lengths,
                const Tensor& target_lengths, int64_t blank, int64_t reduction,
                bool zero_infinity) {
  const std::vector<int64_t> inputs = to_vector(input_lengths, "input_lengths");
  const std::vector<int64_t> counts = to_vector(target_lengths, "target_lengths");
  return native::ctc_loss(log_probs, targets, inputs, counts, blank, reduction, zero_infinity);
}

}  // namespace at::native
