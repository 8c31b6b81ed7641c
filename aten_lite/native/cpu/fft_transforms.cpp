// The three transforms behind all of torch.fft: complex to complex, real to complex, complex to
// real.
//
// Work is done in double precision in a buffer whose last dims are the transformed ones; the result
// keeps that order of dims in memory, as PyTorch's does.
#include <algorithm>
#include <cmath>
#include <complex>

#include "ATen/ops/_fft_c2c.h"
#include "ATen/ops/_fft_c2r.h"
#include "ATen/ops/_fft_r2c.h"
#include "ATen/ops/clone.h"
#include "ATen/ops/copy.h"
#include "aten_lite/core/dispatch.h"
#include "aten_lite/native/internal/factory.h"
#include "aten_lite/native/internal/fft.h"
#include "aten_lite/native/internal/output.h"
#include "aten_lite/native/internal/wrap_dim.h"
#include "aten_lite/parallel/parallel.h"

namespace at::native {
namespace {

using Complex = FftPlan::Complex;

// How results are scaled: not at all, by 1 / sqrt(n), by 1 / n.
double scale_of(int64_t normalization, int64_t n) {
  TORCH_CHECK(normalization >= 0 && normalization <= 2, "fft: unknown normalization ",
              normalization);
  const double count = static_cast<double>(n);
  return normalization == 0 ? 1.0 : 1.0 / (normalization == 1 ? std::sqrt(count) : count);
}

int64_t transformed_size(IntArrayRef sizes, IntArrayRef dims) {
  int64_t n = 1;
  for (const int64_t dim : dims) n *= sizes[static_cast<size_t>(dim)];
  return n;
}

// Batch dims by stride, then the transformed ones; `keep_last` holds the last of them in its place.
DimVector memory_order(const Tensor& self, IntArrayRef dims, bool keep_last) {
  const DimBitset transformed = dim_list_to_bitset(dims, self.dim());
  const auto by_stride = [&](int64_t a, int64_t b) { return self.stride(a) > self.stride(b); };
  std::vector<int64_t> order;
  for (int64_t dim = 0; dim < self.dim(); ++dim) {
    if (!transformed[static_cast<size_t>(dim)]) order.push_back(dim);
  }
  std::sort(order.begin(), order.end(), by_stride);
  std::vector<int64_t> last(dims.begin(), dims.end());
  std::sort(last.begin(), last.end() - (keep_last ? 1 : 0), by_stride);
  order.insert(order.end(), last.begin(), last.end());
  return DimVector(order.begin(), order.end());
}

DimVector inverse_order(const DimVector& order) {
  DimVector inverse(order.size());
  for (size_t i = 0; i < order.size(); ++i) {
    inverse[static_cast<size_t>(order[i])] = static_cast<int64_t>(i);
  }
  return inverse;
}

// A row-major buffer.
struct Buffer {
  std::vector<Complex> data;
  DimVector sizes;

  int64_t inner(size_t dim) const {
    int64_t n = 1;
    for (size_t i = dim + 1; i < sizes.size(); ++i) n *= sizes[i];
    return n;
  }
};

Buffer load(const Tensor& permuted) {
  const Tensor wide = permuted.to(kComplexDouble).contiguous();
  const Complex* from = wide.const_data_ptr<Complex>();
  return {std::vector<Complex>(from, from + wide.numel()), DimVector(wide.sizes())};
}

// Transforms all lines along `dim`.
void transform(Buffer& buffer, size_t dim, bool forward) {
  const int64_t n = buffer.sizes[dim];
  const int64_t inner = buffer.inner(dim);
  if (buffer.data.empty() || n == 1) return;
  const int64_t lines = static_cast<int64_t>(buffer.data.size()) / n;
  const FftPlan plan(n);
  const int64_t grain = std::max<int64_t>(1, at::internal::GRAIN_SIZE / (8 * n));
  parallel_for(0, lines, grain, [&](int64_t begin, int64_t end) {
    std::vector<Complex> line(static_cast<size_t>(n));
    std::vector<Complex> scratch(static_cast<size_t>(plan.scratch_size()));
    for (int64_t i = begin; i < end; ++i) {
      Complex* start = buffer.data.data() + i / inner * inner * n + i % inner;
      if (inner == 1) {
        plan.run(start, scratch.data(), forward);
        continue;
      }
      for (int64_t k = 0; k < n; ++k) line[static_cast<size_t>(k)] = start[k * inner];
      plan.run(line.data(), scratch.data(), forward);
      for (int64_t k = 0; k < n; ++k) start[k * inner] = line[static_cast<size_t>(k)];
    }
  });
}

// Two real rows are one complex row: their spectra are its even and odd parts.
Buffer real_rows_to_spectra(const Tensor& permuted, bool onesided) {
  const Tensor wide = permuted.to(kDouble).contiguous();
  const double* rows = wide.const_data_ptr<double>();
  const int64_t n = wide.size(-1);
  const int64_t count = wide.numel() / n;
  const int64_t width = onesided ? n / 2 + 1 : n;
  Buffer out;
  out.sizes = DimVector(wide.sizes());
  out.sizes.back() = width;
  out.data.resize(static_cast<size_t>(count * width));
  const FftPlan plan(n);
  const int64_t grain = std::max<int64_t>(1, at::internal::GRAIN_SIZE / (16 * n));
  parallel_for(0, (count + 1) / 2, grain, [&](int64_t begin, int64_t end) {
    std::vector<Complex> line(static_cast<size_t>(n));
    std::vector<Complex> scratch(static_cast<size_t>(plan.scratch_size()));
    for (int64_t pair = begin; pair < end; ++pair) {
      const double* first = rows + 2 * pair * n;
      const bool has_second = 2 * pair + 1 < count;
      for (int64_t k = 0; k < n; ++k) {
        line[static_cast<size_t>(k)] = {first[k], has_second ? first[n + k] : 0.0};
      }
      plan.run(line.data(), scratch.data(), /*forward=*/true);
      Complex* even = out.data.data() + 2 * pair * width;
      for (int64_t k = 0; k < width; ++k) {
        const Complex z = line[static_cast<size_t>(k)];
        const Complex mirrored = std::conj(line[static_cast<size_t>(k == 0 ? 0 : n - k)]);
        even[k] = 0.5 * (z + mirrored);
        if (!has_second) continue;
        const Complex odd = 0.5 * (z - mirrored);
        even[width + k] = {odd.imag(), -odd.real()};
      }
    }
  });
  return out;
}

// The reverse: pairs of half spectra give pairs of real rows of length n.
std::vector<double> spectra_to_real_rows(const Buffer& spectra, int64_t n) {
  const int64_t width = spectra.sizes.back();
  const int64_t count = static_cast<int64_t>(spectra.data.size()) / width;
  std::vector<double> rows(static_cast<size_t>(count * n));
  const FftPlan plan(n);
  const int64_t grain = std::max<int64_t>(1, at::internal::GRAIN_SIZE / (16 * n));
  // A real row's spectrum is its own mirror image; what the ends claim to be imaginary is ignored.
  const auto full = [n](const Complex* half, int64_t k) -> Complex {
    const int64_t mirror = n - k;
    if (k == 0 || k == mirror) return {half[k].real(), 0.0};
    return k < mirror ? half[k] : std::conj(half[mirror]);
  };
  parallel_for(0, (count + 1) / 2, grain, [&](int64_t begin, int64_t end) {
    std::vector<Complex> line(static_cast<size_t>(n));
    std::vector<Complex> scratch(static_cast<size_t>(plan.scratch_size()));
    for (int64_t pair = begin; pair < end; ++pair) {
      const Complex* first = spectra.data.data() + 2 * pair * width;
      const bool has_second = 2 * pair + 1 < count;
      for (int64_t k = 0; k < n; ++k) {
        Complex z = full(first, k);
        if (has_second) {
          const Complex second = full(first + width, k);
          z += Complex(-second.imag(), second.real());
        }
        line[static_cast<size_t>(k)] = z;
      }
      plan.run(line.data(), scratch.data(), /*forward=*/false);
      double* row = rows.data() + 2 * pair * n;
      for (int64_t k = 0; k < n; ++k) {
        row[k] = line[static_cast<size_t>(k)].real();
        if (has_second) row[n + k] = line[static_cast<size_t>(k)].imag();
      }
    }
  });
  return rows;
}

// The values, scaled and rounded to `dtype`, as a tensor whose dims are in their own order again.
template <typename Value>
Tensor finish(const std::vector<Value>& values, IntArrayRef sizes, const DimVector& order,
              double scale, ScalarType dtype) {
  Tensor result = make_tensor(sizes, dtype);
  AT_DISPATCH_FLOATING_AND_COMPLEX_TYPES(dtype, "fft", [&] {
    if constexpr (c10::is_complex<scalar_t>::value == c10::is_complex<Value>::value) {
      scalar_t* out = result.mutable_data_ptr<scalar_t>();
      for (size_t i = 0; i < values.size(); ++i) out[i] = static_cast<scalar_t>(values[i] * scale);
    }
  });
  return result.permute(inverse_order(order));
}

void check_dims(const Tensor& self, IntArrayRef dims, const char* op) {
  TORCH_CHECK(!dims.empty(), op, ": at least one dim is needed");
  for (const int64_t dim : dims) {
    TORCH_CHECK(self.dim() > 0 && self.size(dim) >= 1, op, ": invalid number of data points (",
                self.dim() > 0 ? self.size(dim) : 0, ") specified");
  }
}

}  // namespace

void _fft_c2c_out(const Tensor& self, IntArrayRef dim, int64_t normalization, bool forward,
                  Tensor& out) {
  TORCH_CHECK(self.is_complex(), "_fft_c2c: expected a complex input, but got ",
              toString(self.scalar_type()));
  if (dim.empty()) return write_output(out, self.clone(), "fft");
  const DimVector dims = wrap_dims(dim, self.dim());
  check_dims(self, dims, "_fft_c2c");
  const DimVector order = memory_order(self, dims, /*keep_last=*/false);
  Buffer buffer = load(self.permute(order));
  for (size_t i = order.size() - dims.size(); i < order.size(); ++i) transform(buffer, i, forward);
  const double scale = scale_of(normalization, transformed_size(self.sizes(), dims));
  write_output(out, finish(buffer.data, buffer.sizes, order, scale, self.scalar_type()), "fft");
}

void _fft_r2c_out(const Tensor& self, IntArrayRef dim, int64_t normalization, bool onesided,
                  Tensor& out) {
  TORCH_CHECK(self.is_floating_point(), "_fft_r2c: expected a real input, but got ",
              toString(self.scalar_type()));
  const DimVector dims = wrap_dims(dim, self.dim());
  check_dims(self, dims, "_fft_r2c");
  const DimVector order = memory_order(self, dims, /*keep_last=*/true);
  Buffer buffer;
  if (self.numel() > 0) {
    buffer = real_rows_to_spectra(self.permute(order), onesided);
  } else {
    buffer.sizes = DimVector(self.permute(order).sizes());
    if (onesided) buffer.sizes.back() = buffer.sizes.back() / 2 + 1;
  }
  for (size_t i = order.size() - dims.size(); i + 1 < order.size(); ++i) transform(buffer, i, true);
  const double scale = scale_of(normalization, transformed_size(self.sizes(), dims));
  write_output(out,
               finish(buffer.data, buffer.sizes, order, scale, toComplexType(self.scalar_type())),
               "fft");
}

void _fft_c2r_out(const Tensor& self, IntArrayRef dim, int64_t normalization, int64_t last_dim_size,
                  Tensor& out) {
  TORCH_CHECK(self.is_complex(), "_fft_c2r: expected a complex input, but got ",
              toString(self.scalar_type()));
  const DimVector dims = wrap_dims(dim, self.dim());
  check_dims(self, dims, "_fft_c2r");
  const int64_t last = dims.back();
  TORCH_CHECK(last_dim_size >= 1 && self.size(last) >= last_dim_size / 2 + 1,
              "_fft_c2r: a real signal of ", last_dim_size, " points needs ", last_dim_size / 2 + 1,
              " complex ones, but dimension ", last, " has ", self.size(last));
  Tensor input = self;
  if (dims.size() > 1) {
    Tensor partial;
    _fft_c2c_out(self, IntArrayRef(dims).slice(0, dims.size() - 1), normalization,
                 /*forward=*/false, partial);
    input = partial;
  }
  const DimVector order = memory_order(input, last, /*keep_last=*/true);
  const Buffer buffer = load(input.permute(order));
  DimVector sizes(buffer.sizes);
  sizes.back() = last_dim_size;
  const std::vector<double> rows =
      buffer.data.empty() ? std::vector<double>() : spectra_to_real_rows(buffer, last_dim_size);
  const double scale = scale_of(normalization, last_dim_size);
  write_output(out, finish(rows, sizes, order, scale, toRealValueType(self.scalar_type())), "fft");
}

}  // namespace at::native
