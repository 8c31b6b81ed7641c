// grid_sampler (2-D and 3-D) and affine_grid_generator.
#include "ATen/ops/grid_sampler.h"

#include <array>
#include <cmath>

#include "ATen/ops/affine_grid_generator.h"
#include "ATen/ops/contiguous.h"
#include "ATen/ops/grid_sampler_2d.h"
#include "ATen/ops/grid_sampler_3d.h"
#include "aten_lite/core/dispatch.h"
#include "aten_lite/core/irange.h"
#include "aten_lite/native/internal/dense.h"
#include "aten_lite/native/internal/float_params.h"
#include "aten_lite/parallel/parallel.h"

namespace at::native {
namespace {

enum Interpolation : int64_t { kBilinear, kNearest, kBicubic };
enum Padding : int64_t { kZeros, kBorder, kReflection };

struct Options {
  int64_t interpolation;
  int64_t padding;
  bool align_corners;
};

// A coordinate of [-1, 1] as a pixel position.
template <class T>
T unnormalize(T x, int64_t size, bool align_corners) {
  const auto n = static_cast<T>(size);
  return align_corners ? (x + 1) / 2 * (n - 1) : ((x + 1) * n - 1) / 2;
}

template <class T>
T clip(T x, int64_t size) {
  return std::min(static_cast<T>(size - 1), std::max(x, T(0)));
}

// Folds x into [low, high], both given doubled so that they are whole numbers.
template <class T>
T reflect(T x, int64_t twice_low, int64_t twice_high) {
  if (twice_low == twice_high) {
    return T(0);
  }
  const T low = static_cast<T>(twice_low) / 2;
  const T span = static_cast<T>(twice_high - twice_low) / 2;
  x = std::abs(x - low);
  const T extra = std::fmod(x, span);
  const T flips = std::floor(x / span);
  return std::fmod(flips, T(2)) == T(0) ? extra + low : span - extra + low;
}

// Applies the padding rule to a pixel position. Positions that are no number, or too far off for
// integers, become one that lies outside of the image.
template <class T>
T place(T x, int64_t size, const Options& o) {
  if (o.padding == kBorder) {
    x = clip(x, size);
  } else if (o.padding == kReflection) {
    x = clip(o.align_corners ? reflect(x, 0, 2 * (size - 1)) : reflect(x, -1, 2 * size - 1), size);
  }
  constexpr T kFar = static_cast<T>(1 << 30);
  return x > -kFar && x < kFar ? x : T(-100);
}

// Keys' cubic weights of the four pixels around a position, `t` of the way from the second to the
// third.
template <class T>
std::array<T, 4> cubic_weights(T t) {
  constexpr T kA = T(-0.75);
  const auto near = [](T x) { return ((kA + 2) * x - (kA + 3)) * x * x + 1; };
  const auto far = [](T x) { return ((kA * x - 5 * kA) * x + 8 * kA) * x - 4 * kA; };
  return {far(t + 1), near(t), near(1 - t), far(2 - t)};
}

// The pixels that make up one output, and their weights: up to 16.
template <class T>
struct Taps {
  int64_t count = 0;
  std::array<int64_t, 16> pixel;
  std::array<T, 16> weight;

  void add(int64_t at, T w) {
    pixel[static_cast<size_t>(count)] = at;
    weight[static_cast<size_t>(count++)] = w;
  }
};

// `position` and `size` are (depth,) height, width.
template <class T>
Taps<T> linear_taps(const std::array<T, 3>& position, const std::array<int64_t, 3>& size) {
  Taps<T> taps;
  std::array<int64_t, 3> base;
  std::array<T, 3> fraction;
  for (size_t i = 0; i < 3; ++i) {
    const T floor = std::floor(position[i]);
    base[i] = static_cast<int64_t>(floor);
    fraction[i] = position[i] - floor;
  }
  for (int corner = 0; corner < 8; ++corner) {
    T weight = 1;
    int64_t pixel = 0;
    bool inside = true;
    for (size_t i = 0; i < 3; ++i) {
      const int64_t step = corner >> (2 - i) & 1;
      const int64_t at = base[i] + step;
      weight *= step == 1 ? fraction[i] : 1 - fraction[i];
      inside = inside && at >= 0 && at < size[i];
      pixel = pixel * size[i] + at;
    }
    // In two dimensions the second depth does not exist.
    if (inside) {
      taps.add(pixel, weight);
    }
  }
  return taps;
}

template <class T>
Taps<T> nearest_taps(const std::array<T, 3>& position, const std::array<int64_t, 3>& size) {
  Taps<T> taps;
  int64_t pixel = 0;
  for (size_t i = 0; i < 3; ++i) {
    const auto at = static_cast<int64_t>(std::nearbyint(position[i]));
    if (at < 0 || at >= size[i]) {
      return taps;
    }
    pixel = pixel * size[i] + at;
  }
  taps.add(pixel, T(1));
  return taps;
}

// Two dimensions only. The padding rule applies to each of the 16 pixels, hence positions come
// without it.
template <class T>
Taps<T> cubic_taps(T y, T x, int64_t height, int64_t width, const Options& o) {
  Taps<T> taps;
  Options none = o;
  none.padding = kZeros;
  y = place(y, height, none);
  x = place(x, width, none);
  const std::array<T, 4> wy = cubic_weights(y - std::floor(y));
  const std::array<T, 4> wx = cubic_weights(x - std::floor(x));
  for (size_t j = 0; j < 4; ++j) {
    const auto iy = static_cast<int64_t>(place(std::floor(y) - 1 + static_cast<T>(j), height, o));
    for (size_t i = 0; i < 4; ++i) {
      const auto ix = static_cast<int64_t>(place(std::floor(x) - 1 + static_cast<T>(i), width, o));
      if (iy >= 0 && iy < height && ix >= 0 && ix < width) {
        taps.add(iy * width + ix, wy[j] * wx[i]);
      }
    }
  }
  return taps;
}

template <class T, class Acc>
void sample(const Tensor& input, const Tensor& grid, const Options& o, Tensor& output) {
  const int64_t dims = input.dim() - 2;
  const int64_t channels = input.size(1);
  std::array<int64_t, 3> size{1, 1, 1};
  for (const auto i : c10::irange(dims)) {
    size[static_cast<size_t>(3 - dims + i)] = input.size(i + 2);
  }
  const int64_t pixels = size[0] * size[1] * size[2];
  const int64_t outputs = grid.numel() / std::max<int64_t>(1, grid.size(0) * dims);
  const T* const from = input.data_ptr<T>();
  const T* const at = grid.data_ptr<T>();
  T* const to = output.data_ptr<T>();
  parallel_for(
      0, input.size(0) * outputs, std::max<int64_t>(1, 4096 / std::max<int64_t>(1, channels)),
      [&](int64_t begin, int64_t end) {
        for (int64_t i = begin; i < end; ++i) {
          // The grid's last dimension is x, y (, z).
          std::array<Acc, 3> position{0, 0, 0};
          for (const auto d : c10::irange(dims)) {
            const auto axis = static_cast<size_t>(2 - d);
            position[axis] =
                unnormalize(static_cast<Acc>(at[i * dims + d]), size[axis], o.align_corners);
          }
          Taps<Acc> taps;
          if (o.interpolation == kBicubic) {
            taps = cubic_taps(position[1], position[2], size[1], size[2], o);
          } else {
            for (const auto d : c10::irange(dims)) {
              const auto axis = static_cast<size_t>(2 - d);
              position[axis] = place(position[axis], size[axis], o);
            }
            taps = o.interpolation == kNearest ? nearest_taps(position, size)
                                               : linear_taps(position, size);
          }
          const int64_t image = i / outputs;
          for (const auto c : c10::irange(channels)) {
            const T* const plane = from + (image * channels + c) * pixels;
            Acc sum = 0;
            for (const auto k : c10::irange(static_cast<size_t>(taps.count))) {
              sum += static_cast<Acc>(plane[taps.pixel[k]]) * taps.weight[k];
            }
            to[(image * channels + c) * outputs + i % outputs] = static_cast<T>(sum);
          }
        }
      });
}

void check(const Tensor& input, const Tensor& grid, const Options& o, int64_t dims) {
  TORCH_CHECK(input.dim() == dims + 2 && grid.dim() == input.dim(), "grid_sampler(): expected ",
              dims + 2,
              "D input and grid with same number of dimensions, but got input with sizes ",
              input.sizes(), " and grid with sizes ", grid.sizes());
  TORCH_CHECK(input.size(0) == grid.size(0),
              "grid_sampler(): expected grid and input to have same "
              "batch size, but got input with sizes ",
              input.sizes(), " and grid with sizes ", grid.sizes());
  TORCH_CHECK(grid.size(-1) == dims, "grid_sampler(): expected grid to have size ", dims,
              " in last dimension, but got grid with sizes ", grid.sizes());
  for (const auto i : c10::irange(dims)) {
    TORCH_CHECK(input.size(i + 2) > 0,
                "grid_sampler(): expected input to have non-empty spatial "
                "dimensions, but input has sizes ",
                input.sizes(), " with dimension ", i + 2, " being empty");
  }
  TORCH_CHECK(input.scalar_type() == grid.scalar_type(),
              "grid_sampler(): expected input and grid "
              "to have the same dtype, but got ",
              input.scalar_type(), " and ", grid.scalar_type());
  TORCH_CHECK(o.interpolation >= kBilinear && o.interpolation <= kBicubic,
              "grid_sampler(): interpolation_mode is ", o.interpolation,
              "; it must be 0 (bilinear), 1 (nearest) or 2 (bicubic)");
  TORCH_CHECK(o.interpolation != kBicubic || dims == 2,
              "grid_sampler(): bicubic interpolation only supports 4D input");
  TORCH_CHECK(o.padding >= kZeros && o.padding <= kReflection, "grid_sampler(): padding_mode is ",
              o.padding, "; it must be 0 (zeros), 1 (border) or 2 (reflection)");
}

Tensor grid_sample(const Tensor& input, const Tensor& grid, const Options& o, int64_t dims) {
  check(input, grid, o, dims);
  DimVector sizes{input.size(0), input.size(1)};
  for (const auto i : c10::irange(dims)) {
    sizes.push_back(grid.size(i + 1));
  }
  Tensor output = new_tensor(sizes, input.scalar_type());
  if (output.numel() == 0) {
    return output;
  }
  const Tensor x = input.contiguous();
  const Tensor g = grid.contiguous();
  AT_DISPATCH_FLOATING_TYPES_AND2(kHalf, kBFloat16, input.scalar_type(), "grid_sampler", [&] {
    sample<scalar_t, arithmetic_t<scalar_t>>(x, g, o, output);
  });
  return output;
}

// `steps` coordinates from -1 to 1; without aligned corners they are the centres of pixels.
template <class T>
std::vector<T> coordinates(int64_t steps, bool align_corners) {
  std::vector<T> values(static_cast<size_t>(steps), T(0));
  if (steps <= 1) {
    return values;
  }
  const T step = T(2) / static_cast<T>(steps - 1);
  for (const auto i : c10::irange(steps)) {
    // From both ends, as linspace does.
    T value = i < steps / 2 ? T(-1) + step * static_cast<T>(i)
                            : T(1) - step * static_cast<T>(steps - 1 - i);
    if (!align_corners) {
      value = value * static_cast<T>(steps - 1) / static_cast<T>(steps);
    }
    values[static_cast<size_t>(i)] = value;
  }
  return values;
}

template <class T>
void fill_grid(const Tensor& theta, IntArrayRef size, bool align_corners, Tensor& grid) {
  using Acc = arithmetic_t<T>;
  const auto dims = static_cast<int64_t>(size.size()) - 2;
  const auto xs = coordinates<Acc>(size.back(), align_corners);
  const auto ys = coordinates<Acc>(size[size.size() - 2], align_corners);
  const auto zs = coordinates<Acc>(dims == 3 ? size[2] : 1, align_corners);
  T* to = grid.data_ptr<T>();
  for (const auto n : c10::irange(size[0])) {
    const T* const matrix = theta.data_ptr<T>() + n * dims * (dims + 1);
    for (const Acc z : zs) {
      for (const Acc y : ys) {
        for (const Acc x : xs) {
          for (const auto row : c10::irange(dims)) {
            const T* const r = matrix + row * (dims + 1);
            Acc sum = x * static_cast<Acc>(r[0]) + y * static_cast<Acc>(r[1]);
            if (dims == 3) {
              sum += z * static_cast<Acc>(r[2]);
            }
            *to++ = static_cast<T>(sum + static_cast<Acc>(r[dims]));
          }
        }
      }
    }
  }
}

}  // namespace

Tensor grid_sampler(const Tensor& input, const Tensor& grid, int64_t interpolation_mode,
                    int64_t padding_mode, bool align_corners) {
  TORCH_CHECK(input.dim() == 4 || input.dim() == 5,
              "grid_sampler(): expected 4D or 5D input and "
              "grid with same number of dimensions, but got input with sizes ",
              input.sizes(), " and grid with sizes ", grid.sizes());
  return grid_sample(input, grid, {interpolation_mode, padding_mode, align_corners},
                     input.dim() - 2);
}

Tensor grid_sampler_2d(const Tensor& input, const Tensor& grid, int64_t interpolation_mode,
                       int64_t padding_mode, bool align_corners) {
  return grid_sample(input, grid, {interpolation_mode, padding_mode, align_corners}, 2);
}

Tensor grid_sampler_3d(const Tensor& input, const Tensor& grid, int64_t interpolation_mode,
                       int64_t padding_mode, bool align_corners) {
  return grid_sample(input, grid, {interpolation_mode, padding_mode, align_corners}, 3);
}

Tensor affine_grid_generator(const Tensor& theta, IntArrayRef size, bool align_corners) {
  TORCH_CHECK(size.size() == 4 || size.size() == 5,
              "AffineGridGenerator needs 4d (spatial) or 5d (volumetric) inputs, but got size ",
              size);
  for (const int64_t n : size) {
    TORCH_CHECK(n >= 0 && n < (int64_t{1} << 31),
                "affine_grid_generator: sizes must not be "
                "negative, but got ",
                size);
  }
  const auto dims = static_cast<int64_t>(size.size()) - 2;
  TORCH_CHECK(theta.dim() == 3 && theta.size(0) == size[0] && theta.size(1) == dims &&
                  theta.size(2) == dims + 1,
              "affine_grid_generator: expected theta of shape [", size[0], ", ", dims, ", ",
              dims + 1, "] for size ", size, ", but got ", theta.sizes());
  DimVector sizes{size[0]};
  for (const auto i : c10::irange(dims)) {
    sizes.push_back(size[static_cast<size_t>(i + 2)]);
  }
  sizes.push_back(dims);
  Tensor grid = new_tensor(sizes, theta.scalar_type());
  const Tensor matrices = theta.contiguous();
  AT_DISPATCH_FLOATING_TYPES_AND2(
      kHalf, kBFloat16, theta.scalar_type(), "affine_grid_generator",
      [&] { fill_grid<scalar_t>(matrices, size, align_corners, grid); });
  return grid;
}

}  // namespace at::native
