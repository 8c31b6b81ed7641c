// upsample_{nearest,nearest_exact,linear,bilinear,trilinear,bicubic} and the antialiased ones:
// names for resample().
#include "ATen/ops/_upsample_bicubic2d_aa.h"
#include "ATen/ops/_upsample_bilinear2d_aa.h"
#include "ATen/ops/_upsample_lanczos2d_aa.h"
#include "ATen/ops/_upsample_nearest_exact1d.h"
#include "ATen/ops/_upsample_nearest_exact2d.h"
#include "ATen/ops/_upsample_nearest_exact3d.h"
#include "ATen/ops/upsample_bicubic2d.h"
#include "ATen/ops/upsample_bilinear2d.h"
#include "ATen/ops/upsample_linear1d.h"
#include "ATen/ops/upsample_nearest1d.h"
#include "ATen/ops/upsample_nearest2d.h"
#include "ATen/ops/upsample_nearest3d.h"
#include "ATen/ops/upsample_trilinear3d.h"
#include "aten_lite/native/internal/dense.h"
#include "aten_lite/native/internal/resample.h"

namespace at::native {
namespace {

using Scales = std::array<std::optional<double>, 3>;

// The `vec` overloads: sizes and scales as lists, each optional.
Tensor resample_vec(const char* op, Resampling kind, const Tensor& input,
                    OptionalIntArrayRef output_size, bool align_corners,
                    const std::optional<ArrayRef<double>>& scale_factors) {
  const DimVector sizes = resampled_size(op, input, output_size, scale_factors);
  Scales scales;
  if (scale_factors.has_value()) {
    for (size_t i = 0; i < scales.size() && i < scale_factors->size(); ++i) {
      scales[i] = (*scale_factors)[i];
    }
  }
  return resample(op, kind, input, sizes, align_corners, scales);
}

void check_size(const char* op, IntArrayRef output_size, size_t dims) {
  TORCH_CHECK(output_size.size() == dims, op, ": It is expected output_size equals to ", dims,
              ", but got size ", output_size.size());
}

}  // namespace

void upsample_nearest1d_out(const Tensor& self, IntArrayRef output_size,
                            std::optional<double> scales, Tensor& out) {
  check_size("upsample_nearest1d", output_size, 1);
  finish_output(
      out, resample("upsample_nearest1d", Resampling::kNearest, self, output_size, false, {scales}),
      "upsample_nearest1d");
}

Tensor upsample_nearest1d(const Tensor& input, OptionalIntArrayRef output_size,
                          std::optional<ArrayRef<double>> scale_factors) {
  return resample_vec("upsample_nearest1d", Resampling::kNearest, input, output_size, false,
                      scale_factors);
}

void upsample_nearest2d_out(const Tensor& self, IntArrayRef output_size,
                            std::optional<double> scales_h, std::optional<double> scales_w,
                            Tensor& out) {
  check_size("upsample_nearest2d", output_size, 2);
  finish_output(out,
                resample("upsample_nearest2d", Resampling::kNearest, self, output_size, false,
                         {scales_h, scales_w}),
                "upsample_nearest2d");
}

Tensor upsample_nearest2d(const Tensor& input, OptionalIntArrayRef output_size,
                          std::optional<ArrayRef<double>> scale_factors) {
  return resample_vec("upsample_nearest2d", Resampling::kNearest, input, output_size, false,
                      scale_factors);
}

void upsample_nearest3d_out(const Tensor& self, IntArrayRef output_size,
                            std::optional<double> scales_d, std::optional<double> scales_h,
                            std::optional<double> scales_w, Tensor& out) {
  check_size("upsample_nearest3d", output_size, 3);
  finish_output(out,
                resample("upsample_nearest3d", Resampling::kNearest, self, output_size, false,
                         {scales_d, scales_h, scales_w}),
                "upsample_nearest3d");
}

Tensor upsample_nearest3d(const Tensor& input, OptionalIntArrayRef output_size,
                          std::optional<ArrayRef<double>> scale_factors) {
  return resample_vec("upsample_nearest3d", Resampling::kNearest, input, output_size, false,
                      scale_factors);
}

void _upsample_nearest_exact1d_out(const Tensor& self, IntArrayRef output_size,
                                   std::optional<double> scales, Tensor& out) {
  check_size("_upsample_nearest_exact1d", output_size, 1);
  finish_output(out,
                resample("_upsample_nearest_exact1d", Resampling::kNearestExact, self, output_size,
                         false, {scales}),
                "_upsample_nearest_exact1d");
}

Tensor _upsample_nearest_exact1d(const Tensor& input, OptionalIntArrayRef output_size,
                                 std::optional<ArrayRef<double>> scale_factors) {
  return resample_vec("_upsample_nearest_exact1d", Resampling::kNearestExact, input, output_size,
                      false, scale_factors);
}

void _upsample_nearest_exact2d_out(const Tensor& self, IntArrayRef output_size,
                                   std::optional<double> scales_h, std::optional<double> scales_w,
                                   Tensor& out) {
  check_size("_upsample_nearest_exact2d", output_size, 2);
  finish_output(out,
                resample("_upsample_nearest_exact2d", Resampling::kNearestExact, self, output_size,
                         false, {scales_h, scales_w}),
                "_upsample_nearest_exact2d");
}

Tensor _upsample_nearest_exact2d(const Tensor& input, OptionalIntArrayRef output_size,
                                 std::optional<ArrayRef<double>> scale_factors) {
  return resample_vec("_upsample_nearest_exact2d", Resampling::kNearestExact, input, output_size,
                      false, scale_factors);
}

void _upsample_nearest_exact3d_out(const Tensor& self, IntArrayRef output_size,
                                   std::optional<double> scales_d, std::optional<double> scales_h,
                                   std::optional<double> scales_w, Tensor& out) {
  check_size("_upsample_nearest_exact3d", output_size, 3);
  finish_output(out,
                resample("_upsample_nearest_exact3d", Resampling::kNearestExact, self, output_size,
                         false, {scales_d, scales_h, scales_w}),
                "_upsample_nearest_exact3d");
}

Tensor _upsample_nearest_exact3d(const Tensor& input, OptionalIntArrayRef output_size,
                                 std::optional<ArrayRef<double>> scale_factors) {
  return resample_vec("_upsample_nearest_exact3d", Resampling::kNearestExact, input, output_size,
                      false, scale_factors);
}

void upsample_linear1d_out(const Tensor& self, IntArrayRef output_size, bool align_corners,
                           std::optional<double> scales, Tensor& out) {
  check_size("upsample_linear1d", output_size, 1);
  finish_output(out,
                resample("upsample_linear1d", Resampling::kLinear, self, output_size, align_corners,
                         {scales}),
                "upsample_linear1d");
}

Tensor upsample_linear1d(const Tensor& input, OptionalIntArrayRef output_size, bool align_corners,
                         std::optional<ArrayRef<double>> scale_factors) {
  return resample_vec("upsample_linear1d", Resampling::kLinear, input, output_size, align_corners,
                      scale_factors);
}

void upsample_bilinear2d_out(const Tensor& self, IntArrayRef output_size, bool align_corners,
                             std::optional<double> scales_h, std::optional<double> scales_w,
                             Tensor& out) {
  check_size("upsample_bilinear2d", output_size, 2);
  finish_output(out,
                resample("upsample_bilinear2d", Resampling::kLinear, self, output_size,
                         align_corners, {scales_h, scales_w}),
                "upsample_bilinear2d");
}

Tensor upsample_bilinear2d(const Tensor& input, OptionalIntArrayRef output_size, bool align_corners,
                           std::optional<ArrayRef<double>> scale_factors) {
  return resample_vec("upsample_bilinear2d", Resampling::kLinear, input, output_size, align_corners,
                      scale_factors);
}

void upsample_trilinear3d_out(const Tensor& self, IntArrayRef output_size, bool align_corners,
                              std::optional<double> scales_d, std::optional<double> scales_h,
                              std::optional<double> scales_w, Tensor& out) {
  check_size("upsample_trilinear3d", output_size, 3);
  finish_output(out,
                resample("upsample_trilinear3d", Resampling::kLinear, self, output_size,
                         align_corners, {scales_d, scales_h, scales_w}),
                "upsample_trilinear3d");
}

Tensor upsample_trilinear3d(const Tensor& input, OptionalIntArrayRef output_size,
                            bool align_corners, std::optional<ArrayRef<double>> scale_factors) {
  return resample_vec("upsample_trilinear3d", Resampling::kLinear, input, output_size,
                      align_corners, scale_factors);
}

void upsample_bicubic2d_out(const Tensor& self, IntArrayRef output_size, bool align_corners,
                            std::optional<double> scales_h, std::optional<double> scales_w,
                            Tensor& out) {
  check_size("upsample_bicubic2d", output_size, 2);
  finish_output(out,
                resample("upsample_bicubic2d", Resampling::kCubic, self, output_size, align_corners,
                         {scales_h, scales_w}),
                "upsample_bicubic2d");
}

Tensor upsample_bicubic2d(const Tensor& input, OptionalIntArrayRef output_size, bool align_corners,
                          std::optional<ArrayRef<double>> scale_factors) {
  return resample_vec("upsample_bicubic2d", Resampling::kCubic, input, output_size, align_corners,
                      scale_factors);
}

void _upsample_bilinear2d_aa_out(const Tensor& self, IntArrayRef output_size, bool align_corners,
                                 std::optional<double> scales_h, std::optional<double> scales_w,
                                 Tensor& out) {
  check_size("_upsample_bilinear2d_aa", output_size, 2);
  finish_output(out,
                resample("_upsample_bilinear2d_aa", Resampling::kLinearAntialias, self, output_size,
                         align_corners, {scales_h, scales_w}),
                "_upsample_bilinear2d_aa");
}

Tensor _upsample_bilinear2d_aa(const Tensor& input, OptionalIntArrayRef output_size,
                               bool align_corners, std::optional<ArrayRef<double>> scale_factors) {
  return resample_vec("_upsample_bilinear2d_aa", Resampling::kLinearAntialias, input, output_size,
                      align_corners, scale_factors);
}

void _upsample_bicubic2d_aa_out(const Tensor& self, IntArrayRef output_size, bool align_corners,
                                std::optional<double> scales_h, std::optional<double> scales_w,
                                Tensor& out) {
  check_size("_upsample_bicubic2d_aa", output_size, 2);
  finish_output(out,
                resample("_upsample_bicubic2d_aa", Resampling::kCubicAntialias, self, output_size,
                         align_corners, {scales_h, scales_w}),
                "_upsample_bicubic2d_aa");
}

Tensor _upsample_bicubic2d_aa(const Tensor& input, OptionalIntArrayRef output_size,
                              bool align_corners, std::optional<ArrayRef<double>> scale_factors) {
  return resample_vec("_upsample_bicubic2d_aa", Resampling::kCubicAntialias, input, output_size,
                      align_corners, scale_factors);
}

void _upsample_lanczos2d_aa_out(const Tensor& self, IntArrayRef output_size, bool align_corners,
                                std::optional<double> scales_h, std::optional<double> scales_w,
                                Tensor& out) {
  check_size("_upsample_lanczos2d_aa", output_size, 2);
  finish_output(out,
                resample("_upsample_lanczos2d_aa", Resampling::kLanczosAntialias, self, output_size,
                         align_corners, {scales_h, scales_w}),
                "_upsample_lanczos2d_aa");
}

Tensor _upsample_lanczos2d_aa(const Tensor& input, OptionalIntArrayRef output_size,
                              bool align_corners, std::optional<ArrayRef<double>> scale_factors) {
  return resample_vec("_upsample_lanczos2d_aa", Resampling::kLanczosAntialias, input, output_size,
                      align_corners, scale_factors);
}

}  // namespace at::native
