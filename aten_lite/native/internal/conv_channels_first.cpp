// fp32 convolution of channels-first images: weights [out, patch] times patches [patch, positions].
#include <algorithm>
#include <cstring>

#include "aten_lite/native/internal/conv.h"
#include "aten_lite/native/internal/depthwise_kernel.h"
#include "aten_lite/parallel/parallel.h"

namespace at {
namespace native {
namespace internal {
namespace {

// One image's group: its part of input, weights and output.
struct Part {
  const float* input;
  const float* weight;
  float* output;
  GemmEpilogue epilogue;
};

Part part_of(const ConvShape& shape, const float* input, const float* weight, float* output,
             const ConvEpilogue& epilogue, int64_t image, int64_t group) {
  Part part;
  part.input =
      input + (image * shape.in_channels + group * shape.group_inputs()) * product_of(shape.input);
  part.weight = weight + group * shape.group_outputs() * shape.patch();
  part.output = output + (image * shape.out_channels + group * shape.group_outputs()) *
                             product_of(shape.output);
  part.epilogue.row_bias =
      epilogue.bias == nullptr ? nullptr : epilogue.bias + group * shape.group_outputs();
  part.epilogue.lower = epilogue.lower;
  part.epilogue.upper = epilogue.upper;
  return part;
}

// Gathers rows [first_k, last_k) of the patch matrix at positions [first, first + count) into
// panels of `patch` rows.
void gather_panels(const ConvShape& shape, const float* group_input, int64_t first_k,
                   int64_t last_k, int64_t first, int64_t count, float* panels) {
  const int64_t columns = gemm_kernels().panel_columns;
  const int64_t padded = divup(count, columns) * columns;
  const int64_t panel = columns * shape.patch();
  Scratch<float> row(padded);
  std::fill(row.data() + count, row.data() + padded, 0.0f);
  for (int64_t k = first_k; k < last_k; ++k) {
    gather_patch_row(shape, group_input, k, first, first + count, row.data());
    float* to = panels + k * columns;
    for (int64_t column = 0; column < padded; column += columns, to += panel) {
      std::memcpy(to, row.data() + column, static_cast<size_t>(columns) * sizeof(float));
    }
  }
}

// Positions per task: enough to use a weight several times, few enough for the second-level cache.
int64_t positions_per_task(const ConvShape& shape) {
  const int64_t columns = gemm_kernels().panel_columns;
  const int64_t wanted = std::clamp<int64_t>(65536 / shape.patch(), 64, 512);
  return divup(wanted, columns) * columns;
}

// Many positions: every task gathers its own patches and multiplies them with all weights.
void convolve_by_positions(const ConvShape& shape, const float* input, const float* weight,
                           float* output, const ConvEpilogue& epilogue) {
  const int64_t positions = product_of(shape.output);
  const int64_t patch = shape.patch();
  const int64_t columns = gemm_kernels().panel_columns;
  const int64_t block = positions_per_task(shape);
  const int64_t blocks = divup(positions, block);
  const int64_t work = std::min(block, positions) * patch * shape.group_outputs();
  parallel_for(
      0, shape.batch * shape.groups * blocks,
      std::max<int64_t>(1, (1 << 18) / std::max<int64_t>(1, work)),
      [&](int64_t begin, int64_t end) {
        Scratch<float> panels(divup(std::min(block, positions), columns) * columns * patch);
        for (int64_t task = begin; task < end; ++task) {
          const int64_t first = task % blocks * block;
          const int64_t group = task / blocks % shape.groups;
          const int64_t image = task / blocks / shape.groups;
          const Part part = part_of(shape, input, weight, output, epilogue, image, group);
          GemmTile tile;
          tile.m = shape.group_outputs();
          tile.n = std::min(block, positions - first);
          tile.k = patch;
          gather_panels(shape, part.input, 0, patch, first, tile.n, panels.data());
          tile.a = part.weight;
          tile.a_row_stride = patch;
          tile.a_column_stride = 1;
          tile.b = panels.data();
          tile.b_panel_stride = columns * patch;
          tile.b_row_stride = columns;
          tile.c = part.output + first;
          tile.c_row_stride = positions;
          tile.epilogue = part.epilogue;
          gemm_tile(tile);
        }
      });
}

// Few positions: patches are gathered once, together, and the product is cut along the output
// channels too.
void convolve_by_channels(const ConvShape& shape, const Part& part) {
  const int64_t positions = product_of(shape.output);
  const int64_t patch = shape.patch();
  const int64_t columns = gemm_kernels().panel_columns;
  Scratch<float> panels(divup(positions, columns) * columns * patch);
  parallel_for(0, patch, std::max<int64_t>(1, (1 << 15) / positions),
               [&](int64_t begin, int64_t end) {
                 gather_panels(shape, part.input, begin, end, 0, positions, panels.data());
               });
  GemmOptions options;
  options.epilogue = part.epilogue;
  gemm_panels(shape.group_outputs(), positions, patch, {part.weight, patch, 1}, panels.data(),
              part.output, positions, options);
}

void convolve_pointwise(const ConvShape& shape, const Part& part) {
  const int64_t positions = product_of(shape.output);
  GemmOptions options;
  options.epilogue = part.epilogue;
  gemm(shape.group_outputs(), positions, shape.patch(), {part.weight, shape.patch(), 1},
       {part.input, positions, 1}, part.output, positions, options);
}

// A plane with its padding around it, and kDepthwiseSlack floats behind.
void pad_plane(const ConvShape& shape, const float* plane, float* padded) {
  const auto [depth, height, width] = shape.input;
  (void)depth;
  const int64_t padded_width = width + 2 * shape.padding[2];
  const int64_t padded_height = height + 2 * shape.padding[1];
  float* const end = padded + padded_height * padded_width + kDepthwiseSlack;
  float* to = std::fill_n(padded, shape.padding[1] * padded_width, 0.0f);
  for (int64_t y = 0; y < height; ++y) {
    to = std::fill_n(to, shape.padding[2], 0.0f);
    to = std::copy_n(plane + y * width, width, to);
    to = std::fill_n(to, shape.padding[2], 0.0f);
  }
  std::fill(to, end, 0.0f);
}

void convolve_depthwise(const ConvShape& shape, const float* input, const float* weight,
                        float* output, const ConvEpilogue& epilogue) {
  const int64_t padded_width = shape.input[2] + 2 * shape.padding[2];
  const int64_t padded_height = shape.input[1] + 2 * shape.padding[1];
  const int64_t work = product_of(shape.output) * product_of(shape.kernel) * shape.group_outputs();
  parallel_for(0, shape.batch * shape.groups, std::max<int64_t>(1, (1 << 16) / work),
               [&](int64_t begin, int64_t end) {
                 Scratch<float> padded(padded_height * padded_width + kDepthwiseSlack);
                 for (int64_t task = begin; task < end; ++task) {
                   const int64_t group = task % shape.groups;
                   pad_plane(shape, input + task * product_of(shape.input), padded.data());
                   for (int64_t i = 0; i < shape.group_outputs(); ++i) {
                     const int64_t channel = group * shape.group_outputs() + i;
                     DepthwisePlane plane;
                     plane.input = padded.data();
                     plane.width = padded_width;
                     plane.weight = weight + channel * shape.patch();
                     plane.kernel_height = shape.kernel[1];
                     plane.kernel_width = shape.kernel[2];
                     plane.stride_y = shape.stride[1];
                     plane.stride_x = shape.stride[2];
                     plane.dilation_y = shape.dilation[1];
                     plane.dilation_x = shape.dilation[2];
                     plane.output =
                         output + (task * shape.group_outputs() + i) * product_of(shape.output);
                     plane.output_height = shape.output[1];
                     plane.output_width = shape.output[2];
                     plane.bias = epilogue.bias == nullptr ? 0.0f : epilogue.bias[channel];
                     plane.lower = epilogue.lower;
                     plane.upper = epilogue.upper;
                     depthwise_kernels().plane(plane);
                   }
                 }
               });
}

}  // namespace

void conv_channels_first(const ConvShape& shape, const float* input, const float* weight,
                         float* output, const ConvEpilogue& epilogue) {
  // The depthwise kernel works on a padded copy, which is to be of the image's order of size.
  const bool flat = shape.input[0] == 1 && shape.kernel[0] == 1 && shape.padding[0] == 0;
  const bool tight =
      shape.padding[1] <= shape.input[1] + 64 && shape.padding[2] <= shape.input[2] + 64;
  if (shape.is_depthwise() && flat && tight) {
    convolve_depthwise(shape, input, weight, output, epilogue);
    return;
  }
  const int64_t parts = shape.batch * shape.groups;
  constexpr int64_t kEnoughTasks = 8;
  const bool one_by_one =
      parts < kEnoughTasks &&
      (shape.is_pointwise() ||
       parts * divup(product_of(shape.output), positions_per_task(shape)) < kEnoughTasks);
  if (!one_by_one) {
    convolve_by_positions(shape, input, weight, output, epilogue);
    return;
  }
  for (int64_t i = 0; i < parts; ++i) {
    const Part part =
        part_of(shape, input, weight, output, epilogue, i / shape.groups, i % shape.groups);
    shape.is_pointwise() ? convolve_pointwise(shape, part) : convolve_by_channels(shape, part);
  }
}

}  // namespace internal
}  // namespace native
}  // namespace at
