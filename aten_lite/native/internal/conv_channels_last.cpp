// fp32 convolution of channels-last images: patches [positions, patch] times transposed weights
// [patch, out].
#include <algorithm>
#include <utility>

#include "aten_lite/native/internal/conv.h"
#include "aten_lite/native/internal/depthwise_kernel.h"
#include "aten_lite/parallel/parallel.h"

namespace at {
namespace native {
namespace internal {
namespace {

// Runs f(t, offset of the tap's pixel in the image) for the taps of output position `position` that
// lie in the image, and g(t) for those in the padding.
template <class F, class G>
void for_each_tap(const ConvShape& shape, int64_t position, const F& inside, const G& outside) {
  const auto [depth, height, width] = shape.input;
  const int64_t x0 = position % shape.output[2] * shape.stride[2] - shape.padding[2];
  const int64_t y0 =
      position / shape.output[2] % shape.output[1] * shape.stride[1] - shape.padding[1];
  const int64_t z0 =
      position / (shape.output[2] * shape.output[1]) * shape.stride[0] - shape.padding[0];
  int64_t tap = 0;
  for (int64_t kz = 0; kz < shape.kernel[0]; ++kz) {
    const int64_t z = z0 + kz * shape.dilation[0];
    for (int64_t ky = 0; ky < shape.kernel[1]; ++ky) {
      const int64_t y = y0 + ky * shape.dilation[1];
      const bool line = z >= 0 && z < depth && y >= 0 && y < height;
      for (int64_t kx = 0; kx < shape.kernel[2]; ++kx, ++tap) {
        const int64_t x = x0 + kx * shape.dilation[2];
        if (line && x >= 0 && x < width) {
          inside(tap, (z * height + y) * width + x);
        } else {
          outside(tap);
        }
      }
    }
  }
}

// Patches of positions [first, last) of one image's group, a row of `patch` floats each.
void gather_rows(const ConvShape& shape, const float* image, int64_t group, int64_t first,
                 int64_t last, float* rows) {
  const int64_t inputs = shape.group_inputs();
  const float* const from = image + group * inputs;
  for (int64_t position = first; position < last; ++position, rows += shape.patch()) {
    for_each_tap(
        shape, position,
        [&](int64_t tap, int64_t pixel) {
          std::copy_n(from + pixel * shape.in_channels, inputs, rows + tap * inputs);
        },
        [&](int64_t tap) { std::fill_n(rows + tap * inputs, inputs, 0.0f); });
  }
}

void convolve_part(const ConvShape& shape, const float* image, const PackedMatrix& weight,
                   int64_t group, float* output, const GemmEpilogue& epilogue) {
  const int64_t positions = product_of(shape.output);
  const int64_t patch = shape.patch();
  float* const to = output + group * shape.group_outputs();
  GemmOptions options;
  options.epilogue = epilogue;
  if (shape.is_pointwise()) {
    gemm(positions, {image + group * patch, shape.in_channels, 1}, weight, to, shape.out_channels,
         options);
    return;
  }
  const int64_t block = std::clamp<int64_t>(131072 / patch, 48, 192);
  constexpr int64_t kEnoughTasks = 8;
  if (divup(positions, block) < kEnoughTasks) {
    // Few positions: patches are gathered once, together, and the product is cut along the output
    // channels too.
    Scratch<float> rows(positions * patch);
    parallel_for(0, positions, std::max<int64_t>(1, (1 << 15) / patch),
                 [&](int64_t begin, int64_t end) {
                   gather_rows(shape, image, group, begin, end, rows.data() + begin * patch);
                 });
    gemm(positions, {rows.data(), patch, 1}, weight, to, shape.out_channels, options);
    return;
  }
  const int64_t columns = gemm_kernels().panel_columns;
  parallel_for(0, divup(positions, block), 1, [&](int64_t begin, int64_t end) {
    Scratch<float> rows(block * patch);
    for (int64_t task = begin; task < end; ++task) {
      const int64_t first = task * block;
      GemmTile tile;
      tile.m = std::min(block, positions - first);
      tile.n = shape.group_outputs();
      tile.k = patch;
      gather_rows(shape, image, group, first, first + tile.m, rows.data());
      tile.a = rows.data();
      tile.a_row_stride = patch;
      tile.a_column_stride = 1;
      tile.b = weight.panels();
      tile.b_panel_stride = columns * patch;
      tile.b_row_stride = columns;
      tile.c = to + first * shape.out_channels;
      tile.c_row_stride = shape.out_channels;
      tile.epilogue = epilogue.at(first, 0);
      gemm_tile(tile);
    }
  });
}

// Whether a patch is one run of floats in each of the kernel's lines, once an image has its padding
// around it.
bool has_line_segments(const ConvShape& shape) {
  return shape.groups == 1 && shape.input[0] == 1 && shape.kernel[0] == 1 &&
         shape.padding[0] == 0 && (shape.dilation[2] == 1 || shape.kernel[2] == 1) &&
         // The padded copy is to be of the image's order of size.
         shape.padding[1] <= shape.input[1] + 64 && shape.padding[2] <= shape.input[2] + 64;
}

// Copies an image of [height, width, channels], or [channels, height, width], into the middle of
// zeros.
void pad_image(const ConvShape& shape, const float* image, bool channels_first, float* padded) {
  const int64_t channels = shape.in_channels;
  const auto [depth, height, width] = shape.input;
  const int64_t margin = shape.padding[2] * channels;
  const int64_t line = (width + 2 * shape.padding[2]) * channels;
  const int64_t top = shape.padding[1];
  const int64_t image_height = depth * height;
  const int64_t image_width = width;
  parallel_for(0, image_height + 2 * top, std::max<int64_t>(1, (1 << 15) / line),
               [&](int64_t begin, int64_t end) {
                 for (int64_t i = begin; i < end; ++i) {
                   float* to = padded + i * line;
                   const int64_t y = i - top;
                   if (y < 0 || y >= image_height) {
                     std::fill_n(to, line, 0.0f);
                     continue;
                   }
                   to = std::fill_n(to, margin, 0.0f);
                   if (channels_first) {
                     for (int64_t c = 0; c < channels; ++c) {
                       const float* const from = image + (c * image_height + y) * image_width;
                       for (int64_t x = 0; x < image_width; ++x) {
                         to[x * channels + c] = from[x];
                       }
                     }
                   } else {
                     std::copy_n(image + y * image_width * channels, image_width * channels, to);
                   }
                   std::fill_n(to + image_width * channels, margin, 0.0f);
                 }
               });
}

// How output lines and panels of output channels are cut into tasks.
struct LineGrid {
  int64_t lines;   // per task
  int64_t panels;  // per task
};

LineGrid make_line_grid(const ConvShape& shape, int64_t panels) {
  // Enough positions to use a weight often, and enough tasks.
  constexpr int64_t kPositions = 192;
  constexpr int64_t kFewPositions = 96;
  constexpr int64_t kTasks = 8;
  constexpr int64_t kTaskWork = 1 << 19;
  const int64_t width = shape.output[2];
  LineGrid grid{std::clamp<int64_t>(kPositions / width, 1, shape.output[1]), panels};
  const int64_t column_work = shape.patch() * gemm_kernels().panel_columns;
  while (divup(shape.output[1], grid.lines) * divup(panels, grid.panels) < kTasks &&
         grid.lines * width * grid.panels * column_work > kTaskWork) {
    if (grid.lines > 1 && (grid.lines * width > kFewPositions || grid.panels == 1)) {
      grid.lines = divup(grid.lines, 2);
    } else if (grid.panels > 1) {
      grid.panels = divup(grid.panels, 2);
    } else {
      break;
    }
  }
  return grid;
}

// Reads patches where they lie in the padded image, a segment for each of the kernel's lines.
void convolve_lines(const ConvShape& shape, const float* image, bool channels_first,
                    const PackedMatrix& weight, float* output, const GemmEpilogue& epilogue) {
  const int64_t channels = shape.in_channels;
  const int64_t line = (shape.input[2] + 2 * shape.padding[2]) * channels;
  const bool in_place = !channels_first && shape.padding == Spatial{0, 0, 0};
  Scratch<float> padded(in_place ? 0 : line * (shape.input[1] + 2 * shape.padding[1]));
  if (!in_place) {
    pad_image(shape, image, channels_first, padded.data());
    image = padded.data();
  }
  const int64_t columns = gemm_kernels().panel_columns;
  const int64_t panels = divup(shape.out_channels, columns);
  const LineGrid grid = make_line_grid(shape, panels);
  const int64_t line_tasks = divup(shape.output[1], grid.lines);
  parallel_for(0, line_tasks * divup(panels, grid.panels), 1, [&](int64_t begin, int64_t end) {
    for (int64_t task = begin; task < end; ++task) {
      const int64_t y = task % line_tasks * grid.lines;
      const int64_t row = y * shape.output[2];
      const int64_t first_panel = task / line_tasks * grid.panels;
      const int64_t last_panel = std::min(panels, first_panel + grid.panels);
      GemmTile tile;
      tile.m = shape.output[2];
      tile.k = shape.kernel[2] * channels;
      tile.a = image + y * shape.stride[1] * line;
      tile.a_row_stride = shape.stride[2] * channels;
      tile.a_column_stride = 1;
      tile.segments = shape.kernel[1];
      tile.a_segment_stride = shape.dilation[1] * line;
      tile.lines = std::min(grid.lines, shape.output[1] - y);
      tile.a_line_stride = shape.stride[1] * line;
      tile.b_row_stride = columns;
      tile.c_row_stride = shape.out_channels;
      // A panel's block of weights stays in the first-level cache while all lines pass by.
      for (int64_t panel = first_panel; panel < last_panel; ++panel) {
        const int64_t column = panel * columns;
        tile.n = std::min(columns, shape.out_channels - column);
        tile.b = weight.panels() + column * weight.rows();
        tile.c = output + row * shape.out_channels + column;
        tile.epilogue = epilogue.at(row, column);
        gemm_tile(tile);
      }
    }
  });
}

// Output positions of a line whose taps all lie within the input line: [first, last).
std::pair<int64_t, int64_t> inner_positions(const ConvShape& shape) {
  const int64_t reach = (shape.kernel[2] - 1) * shape.dilation[2];
  const int64_t room = shape.input[2] - 1 - reach + shape.padding[2];
  const int64_t first = std::min(divup(shape.padding[2], shape.stride[2]), shape.output[2]);
  const int64_t last = room < 0 ? 0 : std::min(room / shape.stride[2] + 1, shape.output[2]);
  return {first, std::max(first, last)};
}

// Every channel with one filter: vectors run along the channels.
void convolve_depthwise(const ConvShape& shape, const float* input, const float* filters,
                        float* output, const ConvEpilogue& epilogue) {
  const int64_t channels = shape.in_channels;
  const int64_t taps = product_of(shape.kernel);
  const int64_t width = shape.output[2];
  const int64_t lines = shape.output[0] * shape.output[1];
  const auto [inner, inner_end] = inner_positions(shape);
  const int64_t first_inner = inner;
  const int64_t last_inner = inner_end;
  parallel_for(0, shape.batch * lines, std::max<int64_t>(1, (1 << 16) / (taps * channels * width)),
               [&](int64_t begin, int64_t end) {
                 Scratch<const float*> inputs(taps);
                 Scratch<const float*> weights(taps);
                 for (int64_t i = begin; i < end; ++i) {
                   const float* const image =
                       input + i / lines * product_of(shape.input) * channels;
                   DepthwiseLine line;
                   line.channels = channels;
                   line.inputs = inputs.data();
                   line.weights = weights.data();
                   line.step = shape.stride[2] * channels;
                   line.bias = epilogue.bias;
                   line.lower = epilogue.lower;
                   line.upper = epilogue.upper;
                   for (int64_t x = 0; x < width; x += line.pixels) {
                     line.pixels = x == first_inner && x < last_inner ? last_inner - x : 1;
                     line.taps = 0;
                     for_each_tap(
                         shape, i % lines * width + x,
                         [&](int64_t tap, int64_t pixel) {
                           inputs[line.taps] = image + pixel * channels;
                           weights[line.taps++] = filters + tap * channels;
                         },
                         [](int64_t) {});
                     const int64_t at = (i * width + x) * channels;
                     line.output = output + at;
                     line.addend = epilogue.addend == nullptr ? nullptr : epilogue.addend + at;
                     depthwise_kernels().line(line);
                   }
                 }
               });
}

}  // namespace

ChannelsLastWeights::ChannelsLastWeights(const ConvShape& shape, const float* weight)
    : depthwise_(shape.has_one_filter_per_channel() ? product_of(shape.kernel) * shape.in_channels
                                                    : 0) {
  const int64_t patch = shape.patch();
  if (shape.has_one_filter_per_channel()) {
    for (int64_t c = 0; c < shape.in_channels; ++c) {
      for (int64_t tap = 0; tap < patch; ++tap) {
        depthwise_[tap * shape.in_channels + c] = weight[c * patch + tap];
      }
    }
    return;
  }
  const int64_t outputs = shape.group_outputs();
  groups_.reserve(static_cast<size_t>(shape.groups));
  for (int64_t group = 0; group < shape.groups; ++group) {
    groups_.emplace_back(MatrixView{weight + group * outputs * patch, 1, patch}, patch, outputs);
  }
}

bool reads_channels_first(const ConvShape& shape) {
  return has_line_segments(shape) && !shape.is_pointwise();
}

void conv_channels_last(const ConvShape& shape, const float* input,
                        const ChannelsLastWeights& weights, float* output,
                        const ConvEpilogue& epilogue, bool channels_first_input) {
  if (shape.has_one_filter_per_channel()) {
    convolve_depthwise(shape, input, weights.depthwise(), output, epilogue);
    return;
  }
  const bool lines = reads_channels_first(shape);
  for (int64_t group = 0; group < shape.groups; ++group) {
    const PackedMatrix& weight = weights.groups()[static_cast<size_t>(group)];
    GemmEpilogue part;
    part.column_bias = epilogue.bias;
    part.addend = epilogue.addend;
    part.addend_row_stride = shape.out_channels;
    part.lower = epilogue.lower;
    part.upper = epilogue.upper;
    part = part.at(0, group * shape.group_outputs());
    for (int64_t image = 0; image < shape.batch; ++image) {
      const float* const from = input + image * product_of(shape.input) * shape.in_channels;
      const int64_t row = image * product_of(shape.output);
      float* const to = output + row * shape.out_channels;
      if (lines) {
        convolve_lines(shape, from, channels_first_input, weight, to, part.at(row, 0));
      } else {
        convolve_part(shape, from, weight, group, to, part.at(row, 0));
      }
    }
  }
}

}  // namespace internal
}  // namespace native
}  // namespace at
