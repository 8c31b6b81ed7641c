// torch.fft: lengths, dims, normalization and dtypes around the three transforms of
// fft_transforms.cpp.
#include <numeric>

#include "ATen/ops/_fft_c2c.h"
#include "ATen/ops/_fft_c2r.h"
#include "ATen/ops/_fft_r2c.h"
#include "ATen/ops/arange.h"
#include "ATen/ops/conj.h"
#include "ATen/ops/constant_pad_nd.h"
#include "ATen/ops/copy.h"
#include "ATen/ops/fft_fft.h"
#include "ATen/ops/fft_fft2.h"
#include "ATen/ops/fft_fftfreq.h"
#include "ATen/ops/fft_fftn.h"
#include "ATen/ops/fft_fftshift.h"
#include "ATen/ops/fft_hfft.h"
#include "ATen/ops/fft_ifft.h"
#include "ATen/ops/fft_ifft2.h"
#include "ATen/ops/fft_ifftn.h"
#include "ATen/ops/fft_ifftshift.h"
#include "ATen/ops/fft_ihfft.h"
#include "ATen/ops/fft_irfft.h"
#include "ATen/ops/fft_irfft2.h"
#include "ATen/ops/fft_irfftn.h"
#include "ATen/ops/fft_rfft.h"
#include "ATen/ops/fft_rfft2.h"
#include "ATen/ops/fft_rfftfreq.h"
#include "ATen/ops/fft_rfftn.h"
#include "ATen/ops/mul.h"
#include "ATen/ops/roll.h"
#include "ATen/ops/slice.h"
#include "ATen/ops/sub.h"
#include "aten_lite/native/internal/factory.h"
#include "aten_lite/native/internal/output.h"
#include "aten_lite/native/internal/wrap_dim.h"

namespace at::native {
namespace {

using OptionalString = std::optional<c10::string_view>;

// 0: not scaled, 1: by 1 / sqrt(n), 2: by 1 / n.
int64_t normalization_of(OptionalString norm, bool forward) {
  if (!norm || *norm == "backward") return forward ? 0 : 2;
  if (*norm == "forward") return forward ? 2 : 0;
  TORCH_CHECK(*norm == "ortho", "Invalid normalization mode: \"", *norm, "\"");
  return 1;
}

// Numbers to transform: floating or complex in single or double precision.
Tensor promoted_input(const Tensor& self, bool require_complex) {
  ScalarType type = self.scalar_type();
  if (isIntegralType(type, /*includeBool=*/true)) type = c10::get_default_dtype_as_scalartype();
  TORCH_CHECK(type == kFloat || type == kDouble || type == kComplexFloat || type == kComplexDouble,
              "fft: Unsupported dtype ", toString(type));
  if (require_complex) type = toComplexType(type);
  return self.to(type);
}

// Cut or zero-padded to `sizes` along `dims`; -1 keeps a size.
Tensor resized_input(const Tensor& self, IntArrayRef dims, IntArrayRef sizes) {
  Tensor result = self;
  DimVector padding(static_cast<size_t>(self.dim()) * 2, 0);  // last dim first, (before, after)
  bool pads = false;
  for (size_t i = 0; i < dims.size(); ++i) {
    if (sizes[i] == -1) continue;
    TORCH_CHECK(sizes[i] > 0, "Invalid number of data points (", sizes[i], ") specified");
    const int64_t have = self.size(dims[i]);
    if (have < sizes[i]) {
      padding[static_cast<size_t>(2 * (self.dim() - 1 - dims[i]) + 1)] = sizes[i] - have;
      pads = true;
    } else if (have > sizes[i]) {
      result = native::slice(result, dims[i], 0, sizes[i], 1);
    }
  }
  return pads ? at::constant_pad_nd(result, padding, 0) : result;
}

struct Shape {
  DimVector dims;
  DimVector sizes;
};

// dims and lengths of an n-dimensional transform from its optional arguments.
Shape shape_of(const Tensor& self, OptionalIntArrayRef s, OptionalIntArrayRef dim) {
  Shape shape;
  if (dim) {
    dim_list_to_bitset(*dim, self.dim());
    shape.dims = wrap_dims(*dim, self.dim(), /*wrap_scalars=*/false);
    TORCH_CHECK(!s || s->size() == dim->size(),
                "When given, dim and shape arguments must have the same length, but got ", *dim,
                " and ", s.value_or(IntArrayRef()));
  } else {
    const int64_t count = s ? static_cast<int64_t>(s->size()) : self.dim();
    TORCH_CHECK(count <= self.dim(), "Got shape with ", count, " values but input tensor only has ",
                self.dim(), " dimensions.");
    for (int64_t i = self.dim() - count; i < self.dim(); ++i) shape.dims.push_back(i);
  }
  for (size_t i = 0; i < shape.dims.size(); ++i) {
    const int64_t size = s ? (*s)[i] : -1;
    shape.sizes.push_back(size == -1 ? self.size(shape.dims[i]) : size);
    TORCH_CHECK(shape.sizes.back() > 0, "Invalid number of data points (", shape.sizes.back(),
                ") specified");
  }
  return shape;
}

Tensor transform_complex(const Tensor& self, const Shape& shape, OptionalString norm,
                         bool forward) {
  const Tensor input =
      resized_input(promoted_input(self, /*require_complex=*/true), shape.dims, shape.sizes);
  return at::_fft_c2c(input, shape.dims, normalization_of(norm, forward), forward);
}

Tensor transform_real(const Tensor& self, const Shape& shape, OptionalString norm, bool forward,
                      bool onesided, const char* op) {
  const Tensor input = promoted_input(self, /*require_complex=*/false);
  TORCH_CHECK(!input.is_complex(), op, " expects a real input tensor, but got ",
              toString(self.scalar_type()));
  TORCH_CHECK(!shape.dims.empty(), op, " must transform at least one axis");
  const Tensor spectrum = at::_fft_r2c(resized_input(input, shape.dims, shape.sizes), shape.dims,
                                       normalization_of(norm, forward), onesided);
  return forward ? spectrum : native::conj(spectrum);
}

// The last size of `shape` is that of the real result.
Tensor transform_to_real(const Tensor& self, const Shape& shape, OptionalString norm, bool forward,
                         const char* op) {
  TORCH_CHECK(!shape.dims.empty(), op, " must transform at least one axis");
  const int64_t last = shape.sizes.back();
  TORCH_CHECK(last >= 1, "Invalid number of data points (", last, ") specified");
  DimVector sizes = shape.sizes;
  sizes.back() = last / 2 + 1;
  Tensor input = resized_input(promoted_input(self, /*require_complex=*/true), shape.dims, sizes);
  if (forward) input = native::conj(input);
  return at::_fft_c2r(input, shape.dims, normalization_of(norm, forward), last);
}

// One dim of length n, or of the length that it has.
Shape single(const Tensor& self, std::optional<int64_t> n, int64_t dim) {
  const int64_t wrapped = maybe_wrap_dim(dim, self.dim(), /*wrap_scalar=*/false);
  const int64_t size = n.value_or(self.size(wrapped));
  TORCH_CHECK(size >= 1, "Invalid number of data points (", size, ") specified");
  return {DimVector{wrapped}, DimVector{size}};
}

// Of the real result; by default the even length that fits.
Shape single_real(const Tensor& self, std::optional<int64_t> n, int64_t dim) {
  const int64_t wrapped = maybe_wrap_dim(dim, self.dim(), /*wrap_scalar=*/false);
  return {DimVector{wrapped}, DimVector{n.value_or(2 * (self.size(wrapped) - 1))}};
}

Shape shape_of_real(const Tensor& self, OptionalIntArrayRef s, OptionalIntArrayRef dim) {
  Shape shape = shape_of(self, s, dim);
  if (shape.dims.empty()) return shape;
  if (!s || s->back() == -1) shape.sizes.back() = 2 * (self.size(shape.dims.back()) - 1);
  return shape;
}

Tensor fft_1d(const Tensor& self, std::optional<int64_t> n, int64_t dim, OptionalString norm,
              bool forward, const char* op) {
  const Shape shape = single(self, n, dim);
  if (self.is_complex()) return transform_complex(self, shape, norm, forward);
  return transform_real(self, shape, norm, forward, /*onesided=*/false, op);
}

}  // namespace

void fft_fft_out(const Tensor& self, std::optional<int64_t> n, int64_t dim, OptionalString norm,
                 Tensor& out) {
  write_output(out, fft_1d(self, n, dim, norm, /*forward=*/true, "fft"), "fft_fft");
}
void fft_ifft_out(const Tensor& self, std::optional<int64_t> n, int64_t dim, OptionalString norm,
                  Tensor& out) {
  write_output(out, fft_1d(self, n, dim, norm, /*forward=*/false, "ifft"), "fft_ifft");
}
void fft_rfft_out(const Tensor& self, std::optional<int64_t> n, int64_t dim, OptionalString norm,
                  Tensor& out) {
  write_output(out,
               transform_real(self, single(self, n, dim), norm, /*forward=*/true,
                              /*onesided=*/true, "rfft"),
               "fft_rfft");
}
void fft_ihfft_out(const Tensor& self, std::optional<int64_t> n, int64_t dim, OptionalString norm,
                   Tensor& out) {
  write_output(out,
               transform_real(self, single(self, n, dim), norm, /*forward=*/false,
                              /*onesided=*/true, "ihfft"),
               "fft_ihfft");
}
void fft_irfft_out(const Tensor& self, std::optional<int64_t> n, int64_t dim, OptionalString norm,
                   Tensor& out) {
  write_output(out,
               transform_to_real(self, single_real(self, n, dim), norm, /*forward=*/false, "irfft"),
               "fft_irfft");
}
void fft_hfft_out(const Tensor& self, std::optional<int64_t> n, int64_t dim, OptionalString norm,
                  Tensor& out) {
  write_output(out,
               transform_to_real(self, single_real(self, n, dim), norm, /*forward=*/true, "hfft"),
               "fft_hfft");
}

void fft_fftn_out(const Tensor& self, OptionalIntArrayRef s, OptionalIntArrayRef dim,
                  OptionalString norm, Tensor& out) {
  write_output(out, transform_complex(self, shape_of(self, s, dim), norm, true), "fft_fftn");
}
void fft_ifftn_out(const Tensor& self, OptionalIntArrayRef s, OptionalIntArrayRef dim,
                   OptionalString norm, Tensor& out) {
  write_output(out, transform_complex(self, shape_of(self, s, dim), norm, false), "fft_ifftn");
}
void fft_rfftn_out(const Tensor& self, OptionalIntArrayRef s, OptionalIntArrayRef dim,
                   OptionalString norm, Tensor& out) {
  write_output(out,
               transform_real(self, shape_of(self, s, dim), norm, /*forward=*/true,
                              /*onesided=*/true, "rfftn"),
               "fft_rfftn");
}
void fft_irfftn_out(const Tensor& self, OptionalIntArrayRef s, OptionalIntArrayRef dim,
                    OptionalString norm, Tensor& out) {
  write_output(
      out, transform_to_real(self, shape_of_real(self, s, dim), norm, /*forward=*/false, "irfftn"),
      "fft_irfftn");
}

void fft_fft2_out(const Tensor& self, OptionalIntArrayRef s, IntArrayRef dim, OptionalString norm,
                  Tensor& out) {
  native::fft_fftn_out(self, s, dim, norm, out);
}
void fft_ifft2_out(const Tensor& self, OptionalIntArrayRef s, IntArrayRef dim, OptionalString norm,
                   Tensor& out) {
  native::fft_ifftn_out(self, s, dim, norm, out);
}
void fft_rfft2_out(const Tensor& self, OptionalIntArrayRef s, IntArrayRef dim, OptionalString norm,
                   Tensor& out) {
  native::fft_rfftn_out(self, s, dim, norm, out);
}
void fft_irfft2_out(const Tensor& self, OptionalIntArrayRef s, IntArrayRef dim, OptionalString norm,
                    Tensor& out) {
  native::fft_irfftn_out(self, s, dim, norm, out);
}

// ---- frequencies and shifts

Tensor& fft_fftfreq_out(int64_t n, double d, Tensor& out) {
  TORCH_CHECK(out.is_floating_point() || out.is_complex(),
              "fftfreq requires a floating point or complex dtype, but got ",
              toString(out.scalar_type()));
  at::native::arange_out(n, out);
  // The upper half are the negative frequencies.
  native::slice(out, 0, (n + 1) / 2, n, 1).sub_(n);
  return out.mul_(1.0 / (static_cast<double>(n) * d));
}
Tensor fft_fftfreq(int64_t n, double d, std::optional<ScalarType> dtype,
                   std::optional<Layout> layout, std::optional<Device> device,
                   std::optional<bool> pin_memory) {
  Tensor out = make_tensor({n}, factory_dtype(dtype, layout, device, pin_memory));
  return native::fft_fftfreq_out(n, d, out);
}

Tensor& fft_rfftfreq_out(int64_t n, double d, Tensor& out) {
  TORCH_CHECK(out.is_floating_point() || out.is_complex(),
              "rfftfreq requires a floating point or complex dtype, but got ",
              toString(out.scalar_type()));
  at::native::arange_out(n / 2 + 1, out);
  return out.mul_(1.0 / (static_cast<double>(n) * d));
}
Tensor fft_rfftfreq(int64_t n, double d, std::optional<ScalarType> dtype,
                    std::optional<Layout> layout, std::optional<Device> device,
                    std::optional<bool> pin_memory) {
  TORCH_CHECK(n >= 0, "rfftfreq: n must not be negative, but got ", n);
  Tensor out = make_tensor({n / 2 + 1}, factory_dtype(dtype, layout, device, pin_memory));
  return native::fft_rfftfreq_out(n, d, out);
}

namespace {

Tensor rolled_by_half(const Tensor& self, OptionalIntArrayRef dim, int64_t round_up) {
  DimVector dims;
  if (dim) {
    dims = DimVector(*dim);
  } else {
    for (int64_t i = 0; i < self.dim(); ++i) dims.push_back(i);
  }
  if (self.dim() == 0 || dims.empty()) return self.clone();
  DimVector shifts;
  for (const int64_t d : dims) shifts.push_back((self.size(d) + round_up) / 2);
  return at::roll(self, shifts, dims);
}

}  // namespace

Tensor fft_fftshift(const Tensor& self, OptionalIntArrayRef dim) {
  return rolled_by_half(self, dim, 0);
}
Tensor fft_ifftshift(const Tensor& self, OptionalIntArrayRef dim) {
  return rolled_by_half(self, dim, 1);
}

}  // namespace at::native
