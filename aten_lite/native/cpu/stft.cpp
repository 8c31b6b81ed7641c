// Short-time Fourier transform and its inverse.
#include "ATen/ops/stft.h"

#include "ATen/ops/_fft_c2c.h"
#include "ATen/ops/_fft_c2r.h"
#include "ATen/ops/_fft_r2c.h"
#include "ATen/ops/abs.h"
#include "ATen/ops/add.h"
#include "ATen/ops/constant_pad_nd.h"
#include "ATen/ops/istft.h"
#include "ATen/ops/item.h"
#include "ATen/ops/min.h"
#include "ATen/ops/mul.h"
#include "ATen/ops/ones.h"
#include "ATen/ops/pad.h"
#include "ATen/ops/slice.h"
#include "ATen/ops/view_as_real.h"
#include "ATen/ops/zeros.h"

namespace at::native {
namespace {

// `window`, or one of ones, centered in n_fft points.
Tensor full_window(const Tensor& window, int64_t win_length, int64_t n_fft, ScalarType dtype) {
  const Tensor given = window.defined() ? window : at::ones({win_length}, dtype);
  if (win_length == n_fft) return given;
  const int64_t left = (n_fft - win_length) / 2;
  return at::constant_pad_nd(given, {left, n_fft - win_length - left}, 0);
}

void check_window(const Tensor& window, int64_t win_length, const char* op) {
  TORCH_CHECK(!window.defined() || (window.dim() == 1 && window.size(0) == win_length), op,
              ": expected a 1D window tensor of size equal to win_length=", win_length,
              ", but got window with size ", window.defined() ? window.sizes() : IntArrayRef());
}

}  // namespace

Tensor stft(const Tensor& self, int64_t n_fft, std::optional<int64_t> hop_length,
            std::optional<int64_t> win_length, const std::optional<Tensor>& window, bool center,
            c10::string_view pad_mode, bool normalized, std::optional<bool> onesided,
            std::optional<bool> return_complex, std::optional<bool> align_to_window) {
  const Tensor win = window.value_or(Tensor());
  const bool complex_input = self.is_complex() || (win.defined() && win.is_complex());
  const bool wants_complex = return_complex.value_or(complex_input);
  TORCH_CHECK(complex_input || return_complex.has_value(),
              "stft requires the return_complex parameter be given for real inputs");
  TORCH_CHECK(!center || !align_to_window.has_value(),
              "stft: align_to_window should only be set when center = false");
  TORCH_CHECK(self.is_floating_point() || self.is_complex(),
              "stft: expected a tensor of floating point or complex values, but got ",
              toString(self.scalar_type()));
  TORCH_CHECK(self.dim() == 1 || self.dim() == 2, "stft: expected a 1D or 2D tensor, but got ",
              self.dim(), "D");
  const int64_t hop = hop_length.value_or(n_fft >> 2);
  const int64_t window_size = win_length.value_or(n_fft);
  Tensor input = self.dim() == 1 ? self.unsqueeze(0) : self;
  if (center && n_fft > 0) {
    input = at::pad(input.unsqueeze(0), {n_fft / 2, n_fft / 2}, pad_mode).squeeze(0);
  }
  const int64_t length = input.size(1);
  TORCH_CHECK(n_fft > 0 && n_fft <= length, "stft: expected 0 < n_fft <= ", length,
              ", but got n_fft=", n_fft);
  TORCH_CHECK(hop > 0, "stft: expected hop_length > 0, but got hop_length=", hop);
  TORCH_CHECK(window_size > 0 && window_size <= n_fft,
              "stft: expected 0 < win_length <= n_fft, but got win_length=", window_size);
  check_window(win, window_size, "stft");
  if (!center && align_to_window.value_or(false)) {
    const int64_t spare = n_fft - window_size;
    input = at::constant_pad_nd(input, {spare / 2, spare / 2 + spare % 2}, 0);
  }
  // Overlapping frames as a view.
  const int64_t frames = 1 + (input.size(1) - n_fft) / hop;
  const int64_t frame_stride = frames > 1 ? hop * input.stride(1) : input.stride(1);
  Tensor framed = input.as_strided({input.size(0), frames, n_fft},
                                   {input.stride(0), frame_stride, input.stride(1)});
  if (win.defined() || window_size != n_fft) {
    const ScalarType type = toRealValueType(self.scalar_type());
    framed = framed.mul(full_window(win, window_size, n_fft, type));
  }
  const bool half = onesided.value_or(!complex_input);
  const int64_t normalization = normalized ? 1 : 0;
  Tensor spectrum;
  if (complex_input) {
    TORCH_CHECK(!half, "stft: cannot have onesided output if window or input is complex");
    spectrum =
        at::_fft_c2c(framed.is_complex() ? framed : framed.to(toComplexType(framed.scalar_type())),
                     {2}, normalization, /*forward=*/true);
  } else {
    spectrum = at::_fft_r2c(framed, {2}, normalization, half);
  }
  spectrum = spectrum.transpose(1, 2);
  if (self.dim() == 1) spectrum = spectrum.squeeze(0);
  return wants_complex ? spectrum : at::view_as_real(spectrum);
}

Tensor stft(const Tensor& self, int64_t n_fft, std::optional<int64_t> hop_length,
            std::optional<int64_t> win_length, const std::optional<Tensor>& window, bool normalized,
            std::optional<bool> onesided, std::optional<bool> return_complex,
            std::optional<bool> align_to_window) {
  return native::stft(self, n_fft, hop_length, win_length, window, /*center=*/false, "constant",
                      normalized, onesided, return_complex, align_to_window);
}

namespace {

// Frames [batch, count, n] added up at distances of `hop`.
Tensor overlap_add(const Tensor& frames, int64_t hop) {
  const int64_t count = frames.size(1);
  const int64_t n = frames.size(2);
  Tensor sum = at::zeros({frames.size(0), n + hop * (count - 1)}, frames.scalar_type());
  for (int64_t i = 0; i < count; ++i) sum.narrow(1, i * hop, n).add_(frames.select(1, i));
  return sum;
}

}  // namespace

Tensor istft(const Tensor& self, int64_t n_fft, std::optional<int64_t> hop_length,
             std::optional<int64_t> win_length, const std::optional<Tensor>& window, bool center,
             bool normalized, std::optional<bool> onesided, std::optional<int64_t> length,
             bool return_complex) {
  const Tensor win = window.value_or(Tensor());
  const int64_t hop = hop_length.value_or(n_fft >> 2);
  const int64_t window_size = win_length.value_or(n_fft);
  TORCH_CHECK(self.is_complex(),
              "istft requires a complex-valued input tensor matching the output "
              "from stft with return_complex=True, but got ",
              toString(self.scalar_type()));
  TORCH_CHECK(self.dim() == 2 || self.dim() == 3,
              "istft: expected a tensor with 2 or 3 dimensions, but got ", self.dim());
  TORCH_CHECK(self.numel() > 0, "istft: input tensor cannot be empty.");
  const int64_t frequencies = self.size(-2);
  const int64_t frames = self.size(-1);
  const bool half = onesided.value_or(frequencies != n_fft);
  TORCH_CHECK(!half || n_fft / 2 + 1 == frequencies,
              "istft: expected the frequency dimension (3rd to the last) of the input tensor to "
              "match n_fft / 2 + 1 when onesided=True, but got ",
              frequencies);
  TORCH_CHECK(half || n_fft == frequencies,
              "istft: expected the frequency dimension (3rd to the last) of the input tensor to "
              "match n_fft when onesided=False, but got ",
              frequencies);
  TORCH_CHECK(hop > 0 && hop <= window_size,
              "istft: expected 0 < hop_length <= win_length, but got ", hop, " and ", window_size);
  TORCH_CHECK(window_size > 0 && window_size <= n_fft,
              "istft: expected 0 < win_length <= n_fft, but got ", window_size);
  check_window(win, window_size, "istft");
  TORCH_CHECK(!return_complex || !half,
              "istft: cannot have onesided output if window or input is complex");
  TORCH_CHECK(return_complex || !win.defined() || !win.is_complex(),
              "istft: complex windows are incompatible with return_complex=False");
  const ScalarType real_type = toRealValueType(self.scalar_type());
  const Tensor weights = full_window(win, window_size, n_fft, real_type);
  Tensor spectra = (self.dim() == 2 ? self.unsqueeze(0) : self).transpose(1, 2);
  const int64_t normalization = normalized ? 1 : 2;
  Tensor signal;
  if (return_complex) {
    signal = at::_fft_c2c(spectra, {2}, normalization, /*forward=*/false);
  } else {
    if (!half) spectra = spectra.slice(-1, 0, n_fft / 2 + 1);
    signal = at::_fft_c2r(spectra, {2}, normalization, n_fft);
  }
  Tensor result = overlap_add(signal.mul(weights), hop);
  Tensor envelope = overlap_add(weights.mul(weights).expand({1, frames, n_fft}), hop);
  const int64_t total = n_fft + hop * (frames - 1);
  const int64_t start = center ? n_fft / 2 : 0;
  TORCH_CHECK(!length || (*length >= 0 && *length < INT64_MAX / 2),
              "istft: length must not be negative, but got ", length.value_or(0));
  const int64_t end = length ? start + *length : (center ? total - n_fft / 2 : total);
  result = result.slice(1, start, end);
  envelope = envelope.slice(1, start, end);
  TORCH_CHECK(envelope.numel() > 0 && envelope.abs().min().item().toDouble() > 1e-11,
              "istft: window overlap add min: there are positions that no window covers, so that "
              "the signal can't be recovered there");
  result = result.div(envelope);
  if (self.dim() == 2) result = result.squeeze(0);
  if (end > total) {
    TORCH_WARN(
        "istft: the length of the signal is shorter than the length parameter; the result is "
        "padded with zeros in the tail");
    result = at::constant_pad_nd(result, {0, end - total}, 0);
  }
  return result;
}

}  // namespace at::native
