// Implements winograd.h: tiles of an image are transformed, multiplied pixel by pixel (36 matrix
// products over the channels) and transformed back, some tiles at a time.
#include "aten_lite/native/internal/winograd.h"

#include <algorithm>
#include <array>

#include "aten_lite/native/internal/winograd_kernel.h"
#include "aten_lite/parallel/parallel.h"

namespace at {
namespace native {
namespace internal {
namespace {

constexpr int64_t kPixels = 36;  // of a transformed tile
constexpr int64_t kTile = 4;     // output pixels of a tile, each way

// A multiple of every SIMD target's channel_step: what is used must not depend on the processor.
constexpr int64_t kChannelStep = 16;

// With fewer tiles than this, reading four times the weights takes longer than it saves.
constexpr int64_t kFewestTiles = 12;
constexpr int64_t kFewestChannels = 32;

struct Tiles {
  int64_t down;
  int64_t across;
  int64_t all;  // of all images
};

Tiles tiles_of(const ConvShape& shape) {
  const int64_t down = divup(shape.output[1], kTile);
  const int64_t across = divup(shape.output[2], kTile);
  return {down, across, shape.batch * down * across};
}

// Filters that are transformed together: a constant number, for the compiler to vectorise.
constexpr int64_t kFilters = 8;
using Filters = std::array<double, static_cast<size_t>(kFilters)>;

// sum[i] += factor * x[i]
void add_scaled(double factor, const Filters& x, Filters& sum) {
  for (size_t i = 0; i < x.size(); ++i) {
    sum[i] += factor * x[i];
  }
}

// The weights' transform of `count` (at most kFilters) 3x3 filters, in double. Pixel p of filter i
// goes to to[p * stride + i].
void transform_filters(const float* filters, int64_t count, float* to, int64_t stride) {
  constexpr double a = kWinogradNear;
  constexpr double b = kWinogradFar;
  constexpr double near = 2 * a * a * (a * a - b * b);
  constexpr double far = 2 * b * b * (b * b - a * a);
  constexpr double kMatrix[6][3] = {
      {1 / (a * a * b * b), 0, 0},         {1 / near, a / near, a * a / near},
      {1 / near, -a / near, a * a / near}, {1 / far, b / far, b * b / far},
      {1 / far, -b / far, b * b / far},    {0, 0, 1}};
  Filters taps[9] = {};
  for (int64_t i = 0; i < count; ++i) {
    for (int64_t tap = 0; tap < 9; ++tap) {
      taps[tap][static_cast<size_t>(i)] = static_cast<double>(filters[i * 9 + tap]);
    }
  }
  Filters lines[6][3] = {};
  for (int i = 0; i < 6; ++i) {
    for (int j = 0; j < 3; ++j) {
      for (int k = 0; k < 3; ++k) {
        add_scaled(kMatrix[i][k], taps[k * 3 + j], lines[i][j]);
      }
    }
  }
  for (int i = 0; i < 6; ++i) {
    for (int j = 0; j < 6; ++j) {
      Filters sum = {};
      for (int k = 0; k < 3; ++k) {
        add_scaled(kMatrix[j][k], lines[i][k], sum);
      }
      for (int64_t f = 0; f < count; ++f) {
        to[(i * 6 + j) * stride + f] = static_cast<float>(sum[static_cast<size_t>(f)]);
      }
    }
  }
}

// The tiles [first, first + count) of a convolution, with their working memory.
class Block {
 public:
  Block(const ConvShape& shape, const float* input, const WinogradWeights& weights, float* output,
        const ConvEpilogue& epilogue, int64_t tiles)
      : shape_(shape),
        input_(input),
        weights_(weights),
        output_(output),
        epilogue_(epilogue),
        tiles_(tiles_of(shape)),
        // An odd number of cache lines between pixels keeps them in different cache sets.
        in_stride_(tiles * shape.in_channels + kChannelStep),
        out_stride_(tiles * shape.out_channels + kChannelStep),
        zeros_(shape.in_channels),
        transformed_(kPixels * in_stride_),
        products_(kPixels * out_stride_) {
    std::fill_n(zeros_.data(), shape.in_channels, 0.0f);
  }

  void run(int64_t first, int64_t count) {
    constexpr int64_t kGrain = 1 << 13;
    parallel_for(0, count, std::max<int64_t>(1, kGrain / shape_.in_channels),
                 [&](int64_t begin, int64_t end) {
                   for (int64_t i = begin; i < end; ++i) {
                     transform_input(first + i, transformed_.data() + i * shape_.in_channels);
                   }
                 });
    parallel_for(0, kPixels, 1, [&](int64_t begin, int64_t end) {
      for (int64_t i = begin; i < end; ++i) {
        multiply(i, count);
      }
    });
    parallel_for(0, count, std::max<int64_t>(1, kGrain / shape_.out_channels),
                 [&](int64_t begin, int64_t end) {
                   for (int64_t i = begin; i < end; ++i) {
                     transform_output(first + i, products_.data() + i * shape_.out_channels);
                   }
                 });
  }

 private:
  struct Position {
    int64_t image, y, x;  // of the tile's first output
  };

  Position position_of(int64_t tile) const {
    const int64_t in_image = tile % (tiles_.down * tiles_.across);
    return {tile / (tiles_.down * tiles_.across), in_image / tiles_.across * kTile,
            in_image % tiles_.across * kTile};
  }

  void transform_input(int64_t tile, float* to) const {
    const Position at = position_of(tile);
    const auto [depth, height, width] = shape_.input;
    const float* const image = input_ + at.image * depth * height * width * shape_.in_channels;
    std::array<const float*, kPixels> pixels;
    for (int64_t i = 0; i < kPixels; ++i) {
      const int64_t y = at.y + i / 6 - shape_.padding[1];
      const int64_t x = at.x + i % 6 - shape_.padding[2];
      const bool inside = y >= 0 && y < height && x >= 0 && x < width;
      pixels[static_cast<size_t>(i)] =
          inside ? image + (y * width + x) * shape_.in_channels : zeros_.data();
    }
    winograd_kernels().input({pixels.data(), shape_.in_channels, to, in_stride_});
  }

  void multiply(int64_t pixel, int64_t count) {
    GemmTile tile;
    tile.m = count;
    tile.n = shape_.out_channels;
    tile.k = shape_.in_channels;
    tile.a = transformed_.data() + pixel * in_stride_;
    tile.a_row_stride = shape_.in_channels;
    tile.a_column_stride = 1;
    tile.b = weights_.pixel(pixel).panels();
    tile.b_row_stride = gemm_kernels().panel_columns;
    tile.b_panel_stride = tile.k * tile.b_row_stride;
    tile.c = products_.data() + pixel * out_stride_;
    tile.c_row_stride = shape_.out_channels;
    gemm_tile(tile);
  }

  void transform_output(int64_t tile, const float* from) const {
    const Position at = position_of(tile);
    const int64_t height = shape_.output[1];
    const int64_t width = shape_.output[2];
    std::array<float*, kTile * kTile> outputs;
    std::array<const float*, kTile * kTile> addends;
    for (size_t i = 0; i < outputs.size(); ++i) {
      const int64_t y = at.y + static_cast<int64_t>(i) / kTile;
      const int64_t x = at.x + static_cast<int64_t>(i) % kTile;
      const int64_t offset = ((at.image * height + y) * width + x) * shape_.out_channels;
      const bool inside = y < height && x < width;
      outputs[i] = inside ? output_ + offset : nullptr;
      addends[i] = inside && epilogue_.addend != nullptr ? epilogue_.addend + offset : nullptr;
    }
    winograd_kernels().output({from, out_stride_, shape_.out_channels, epilogue_.bias,
                               epilogue_.lower, epilogue_.upper, outputs.data(),
                               epilogue_.addend == nullptr ? nullptr : addends.data()});
  }

  const ConvShape& shape_;
  const float* const input_;
  const WinogradWeights& weights_;
  float* const output_;
  const ConvEpilogue& epilogue_;
  const Tiles tiles_;
  const int64_t in_stride_;
  const int64_t out_stride_;
  Scratch<float> zeros_;
  Scratch<float> transformed_;  // [pixel][tile][in channel]
  Scratch<float> products_;     // [pixel][tile][out channel]
};

}  // namespace

bool winograd_suits(const ConvShape& shape) {
  const auto channels_fit = [](int64_t channels) {
    return channels % kChannelStep == 0 && channels >= kFewestChannels;
  };
  return shape.groups == 1 && shape.kernel == Spatial{1, 3, 3} && shape.input[0] == 1 &&
         shape.padding[0] == 0 && product_of(shape.stride) == 1 && shape.dilation[1] == 1 &&
         shape.dilation[2] == 1 && channels_fit(shape.in_channels) &&
         channels_fit(shape.out_channels) && tiles_of(shape).all >= kFewestTiles;
}

WinogradWeights::WinogradWeights(int64_t out_channels, int64_t in_channels, const float* weight) {
  const int64_t count = out_channels * in_channels;
  Scratch<float> transformed(kPixels * count);  // [pixel][out][in]
  parallel_for(0, divup(count, kFilters), 128, [&](int64_t begin, int64_t end) {
    for (int64_t i = begin * kFilters; i < std::min(count, end * kFilters); i += kFilters) {
      transform_filters(weight + i * 9, std::min(kFilters, count - i), transformed.data() + i,
                        count);
    }
  });
  pixels_.reserve(static_cast<size_t>(kPixels));
  for (int64_t pixel = 0; pixel < kPixels; ++pixel) {
    pixels_.emplace_back(MatrixView{transformed.data() + pixel * count, 1, in_channels},
                         in_channels, out_channels);
  }
}

void conv_winograd(const ConvShape& shape, const float* input, const WinogradWeights& weights,
                   float* output, const ConvEpilogue& epilogue) {
  const int64_t tiles = tiles_of(shape).all;
  // Transformed tiles take about as much memory as the weights, that are read once per block.
  const int64_t most = std::clamp<int64_t>(
      shape.in_channels * shape.out_channels / (shape.in_channels + shape.out_channels), 16, 128);
  const int64_t blocks = divup(tiles, most);
  const int64_t per_block = divup(tiles, blocks);
  const auto run = [&](int64_t begin, int64_t end) {
    Block block(shape, input, weights, output, epilogue, per_block);
    for (int64_t i = begin; i < end; ++i) {
      const int64_t first = i * per_block;
      block.run(first, std::min(per_block, tiles - first));
    }
  };
  // Many blocks are spread over the threads; within few, their parts are.
  constexpr int64_t kManyBlocks = 6;
  blocks >= kManyBlocks ? parallel_for(0, blocks, 1, run) : run(0, blocks);
}

}  // namespace internal
}  // namespace native
}  // namespace at
