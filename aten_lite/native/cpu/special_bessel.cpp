// Operators of Bessel functions and the Airy function. Integers become floating.
#include "ATen/core/TensorBody.h"
#include "aten_lite/native/internal/bessel_math.h"
#include "aten_lite/native/internal/loops.h"
#include "aten_lite/native/internal/special_math.h"

namespace at::native {

#define ATEN_LITE_BESSEL(name, function)                                                  \
  void name##_out(const Tensor& x, Tensor& out) {                                         \
    unary_float_op<double>(x, out, #name, [](double v) { return special::function(v); }); \
  }
ATEN_LITE_BESSEL(special_airy_ai, airy_ai)
ATEN_LITE_BESSEL(special_bessel_j0, bessel_j0)
ATEN_LITE_BESSEL(special_bessel_j1, bessel_j1)
ATEN_LITE_BESSEL(special_bessel_y0, bessel_y0)
ATEN_LITE_BESSEL(special_bessel_y1, bessel_y1)
ATEN_LITE_BESSEL(special_modified_bessel_i0, i0)
ATEN_LITE_BESSEL(special_modified_bessel_i1, i1)
ATEN_LITE_BESSEL(special_modified_bessel_k0, bessel_k0)
ATEN_LITE_BESSEL(special_modified_bessel_k1, bessel_k1)
ATEN_LITE_BESSEL(special_scaled_modified_bessel_k0, bessel_k0e)
ATEN_LITE_BESSEL(special_scaled_modified_bessel_k1, bessel_k1e)
ATEN_LITE_BESSEL(special_spherical_bessel_j0, spherical_bessel_j0)
#undef ATEN_LITE_BESSEL

}  // namespace at::native
