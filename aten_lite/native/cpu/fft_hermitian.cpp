// torch.fft of Hermitian signals in several dims: hfft2, hfftn and their inverses.
#include "ATen/ops/fft_fftn.h"
#include "ATen/ops/fft_hfft.h"
#include "ATen/ops/fft_hfft2.h"
#include "ATen/ops/fft_hfftn.h"
#include "ATen/ops/fft_ifftn.h"
#include "ATen/ops/fft_ihfft.h"
#include "ATen/ops/fft_ihfft2.h"
#include "ATen/ops/fft_ihfftn.h"
#include "aten_lite/native/internal/output.h"
#include "aten_lite/native/internal/wrap_dim.h"

namespace at::native {
namespace {

// The dims of a transform, wrapped, and their lengths (-1: as they are).
struct TransformDims {
  DimVector dims;
  DimVector sizes;

  TransformDims(const Tensor& self, OptionalIntArrayRef s, OptionalIntArrayRef dim) {
    if (dim) {
      dims = wrap_dims(*dim, self.dim());
    } else {
      const int64_t count = s ? static_cast<int64_t>(s->size()) : self.dim();
      TORCH_CHECK(count <= self.dim(), "Got shape with ", count, " values but input tensor only ",
                  "has ", self.dim(), " dimensions.");
      for (int64_t d = self.dim() - count; d < self.dim(); ++d) dims.push_back(d);
    }
    TORCH_CHECK(!dims.empty(), "hfftn must transform at least one axis");
    TORCH_CHECK(!s || s->size() == dims.size(), "When given, dim and shape arguments must have ",
                "the same length");
    for (size_t i = 0; i < dims.size(); ++i) sizes.push_back(s ? (*s)[i] : -1);
  }

  IntArrayRef first_dims() const { return IntArrayRef(dims).slice(0, dims.size() - 1); }
  IntArrayRef first_sizes() const { return IntArrayRef(sizes).slice(0, sizes.size() - 1); }
  std::optional<int64_t> last_size() const {
    return sizes.back() == -1 ? std::nullopt : std::optional<int64_t>(sizes.back());
  }
};

}  // namespace

Tensor fft_hfftn(const Tensor& self, OptionalIntArrayRef s, OptionalIntArrayRef dim,
                 std::optional<c10::string_view> norm) {
  const TransformDims t(self, s, dim);
  const Tensor partial =
      t.dims.size() == 1 ? self : at::fft_fftn(self, t.first_sizes(), t.first_dims(), norm);
  return at::fft_hfft(partial, t.last_size(), t.dims.back(), norm);
}
Tensor fft_ihfftn(const Tensor& self, OptionalIntArrayRef s, OptionalIntArrayRef dim,
                  std::optional<c10::string_view> norm) {
  const TransformDims t(self, s, dim);
  const Tensor partial = at::fft_ihfft(self, t.last_size(), t.dims.back(), norm);
  return t.dims.size() == 1 ? partial
                            : at::fft_ifftn(partial, t.first_sizes(), t.first_dims(), norm);
}
Tensor fft_hfft2(const Tensor& self, OptionalIntArrayRef s, IntArrayRef dim,
                 std::optional<c10::string_view> norm) {
  return native::fft_hfftn(self, s, dim, norm);
}
Tensor fft_ihfft2(const Tensor& self, OptionalIntArrayRef s, IntArrayRef dim,
                  std::optional<c10::string_view> norm) {
  return native::fft_ihfftn(self, s, dim, norm);
}

#define ATEN_LITE_FFT_OUT(name, Dims)                                     \
  Tensor& name##_out(const Tensor& self, OptionalIntArrayRef s, Dims dim, \
                     std::optional<c10::string_view> norm, Tensor& out) { \
    write_output(out, native::name(self, s, dim, norm), #name);           \
    return out;                                                           \
  }
ATEN_LITE_FFT_OUT(fft_hfftn, OptionalIntArrayRef)
ATEN_LITE_FFT_OUT(fft_ihfftn, OptionalIntArrayRef)
ATEN_LITE_FFT_OUT(fft_hfft2, IntArrayRef)
ATEN_LITE_FFT_OUT(fft_ihfft2, IntArrayRef)
#undef ATEN_LITE_FFT_OUT

}  // namespace at::native
