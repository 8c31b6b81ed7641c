// The SIMD parts of fp32 matrix products: one table of functions per SIMD target, chosen once per
// process.
//
// Terms. A product C[m, n] = sum over k of A[m, k] * B[k, n]. A is read in place through two
// strides. B is read from panels: `panel_columns` neighbouring columns, row after row,
// `panel_stride` floats from one panel to the next. The last panel of a packed B is padded with
// zeros to full width. Each element of C sums its k products in order of k, wherever in a tile it
// lies, so that results do not depend on how a product was cut into tiles.
#pragma once

#include <cstdint>
#include <limits>

namespace at {
namespace native {
namespace internal {

// What an element's sum starts from, and what it is cut to once it is complete.
struct GemmEpilogue {
  const float* row_bias = nullptr;     // one per row of C
  const float* column_bias = nullptr;  // one per column of C
  const float* addend = nullptr;       // a matrix like C, with this row stride
  int64_t addend_row_stride = 0;
  float lower = -std::numeric_limits<float>::infinity();
  float upper = std::numeric_limits<float>::infinity();

  bool clamps() const {
    return lower != -std::numeric_limits<float>::infinity() ||
           upper != std::numeric_limits<float>::infinity();
  }

  // The epilogue of the part of C that begins at (row, column).
  GemmEpilogue at(int64_t row, int64_t column) const {
    GemmEpilogue part = *this;
    part.row_bias = row_bias == nullptr ? nullptr : row_bias + row;
    part.column_bias = column_bias == nullptr ? nullptr : column_bias + column;
    part.addend = addend == nullptr ? nullptr : addend + row * addend_row_stride + column;
    return part;
  }

  // What is left of it for one block of k: sums start from it in the first, are cut in the last.
  GemmEpilogue of_block(bool first, bool last) const {
    GemmEpilogue part;
    if (first) {
      part.row_bias = row_bias;
      part.column_bias = column_bias;
      part.addend = addend;
      part.addend_row_stride = addend_row_stride;
    }
    if (last) {
      part.lower = lower;
      part.upper = upper;
    }
    return part;
  }
};

struct GemmTile {
  int64_t m = 0;
  int64_t n = 0;
  int64_t k = 0;  // of one segment
  const float* a = nullptr;
  int64_t a_row_stride = 0;
  int64_t a_column_stride = 0;
  // A row of A may be cut into segments of k elements each: those of a convolution's patch lie in
  // neighbouring lines of an image. B's rows follow each other.
  int64_t segments = 1;
  int64_t a_segment_stride = 0;
  // A and C may have several groups of m rows: those of A begin a_line_stride apart, those of C
  // follow each other. For gemm_tile only.
  int64_t lines = 1;
  int64_t a_line_stride = 0;
  const float* b = nullptr;
  int64_t b_panel_stride = 0;
  int64_t b_row_stride = 0;
  float* c = nullptr;
  int64_t c_row_stride = 0;  // columns of C are adjacent
  bool accumulate = false;   // C += product instead of C = product
  GemmEpilogue epilogue;
};

struct GemmKernels {
  int64_t panel_columns;
  int64_t tile_rows;

  // Computes one tile. The columns of a last, partial panel must be readable to full width.
  void (*tile)(const GemmTile& tile);

  // Packs columns [0, n) and rows [0, k) of B, times alpha, into panels of k rows each.
  void (*pack)(const float* b, int64_t row_stride, int64_t column_stride, int64_t k, int64_t n,
               float alpha, float* panels);

  // C[i, j] = dot(row i of A, row j of Bt), rows contiguous in k: for few rows of A, where packing
  // would not pay. The epilogue's row bias is not looked at.
  void (*dots)(int64_t m, int64_t n, int64_t k, const float* a, int64_t a_row_stride,
               const float* bt, int64_t bt_row_stride, float* c, int64_t c_row_stride,
               bool accumulate, float alpha, const GemmEpilogue& epilogue);
};

// The table of this processor. Thread-safe.
const GemmKernels& gemm_kernels();

}  // namespace internal
}  // namespace native
}  // namespace at
