// Implements gemm.h.
//
// A tile of C is computed by one thread. Its k runs in blocks: a panel of B (kBlockK rows) then
// stays in the first-level cache while the rows of A, in the second-level cache, pass by.
#include "aten_lite/native/internal/gemm.h"

#include <algorithm>

#include "aten_lite/parallel/parallel.h"

namespace at {
namespace native {
namespace internal {
namespace {

constexpr int64_t kBlockK = 256;

// Groups of tile_rows rows of A whose block stays in the second-level cache.
constexpr int64_t kBlockRows = 16;

// Up to this many rows of A, packing B costs more than it saves.
constexpr int64_t kFewRows = 4;

// Multiply-adds that justify a task of its own.
constexpr int64_t kTaskWork = 1 << 18;

// A product is cut into about this many tasks, however many threads there are.
constexpr int64_t kTasks = 16;

struct Grid {
  int64_t rows;     // of C per task
  int64_t columns;  // of C per task: whole panels
  int64_t row_tasks;
  int64_t tasks;
};

Grid make_grid(int64_t m, int64_t n, int64_t k, const GemmKernels& kernels) {
  int64_t row_blocks = kBlockRows;
  int64_t panels = 16;
  const auto grid = [&] {
    Grid g{};
    g.rows = row_blocks * kernels.tile_rows;
    g.columns = panels * kernels.panel_columns;
    g.row_tasks = divup(m, g.rows);
    g.tasks = g.row_tasks * divup(n, g.columns);
    return g;
  };
  Grid g = grid();
  // Halve the larger side until there are enough tasks, or they get too small.
  while (g.tasks < kTasks && std::min(m, g.rows) * std::min(n, g.columns) * k > 2 * kTaskWork) {
    const bool split_columns = std::min(n, g.columns) >= std::min(m, g.rows);
    if (split_columns && panels > 1) {
      panels /= 2;
    } else if (row_blocks > 1) {
      row_blocks /= 2;
    } else if (panels > 1) {
      panels /= 2;
    } else {
      break;
    }
    g = grid();
  }
  return g;
}

// Copies rows x columns of a view to row-major memory whose row stride is `stride`.
void copy_block(MatrixView from, int64_t rows, int64_t columns, float* to, int64_t stride) {
  for (int64_t column = 0; column < columns; ++column) {
    const float* const line = from.data + column * from.column_stride;
    for (int64_t row = 0; row < rows; ++row) {
      to[row * stride + column] = line[row * from.row_stride];
    }
  }
}

// Computes a tile whose A is not contiguous in k: blocks of A are copied first.
void tile_with_copied_a(GemmTile tile) {
  // An odd number of cache lines between rows keeps them in different cache sets.
  constexpr int64_t kStride = kBlockK + 16;
  Scratch<float> copy(tile.m * kStride);
  const GemmEpilogue epilogue = tile.epilogue;
  const int64_t k = tile.k;
  for (int64_t first = 0;; first += kBlockK) {
    const bool last = first + kBlockK >= k;
    tile.k = std::min(kBlockK, k - first);
    copy_block({tile.a, tile.a_row_stride, tile.a_column_stride}, tile.m, tile.k, copy.data(),
               kStride);
    GemmTile block = tile;
    block.a = copy.data();
    block.a_row_stride = kStride;
    block.a_column_stride = 1;
    block.epilogue = epilogue.of_block(first == 0, last);
    gemm_kernels().tile(block);
    if (last) {
      return;
    }
    tile.a += kBlockK * tile.a_column_stride;
    tile.b += kBlockK * tile.b_row_stride;
    tile.accumulate = true;
  }
}

void run_grid(const GemmTile& whole) {
  const GemmKernels& kernels = gemm_kernels();
  const Grid grid = make_grid(whole.m, whole.n, whole.k, kernels);
  const int64_t work = std::min(whole.m, grid.rows) * std::min(whole.n, grid.columns) *
                       std::max<int64_t>(whole.k, 1);
  // Few rows that are not contiguous in k cost little in place; many are copied.
  const bool copy_a = whole.a_column_stride != 1 && whole.m > kernels.tile_rows &&
                      whole.n > 2 * kernels.panel_columns;
  const auto task = [&](int64_t index) {
    const int64_t row = index % grid.row_tasks * grid.rows;
    const int64_t column = index / grid.row_tasks * grid.columns;
    GemmTile tile = whole;
    tile.m = std::min(grid.rows, whole.m - row);
    tile.n = std::min(grid.columns, whole.n - column);
    tile.a += row * whole.a_row_stride;
    tile.b += column / kernels.panel_columns * whole.b_panel_stride;
    tile.c += row * whole.c_row_stride + column;
    tile.epilogue = whole.epilogue.at(row, column);
    copy_a ? tile_with_copied_a(tile) : gemm_tile(tile);
  };
  parallel_for(0, grid.tasks, std::max<int64_t>(1, kTaskWork / std::max<int64_t>(1, work)),
               [&](int64_t begin, int64_t end) {
                 for (int64_t i = begin; i < end; ++i) {
                   task(i);
                 }
               });
}

void pack(MatrixView b, int64_t k, int64_t n, float alpha, float* panels) {
  const GemmKernels& kernels = gemm_kernels();
  const int64_t columns = kernels.panel_columns;
  parallel_for(0, divup(n, columns),
               std::max<int64_t>(1, (1 << 16) / std::max<int64_t>(1, k * columns)),
               [&](int64_t begin, int64_t end) {
                 kernels.pack(b.data + begin * columns * b.column_stride, b.row_stride,
                              b.column_stride, k, std::min(n, end * columns) - begin * columns,
                              alpha, panels + begin * columns * k);
               });
}

int64_t panels_size(int64_t k, int64_t n) {
  const int64_t columns = gemm_kernels().panel_columns;
  return divup(n, columns) * columns * k;
}

// Few rows of A times a B that is contiguous in k: dot products, nothing packed.
void gemm_dots(int64_t m, int64_t n, int64_t k, MatrixView a, MatrixView b, float* c,
               int64_t c_row_stride, const GemmOptions& options) {
  constexpr int64_t kGroup = 16;
  const int64_t work = std::max<int64_t>(1, m * k * kGroup);
  parallel_for(0, divup(n, kGroup), std::max<int64_t>(1, (1 << 16) / work),
               [&](int64_t begin, int64_t end) {
                 const int64_t first = begin * kGroup;
                 const GemmEpilogue epilogue = options.epilogue.at(0, first);
                 gemm_kernels().dots(m, std::min(n, end * kGroup) - first, k, a.data, a.row_stride,
                                     b.data + first * b.column_stride, b.column_stride, c + first,
                                     c_row_stride, options.accumulate, options.alpha, epilogue);
               });
}

GemmTile whole_tile(int64_t m, int64_t n, int64_t k, MatrixView a, float* c, int64_t c_row_stride,
                    const GemmOptions& options) {
  GemmTile tile;
  tile.m = m;
  tile.n = n;
  tile.k = k;
  tile.a = a.data;
  tile.a_row_stride = a.row_stride;
  tile.a_column_stride = a.column_stride;
  tile.b_row_stride = gemm_kernels().panel_columns;
  tile.b_panel_stride = k * gemm_kernels().panel_columns;
  tile.c = c;
  tile.c_row_stride = c_row_stride;
  tile.accumulate = options.accumulate;
  tile.epilogue = options.epilogue;
  return tile;
}

// Few rows of A times a row-major B: whole panels are read in place, a partial last one is packed.
void gemm_in_place(GemmTile tile, MatrixView b) {
  const int64_t columns = gemm_kernels().panel_columns;
  const int64_t n = tile.n;
  const int64_t whole = n / columns * columns;
  if (whole > 0) {
    GemmTile left = tile;
    left.n = whole;
    left.b = b.data;
    left.b_row_stride = b.row_stride;
    left.b_panel_stride = columns;
    run_grid(left);
  }
  if (whole < n) {
    Scratch<float> panel(columns * tile.k);
    gemm_kernels().pack(b.data + whole, b.row_stride, 1, tile.k, n - whole, 1.0f, panel.data());
    tile.n = n - whole;
    tile.b = panel.data();
    tile.c += whole;
    tile.epilogue = tile.epilogue.at(0, whole);
    run_grid(tile);
  }
}

}  // namespace

PackedMatrix::PackedMatrix(MatrixView b, int64_t k, int64_t n, float alpha)
    : k_(k), n_(n), panels_(panels_size(k, n)) {
  pack(b, k, n, alpha, panels_.data());
}

void gemm_tile(const GemmTile& tile) {
  const GemmKernels& kernels = gemm_kernels();
  const int64_t block_rows = kBlockRows * kernels.tile_rows;
  // A block of k is several whole segments, or part of one.
  const int64_t block_segments = std::max<int64_t>(1, kBlockK / std::max<int64_t>(1, tile.k));
  const int64_t block_k = std::min(tile.k, kBlockK);
  GemmTile block = tile;
  for (int64_t segment = 0, first = 0;;) {
    block.segments = std::min(block_segments, tile.segments - segment);
    block.k = std::min(block_k, tile.k - first);
    block.b = tile.b + (segment * tile.k + first) * tile.b_row_stride;
    const bool begins = segment == 0 && first == 0;
    const bool segment_ends = first + block_k >= tile.k;
    const bool last = segment_ends && segment + block.segments >= tile.segments;
    block.accumulate = tile.accumulate || !begins;
    const GemmEpilogue epilogue = tile.epilogue.of_block(begins, last);
    for (int64_t line = 0; line < tile.lines; ++line) {
      for (int64_t row = 0; row < tile.m; row += block_rows) {
        const int64_t c_row = line * tile.m + row;
        block.m = std::min(block_rows, tile.m - row);
        block.a = tile.a + line * tile.a_line_stride + row * tile.a_row_stride +
                  segment * tile.a_segment_stride + first * tile.a_column_stride;
        block.c = tile.c + c_row * tile.c_row_stride;
        block.epilogue = epilogue.at(c_row, 0);
        kernels.tile(block);
      }
    }
    if (last) {
      return;
    }
    first = segment_ends ? 0 : first + block_k;
    segment += segment_ends ? block.segments : 0;
  }
}

void gemm_panels(int64_t m, int64_t n, int64_t k, MatrixView a, const float* panels, float* c,
                 int64_t c_row_stride, const GemmOptions& options) {
  if (m <= 0 || n <= 0) {
    return;
  }
  GemmTile tile = whole_tile(m, n, k, a, c, c_row_stride, options);
  tile.b = panels;
  run_grid(tile);
}

void gemm(int64_t m, int64_t n, int64_t k, MatrixView a, MatrixView b, float* c,
          int64_t c_row_stride, const GemmOptions& options) {
  if (m <= 0 || n <= 0) {
    return;
  }
  if (m <= kFewRows && b.row_stride == 1 && a.column_stride == 1 &&
      options.epilogue.row_bias == nullptr && options.epilogue.addend == nullptr) {
    gemm_dots(m, n, k, a, b, c, c_row_stride, options);
    return;
  }
  GemmTile tile = whole_tile(m, n, k, a, c, c_row_stride, options);
  if (b.column_stride == 1 && m <= 2 * gemm_kernels().tile_rows && options.alpha == 1.0f) {
    gemm_in_place(tile, b);
    return;
  }
  const PackedMatrix packed(b, k, n, options.alpha);
  tile.b = packed.panels();
  run_grid(tile);
}

void gemm(int64_t m, MatrixView a, const PackedMatrix& b, float* c, int64_t c_row_stride,
          const GemmOptions& options) {
  gemm_panels(m, b.columns(), b.rows(), a, b.panels(), c, c_row_stride, options);
}

}  // namespace internal
}  // namespace native
}  // namespace at
