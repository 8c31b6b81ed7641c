// Implements resample.h.
#include "aten_lite/native/internal/resample.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "ATen/ops/contiguous.h"
#include "aten_lite/core/dispatch.h"
#include "aten_lite/core/irange.h"
#include "aten_lite/native/internal/dense.h"
#include "aten_lite/native/internal/float_params.h"
#include "aten_lite/parallel/parallel.h"

namespace at::native {
namespace {

// The taps of every output pixel along one dimension, `most` places for each.
template <class Acc>
struct Taps {
  int64_t input = 1;
  int64_t output = 1;
  int64_t most = 1;
  std::vector<int64_t> counts;
  std::vector<int64_t> indices;
  std::vector<Acc> weights;

  void resize(int64_t in, int64_t out, int64_t taps) {
    input = in;
    output = out;
    most = taps;
    counts.assign(static_cast<size_t>(out), 0);
    indices.assign(static_cast<size_t>(out * taps), 0);
    weights.assign(static_cast<size_t>(out * taps), Acc(0));
  }
  void add(int64_t pixel, int64_t index, Acc weight) {
    const auto at = static_cast<size_t>(pixel * most + counts[static_cast<size_t>(pixel)]++);
    indices[at] = index;
    weights[at] = weight;
  }
};

// Input pixels per output pixel, when corners do not matter.
template <class Acc>
Acc ratio(int64_t input, int64_t output, std::optional<double> scale) {
  return scale.has_value() && *scale > 0 ? static_cast<Acc>(1.0 / *scale)
                                         : static_cast<Acc>(input) / static_cast<Acc>(output);
}

template <class Acc>
Acc step_between(int64_t input, int64_t output, bool align_corners, std::optional<double> scale) {
  if (!align_corners) {
    return ratio<Acc>(input, output, scale);
  }
  return output > 1 ? static_cast<Acc>(input - 1) / static_cast<Acc>(output - 1) : Acc(0);
}

// An index that a file's scale factor may have put anywhere.
template <class Acc>
int64_t clamped_floor(Acc value, int64_t input) {
  const Acc floor = std::floor(value);
  if (!(floor > Acc(0))) {
    return 0;
  }
  return floor >= static_cast<Acc>(input - 1) ? input - 1 : static_cast<int64_t>(floor);
}

template <class Acc>
void nearest_taps(Taps<Acc>& taps, bool exact, std::optional<double> scale) {
  const auto step = ratio<float>(taps.input, taps.output, scale);
  for (const auto i : c10::irange(taps.output)) {
    const float shift = exact ? 0.5f : 0.0f;
    int64_t index = clamped_floor((static_cast<float>(i) + shift) * step, taps.input);
    // Whole factors are computed without rounding.
    if (!exact && taps.output == taps.input) {
      index = i;
    } else if (!exact && taps.output == 2 * taps.input) {
      index = i / 2;
    }
    taps.add(i, index, Acc(1));
  }
}

template <class Acc>
void linear_taps(Taps<Acc>& taps, bool align_corners, std::optional<double> scale) {
  const Acc step = step_between<Acc>(taps.input, taps.output, align_corners, scale);
  for (const auto i : c10::irange(taps.output)) {
    const auto pixel = static_cast<Acc>(i);
    Acc position = align_corners ? step * pixel : step * (pixel + Acc(0.5)) - Acc(0.5);
    position = position < Acc(0) ? Acc(0) : position;
    if (taps.output == taps.input) {
      position = pixel;
    }
    const int64_t index = clamped_floor(position, taps.input);
    const Acc weight = std::min(std::max(position - static_cast<Acc>(index), Acc(0)), Acc(1));
    taps.add(i, index, Acc(1) - weight);
    taps.add(i, std::min(index + 1, taps.input - 1), weight);
  }
}

// Keys' cubic convolution: the weight at distance x.
template <class Acc>
Acc cubic_weight(Acc x, Acc a) {
  x = std::abs(x);
  if (x <= Acc(1)) {
    return ((a + Acc(2)) * x - (a + Acc(3))) * x * x + Acc(1);
  }
  return x < Acc(2) ? ((a * x - Acc(5) * a) * x + Acc(8) * a) * x - Acc(4) * a : Acc(0);
}

template <class Acc>
void cubic_taps(Taps<Acc>& taps, bool align_corners, std::optional<double> scale) {
  const Acc step = step_between<Acc>(taps.input, taps.output, align_corners, scale);
  const auto last = static_cast<Acc>(taps.input - 1);
  for (const auto i : c10::irange(taps.output)) {
    const auto pixel = static_cast<Acc>(i);
    const Acc position = align_corners ? step * pixel : step * (pixel + Acc(0.5)) - Acc(0.5);
    const Acc floor = std::floor(position);
    const Acc t = std::min(std::max(position - floor, Acc(0)), Acc(1));
    for (int k = -1; k <= 2; ++k) {
      const Acc at = std::min(std::max(floor + static_cast<Acc>(k), Acc(0)), last);
      taps.add(i, clamped_floor(at, taps.input), cubic_weight(t - static_cast<Acc>(k), Acc(-0.75)));
    }
  }
}

// Lanczos' window of three lobes: sinc(x) * sinc(x / 3).
template <class Acc>
Acc lanczos_weight(Acc x) {
  constexpr Acc kPi = Acc(3.14159265358979323846);
  if (x == Acc(0)) return Acc(1);
  if (std::abs(x) >= Acc(3)) return Acc(0);
  const Acc angle = kPi * x;
  return Acc(3) * std::sin(angle) * std::sin(angle / Acc(3)) / (angle * angle);
}

template <class Acc>
Acc antialias_weight(Resampling kind, Acc distance) {
  switch (kind) {
    case Resampling::kLanczosAntialias:
      return lanczos_weight(distance);
    case Resampling::kCubicAntialias:
      return cubic_weight(distance, Acc(-0.5));
    default:
      return std::max(Acc(1) - std::abs(distance), Acc(0));
  }
}

// How far from its center a filter reaches, in pixels of the coarser of the two images.
int antialias_reach(Resampling kind) {
  if (kind == Resampling::kLanczosAntialias) return 3;
  return kind == Resampling::kCubicAntialias ? 2 : 1;
}

template <class Acc>
void antialias_taps(Taps<Acc>& taps, int64_t output, Resampling kind, bool align_corners,
                    std::optional<double> scale) {
  const Acc step = step_between<Acc>(taps.input, output, align_corners, scale);
  const Acc widening = std::max(step, Acc(1));
  const Acc support = static_cast<Acc>(antialias_reach(kind)) * widening;
  const auto most = static_cast<int64_t>(
      std::min(std::ceil(support) * Acc(2) + Acc(1), static_cast<Acc>(taps.input)));
  taps.resize(taps.input, output, std::max<int64_t>(most, 1));
  const auto input = static_cast<Acc>(taps.input);
  std::vector<Acc> weights;
  for (const auto i : c10::irange(output)) {
    const Acc center = step * (static_cast<Acc>(i) + Acc(0.5));
    const auto first =
        static_cast<int64_t>(std::min(std::max(center - support + Acc(0.5), Acc(0)), input));
    const auto last =
        static_cast<int64_t>(std::min(std::max(center + support + Acc(0.5), Acc(0)), input));
    weights.clear();
    Acc total = 0;
    for (int64_t x = first; x < last && x - first < taps.most; ++x) {
      const Acc distance = (static_cast<Acc>(x) - center + Acc(0.5)) / widening;
      const Acc weight = antialias_weight(kind, distance);
      weights.push_back(weight);
      total += weight;
    }
    for (const auto k : c10::irange(weights.size())) {
      taps.add(i, first + static_cast<int64_t>(k),
               total != Acc(0) ? weights[k] / total : weights[k]);
    }
  }
}

template <class Acc>
Taps<Acc> make_taps(Resampling kind, int64_t input, int64_t output, bool align_corners,
                    std::optional<double> scale) {
  Taps<Acc> taps;
  taps.input = input;
  switch (kind) {
    case Resampling::kNearest:
    case Resampling::kNearestExact:
      taps.resize(input, output, 1);
      nearest_taps(taps, kind == Resampling::kNearestExact, scale);
      break;
    case Resampling::kLinear:
      taps.resize(input, output, 2);
      linear_taps(taps, align_corners, scale);
      break;
    case Resampling::kCubic:
      taps.resize(input, output, 4);
      cubic_taps(taps, align_corners, scale);
      break;
    case Resampling::kLinearAntialias:
    case Resampling::kCubicAntialias:
    case Resampling::kLanczosAntialias:
      antialias_taps(taps, output, kind, align_corners, scale);
      break;
  }
  return taps;
}

// Rounds to the nearest integer within the type's range.
template <class T, class Acc>
T to_element(Acc value) {
  if constexpr (std::is_integral_v<T>) {
    const Acc low = static_cast<Acc>(std::numeric_limits<T>::lowest());
    const Acc high = static_cast<Acc>(std::numeric_limits<T>::max());
    return static_cast<T>(std::min(std::max(std::nearbyint(value), low), high));
  } else {
    return static_cast<T>(value);
  }
}

// Sums the taps of one output pixel and lane, innermost dimension first.
template <class T, class Acc>
Acc sum_taps(const std::array<Taps<Acc>, 3>& taps, const T* image, int64_t lanes, int64_t lane,
             const std::array<int64_t, 3>& pixel) {
  const auto [z, y, x] = pixel;
  const auto count = [&](int axis, int64_t at) {
    return taps[static_cast<size_t>(axis)].counts[static_cast<size_t>(at)];
  };
  Acc deep = 0;
  for (int64_t i = 0; i < count(0, z); ++i) {
    const auto iz = static_cast<size_t>(z * taps[0].most + i);
    Acc high = 0;
    for (int64_t j = 0; j < count(1, y); ++j) {
      const auto iy = static_cast<size_t>(y * taps[1].most + j);
      const T* const line =
          image +
          (taps[0].indices[iz] * taps[1].input + taps[1].indices[iy]) * taps[2].input * lanes +
          lane;
      Acc wide = 0;
      for (int64_t k = 0; k < count(2, x); ++k) {
        const auto ix = static_cast<size_t>(x * taps[2].most + k);
        wide += static_cast<Acc>(line[taps[2].indices[ix] * lanes]) * taps[2].weights[ix];
      }
      high += wide * taps[1].weights[iy];
    }
    deep += high * taps[0].weights[iz];
  }
  return deep;
}

template <class T, class Acc>
void resample_images(const std::array<Taps<Acc>, 3>& taps, int64_t outer, int64_t lanes,
                     const T* input, T* output) {
  const int64_t lines = taps[0].output * taps[1].output;
  const int64_t width = taps[2].output;
  const int64_t image = taps[0].input * taps[1].input * taps[2].input * lanes;
  const bool copies = taps[0].most * taps[1].most * taps[2].most == 1;
  const int64_t work = width * lanes * (copies ? 1 : 4);
  parallel_for(0, outer * lines, std::max<int64_t>(1, at::internal::GRAIN_SIZE / work),
               [&](int64_t begin, int64_t end) {
                 for (int64_t i = begin; i < end; ++i) {
                   const T* const from = input + i / lines * image;
                   const int64_t z = i % lines / taps[1].output;
                   const int64_t y = i % taps[1].output;
                   T* to = output + i * width * lanes;
                   for (int64_t x = 0; x < width; ++x, to += lanes) {
                     if (copies) {
                       const int64_t pixel =
                           (taps[0].indices[static_cast<size_t>(z)] * taps[1].input +
                            taps[1].indices[static_cast<size_t>(y)]) *
                               taps[2].input +
                           taps[2].indices[static_cast<size_t>(x)];
                       std::copy_n(from + pixel * lanes, lanes, to);
                     } else {
                       for (int64_t lane = 0; lane < lanes; ++lane) {
                         to[lane] = to_element<T>(sum_taps(taps, from, lanes, lane, {z, y, x}));
                       }
                     }
                   }
                 }
               });
}

template <class T>
struct ResampleAccumulator {
  using type = float;
};
template <>
struct ResampleAccumulator<double> {
  using type = double;
};

}  // namespace

Tensor resample(const char* op, Resampling kind, const Tensor& self, IntArrayRef output_size,
                bool align_corners, const std::array<std::optional<double>, 3>& scales) {
  const auto dims = static_cast<int64_t>(output_size.size());
  TORCH_CHECK(self.dim() == dims + 2, op, ": It is expected input_size equals to ", dims + 2,
              ", but got size ", self.dim(), " (shape ", self.sizes(), ")");
  TORCH_CHECK(self.size(1) > 0, op, ": Non-empty ", dims + 2,
              "D data tensor expected but got a tensor with sizes ", self.sizes());
  DimVector sizes{self.size(0), self.size(1)};
  for (const auto i : c10::irange(dims)) {
    const int64_t out = output_size[static_cast<size_t>(i)];
    TORCH_CHECK(self.size(i + 2) > 0 && out > 0 && out < (int64_t{1} << 31), op,
                ": Input and output sizes should be greater than 0, but got input ", self.sizes(),
                " and output size ", output_size);
    sizes.push_back(out);
  }
  const MemoryFormat format = self.suggest_memory_format();
  const bool last = format != MemoryFormat::Contiguous;
  Tensor output = new_tensor(sizes, self.scalar_type(), format);
  if (output.numel() == 0) {
    return output;
  }
  const Tensor x = self.contiguous(format);
  const int64_t outer = last ? self.size(0) : self.size(0) * self.size(1);
  const int64_t lanes = last ? self.size(1) : 1;
  const auto run = [&](auto zero) {
    using T = decltype(zero);
    using Acc = typename ResampleAccumulator<T>::type;
    std::array<Taps<Acc>, 3> taps;
    for (int64_t i = 0; i < 3; ++i) {
      const auto at = static_cast<size_t>(i);
      const int64_t dim = i - (3 - dims);
      taps[at] = dim < 0
                     ? make_taps<Acc>(Resampling::kNearest, 1, 1, false, std::nullopt)
                     : make_taps<Acc>(kind, self.size(dim + 2), sizes[static_cast<size_t>(dim + 2)],
                                      align_corners, scales[static_cast<size_t>(dim)]);
    }
    resample_images<T, Acc>(taps, outer, lanes, x.data_ptr<T>(), output.data_ptr<T>());
  };
  switch (self.scalar_type()) {
    case kFloat:
      run(float{});
      break;
    case kDouble:
      run(double{});
      break;
    case kHalf:
      run(c10::Half());
      break;
    case kBFloat16:
      run(c10::BFloat16());
      break;
    case kByte:
      run(uint8_t{});
      break;
    default:
      TORCH_CHECK_NOT_IMPLEMENTED(false, "\"", op, "\" not implemented for '",
                                  toString(self.scalar_type()), "'");
  }
  return output;
}

DimVector resampled_size(const char* op, const Tensor& input, OptionalIntArrayRef output_size,
                         const std::optional<ArrayRef<double>>& scale_factors) {
  TORCH_CHECK(output_size.has_value() != scale_factors.has_value(), op,
              ": Must specify exactly one of output_size and scale_factors");
  const int64_t dims = input.dim() - 2;
  const auto given =
      static_cast<int64_t>(output_size.has_value() ? output_size->size() : scale_factors->size());
  TORCH_CHECK(given == dims, op, ": the input of shape ", input.sizes(), " needs ", dims,
              " sizes or scale factors, but got ", given);
  DimVector sizes;
  for (const auto i : c10::irange(dims)) {
    const auto at = static_cast<size_t>(i);
    if (output_size.has_value()) {
      sizes.push_back((*output_size)[at]);
      continue;
    }
    const double size = static_cast<double>(input.size(i + 2)) * (*scale_factors)[at];
    TORCH_CHECK(size > -1e15 && size < 1e15, op, ": scale factor ", (*scale_factors)[at],
                " is out of range");
    sizes.push_back(static_cast<int64_t>(size));
  }
  return sizes;
}

}  // namespace at::native
