// Pooling, means and resampling of quantized tensors; the quantizer stays as it is.
//
// Maxima and nearest neighbours are found among the integers. Averages are those of the integers,
// rounded half to even.
#include "ATen/ops/_upsample_nearest_exact2d.h"
#include "ATen/ops/_upsample_nearest_exact3d.h"
#include "ATen/ops/adaptive_avg_pool1d.h"
#include "ATen/ops/adaptive_avg_pool2d.h"
#include "ATen/ops/adaptive_avg_pool3d.h"
#include "ATen/ops/avg_pool1d.h"
#include "ATen/ops/avg_pool2d.h"
#include "ATen/ops/avg_pool3d.h"
#include "ATen/ops/max_pool1d.h"
#include "ATen/ops/max_pool2d.h"
#include "ATen/ops/max_pool3d.h"
#include "ATen/ops/mean.h"
#include "ATen/ops/reflection_pad1d.h"
#include "ATen/ops/reflection_pad2d.h"
#include "ATen/ops/std.h"
#include "ATen/ops/upsample_bilinear2d.h"
#include "ATen/ops/upsample_nearest2d.h"
#include "ATen/ops/upsample_nearest3d.h"
#include "aten_lite/native/quantized/qtensor.h"

namespace at::native {

Tensor quantized_max_pool1d(const Tensor& self, IntArrayRef kernel_size, IntArrayRef stride,
                            IntArrayRef padding, IntArrayRef dilation, bool ceil_mode) {
  return through_integers("max_pool1d", self, [&](const Tensor& x) {
    return at::max_pool1d(x, kernel_size, stride, padding, dilation, ceil_mode);
  });
}
Tensor quantized_max_pool2d(const Tensor& self, IntArrayRef kernel_size, IntArrayRef stride,
                            IntArrayRef padding, IntArrayRef dilation, bool ceil_mode) {
  return through_integers("max_pool2d", self, [&](const Tensor& x) {
    return at::max_pool2d(x, kernel_size, stride, padding, dilation, ceil_mode);
  });
}
Tensor quantized_max_pool3d(const Tensor& self, IntArrayRef kernel_size, IntArrayRef stride,
                            IntArrayRef padding, IntArrayRef dilation, bool ceil_mode) {
  return through_integers("max_pool3d", self, [&](const Tensor& x) {
    return at::max_pool3d(x, kernel_size, stride, padding, dilation, ceil_mode);
  });
}

Tensor avg_pool1d_quantized(const Tensor& self, IntArrayRef kernel_size, IntArrayRef stride,
                            IntArrayRef padding, bool ceil_mode, bool count_include_pad) {
  return through_steps("avg_pool1d", self, [&](const Tensor& x) {
    return at::avg_pool1d(x, kernel_size, stride, padding, ceil_mode, count_include_pad);
  });
}
void avg_pool2d_quantized_out(const Tensor& self, IntArrayRef kernel_size, IntArrayRef stride,
                              IntArrayRef padding, bool ceil_mode, bool count_include_pad,
                              std::optional<int64_t> divisor_override, Tensor& out) {
  write_quantized("avg_pool2d", out, through_steps("avg_pool2d", self, [&](const Tensor& x) {
                    return at::avg_pool2d(x, kernel_size, stride, padding, ceil_mode,
                                          count_include_pad, divisor_override);
                  }));
}
void avg_pool3d_quantized_out(const Tensor& self, IntArrayRef kernel_size, IntArrayRef stride,
                              IntArrayRef padding, bool ceil_mode, bool count_include_pad,
                              std::optional<int64_t> divisor_override, Tensor& out) {
  write_quantized("avg_pool3d", out, through_steps("avg_pool3d", self, [&](const Tensor& x) {
                    return at::avg_pool3d(x, kernel_size, stride, padding, ceil_mode,
                                          count_include_pad, divisor_override);
                  }));
}

Tensor adaptive_avg_pool1d_quantized(const Tensor& self, IntArrayRef output_size) {
  return through_steps("adaptive_avg_pool1d", self,
                       [&](const Tensor& x) { return at::adaptive_avg_pool1d(x, output_size); });
}
Tensor adaptive_avg_pool2d_quantized(const Tensor& self, IntArrayRef output_size) {
  return through_steps("adaptive_avg_pool2d", self,
                       [&](const Tensor& x) { return at::adaptive_avg_pool2d(x, output_size); });
}
Tensor adaptive_avg_pool3d_quantized(const Tensor& self, IntArrayRef output_size) {
  return through_steps("adaptive_avg_pool3d", self,
                       [&](const Tensor& x) { return at::adaptive_avg_pool3d(x, output_size); });
}

void mean_quantized_out(const Tensor& self, OptionalIntArrayRef dim, bool keepdim,
                        std::optional<ScalarType>, Tensor& out) {
  write_quantized("mean", out, through_steps("mean", self, [&](const Tensor& x) {
                    return at::mean(x, dim, keepdim);
                  }));
}
void mean_quantized_out(const Tensor& self, std::optional<ScalarType>, Tensor& out) {
  write_quantized("mean", out,
                  through_steps("mean", self, [&](const Tensor& x) { return at::mean(x); }));
}

Tensor std_quantized(const Tensor& self, OptionalIntArrayRef dim,
                     const std::optional<Scalar>& correction, bool keepdim) {
  return through_floats("std", self,
                        [&](const Tensor& x) { return at::std(x, dim, correction, keepdim); });
}

void upsample_nearest2d_quantized_out(const Tensor& self, IntArrayRef output_size,
                                      std::optional<double> scales_h,
                                      std::optional<double> scales_w, Tensor& out) {
  write_quantized("upsample_nearest2d", out,
                  through_steps("upsample_nearest2d", self, [&](const Tensor& x) {
                    return at::upsample_nearest2d(x, output_size, scales_h, scales_w);
                  }));
}
Tensor upsample_nearest2d_quantized(const Tensor& input, OptionalIntArrayRef output_size,
                                    std::optional<ArrayRef<double>> scale_factors) {
  return through_steps("upsample_nearest2d", input, [&](const Tensor& x) {
    return at::upsample_nearest2d(x, output_size, scale_factors);
  });
}
void _upsample_nearest_exact2d_quantized_out(const Tensor& self, IntArrayRef output_size,
                                             std::optional<double> scales_h,
                                             std::optional<double> scales_w, Tensor& out) {
  write_quantized("_upsample_nearest_exact2d", out,
                  through_steps("_upsample_nearest_exact2d", self, [&](const Tensor& x) {
                    return at::_upsample_nearest_exact2d(x, output_size, scales_h, scales_w);
                  }));
}
void upsample_nearest3d_quantized_out(const Tensor& self, IntArrayRef output_size,
                                      std::optional<double> scales_d,
                                      std::optional<double> scales_h,
                                      std::optional<double> scales_w, Tensor& out) {
  write_quantized("upsample_nearest3d", out,
                  through_steps("upsample_nearest3d", self, [&](const Tensor& x) {
                    return at::upsample_nearest3d(x, output_size, scales_d, scales_h, scales_w);
                  }));
}
Tensor upsample_nearest3d_quantized(const Tensor& input, OptionalIntArrayRef output_size,
                                    std::optional<ArrayRef<double>> scale_factors) {
  return through_steps("upsample_nearest3d", input, [&](const Tensor& x) {
    return at::upsample_nearest3d(x, output_size, scale_factors);
  });
}
void _upsample_nearest_exact3d_quantized_out(const Tensor& self, IntArrayRef output_size,
                                             std::optional<double> scales_d,
                                             std::optional<double> scales_h,
                                             std::optional<double> scales_w, Tensor& out) {
  write_quantized("_upsample_nearest_exact3d", out,
                  through_steps("_upsample_nearest_exact3d", self, [&](const Tensor& x) {
                    return at::_upsample_nearest_exact3d(x, output_size, scales_d, scales_h,
                                                         scales_w);
                  }));
}
void upsample_bilinear2d_quantized_out(const Tensor& self, IntArrayRef output_size,
                                       bool align_corners, std::optional<double> scales_h,
                                       std::optional<double> scales_w, Tensor& out) {
  write_quantized(
      "upsample_bilinear2d", out, through_steps("upsample_bilinear2d", self, [&](const Tensor& x) {
        return at::upsample_bilinear2d(x, output_size, align_corners, scales_h, scales_w);
      }));
}
Tensor upsample_bilinear2d_quantized(const Tensor& input, OptionalIntArrayRef output_size,
                                     bool align_corners,
                                     std::optional<ArrayRef<double>> scale_factors) {
  return through_steps("upsample_bilinear2d", input, [&](const Tensor& x) {
    return at::upsample_bilinear2d(x, output_size, align_corners, scale_factors);
  });
}

void reflection_pad1d_quantized_out(const Tensor& self, IntArrayRef padding, Tensor& out) {
  write_quantized("reflection_pad1d", out,
                  through_steps("reflection_pad1d", self,
                                [&](const Tensor& x) { return at::reflection_pad1d(x, padding); }));
}
Tensor reflection_pad2d_quantized(const Tensor& self, IntArrayRef padding) {
  return through_steps("reflection_pad2d", self,
                       [&](const Tensor& x) { return at::reflection_pad2d(x, padding); });
}

}  // namespace at::native
